"""The ids of the deliberate differences -> the sets that the other modules test against.

Every function that knows a difference takes the set `on` of the ids in force and asks `"C5" in on`.
C17 and C20 act in `decode`, C14 in `caps`; C21 changes the cost of a pass and never an answer.
"""

from __future__ import annotations

from typing import Final

Differences = frozenset[str]

ORDER: Final = (
    "C1",
    "C2",
    "C3",
    "C4",
    "C5",
    "C6",
    "C7",
    "C8",
    "C9",
    "C11",
    "C12",
    "C13",
    "C14",
    "C15",
    "C16",
    "C17",
    "C18",
    "C19",
    "C20",
    "C21",
    "C24",
    "C25",
)
"""Every id the oracle knows, in the order of the list of differences."""

ALL: Final[Differences] = frozenset(ORDER)
"""The project's own behaviour."""

NONE: Final[Differences] = frozenset()
"""The reference's behaviour."""
