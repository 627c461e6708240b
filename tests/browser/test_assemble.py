"""The second tab: hits in, text out, the same bytes as everywhere, and the other tab stays what it was."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from browser.link import decode, encode
from browser.playground import Playground, python_answer

EXAMPLE = Path(__file__).parent.parent / "examples" / "hits.json"
AXE = Path(__file__).parent / "node_modules" / "axe-core" / "axe.min.js"
TEA = {"grain_type": "fact", "fields": {"subject": "mira", "relation": "likes", "object": "tea"}, "score": 0.5}
RETRACTED = {"grain_type": "fact", "fields": {"verification_status": "retracted"}}


FIRST = {"preset": "claude", "token_budget": 300}
"""The policy that the tab begins with."""


@pytest.fixture
def second(play: Playground) -> Iterator[Playground]:
    """The page with its second tab open; the first one again after the test."""
    play.page.click("#tab-assemble")
    settled(play)
    yield play
    play.page.set_viewport_size({"width": 1400, "height": 900})
    play.page.emulate_media(color_scheme="light")
    play.page.click("#tab-compile")


def settled(play: Playground) -> None:
    """Wait until what is typed is answered."""
    play.until("document.querySelector('#assemble').getAttribute('aria-busy') === 'false'")


def show(play: Playground, hits: str, **policy: object) -> None:
    """Show what a link to it would show, and wait for the answer."""
    before = play.count("assembled")
    code = encode({"tab": "assemble", "policy": policy, "hits": hits})
    play.page.evaluate("(code) => { history.replaceState(null, '', '/'); location.hash = code; }", code)
    play.until(f"performance.getEntriesByName('contextc.assembled').length > {before}")
    settled(play)


def set_field(play: Playground, path: str, value: str) -> None:
    """Fill in or choose, as a hand does, and wait for the answer."""
    field = play.page.locator(f"#assemble-fields [data-path='$.policy.{path}'] :is(input, select)")
    if field.evaluate("(e) => e.tagName") == "SELECT":
        field.select_option(value)
    elif field.get_attribute("type") == "checkbox":
        field.set_checked(value == "on")
    else:
        field.fill(value)
    settled(play)


def shown(play: Playground) -> str:
    """The assembled text."""
    text: str = play.page.evaluate("document.querySelector('#assembled').textContent")
    return text


def copied(play: Playground, what: str) -> str:
    """The text, the answer or the request, as the tab hands it out."""
    play.page.evaluate("navigator.clipboard.writeText('')")
    play.page.evaluate("(what) => document.querySelector(`#assemble [data-copy=${what}]`).click()", what)
    play.until("navigator.clipboard.readText().then((text) => text !== '')")
    text: str = play.page.evaluate("navigator.clipboard.readText()")
    return text


def python_text(hits: str, **policy: object) -> str:
    """What Python makes of the same."""
    text: str = json.loads(python_answer("assemble", f'{{"hits":{hits},"policy":{json.dumps(policy)}}}'))["text"]
    return text


def test_example_is_what_others_read(play):
    """The example on the page is the one of the repository."""
    hits = play.page.evaluate("async () => (await import('/app/hits.mjs')).HITS")

    assert json.loads(EXAMPLE.read_bytes()) == json.loads(hits)


@pytest.mark.parametrize("preset", ["claude", "gpt4", "local_small", "json_api"])
def test_same_bytes_as_python(second, preset):
    """The text on the page is the one that Python gives."""
    hits = EXAMPLE.read_text(encoding="utf-8")
    show(second, hits, preset=preset, token_budget=300)

    assert shown(second) == python_text(hits, preset=preset, token_budget=300)


def test_settings_are_those_of_the_wire(second):
    """Whatever a hand sets is in the request, and the answer is the one to it."""
    hits = json.dumps([TEA, {**TEA, "created_at_sec": 1735689600}, RETRACTED])
    show(second, hits)
    set_field(second, "format", "toon")
    set_field(second, "metadata", "full")
    set_field(second, "ordering", "reverse_chronological")
    set_field(second, "token_budget", "500")
    set_field(second, "query_text", "tea")
    set_field(second, "sections.group_by_type", "on")
    set_field(second, "grain_type_diversity.min_per_type", "0")
    set_field(second, "include_retracted", "on")
    set_field(second, "estimator", "calibrated")
    set_field(second, "target_model", "gpt-5")

    request = json.loads(copied(second, "request"))
    assert request == {
        "hits": json.loads(hits),
        "policy": {
            "format": "toon",
            "metadata": "full",
            "ordering": "reverse_chronological",
            "token_budget": 500,
            "query_text": "tea",
            "sections": {"group_by_type": True},
            "grain_type_diversity": {"min_per_type": 0},
            "include_retracted": True,
            "estimator": "calibrated",
            "target_model": "gpt-5",
            "explain": True,
        },
    }
    assert copied(second, "answer") == python_answer("assemble", json.dumps(request))


def test_text_is_copied(second):
    """The text in the clipboard is the answer's."""
    show(second, json.dumps([TEA]), format="plaintext")

    assert copied(second, "text") == "mira likes tea"


def test_downloads_hold_the_bytes(second):
    """The three downloads are files with what is copied."""
    show(second, json.dumps([TEA]), preset="gpt4")
    for what, name in (("text", "memories.txt"), ("answer", "answer.json"), ("request", "request.json")):
        with second.page.expect_download() as download:
            second.page.evaluate(f"""document.querySelector('#assemble [data-save="{what}"]').click()""")

        assert name == download.value.suggested_filename
        assert copied(second, what) == download.value.path().read_bytes().decode()


def test_every_hit_has_a_row(second):
    """The table tells type, rule, reason, outcome, priority and tokens of each hit."""
    show(second, json.dumps([TEA, RETRACTED]), format="plaintext")
    rows = second.page.evaluate(
        """() => Array.from(document.querySelectorAll("#grain-rows tr"),
          (row) => Array.from(row.cells, (cell) => cell.textContent))"""
    )

    assert [[row[0], row[1].split(" ")[:2], row[2], bool(row[3]), row[4]] for row in rows] == [
        ["0", ["fact", "shown.whole"], "in full", True, "3"],
        ["1", ["fact", "withheld.retracted"], "left out", False, ""],
    ]
    assert second.texts("#assembled-figures") == ["3 tokens · 1 in · 0 omitted"]


def test_a_number_of_64_bits_stays_one(second):
    """What is typed goes to the compiler as it is."""
    show(second, '[{"grain_type": "note", "fields": {"n": 18446744073709551615}}]', preset="json_api")

    assert "18446744073709551615" in shown(second)


def test_no_text_becomes_markup(second):
    """Tags in a hit, its query or a fault are text."""
    evil = "<img src=x onerror=alert(1)><script>1</script>"
    show(second, json.dumps([{"grain_type": "fact", "fields": {"content": evil}}]), query_text=evil)
    text = shown(second)
    show(second, json.dumps([{"grain_type": evil, "fields": {}}]))

    assert text == evil
    assert "$.hits[0].grain_type" in second.texts("#assemble-fault")[0]
    assert second.page.locator("#assemble :is(img, script)").count() == 0


@pytest.mark.parametrize(
    ("hits", "where"),
    [
        ("[", "invalid_json at $.hits"),
        ('[], "policy": {}', "invalid_json at $.hits"),
        ('{"grain_type": "fact"}', "invalid_request at $.hits"),
        ('[{"grain_type": "fact"}]', "invalid_request at $.hits[0]"),
    ],
    ids=["cut", "more than a list", "no list", "no fields"],
)
def test_a_fault_says_where(second, hits, where):
    """Hits that are refused are marked, and the fault names the place."""
    show(second, hits)

    assert where == second.texts("#assemble-fault code")[0]
    assert second.page.get_attribute("#hits", "aria-invalid") == "true"


def test_a_fault_of_the_policy_marks_its_field(second):
    """A budget that is no whole number is marked where it stands; a good one clears it."""
    budget = "#assemble-fields [data-path='$.policy.token_budget'] input"
    show(second, json.dumps([TEA]))
    set_field(second, "token_budget", "1.5")
    marked = second.page.get_attribute(budget, "aria-invalid")
    said = second.texts("#assemble-fault code")
    set_field(second, "token_budget", "100")

    assert (marked, said) == ("true", ["invalid_request at $.policy.token_budget"])
    assert second.page.get_attribute(budget, "aria-invalid") is None
    assert not second.page.is_visible("#assemble-fault")


def test_nothing_is_copied_of_a_refused_request(second):
    """There is no text and no answer while the request is refused."""
    show(second, "[")
    second.page.evaluate("document.querySelector('#notices').replaceChildren()")
    second.page.click("#assemble [data-copy=text]")

    assert second.notices() == ["There is nothing to copy yet."]


def test_no_hits_are_no_text(second):
    """An empty editor gives an empty text."""
    show(second, "")

    assert (shown(second), second.texts("#assembled-figures")) == ("", ["0 tokens · 0 in · 0 omitted"])


def test_files_are_read(second):
    """A file that is chosen becomes the hits."""
    second.page.set_input_files(
        "#hits-file", {"name": "h.json", "mimeType": "application/json", "buffer": json.dumps([TEA]).encode()}
    )
    second.until(f"document.querySelector('#hits').value === {json.dumps(json.dumps([TEA]))}")
    settled(second)

    assert "tea" in shown(second)


def test_a_dropped_file_is_the_tabs_own(second):
    """A file that is dropped becomes the hits, and no fragment of the other tab."""
    before = second.page.evaluate("document.querySelectorAll('#input-list .card').length")
    second.drop({"h.json": b'["dropped"]'}, "#hits")
    second.until("document.querySelector('#hits').value === '[\"dropped\"]'")
    settled(second)

    assert second.page.evaluate("document.querySelectorAll('#input-list .card').length") == before
    assert not second.page.is_visible("#overlay")


def test_example_comes_back(second):
    """The example is a click away."""
    show(second, "[]")
    second.page.click("#hits-example")
    settled(second)

    assert json.loads(second.page.input_value("#hits")) == json.loads(EXAMPLE.read_bytes())


def test_link_opens_the_tab(second, site):
    """A link holds hits and policy, opens the second tab, and leaves the first as it is."""
    show(second, json.dumps([TEA]), preset="gpt4", token_budget=77)
    second.page.click("#share")
    second.until("location.hash !== ''")
    code = second.page.evaluate("location.hash.slice(1)")
    other = Playground(second.page.context.new_page(), site)
    other.open(f"#{code}")
    settled(other)
    answer = shown(other), other.page.is_visible("#compile"), other.page.evaluate("location.hash.slice(1)")
    other.page.close()

    policy = {"preset": "gpt4", "token_budget": 77}
    assert decode(code) == {"v": 1, "tab": "assemble", "policy": policy, "hits": json.dumps([TEA])}
    assert answer == ("- **mira** likes tea", False, code)


@pytest.mark.parametrize("change", ["hits", "policy", "tab"])
def test_address_never_lies(second, change):
    """What changes what is shown takes the link out of the address."""
    show(second, json.dumps([TEA]))
    before = second.page.evaluate("location.hash.length > 1")
    if change == "hits":
        second.page.fill("#hits", "[]")
    elif change == "policy":
        set_field(second, "preset", "claude")
    else:
        second.page.click("#tab-compile")

    assert (before, second.page.evaluate("location.hash")) == (True, "")


def test_a_link_names_no_prototype(second):
    """Whatever a link calls a setting, the compiler gets to see, and objects of the page stay what they are."""
    show(second, "[]", **{"__proto__.format": "toon"})

    assert json.loads(copied(second, "request"))["policy"] == {"__proto__": {"format": "toon"}, "explain": True}
    assert second.page.evaluate("'format' in {}") is False


def test_reload_keeps_what_was_typed(second):
    """A tab of the browser that is reloaded shows the same hits, the same policy and the same tab."""
    show(second, json.dumps([TEA]))
    set_field(second, "preset", "gpt4")
    # The other tab begins with its example, whatever a test before has left there: `open` waits for its answer.
    second.page.evaluate("sessionStorage.removeItem('contextc.draft')")
    second.open()
    settled(second)

    assert (second.page.is_visible("#assemble"), shown(second)) == (True, "- **mira** likes tea")


def test_first_visit_shows_the_example(play, site):
    """Who opens the tab for the first time sees the example, with a budget."""
    page = play.page.context.new_page()
    fresh = Playground(page, site)
    fresh.open()
    page.click("#tab-assemble")
    settled(fresh)
    text = shown(fresh)
    page.close()

    assert text == python_text(EXAMPLE.read_text(encoding="utf-8"), **FIRST)


def test_tabs_by_keyboard(play):
    """Arrows, Home and End move between the tabs, and one of them alone is reached by Tab."""
    seen = []
    play.page.focus("#tab-compile")
    for key in ("ArrowRight", "ArrowRight", "ArrowLeft", "Home", "End", "Home"):
        play.page.keyboard.press(key)
        seen.append(
            play.page.evaluate(
                """() => [document.activeElement.id, ...["compile", "assemble"].flatMap((tab) => {
                  const button = document.querySelector(`#tab-${tab}`);
                  return [button.tabIndex, button.ariaSelected, document.querySelector(`#${tab}`).checkVisibility()];
                })]"""
            )
        )
    first = ["tab-compile", 0, "true", True, -1, "false", False]
    other = ["tab-assemble", -1, "false", False, 0, "true", True]

    assert seen == [other, first, other, first, other, first]


@pytest.mark.parametrize("width", [1400, 360])
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("hits", [EXAMPLE.read_text(encoding="utf-8"), "["], ids=["answered", "refused"])
def test_nobody_is_kept_out(second, scheme, width, hits):
    """Nothing is found by axe in the second tab, by day and by night, wide and narrow."""
    assert AXE.is_file(), "run `npm ci` in tests/browser first"
    second.page.set_viewport_size({"width": width, "height": 900})
    second.page.emulate_media(color_scheme=scheme)
    show(second, hits, preset="claude", token_budget=100)
    second.page.evaluate(AXE.read_text(encoding="utf-8"))
    found = second.page.evaluate(
        """async () => (await axe.run(document, { resultTypes: ["violations"] })).violations
          .map(({ id, nodes }) => [id, nodes[0].html, nodes[0].failureSummary])"""
    )

    assert found == []


def test_a_phone_needs_no_sideways_scroll(second):
    """At 360 px nothing is wider than the screen, whatever words are long."""
    second.page.set_viewport_size({"width": 360, "height": 740})
    show(second, json.dumps([{"grain_type": "x" * 64, "fields": {"content": "y" * 2_000}}, TEA]), preset="json_api")
    wide = second.page.evaluate(
        """() => Array.from(document.querySelectorAll("body, body *"))
          .filter((e) => e.checkVisibility() && e.getBoundingClientRect().right > 360.5 || (e === document.body && e.scrollWidth > 360))
          .map((e) => `${e.tagName}#${e.id}.${e.className}`)"""
    )

    assert wide == []


def test_a_phone_has_room_for_fingers(browser, site):
    """Whatever is tapped is at least 44 px high."""
    context = browser.new_context(
        viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True, service_workers="block"
    )
    phone = Playground(context.new_page(), site)
    phone.open()
    phone.page.tap("#tab-assemble")
    settled(phone)
    small = phone.page.evaluate(
        """() => Array.from(document.querySelectorAll("button, summary, select, input:not([type=checkbox]), .check"))
          .filter((e) => e.checkVisibility() && e.getBoundingClientRect().height < 43.5)
          .map((e) => `${e.tagName} ${e.className} ${e.textContent.slice(0, 20)} ${e.getBoundingClientRect().height}`)"""
    )
    harm = phone.harm()
    context.close()

    assert harm == []
    assert small == []


def test_a_large_recall_is_shown_in_part(second):
    """Of many hits the first rows are drawn, and the others are a number."""
    show(second, json.dumps([TEA] * 600), preset="gpt4")
    rows, figures = second.page.locator("#grain-rows tr").count(), second.texts("#assembled-figures")[0]
    show(second, "[]")  # other tests count what is drawn

    assert rows == 500
    assert figures.endswith("100 more decisions than are shown")
