"""The phrases that make a text a constraint, by language; `classify` turns them into one pattern."""

from typing import NamedTuple


class Language(NamedTuple):
    """A language's phrases."""

    name: str
    phrases: tuple[str, ...]
    """Matched as whole words, in lower case; any white space, hyphen or emphasis mark may stand between the words."""
    fragments: tuple[str, ...] = ()
    """Matched anywhere: these languages do not put spaces between words."""


LANGUAGES = (
    Language(
        "English",
        (
            "never",
            "must not",
            "mustn't",
            "shall not",
            "do not",
            "don't",
            *(f"{who} {verb}" for who in ("you", "we", "must", "agent", "assistant") for verb in ("cannot", "can't")),
        ),
    ),
    Language("French", ("ne pas", "ne jamais", "jamais", "ne dois pas", "ne doit pas", "ne devez pas", "interdit de")),
    Language("German", ("niemals", "darf nicht", "dürfen nicht", "darfst nicht", "auf keinen fall", "verboten")),
    Language("Spanish", ("nunca", "jamás", "no debe", "no debes", "no deben", "no debemos", "prohibido")),
    Language(
        "Chinese",
        (),
        (
            "不要",
            "不得",
            "不准",
            "不可",
            "禁止",
            "切勿",
            "请勿",
            "請勿",
            "严禁",
            "嚴禁",
            "绝不",
            "絕不",
            "决不",
            "決不",
        ),
    ),
    Language(
        "Japanese",
        (),
        (
            "しないで",
            "しないこと",
            "してはいけ",
            "てはなら",
            "てはいけ",
            "てはダメ",
            "てはだめ",
            "べからず",
            "決して",
            "絶対に",
            "禁止",
        ),
    ),
)
"""`do nothing` and `whenever` are no constraints; `cannot` alone mostly states a fact, so it needs whom it binds."""
