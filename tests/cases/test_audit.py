"""What is left out of a record is said (D23): no absence that looks like the whole."""

import json

import pytest

from cases.door import Json, case, compiled, estimated
from cases.laws import obey

REQUEST = case("D23")["request"]
RECORDS = REQUEST["fragments"][0]["content"]
WHOLE = estimated(RECORDS)[0]
BUDGETS = [1, 7, 31, 32, 33, 60, 100, REQUEST["token_budget"], 400, 800, WHOLE - 1]


def at(budget: int, text: str = RECORDS, **policy: str | bool) -> Json:
    """The answer with another budget or another text."""
    fragments = [{**REQUEST["fragments"][0], "content": text}]
    return compiled({**REQUEST, "fragments": fragments, "token_budget": budget, "policy": policy})


def is_json(text: str) -> bool:
    """Whether a text is a JSON document."""
    try:
        json.loads(text)
    except ValueError:
        return False
    return True


def test_with_room_nothing_is_left_out():
    """The records are there byte for byte."""
    answer = at(WHOLE)
    assert (answer["content"], answer["risk"]) == (RECORDS, "low")


@pytest.mark.parametrize("budget", BUDGETS)
def test_the_laws_hold(budget: int):
    """Every part is a slice of the records with its ranges, and the rest has a handle."""
    fragments = REQUEST["fragments"]
    obey({**REQUEST, "fragments": fragments, "token_budget": budget}, at(budget))


@pytest.mark.parametrize("budget", BUDGETS)
def test_a_part_names_its_bytes(budget: int):
    """The decision on records that were cut says which bytes are there."""
    answer = at(budget)
    (start, end) = answer["decisions"][0]["emitted"][0]
    assert RECORDS.encode()[start:end].decode() == answer["content"]


@pytest.mark.parametrize("budget", BUDGETS)
def test_a_part_is_no_whole_array(budget: int):
    """What is left of an array does not parse as an array."""
    assert not is_json(at(budget)["content"])


@pytest.mark.parametrize("budget", BUDGETS)
def test_a_loss_raises_the_risk(budget: int):
    """A context that lacks records is not at low risk."""
    assert at(budget)["risk"] != "low"


@pytest.mark.parametrize("budget", BUDGETS)
def test_a_loss_close_to_the_query_is_warned_about(budget: int):
    """The query asks for a record that is left out, so there is a warning."""
    answer = at(budget)
    mostly = answer["insights"]["tokens_saved"] * 2 > answer["insights"]["tokens_in"]
    assert len(answer["warnings"]) == int(mostly)


@pytest.mark.parametrize("budget", BUDGETS)
def test_the_handle_says_what_is_missing(budget: int):
    """The tokens at the handle and those in the content are the tokens of the whole."""
    answer = at(budget)
    (handle,) = answer["retrieval_handles"]
    assert handle["estimated_tokens"] + estimated(answer["content"])[0] == WHOLE


@pytest.mark.parametrize("truncate", ["head", "tail", "both"])
@pytest.mark.parametrize("budget", [60, 250, 800])
@pytest.mark.parametrize("indent", [None, 0, 2])
def test_no_way_of_cutting_makes_it_look_complete(indent: int | None, budget: int, truncate: str):
    """Cut at either end or in the middle, in one line or in many, records never parse as a complete array."""
    text = json.dumps(json.loads(RECORDS), indent=indent)
    assert not is_json(at(budget, text, truncate=truncate)["content"])


@pytest.mark.parametrize("budget", [80, 250, 800])
def test_marks_say_where_records_are_missing(budget: int):
    """With elision marks on, the content itself names the handle."""
    answer = at(budget, elision_marks=True)
    assert answer["decisions"][0]["handle"] in answer["content"]
