"""A request that is refused says so beside the field that is to blame."""

import pytest

FAULTS = {
    "no budget": ({"budget": None, "fragments": [{"text": "a"}]}, "[data-path='$.token_budget'] .fault"),
    "budget with a fraction": ({"budget": 1.5, "fragments": [{"text": "a"}]}, "[data-path='$.token_budget'] .fault"),
    "reserve": (
        {"budget": 10, "policy": {"response_reserve_tokens": 10}, "fragments": [{"text": "a"}]},
        "[data-path='$.token_budget'] .fault",
    ),
    "policy": (
        {"budget": 10, "policy": {"recency.ramp": 7}, "fragments": [{"text": "a"}]},
        "[data-path='$.policy.recency.ramp'] .fault",
    ),
    "one of several": (
        {"budget": 10, "policy": {"constraint_markers": ["ok", "long " * 50]}, "fragments": [{"text": "a"}]},
        "[data-path='$.policy.constraint_markers'] .fault",
    ),
    "fragment": (
        {"budget": 10, "fragments": [{"text": "a"}, {"text": "b", "priority": 999}]},
        ".card[data-seq='1'] .fault",
    ),
    "format": (
        {"mode": "transcript", "budget": 10, "segmentation": {"format": "jsonl"}, "transcript": "User: a\n"},
        "#segmentation .fault",
    ),
}
"""What is shown -> where the sentence stands."""


@pytest.mark.parametrize("name", FAULTS)
def test_fault_stands_beside_its_field(play, name):
    """The sentence stands where the error's path points, and where the context would be."""
    saved, place = FAULTS[name]
    play.show(query="x", **saved)

    assert play.page.locator(place).first.is_visible()
    assert play.page.is_visible("#fault")


def test_field_is_marked_for_assistive_technology(play):
    """The field is invalid, and described by the sentence."""
    play.show(query="x", budget=None, fragments=[{"text": "a"}])
    note = play.page.get_attribute("#budget", "aria-describedby")

    assert play.page.get_attribute("#budget", "aria-invalid") == "true"
    assert play.texts(f"#{note}")[0] in play.texts("#fault")[0]


def test_last_good_context_stays(play):
    """While a request is refused the last context is there, faded."""
    play.show(query="x", budget=50, fragments=[{"text": "good"}])
    before = play.ended()
    play.page.fill("#budget", "")
    play.answered(before)

    assert play.context() == "good"
    assert play.page.evaluate("document.body.dataset.answer") == "refused"


def test_fault_goes_with_its_cause(play):
    """A request that is good again leaves no sentence behind."""
    play.show(query="x", budget=None, fragments=[{"text": "a"}])
    before = play.ended()
    play.page.fill("#budget", "50")
    play.answered(before)

    assert play.page.locator("p.fault").count() == 0
    assert not play.page.is_visible("#fault")


def test_empty_transcript_is_no_fault(play):
    """A transcript that nobody has typed yet is no reason to complain."""
    play.show(mode="transcript", query="x", budget=50, transcript="")

    assert not play.page.is_visible("#fault")
    assert play.texts("#context-empty") == ["Nothing to compile yet."]


def test_smallest_budget_is_offered(play):
    """What is pinned and does not fit comes with the budget that works, at one stroke."""
    play.show(query="x", budget=5, fragments=[{"text": "pinned words " * 20, "pinned": True}])
    before = play.ended()
    play.page.click("#fault button")
    play.answered(before)

    assert play.texts("#input-list .chip") == ["● kept"]


def test_missing_bundle_is_said(browser, site):
    """A page whose compiler cannot start names the file that is missing."""
    context = browser.new_context(service_workers="block")
    page = context.new_page()
    context.route("**/bundle/pyodide.asm.wasm", lambda route: route.fulfill(status=404))
    page.goto(site.url)
    page.wait_for_selector("#fault:not([hidden])")
    said = page.inner_text("#fault")
    context.close()

    assert "pyodide.asm.wasm" in said
