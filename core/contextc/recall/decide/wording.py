"""What an assembler asks, in words; nothing of it shows in any output."""

from contextc.recall.decide.questions import Choice, Noul, Score

INTENT = "intent"
"""The id of the question after the kind of answer."""

INTENTS = {
    "timeline": "in which order things happened, when, how long apart, or how something came about",
    "current_state": "what holds now: the newest value counts, and older ones would mislead",
    "general": "anything else",
}
"""Kind of answer -> what a query after it wants to know."""

LEVELS = ("off-topic", "tangential", "relevant", "directly answers")


def ask_intent() -> Choice:
    """Which kind of answer the query is after."""
    return Choice("What does the query want to know?", dict(INTENTS))


def relevance_id(number: int) -> str:
    """The id of the question after the relevance of a candidate."""
    return f"rel_{number}"


def verbatim_id(number: int) -> str:
    """The id of the question after the wording of a candidate."""
    return f"verbatim_{number}"


def ask_relevance(number: int) -> Score:
    """How well a candidate serves the query."""
    return Score(f"How much does candidates[{number}] help to answer the query?", list(LEVELS))


def ask_verbatim(number: int) -> Noul:
    """Whether the wording of a candidate matters."""
    return Noul(f"Would a summary of candidates[{number}] in one line lose a detail that the query needs?")
