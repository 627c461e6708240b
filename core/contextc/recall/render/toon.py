"""A grain -> a row of a TOON table, and tables (TOON 4)."""

import re
from collections.abc import Callable, Sequence
from decimal import Decimal

from contextc.recall.content import (
    event_text,
    fact_parts,
    fact_sentence,
    failed,
    goal_criteria,
    goal_state,
    goal_text,
    observed,
    recommended,
    skill_text,
    state_details,
    state_label,
    told,
    tool_name,
    tool_text,
    topology,
    withdrawn,
    workflow_size,
)
from contextc.recall.hits import SearchHit
from contextc.recall.values import Fields, day, number_in, said_in, text_in, whole_in
from contextc.recall.visible import HIDDEN, escaped
from contextc.text import WHITE_SPACE

Cell = str | float | None
"""What stands in a column: text, a number of any kind, or nothing."""

INDENT = "  "

_WORDS = frozenset(("", "true", "false", "null"))
_STARTS = frozenset("-#+0123456789 ")
"""Of texts that may have to be quoted for how they begin."""

_SPECIAL = b':"\\[]{},\x7f' + bytes(range(32))
_ESCAPED = b'"\\\x7f' + bytes(range(32))
"""ASCII for which a text is quoted; and for which more than quotes is needed."""

_NUMBER = re.compile(r"[+-]?[0-9]+(?:\.[0-9]+)?(?:e[+-]?[0-9]+)?", re.ASCII | re.IGNORECASE)
_SPECIAL_OF_ANY = re.compile(f'[:"\\\\\\[\\]{{}},\u2028\u2029]|{HIDDEN.pattern}|[\n\r\t]')
_TO_ESCAPE = re.compile(f'["\\\\\n\r\t]|{HIDDEN.pattern}')
_ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r", "\t": "\\t"}
_KEY = re.compile(r"[A-Za-z_][A-Za-z0-9_.]*")


def row(hit: SearchHit) -> list[Cell]:
    """The cells of a grain, a cell a column of its type.

    >>> row(SearchHit(grain_type="fact", fields={"subject": "mira", "relation": "likes", "object": "tea"}))
    ['mira', 'likes tea', None]
    """
    cells = CELLS.get(hit.grain_type)
    return cells(hit) if cells else [told(hit.fields)]


def line(cells: Sequence[Cell]) -> str:
    """Cells as they stand in a row.

    >>> line(["007", "a, b", 1.0, None, "plain words"])
    '"007","a, b",1,null,plain words'
    """
    return ",".join([text(cell) if isinstance(cell, str) else number(cell) for cell in cells])


def table(name: str, columns: Sequence[str], rows: Sequence[str], indent: str = "") -> str:
    r"""A named table of finished rows.

    >>> table("facts", ["subject"], ["mira"])
    'facts[1]{subject}:\n  mira'
    """
    head = f"{indent}{key(name)}[{len(rows)}]{{{','.join(columns)}}}:"
    return "\n".join([head, *[f"{indent}{INDENT}{one}" for one in rows]])


def key(name: str) -> str:
    """A name as it stands before a colon.

    >>> key("facts"), key("mira b")
    ('facts', '"mira b"')
    """
    return name if _KEY.fullmatch(name) else quoted(name)


def text(value: str) -> str:
    """A text, in quotes where a reader would take it for something else.

    >>> text("oat milk"), text("a, b"), text("null"), text("漢字")
    ('oat milk', '"a, b"', '"null"', '漢字')
    """
    if value.isascii():
        # Taking out bytes and comparing lengths is many times faster than any search over the text.
        data = value.encode()
        if len(data.translate(None, _SPECIAL)) != len(data):
            return f'"{value}"' if len(data.translate(None, _ESCAPED)) == len(data) else quoted(value)
    elif _SPECIAL_OF_ANY.search(value):
        return quoted(value)
    return quoted(value) if _looks_otherwise(value) else value


def _looks_otherwise(value: str) -> bool:
    """Whether a text without any special character is a word of JSON, a number or a mark, or has white space at an end."""
    if value in _WORDS:
        return True
    if value[0] in _STARTS and (value[0] in "-# " or _NUMBER.fullmatch(value)):
        return True
    return value[-1] == " " or (not value.isascii() and value.strip(WHITE_SPACE) != value)


def quoted(value: str) -> str:
    r"""A text in quotes; a reader turns all its escapes back but those of tags, which TOON has none for.

    >>> quoted("a\n\x1b"), quoted("\U000e0041")
    ('"a\\n\\u001b"', '"\\\\U000e0041"')
    """
    return f'"{_TO_ESCAPE.sub(_escape, value)}"'


def _escape(found: re.Match[str]) -> str:
    character = found[0]
    return _ESCAPES.get(character) or (escaped(character) if character < "\U00010000" else f"\\{escaped(character)}")


def number(value: float | None) -> str:
    """A number without an exponent, or null.

    >>> number(1e22), number(0.000000001), number(-0.0), number(0.95)
    ('10000000000000000000000', '0.000000001', '0', '0.95')
    """
    if value is None:
        return "null"
    if value == int(value):
        return str(int(value))
    digits = repr(value)
    return digits if "e" not in digits else format(Decimal(digits), "f")


def _content(fields: Fields) -> str:
    parts, sentence = fact_parts(fields), fact_sentence(fields)
    return ": ".join(filter(None, [" ".join(filter(None, parts[1:])), sentence]))


def _fact(hit: SearchHit) -> list[Cell]:
    return [text_in(hit.fields, "subject"), _content(hit.fields), number_in(hit.fields, "confidence")]


def _event(hit: SearchHit) -> list[Cell]:
    fields = hit.fields
    role = fields.get("role" if "role" in fields else "speaker")
    made = fields.get("created_at")
    time = made if isinstance(made, str) else day(int(hit.created_at_sec)) if hit.created_at_sec else ""
    return [role if isinstance(role, str) else "user", time, event_text(fields)]


def _workflow(hit: SearchHit) -> list[Cell]:
    edges = topology(hit.fields)
    return [text_in(hit.fields, "name", "trigger"), workflow_size(hit.fields) + (f": {edges}" if edges else "")]


def _goal(hit: SearchHit) -> list[Cell]:
    fields = hit.fields
    goal = goal_text(fields)
    return [text_in(fields, "subject") or goal, f"{goal}{goal_criteria(fields)}", goal_state(fields)]


def _consensus(hit: SearchHit) -> list[Cell]:
    fields = hit.fields
    threshold = number_in(fields, "threshold")
    return [
        (text_in(fields, "threshold") or "-") if threshold is None else threshold,
        whole_in(fields, "agreement_count") or 0,
        said_in(fields, "agreed_content", "content"),
    ]


def _consent(hit: SearchHit) -> list[Cell]:
    fields = hit.fields
    return [text_in(fields, "subject_did"), text_in(fields, "grantee_did"), withdrawn(fields), text_in(fields, "scope")]


def _skill(hit: SearchHit) -> list[Cell]:
    fields = hit.fields
    return [text_in(fields, "name"), text_in(fields, "domain"), number_in(fields, "proficiency"), skill_text(fields)]


def _recommendation(hit: SearchHit) -> list[Cell]:
    fields = hit.fields
    said = recommended(fields, "; ") or said_in(fields, "content", "description")
    return [text_in(fields, "target_ref"), text_in(fields, "severity") or "info", said]


CELLS: dict[str, Callable[[SearchHit], list[Cell]]] = {
    "fact": _fact,
    "event": _event,
    "state": lambda hit: [state_label(hit.fields), state_details(hit.fields) or state_label(hit.fields)],
    "workflow": _workflow,
    "tool": lambda hit: [tool_name(hit.fields), "fail" if failed(hit.fields) else "ok", tool_text(hit.fields)],
    "observation": lambda hit: [text_in(hit.fields, "observer_id") or "?", observed(hit.fields)],
    "goal": _goal,
    "reasoning": lambda hit: [
        text_in(hit.fields, "inference_method") or "reasoning",
        said_in(hit.fields, "conclusion", "content"),
    ],
    "consensus": _consensus,
    "consent": _consent,
    "skill": _skill,
    "recommendation": _recommendation,
    "trigger": lambda hit: [text_in(hit.fields, "kind"), told(hit.fields, "kind")],
}
"""By type (section 5.8 of the second specification; A4, A9)."""
