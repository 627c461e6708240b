"""Duplicates: facts that differ in a digit are two facts (D24), and two rules never drop the last copy (D26)."""

from itertools import product

import pytest

from cases.counters import Counter, each_counter
from cases.door import Json, case, compiled, compiled_texts
from cases.laws import obey
from cases.recipes import expand


def rules(answer: Json) -> list[str]:
    """The rule of every decision."""
    return [decision["rule_id"] for decision in answer["decisions"]]


class TestNear:
    """Only case and white space make near-duplicates (D24)."""

    REQUEST = case("D24")["request"]
    TEXTS = tuple(fragment["content"] for fragment in REQUEST["fragments"])

    @pytest.mark.parametrize("place", [0, 1, 3])
    @each_counter
    def test_a_date_or_an_amount_makes_a_fact_of_its_own(self, counter: Counter, place: int):
        """The 15th, the 16th, 1,200 and 12,00 are all in the content."""
        assert self.TEXTS[place] in compiled(counter.asked(self.REQUEST))["content"].split("\n\n")

    @each_counter
    def test_the_laws_hold(self, counter: Counter):
        """Every decision is what the content shows."""
        request = counter.asked(self.REQUEST)
        obey(request, compiled(request))

    @each_counter
    def test_a_variant_that_holds_exact_values_stays(self, counter: Counter):
        """A fragment that is critical keeps its own wording, near-duplicate or not."""
        assert "drop.near_duplicate" not in rules(compiled(counter.asked(self.REQUEST)))

    @pytest.mark.parametrize(
        "variant",
        ["the canary is green", "THE CANARY IS GREEN", " The  canary\n\tis green ", "The\u3000canary is\u00a0green"],
    )
    def test_a_variant_without_values_points_at_the_first(self, variant: str):
        """A text that differs in case and white space alone is dropped for the first one."""
        answer = compiled_texts("The canary is green", variant, budget=500)
        assert rules(answer) == ["preserve.default", "drop.near_duplicate"]
        assert "fragment #0" in answer["decisions"][1]["reason"]

    @pytest.mark.parametrize(
        "other",
        [
            "the canary is greener",
            "the canary is not green",
            "the canary, is green",
            "the canary is green.",
            "the canary-is green",
            "the canary is green 1",
            "the canary is greén",
            "the canary is green\u200b",
            "thecanary is green",
            "is green the canary",
            "the canary is ｇreen",
            "the canary is green\x1f",
        ],
    )
    def test_any_other_difference_makes_two_facts(self, other: str):
        """A word, a stop, an accent, a width, an invisible character or the order is a difference."""
        answer = compiled_texts("The canary is green", other, budget=500)
        assert answer["content"] == f"The canary is green\n\n{other}"

    @pytest.mark.parametrize(
        "values", [("v1.2.3", "v1.2.4"), ("10:00", "10:01"), ("#41", "#14"), ("-5", "5"), ("0.1", "01")]
    )
    def test_values_are_told_apart_in_any_text(self, values: tuple[str, str]):
        """Two long texts that differ in one value are both kept."""
        texts = [f"{'The release notes of the gateway. ' * 30}Version {value} is out." for value in values]
        assert compiled_texts(*texts, budget=5000)["content"] == "\n\n".join(texts)

    def test_near_duplicates_can_be_kept(self):
        """With `near_dup_dedup` off, a case variant is a text of its own."""
        answer = compiled_texts("The canary is green", "the canary is green", budget=500, near_dup_dedup=False)
        assert rules(answer) == ["preserve.default", "preserve.default"]


def png(seed: int) -> str:
    """Base64 of a small image."""
    return str(expand({"$b64png": {"width": 40, "height": 30, "seed": seed}}))


def shots(*shown: tuple[str, int, str]) -> Json:
    """The answer to screenshots, each with its caption, image and target."""
    fragments = [
        {
            "content": caption,
            "media": {"mime": "image/png", "bytes_b64": png(image)},
            "kind": "screenshot",
            "metadata": {"target": target},
        }
        for caption, image, target in shown
    ]
    return compiled({"query": "login page", "fragments": fragments, "token_budget": 5000})


class TestScreenshots:
    """Supersession and deduplication together keep one copy of every image that counts (D26)."""

    ANSWER = compiled(case("D26")["request"])

    def test_one_copy_is_kept(self):
        """Of two identical screenshots of one target the later one is emitted."""
        assert [decision["action"] for decision in self.ANSWER["decisions"]] == ["drop", "preserve"]

    def test_the_caption_of_the_kept_copy_is_emitted(self):
        """What stands in the content is the later caption."""
        assert self.ANSWER["content"] == "login page, after"

    def test_the_lost_caption_is_named(self):
        """The decision on the dropped copy says that its caption is not in the context."""
        assert "caption" in self.ANSWER["decisions"][0]["reason"]

    def test_the_risk_is_low(self):
        """Nothing that matters is missing."""
        assert self.ANSWER["risk"] == "low"

    @pytest.mark.parametrize("images", list(product((1, 2), repeat=4)))
    def test_the_last_image_of_a_target_is_always_there(self, images: tuple[int, ...]):
        """However old and new copies alternate, the last screenshot's bytes are emitted exactly once."""
        answer = shots(*((f"shot {place}", image, "login") for place, image in enumerate(images)))
        kept = [place for place, decision in enumerate(answer["decisions"]) if decision["action"] == "preserve"]
        assert [images[place] for place in kept] == [images[-1]]

    @pytest.mark.parametrize("images", list(product((1, 2), repeat=4)))
    def test_every_target_has_an_image(self, images: tuple[int, ...]):
        """With two targets in turn, the last image of each is emitted, once if they are equal."""
        answer = shots(*((f"shot {place}", image, "ab"[place % 2]) for place, image in enumerate(images)))
        kept = [place for place, decision in enumerate(answer["decisions"]) if decision["action"] == "preserve"]
        assert sorted(images[place] for place in kept) == sorted({images[2], images[3]})

    @pytest.mark.parametrize("captions", [("a", "a"), ("a", "b"), ("", ""), ("a", "")])
    def test_a_lost_caption_is_named_when_there_is_one(self, captions: tuple[str, str]):
        """The decision speaks of the caption exactly when the two differ."""
        answer = shots((captions[0], 1, "x"), (captions[1], 1, "x"))
        assert ("caption" in answer["decisions"][0]["reason"]) == (captions[0] != captions[1])
