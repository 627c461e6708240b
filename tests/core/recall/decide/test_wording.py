"""Every question of an assembler can be asked."""

from contextc.recall.decide.questions import DecisionRequest, check
from contextc.recall.decide.wording import (
    INTENT,
    INTENTS,
    LEVELS,
    ask_intent,
    ask_relevance,
    ask_verbatim,
    relevance_id,
    verbatim_id,
)


def test_intents():
    """There are three kinds of answers."""
    assert sorted(INTENTS) == ["current_state", "general", "timeline"]


def test_levels():
    """The levels of relevance, lowest first."""
    assert LEVELS == ("off-topic", "tangential", "relevant", "directly answers")


def test_ids():
    """Questions about candidates carry the number of the candidate."""
    assert (INTENT, relevance_id(7), verbatim_id(7)) == ("intent", "rel_7", "verbatim_7")


def test_every_question_can_be_asked():
    """No question of an assembler has the code DEC-E006."""
    assert check(DecisionRequest({}, {"a": ask_intent(), "b": ask_relevance(0), "c": ask_verbatim(0)})) is None


def test_questions_name_their_candidate():
    """Both questions about a candidate say which one they are about."""
    assert ["candidates[12]" in question.instructions for question in (ask_relevance(12), ask_verbatim(12))] == [
        True,
        True,
    ]


def test_questions_are_made_anew():
    """A backend that changes its questions changes nobody else's."""
    ask_intent().criteria.clear()
    ask_relevance(0).levels.clear()

    assert (len(ask_intent().criteria), len(ask_relevance(0).levels)) == (3, 4)
