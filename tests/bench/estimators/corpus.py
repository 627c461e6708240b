"""This machine -> texts by class, in pieces of about 2 kB: real where something installed ships it, made by rules elsewhere.

Even pieces are for fitting, odd ones are held out.
"""

import ast
import base64
import difflib
import gettext
import json
import sys
import sysconfig
import unicodedata
from collections.abc import Callable, Iterator
from functools import cache
from itertools import islice
from pathlib import Path
from random import Random

from ..texts import COMMON, EMOJI, sentence  # noqa: TID252  (the package is `bench` to pytest, `tests.bench` to `python -m`)

PIECE = 2_000
PIECES = 80
LOCALES = Path("/usr/share/locale")
NODE_DOCS = Path("/usr/lib/node_modules")


def classes() -> dict[str, list[str]]:
    """The pieces of every class; a class whose texts are not installed is left out."""
    found = {name: list(islice(make(Random(f"corpus {name}")), PIECES)) for name, make in CLASSES.items()}
    return {name: pieces for name, pieces in found.items() if len(pieces) >= PIECES // 4}


def _cut(texts: Iterator[str]) -> Iterator[str]:
    """Pieces of about PIECE characters that end at line ends where there are some."""
    kept = ""
    for text in texts:
        kept += text + "\n"
        while len(kept) > PIECE * 3 // 2:
            at = kept.rfind("\n", PIECE // 2, PIECE) + 1 or PIECE
            yield kept[:at]
            kept = kept[at:]


def _shuffled(paths: list[Path], random: Random) -> list[Path]:
    paths.sort()
    random.shuffle(paths)
    return paths


@cache
def _library() -> list[Path]:
    return list(Path(sysconfig.get_path("stdlib")).glob("**/*.py"))


def _english(random: Random) -> Iterator[str]:
    def docstrings() -> Iterator[str]:
        for path in _shuffled(list(_library()), random):
            try:
                tree = ast.parse(path.read_text(encoding="utf-8"))
            except (SyntaxError, UnicodeDecodeError):
                continue
            for node in ast.walk(tree):
                if isinstance(node, ast.Module | ast.FunctionDef | ast.ClassDef):
                    text = ast.get_docstring(node) or ""
                    if text.count(" ") > 40 and sum(map(str.isalpha, text)) > len(text) * 0.72:
                        yield text

    return _cut(docstrings())


def _markdown(random: Random) -> Iterator[str]:
    documents = [*Path(sysconfig.get_path("purelib")).glob("*.dist-info/METADATA"), *NODE_DOCS.glob("**/*.md")]

    def texts() -> Iterator[str]:
        for path in _shuffled(documents, random):
            text = path.read_text(encoding="utf-8", errors="replace")
            if path.name == "METADATA":
                text = text.partition("\n\n")[2]
            if len(text) > PIECE:
                yield text[: 6 * PIECE]

    return _cut(texts())


def _code(random: Random) -> Iterator[str]:
    sources = [*_library(), *NODE_DOCS.glob("npm/lib/**/*.js"), *Path(sysconfig.get_path("include")).glob("**/*.h")]
    return _cut(_read(sources, random))


def _read(paths: list[Path], random: Random) -> Iterator[str]:
    for path in _shuffled(list(paths), random):
        text = path.read_text(encoding="utf-8", errors="replace")
        if len(text) > PIECE:
            at = random.randrange(len(text) - PIECE)
            yield text[text.find("\n", at) + 1 : at + 3 * PIECE]


def _diffs(random: Random) -> Iterator[str]:
    def diffs() -> Iterator[str]:
        for text in _read(list(_library()), random):
            lines = text.splitlines()
            edited = [
                line.replace("self", "this").replace("=", " = ") if random.random() < 0.06 else line
                for line in lines
                if random.random() > 0.04
            ]
            name = f"src/module_{random.randrange(999)}.py"
            changes = difflib.unified_diff(lines, edited, f"a/{name}", f"b/{name}", lineterm="")
            head = (
                f"diff --git a/{name} b/{name}\nindex {random.randbytes(4).hex()}..{random.randbytes(4).hex()} 100644"
            )
            yield "\n".join([head, *changes])

    return _cut(diffs())


def _json_log(random: Random) -> Iterator[str]:
    def lines() -> Iterator[str]:
        while True:
            record = {
                "ts": f"2026-07-{random.randint(1, 30):02}T{random.randint(0, 23):02}:{random.randint(0, 59):02}:07.{random.randint(0, 999):03}Z",
                "level": random.choice(["info", "warn", "error", "debug"]),
                "service": random.choice(["gateway", "billing-worker", "search", "ledger-sync"]),
                "trace_id": random.randbytes(8).hex(),
                "duration_ms": round(random.expovariate(0.02), 2),
                "status": random.choice([200, 201, 204, 404, 500]),
                "msg": sentence(random, 3, 9),
                "labels": {"region": random.choice(["eu-west-1", "us-east-2"]), "attempt": random.randint(0, 9)},
            }
            yield json.dumps(record, separators=random.choice([(",", ":"), (", ", ": ")]))

    return _cut(lines())


def _syslog(random: Random) -> Iterator[str]:
    def lines() -> Iterator[str]:
        while True:
            clock = f"{random.randint(0, 23):02}:{random.randint(0, 59):02}:{random.randint(0, 59):02}"
            where = (
                f"{random.choice(['Jul', 'Aug', 'Nov'])} {random.randint(1, 30):2} {clock} node-{random.randint(1, 40)}"
            )
            unit = random.choice(
                ["systemd[1]", f"sshd[{random.randint(300, 99999)}]", f"kernel: [{random.uniform(0, 9e5):.6f}]"]
            )
            address = ".".join(str(random.randint(1, 254)) for _ in range(4))
            yield random.choice(
                [
                    f"{where} {unit}: Accepted publickey for deploy from {address} port {random.randint(1024, 65535)} ssh2",
                    f"{where} {unit}: Started Session {random.randint(1, 9999)} of User root.",
                    f"{where} {unit}: eth0: link up, {random.choice([100, 1000])} Mbps, full-duplex, lpa 0x{random.randint(0, 65535):04X}",
                    f"{where} {unit}: Out of memory: Killed process {random.randint(1, 99999)} (java) total-vm:{random.randint(1, 9**8)}kB",
                ]
            )

    return _cut(lines())


def _messages(*languages: str, share: float = 0.33) -> Callable[[Random], Iterator[str]]:
    """The translated messages of the programs on this machine, the longer ones, without what English is left in them."""

    def make(random: Random) -> Iterator[str]:
        def texts() -> Iterator[str]:
            seen: set[str] = set()
            catalogs = [path for language in languages for path in LOCALES.glob(f"{language}/LC_MESSAGES/*.mo")]
            for path in _shuffled([path for path in catalogs if not path.name.startswith("iso")], random):
                try:
                    with path.open("rb") as file:
                        catalog = gettext.GNUTranslations(file)._catalog
                except (OSError, UnicodeDecodeError, ValueError):
                    continue
                for key, text in sorted(catalog.items(), key=repr):
                    foreign = sum(character > "\x7f" for character in str(text))
                    if key and len(text) > 30 and text not in seen and foreign > len(text) * share:
                        seen.add(text)
                        yield text

        return _cut(texts())

    return make


def _western(random: Random) -> Iterator[str]:
    def texts() -> Iterator[str]:
        for language in ("de", "fr", "es", "pl", "it", "sv"):
            for path in _shuffled(list(LOCALES.glob(f"{language}/LC_MESSAGES/*.mo")), random)[:6]:
                with path.open("rb") as file:
                    catalog = gettext.GNUTranslations(file)._catalog
                yield from (text for key, text in sorted(catalog.items(), key=repr) if key and len(text) > 60)

    pieces = list(_cut(texts()))
    random.shuffle(pieces)
    return iter(pieces)


def _emoji(random: Random) -> Iterator[str]:
    pictures = [chr(code) for code in (*range(0x1F300, 0x1F650), *range(0x1F680, 0x1F6C6), *range(0x1F900, 0x1F9C8))]
    pictures = [picture for picture in pictures if unicodedata.category(picture) == "So"]

    def texts() -> Iterator[str]:
        while True:
            chosen = random.choices([*EMOJI, *pictures], k=random.randint(1, 8))
            yield random.choice(["", " "]).join(chosen) + (
                " " + sentence(random, 1, 3) if random.random() < 0.3 else ""
            )

    return _cut(texts())


def _made(line: Callable[[Random], str]) -> Callable[[Random], Iterator[str]]:
    def make(random: Random) -> Iterator[str]:
        return _cut(iter(lambda: line(random), None))

    return make


def _common_words(random: Random) -> str:
    sentences = []
    for _ in range(8):
        words = " ".join(random.choices(COMMON[:160], k=random.randint(4, 30)))
        sentences.append(words.capitalize() + random.choice([".", "?", "!"]) if random.random() < 0.3 else words)
    return " ".join(sentences)


def _short_items(random: Random) -> str:
    name = " ".join(random.choices(COMMON, k=random.randint(1, 4)))
    return f"{name} {random.randint(1, 9999)}" if random.random() < 0.5 else name + random.choice(["", "\n"])


def _table_row(random: Random) -> str:
    kind = random.randrange(4)
    if kind == 0:
        return f"│ {sentence(random, 2, 5):<44}│{random.randint(1, 99999):>8} │{random.uniform(0, 100):>7.1f} % │"
    if kind == 1:
        return "├" + "─" * random.randint(10, 60) + "┼" + "─" * 12 + "┤"
    if kind == 2:
        return f"-rw-r--r--  1 root  root  {random.randint(1, 10**7):>9} Jul {random.randint(1, 30):>2} 10:{random.randint(10, 59)} {sentence(random, 2, 3).replace(' ', '_')}"
    return "| " + " | ".join(sentence(random, 1, 3) for _ in range(4)) + " | " + "-" * 12


_SYMBOLS = [
    character
    for low, high in ((0xA1, 0xBF), (0x20A0, 0x20B0), (0x2190, 0x2400), (0x25A0, 0x2600))
    for character in map(chr, range(low, high))
    if unicodedata.category(character) not in {"Cn", "Cf", "Zl", "Zp"}
]


def _symbols(random: Random) -> str:
    parts = [random.choice(_SYMBOLS) * random.choice([1, 1, 1, 2, 5]) for _ in range(random.randint(1, 12))]
    return random.choice(["", " "]).join(parts) + " " + sentence(random, 1, 3)


def _unspaced(random: Random) -> str:
    return "".join(sentence(random).split())


def _random_letters(random: Random) -> str:
    alphabet = random.choice(["abcdefghijklmnopqrstuvwxyz", "ACGT", "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "01"])
    return "".join(random.choices(alphabet, k=random.choice([64, 76, 120])))


def _random_ascii(random: Random) -> str:
    return "".join(chr(random.randint(33, 126)) for _ in range(random.randint(30, 100)))


CLASSES: dict[str, Callable[[Random], Iterator[str]]] = {
    "English": _english,
    "common words": _made(_common_words),
    "short items": _made(_short_items),
    "Markdown": _markdown,
    "code": _code,
    "diffs": _diffs,
    "JSON logs": _json_log,
    "syslog": _syslog,
    "Western European": _western,
    "Chinese": _messages("zh_CN", "zh_TW"),
    "Japanese": _messages("ja"),
    "Korean": _messages("ko"),
    "Russian": _messages("ru"),
    "Arabic": _messages("ar"),
    "Hindi": _messages("hi"),
    "Thai": _messages("th"),
    "Greek, Hebrew": _messages("el", "he"),
    "Vietnamese": _messages("vi", share=0.12),
    "Bengali, Tamil": _messages("bn", "bn_IN", "ta"),
    "Georgian, Armenian": _messages("ka", "hy"),
    "tables": _made(_table_row),
    "symbols": _made(_symbols),
    "emoji": _emoji,
    "hex": _made(lambda random: random.randbytes(random.choice([16, 20, 32, 40])).hex()),
    "base64": _made(lambda random: base64.b64encode(random.randbytes(57)).decode()),
    "unspaced": _made(_unspaced),
    "random letters": _made(_random_letters),
    "random ASCII": _made(_random_ascii),
}

if __name__ == "__main__":
    for name, pieces in classes().items():
        sys.stdout.write(f"{name}: {len(pieces)} pieces, {sum(map(len, pieces))} characters, {pieces[0][:60]!a}\n")
