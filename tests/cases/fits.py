"""What holds for every answer of `compile_messages`: each law is a function of a request and its answer that raises."""

import re
from collections.abc import Callable, Iterator

from cases.door import Json, estimated
from cases.formats import Format, fitted
from cases.heard import heard
from cases.providers import complaints
from cases.script import Script

Law = Callable[[str, Json, Json], None]
"""Of the format, the request and the answer."""


def is_valid(format: str, request: Json, answer: Json) -> None:
    """The provider takes what comes out, if it takes what went in or not."""
    assert complaints(format, answer["messages"]) == []


def budget_holds(format: str, request: Json, answer: Json) -> None:
    """It costs no more than the budget, by what it says and by what its texts cost."""
    texts = [piece.text for piece in heard(format, answer["messages"]) if piece.kind not in ("image", "thought")]
    assert sum(estimated(*texts)) <= answer["insights"]["tokens_out"] <= request["token_budget"]


def every_message_is_accounted_for(format: str, request: Json, answer: Json) -> None:
    """Each has a part with a decision, and those that are left out together are named by their omission."""
    assert len(answer["parts"]) == len(answer["decisions"])
    assert {part["message"] for part in answer["parts"]} == set(range(len(request["messages"])))
    gaps = [range(omission["first"], omission["last"] + 1) for omission in answer["omissions"]]
    assert [place for gap in gaps for place in gap] == sorted({place for gap in gaps for place in gap})
    lost = {place for gap in gaps for place in gap}
    for part, decision in zip(answer["parts"], answer["decisions"], strict=True):
        if part["message"] in lost:
            assert decision["action"] in ("retrieve", "drop")


def omissions_are_told(format: str, request: Json, answer: Json) -> None:
    """Each is a line of the user that names its handle, in order."""
    texts = "\n".join([piece.text for piece in heard(format, answer["messages"]) if piece.kind == "user"])
    places = [texts.find(omission["handle"]) for omission in answer["omissions"]]
    assert places == sorted(place for place in places if place >= 0)


def results_are_those_of_their_calls(format: str, request: Json, answer: Json) -> None:
    """A result under an id is what was answered under it, or as much as is there; under a new one or none, what any was."""
    given = [(piece.id, piece.text) for piece in heard(format, request["messages"]) if piece.kind == "result"]
    ids = {id for id, _ in given}
    for piece in heard(format, answer["messages"]):
        if piece.kind == "result":
            texts = [text for id, text in given if piece.id == id or piece.id not in ids]
            assert any(is_part(piece.text, text) for text in texts)


def is_part(text: str, whole: str) -> bool:
    """Whether a text is another, or is made of its pieces in order, with marks between."""
    at = 0
    for line in re.split(r"\n?\[… [^\n]*? …\]\n?|\n", text):
        at = whole.find(line, at)
        if at < 0:
            return False
        at += len(line)
    return True


def nothing_is_live_twice(format: str, request: Json, answer: Json) -> None:
    """There are no more calls and results than there were."""
    for kind in ("call", "result"):
        before = sum(piece.kind == kind for piece in heard(format, request["messages"]))
        assert sum(piece.kind == kind for piece in heard(format, answer["messages"])) <= before


def order_is_kept(format: str, request: Json, answer: Json) -> None:
    """What comes out whole comes in the order in which it went in: what is said, and what is called, each by itself.

    Where two messages have to be one, words stand before calls, and results in the order of their calls.
    """
    for kind in ("text", "call"):
        given = [piece for piece in heard(format, request["messages"]) if piece.kind == kind]
        at = 0
        for piece in heard(format, answer["messages"]):
            if piece in given:
                assert piece in given[at:]
                at = given.index(piece, at) + 1


def it_is_never_larger(format: str, request: Json, answer: Json) -> None:
    """Marks and labels never make more of a conversation than it was, but for the line before a model that speaks first."""
    begun = "the model speaks first" in str(answer["messages"][:1])
    assert answer["insights"]["tokens_out"] <= answer["insights"]["tokens_in"] + 10 * begun


LAWS: tuple[Law, ...] = (
    is_valid,
    budget_holds,
    every_message_is_accounted_for,
    omissions_are_told,
    results_are_those_of_their_calls,
    nothing_is_live_twice,
    order_is_kept,
    it_is_never_larger,
)


def broken(format: str, request: Json, answer: Json) -> list[str]:
    """The laws that an answer breaks, each with its reason."""
    found: list[str] = []
    for law in LAWS:
        try:
            law(format, request, answer)
        except AssertionError as error:
            found.append(f"{law.__name__}: {str(error).splitlines()[0] if str(error) else ''}")
    return found


def fits(form: Format, script: Script, **more: object) -> Iterator[tuple[Json, Json]]:
    """Budgets up to that in which the conversation is whole, small ones all: the requests and their answers."""
    messages = form.records(script)
    whole = fitted(messages, form.name, 1_000_000, **more)["insights"]["tokens_in"]
    budgets = [1]
    while budgets[-1] < whole:
        budgets.append(budgets[-1] + 1 + budgets[-1] // 40 * 5)
    for budget in [*budgets[:-1], whole - 1, whole, 2 * whole]:
        request = {"messages": messages, "format": form.name, "token_budget": budget, **more}
        yield request, fitted(messages, form.name, budget, **more)
