"""An update -> its line or row, whole or with the new value alone."""

from collections.abc import Callable

from contextc.recall.render.sml import attributes
from contextc.recall.render.toon import line
from contextc.recall.updates import Change
from contextc.recall.visible import markdown, markdown_bold, plain, plain_start
from contextc.vocabulary import OutputFormat

COLUMNS = ("subject", "old", "old_date", "new", "new_date")
NEW_COLUMNS = ("subject", "new", "new_date")
"""Of the TOON table."""


def render_update(change: Change, format: OutputFormat, *, whole: bool) -> str:
    """The line of an update; of TOON the row.

    >>> render_update(Change("phone", "111", "2025-01-01", "222", None), OutputFormat.PLAINTEXT, whole=True)
    'phone: "111" (2025-01-01) → "222" [CURRENT]'
    """
    return LINES[format](change, whole)


def _sml(change: Change, whole: bool) -> str:
    old = attributes(old=change.old, old_date=change.old_date) if whole else ""
    return f"<update{attributes(subject=change.subject)}{old}{attributes(new=change.new, new_date=change.new_date)} />"


def _markdown(change: Change, whole: bool) -> str:
    old = f"~~{markdown(change.old)}~~{_dated(change.old_date)} → " if whole else ""
    subject = markdown_bold(f"**{markdown(change.subject)}**: ")
    return f"{subject}{old}**{markdown(change.new)}**{_dated(change.new_date)} [CURRENT]"


def _plain(change: Change, whole: bool) -> str:
    old = f"{_quoted(change.old)}{_dated(change.old_date)} → " if whole else ""
    new = f"{_quoted(change.new)}{_dated(change.new_date) if whole else ''}"
    return plain_start(f"{plain(change.subject)}: {old}{new} [CURRENT]")


def _toon(change: Change, whole: bool) -> str:
    return line(change if whole else [change.subject, change.new, change.new_date])


def _dated(date: str | None) -> str:
    return f" ({date})" if date else ""


def _quoted(value: str) -> str:
    escaped = plain(value).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


LINES: dict[OutputFormat, Callable[[Change, bool], str]] = {
    OutputFormat.SML: _sml,
    OutputFormat.MARKDOWN: _markdown,
    OutputFormat.PLAINTEXT: _plain,
    OutputFormat.TOON: _toon,
}
"""Section 6.5 of the second specification; JSON has both grains instead (A1)."""
