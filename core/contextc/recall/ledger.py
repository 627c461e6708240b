"""What became of every hit, noted while it is decided."""

from collections.abc import Sequence

from contextc.recall.answer import GrainDecision
from contextc.recall.hits import SearchHit
from contextc.recall.rules import RULES
from contextc.vocabulary import Allocation


class Ledger:
    """A decision a hit; the last one noted counts."""

    def __init__(self, hits: Sequence[SearchHit]) -> None:
        self._hits = hits
        self._decisions: dict[int, GrainDecision] = {}

    def note(
        self,
        index: int,
        rule_id: str,
        outcome: Allocation = Allocation.OMIT,
        *,
        priority: float | None = None,
        tokens: int | None = None,
        relevance: float | None = None,
        **numbers: object,
    ) -> None:
        """Say what became of a hit, by which rule, with the numbers of its reason."""
        hit = self._hits[index]
        known = {"grain_type": hit.grain_type, "tokens": tokens, "relevance": relevance, **numbers}
        self._decisions[index] = GrainDecision(
            index=index,
            hash=hit.hash or "",
            grain_type=hit.grain_type,
            outcome=outcome,
            rule_id=rule_id,
            reason=RULES[rule_id].format(**known),
            priority=priority,
            tokens=tokens,
            relevance=relevance,
        )

    def decisions(self) -> list[GrainDecision]:
        """One a hit, in input order."""
        return [self._decisions[index] for index in range(len(self._hits))]
