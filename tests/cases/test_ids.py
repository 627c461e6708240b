"""Ids (D27, D28): 64 bits that no reader rounds, and texts that stay texts."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from cases.door import Json, ask, case, compiled, fault, send

IDS = case("D27")["ids"]
SAFE = 2**53
"""A reader with doubles alone takes no larger integer for exact."""

every_id = pytest.mark.parametrize("id", IDS)


def with_id(id: Any, *, budget: int = 500, **fields: Any) -> Json:
    """The recorded request, with an id in the places that it leaves open."""
    text = json.dumps(case("D27")["request"]).replace("<id>", json.dumps(str(id))[1:-1])
    request: Json = json.loads(text)
    request["token_budget"] = budget
    request["fragments"][0].update(id=id, **fields)
    return request


def values(tree: Any, key: str = "") -> Iterator[tuple[str, Any]]:
    """Every value in a document with the key that it stands under."""
    if isinstance(tree, dict):
        for name, value in tree.items():
            yield from values(value, name)
    elif isinstance(tree, list):
        for value in tree:
            yield from values(value, key)
    else:
        yield key, tree


def ids(tree: Any) -> list[Any]:
    """Everything under a key that names an id."""
    return [value for key, value in values(tree) if key in ("fragment_id", "fragment_ids", "content_hash", "memory_id")]


class TestWide:
    """An id is a string on the way out, with the digits that came in (D27)."""

    @every_id
    def test_an_emitted_fragment_keeps_its_id(self, id: str):
        """Sections, decisions and sources name the id that was sent."""
        answer = compiled(with_id(id))
        found = (
            answer["sections"][0]["fragment_ids"],
            answer["decisions"][0]["fragment_id"],
            answer["sources"][0]["fragment_id"],
        )
        assert found == ([id], id, id)

    @every_id
    def test_a_missing_fragment_keeps_its_id(self, id: str):
        """Handles and warnings name the id that was sent."""
        answer = compiled(with_id(id, budget=1, content="```\nq q q q\n```"))
        assert ([id], [id]) == (ids(answer["retrieval_handles"]), ids(answer["warnings"]))

    @every_id
    @pytest.mark.parametrize("budget", [1, 500])
    def test_ids_are_strings(self, id: str, budget: int):
        """No id is a JSON number anywhere in an answer."""
        found = ids(compiled(with_id(id, budget=budget)))
        assert found
        assert {type(value) for value in found} == {str}

    @every_id
    @pytest.mark.parametrize("budget", [1, 500])
    def test_a_reader_with_doubles_loses_nothing(self, id: str, budget: int):
        """Every number of an answer is exact as a double."""
        numbers = [value for _, value in values(compiled(with_id(id, budget=budget))) if isinstance(value, int)]
        assert all(abs(number) <= SAFE for number in numbers)

    @every_id
    def test_an_id_may_be_sent_as_a_number(self, id: str):
        """A JSON integer and its digits as a string get the same bytes."""
        assert send("compile", with_id(int(id))) == send("compile", with_id(id))

    @every_id
    def test_an_id_comes_back_as_it_can_be_sent(self, id: str):
        """An id from an answer may be sent again, and gets the same answer."""
        answer = compiled(with_id(id))
        assert compiled(with_id(answer["decisions"][0]["fragment_id"])) == answer

    @every_id
    def test_a_handle_has_the_digits_of_the_hash(self, id: str):
        """A handle ends with the digits of the content's hash, whatever the caller's id is."""
        answer = compiled(with_id(id))
        assert answer["sources"][0]["handle"] == f"ctx://source/{answer['decisions'][0]['content_hash']}"

    @every_id
    def test_one_id_may_stand_for_two_texts(self, id: str):
        """Two texts under one id have two handles."""
        request = with_id(id)
        request["fragments"].append({"id": id, "content": "another text"})
        answer = compiled(request)
        assert answer["sections"][0]["fragment_ids"] == [id, id]
        assert len({source["handle"] for source in answer["sources"]}) == 2

    def test_segments_are_named_by_strings(self):
        """A transcript's report has its ids as strings too."""
        answer = ask("compile_transcript", {"query": "q", "transcript": "User: a\nAI: b\n", "token_budget": 99})
        assert {type(value) for value in ids(answer)} == {str}
        assert len(ids(answer["segmentation"])) == 2

    @pytest.mark.parametrize("switch", [True, False])
    def test_no_switch_makes_ids_numbers(self, switch: bool):
        """`ids_as_strings` changes nothing."""
        request = with_id(IDS[-1])
        assert send("compile", {**request, "policy": {"ids_as_strings": switch}}) == send("compile", request)


class TestForms:
    """What an id may look like on the way in."""

    @pytest.mark.parametrize(
        "id, canonical", [("007", "7"), ("+5", "5"), ("0", "0"), ("00", "0"), (0, "0"), ("0" * 40 + "9", "9")]
    )
    def test_other_spellings_come_back_canonical(self, id: Any, canonical: str):
        """Leading zeros and a plus are read as digits and not echoed."""
        assert compiled(with_id(id))["decisions"][0]["fragment_id"] == canonical

    @pytest.mark.parametrize(
        "id",
        [
            "18446744073709551616",
            18446744073709551616,
            10**40,
            -1,
            "-1",
            1.0,
            1.5,
            1e18,
            True,
            False,
            "",
            " 5",
            "5 ",
            "5\n",
            "1e3",
            "0x10",
            "1_000",
            "１２",
            "٣",
            "²",
            "abc",
            [],
            {},
            [7],
            "9" * 5000,
        ],
    )
    def test_anything_else_is_refused(self, id: Any):
        """What is no unsigned 64-bit integer is an error that names the field."""
        assert fault("compile", with_id(id)) == ("invalid_request", "$.fragments[0].id")

    @pytest.mark.parametrize("number", ["9007199254740993", "18446744073709551615", "1917043659912705297"])
    @pytest.mark.parametrize("ending", [".0", "e0", ".5"])
    def test_a_number_with_a_fraction_is_never_rounded(self, number: str, ending: str):
        """A float is no id, even where it is whole."""
        text = f'{{"query":"q","token_budget":9,"fragments":[{{"id":{number}{ending},"content":"a"}}]}}'
        assert fault("compile", text) == ("invalid_request", "$.fragments[0].id")

    def test_null_is_no_id(self):
        """Without an id a fragment has the hash of its content."""
        decision = compiled(with_id(None))["decisions"][0]
        assert decision["fragment_id"] == decision["content_hash"]


class TestTexts:
    """A text that looks like JSON is a text (D28)."""

    TEXTS = case("D28")["texts"]

    @pytest.mark.parametrize("place, id", [(0, "1917043659912705296"), (1, "1917043659912705297"), (2, "7")])
    def test_the_recorded_ids_are_exact(self, place: int, id: str):
        """A string keeps its digits, a bare number is taken exactly, and 007 is 7."""
        assert ask("compile", self.TEXTS[place])["decisions"][0]["fragment_id"] == id

    @pytest.mark.parametrize("place, content", [(0, "42"), (1, '{"a": 1}'), (2, "null")])
    def test_the_recorded_contents_stay_texts(self, place: int, content: str):
        """A number, an object and null in quotes come back as they were."""
        assert ask("compile", self.TEXTS[place])["content"] == content

    @pytest.mark.parametrize(
        "text",
        [
            "42",
            "-0",
            "1e5",
            "007",
            ".5",
            "true",
            "null",
            "NaN",
            "[1,2]",
            '{"a": 1}',
            '"quoted"',
            "0x1F",
            "1917043659912705297",
        ],
    )
    def test_any_text_field_keeps_its_text(self, text: str):
        """Content, query, kind, project and metadata are taken by the letter."""
        fragment = {"content": text, "kind": text, "metadata": {text: text}, "group": text}
        request = {"query": text, "project": text, "fragments": [fragment], "token_budget": 50}
        assert compiled(request)["content"] == text

    @pytest.mark.parametrize("field", ["content", "kind", "group"])
    @pytest.mark.parametrize("value", [42, 1.5, True, [], {}])
    def test_a_text_field_takes_no_other_type(self, field: str, value: Any):
        """A bare number is no text and is not turned into one."""
        request = {"query": "q", "fragments": [{"content": "a", field: value}], "token_budget": 9}
        assert fault("compile", request) == ("invalid_request", f"$.fragments[0].{field}")
