"""What a Codex rollout records, step by step -> the turns that are left of it.

A compaction stands for all before it. A rollback takes the last prompts back with all that followed them, compactions too.
"""

from typing import NamedTuple

from contextc.transcript.turns import Compaction, Role, Turn
from contextc.vocabulary import StrEnum


class Leaves(StrEnum):
    """What a step leaves of those before it."""

    ALL = "all"
    PROMPTS = "prompts"
    NOTHING = "nothing"


class Step(NamedTuple):
    """Turns that came at once."""

    turns: tuple[Turn, ...]
    leaves: Leaves = Leaves.ALL


class History:
    """The steps so far.

    >>> history = History()
    >>> for text in ("one", "two", "three"):
    ...     history.add(Turn(role=Role.USER, id=text))
    >>> history.roll_back(2)
    >>> [turn.id for turn in history.turns()], history.abandoned()
    (['one'], 2)
    """

    def __init__(self) -> None:
        self.steps: list[Step] = []
        self.prompts: list[int] = []
        self.added = 0

    def add(self, turn: Turn) -> None:
        """What is said next."""
        if is_prompt(turn):
            self.prompts.append(len(self.steps))
        self.steps.append(Step((turn,)))
        self.added += 1

    def sum_up(self, summary: Turn) -> None:
        """A summary of all but the prompts."""
        self.steps.append(Step((summary,), Leaves.PROMPTS))
        self.added += 1

    def replace(self, turns: list[Turn]) -> None:
        """Turns that stand for all before them."""
        self.steps.append(Step(tuple(turns), Leaves.NOTHING))

    def roll_back(self, count: int) -> None:
        """Take the last prompts back."""
        taken = self.prompts[-count:]
        if taken:
            del self.steps[taken[0] :]
            del self.prompts[-count:]

    def turns(self) -> list[Turn]:
        """What is left."""
        return [turn for step in self._left() for turn in step.turns]

    def abandoned(self) -> int:
        """How many of the turns that were said are gone."""
        return self.added - sum(len(step.turns) for step in self._left() if step.leaves is not Leaves.NOTHING)

    def _left(self) -> list[Step]:
        start = self._last(Leaves.NOTHING)
        summary = max(start, self._last(Leaves.PROMPTS))
        before = [
            step._replace(turns=tuple(turn for turn in step.turns if is_prompt(turn)))
            for step in self.steps[start:summary]
        ]
        return before + self.steps[summary:]

    def _last(self, leaves: Leaves) -> int:
        """The last step that leaves this much, else the first of all."""
        return next((place for place in reversed(range(len(self.steps))) if self.steps[place].leaves is leaves), 0)


def is_prompt(turn: Turn) -> bool:
    """Whether it is what a user asked, not a summary of it."""
    return turn.role == Role.USER and not any(isinstance(part, Compaction) for part in turn.parts)
