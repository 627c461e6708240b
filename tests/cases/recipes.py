"""A recorded input -> the value that it stands for.

An object with a single key that begins with `$` is a recipe, so that a megabyte of input is a line in a file and what is
invisible stays readable there. Everything else is taken as it is.

| recipe | value |
|---|---|
| `$repeat {text, times}` | the text, so many times |
| `$lines {template, count, start, step, eol}` | a line a row; `{i}` counts by `step`, `{n}` by 1, `{m:7}` is `{i}` modulo 7; `:05` pads |
| `$concat [part, ...]` | the parts as one text |
| `$cp ["U+2028", ...]` | the characters of these code points |
| `$json value`, `$jsonl [row, ...]`, `$jsonl {rows, eol}` | compact JSON, as one text or as lines |
| `$nest {open, close, depth, core}` | brackets around brackets |
| `$b64rand {bytes, seed}` | base64 of noise |
| `$b64png {width, height, pad, seed}` | base64 of a PNG of that size, with noise for pixels |
| `$words {list, count, seed, sep}` | words drawn from a list |
| `$hex digits`, `$encode {text, encoding, bom}` | bytes: the content of a file |
"""

import base64
import json
import os
import re
import socket
import struct
import zlib
from collections.abc import Callable, Iterator
from contextlib import chdir
from itertools import islice
from pathlib import Path
from typing import Any

FOLDER = "${FS}"
"""Stands for the folder that the files of a case are made in."""

_MASK = 2**64 - 1
_FIELD = re.compile(r"\{(?:m:(?P<modulus>\d+)|(?P<name>[in]))(?::0(?P<width>\d+))?\}")
_MARKS = {"utf-8": b"\xef\xbb\xbf", "utf-16-le": b"\xff\xfe", "utf-16-be": b"\xfe\xff"}


def expand(value: Any) -> Any:
    """The value with every recipe in it carried out.

    >>> expand({"text": {"$concat": ["a", {"$repeat": {"text": "-", "times": 3}}]}, "size": 5})
    {'text': 'a---', 'size': 5}
    """
    if isinstance(value, list):
        return [expand(item) for item in value]
    if not isinstance(value, dict):
        return value
    name, *more = value or [""]
    if more or not name.startswith("$"):
        return {key: expand(item) for key, item in value.items()}
    return RECIPES[name](expand(value[name]))


def build(items: list[dict[str, Any]], folder: Path) -> None:
    """Make the files, links, pipes and sockets of a case inside a folder."""
    for item in items:
        kind = next(kind for kind in MAKERS if kind in item)
        path = Path(placed(item[kind], folder))
        path.parent.mkdir(parents=True, exist_ok=True)
        MAKERS[kind](path, {key: placed(expand(value), folder) for key, value in item.items()})


def placed(value: Any, folder: Path) -> Any:
    """The value with the folder's path wherever its name stands."""
    if isinstance(value, str):
        return value.replace(FOLDER, str(folder))
    if isinstance(value, list):
        return [placed(item, folder) for item in value]
    return {key: placed(item, folder) for key, item in value.items()} if isinstance(value, dict) else value


def _lines(recipe: dict[str, Any]) -> str:
    start, step, eol = recipe.get("start", 0), recipe.get("step", 1), recipe.get("eol", "\n")

    def row(number: int) -> str:
        count = start + step * number

        def shown(field: re.Match[str]) -> str:
            found = count % int(field["modulus"]) if field["modulus"] else number if field["name"] == "n" else count
            return str(found).zfill(int(field["width"] or 0))

        return _FIELD.sub(shown, recipe["template"])

    return "".join([row(number) + eol for number in range(recipe["count"])])


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _json_lines(recipe: Any) -> str:
    rows, eol = (recipe, "\n") if isinstance(recipe, list) else (recipe["rows"], recipe.get("eol", "\n"))
    return "".join([(row if isinstance(row, str) else _json(row)) + eol for row in rows])


def _noise(seed: int) -> Iterator[int]:
    """Marsaglia's xorshift of 64 bits: the same noise on every machine."""
    state = (seed * 0x9E3779B1 + 88172645463325252) & _MASK
    while True:
        state ^= state << 13 & _MASK
        state ^= state >> 7
        state ^= state << 17 & _MASK
        yield state


def _noise_bytes(count: int, seed: int) -> bytes:
    return b"".join([word.to_bytes(8, "little") for word in islice(_noise(seed), -(-count // 8))])[:count]


def _base64(data: bytes) -> str:
    return base64.b64encode(data).decode()


def _png(recipe: dict[str, Any]) -> str:
    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    size = struct.pack(">II5B", recipe["width"], recipe["height"], 8, 6, 0, 0, 0)
    pixels = _noise_bytes(recipe.get("pad", 64), recipe.get("seed", 1))
    return _base64(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", size) + chunk(b"IDAT", pixels) + chunk(b"IEND", b""))


def _words(recipe: dict[str, Any]) -> str:
    words = recipe["list"]
    drawn = islice(_noise(recipe.get("seed", 1)), recipe["count"])
    return str(recipe.get("sep", " ")).join([words[number % len(words)] for number in drawn])


def _encode(recipe: dict[str, Any]) -> bytes:
    mark = _MARKS[recipe["encoding"]] if recipe.get("bom") else b""
    return mark + str(recipe["text"]).encode(recipe["encoding"])


RECIPES: dict[str, Callable[[Any], Any]] = {
    "$repeat": lambda recipe: recipe["text"] * recipe["times"],
    "$lines": _lines,
    "$concat": "".join,
    "$cp": lambda points: "".join([chr(int(point.removeprefix("U+"), 16)) for point in points]),
    "$json": _json,
    "$jsonl": _json_lines,
    "$nest": lambda recipe: (
        recipe["open"] * recipe["depth"] + recipe.get("core", "") + recipe["close"] * recipe["depth"]
    ),
    "$b64rand": lambda recipe: _base64(_noise_bytes(recipe["bytes"], recipe.get("seed", 1))),
    "$b64png": _png,
    "$words": _words,
    "$hex": bytes.fromhex,
    "$encode": _encode,
}


def _make_file(path: Path, item: dict[str, Any]) -> None:
    content = item["content"]
    path.write_bytes(content.encode() if isinstance(content, str) else content)


def _make_socket(path: Path, _: dict[str, Any]) -> None:
    # A socket's path may have no more than some hundred bytes, so it is named from its own folder.
    with socket.socket(socket.AF_UNIX) as one, chdir(path.parent):
        one.bind(path.name)


MAKERS: dict[str, Callable[[Path, dict[str, Any]], None]] = {
    "file": _make_file,
    "symlink": lambda path, item: path.symlink_to(item["to"]),
    "fifo": lambda path, _: os.mkfifo(path),
    "unix_socket": _make_socket,
}
