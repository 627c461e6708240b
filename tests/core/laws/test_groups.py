"""What belongs together: the promise of `fragments[].group`."""

from hypothesis import given

from contextc import CompiledContext, CompileRequest
from core.laws import strategies
from core.laws.reading import Fate, compiled, fates, numbered


def members(asked: CompileRequest, context: CompiledContext) -> list[Fate]:
    """The fragments with a group and a text, whose blocks a section names."""
    return [fate for fate in fates(asked, context) if fate.fragment.group is not None and fate.text]


def shown(context: CompiledContext) -> set[int]:
    """The ids of every block."""
    return {id for section in context.sections for id in section.fragment_ids}


class TestGroups:
    """Members of a group are in the context together, each at least as a mark, or none of them is."""

    @strategies.examples
    @given(strategies.requests(slim_response=None))
    def test_all_or_none(self, asked: CompileRequest):
        """Every member with a text has a block, or no member has one."""
        asked = numbered(asked)
        context = compiled(asked)
        found = members(asked, context)
        for group in ("a", "b"):
            present = {fate.decision.fragment_id in shown(context) for fate in found if fate.fragment.group == group}

            assert len(present) < 2

    @strategies.examples
    @given(strategies.requests(slim_response=None))
    def test_whole_members_lose_nothing(self, asked: CompileRequest):
        """A member that is marked as whole is there as a whole, or nothing of it is."""
        asked = numbered(asked)
        context = compiled(asked)
        for fate in members(asked, context):
            if (fate.fragment.metadata or {}).get("whole") is True:
                assert fate.whole == (fate.decision.fragment_id in shown(context))
                assert not fate.partial
