"""From a keystroke to the context: soon, and the latest alone."""

import json

FIRST = "#input-list textarea"


def test_typed_text_is_compiled(play):
    """What is typed into a fragment is in the context."""
    play.show(query="x", budget=100, fragments=[{"text": "first"}])
    before = play.ended()
    play.page.click(FIRST)
    play.page.keyboard.press("End")
    play.page.keyboard.type(" and then")
    play.until("document.querySelector('#context .runs').textContent === 'first and then'")

    assert play.ended() > before


def test_colours_follow_the_letters(play):
    """The coloured letters are those of the textarea, also before the next answer."""
    play.show(query="x", budget=100, fragments=[{"text": "one\ntwo 😀 three"}])
    play.page.evaluate(
        """() => {
          const area = document.querySelector("#input-list textarea");
          area.setRangeText("2\\n😀", 4, 8);
          area.dispatchEvent(new Event("input", { bubbles: true }));
        }"""
    )

    assert play.page.evaluate(
        "() => document.querySelector('#input-list .runs').textContent === document.querySelector('#input-list textarea').value"
    )


def test_letters_lie_on_their_twins(play):
    """A textarea is as tall as its coloured twin, so that no line is hidden, also with a line end at the end."""
    play.show(query="x", budget=100, fragments=[{"text": "word " * 200 + "\n\nlast\n"}])
    overflow = play.page.evaluate(
        "() => { const a = document.querySelector('#input-list textarea'); return a.scrollHeight - a.clientHeight; }"
    )

    assert overflow == 0


def test_added_text_is_ready_to_type(play):
    """A new text has the focus."""
    play.show(query="x", budget=100, fragments=[])
    play.page.click("#add")
    play.until("document.activeElement.tagName === 'TEXTAREA'")
    play.page.keyboard.type("Never mind.")
    play.until("document.querySelector('#context .runs')?.textContent === 'Never mind.'")

    assert play.texts("#input-list .chip") == ["● kept"]


def test_changes_in_one_go_are_one_compilation(play):
    """Twenty changes without a pause are compiled once."""
    play.show(query="x", budget=100, fragments=[{"text": "first"}])
    ended, begun = play.ended(), play.count("begun")
    play.page.evaluate(
        """() => {
          const query = document.querySelector("#query");
          for (let n = 0; n < 20; n++) {
            query.value += n;
            query.dispatchEvent(new Event("input", { bubbles: true }));
          }
        }"""
    )
    play.answered(ended)

    assert begun + 1 == play.count("begun")


def test_stale_compilations_are_cancelled(play):
    """A compilation that is overtaken is cancelled, and the answer is the latest one's."""
    play.show(query="x", budget=100, fragments=[{"text": "lorem ipsum dolor sit amet\n" * 40_000}])
    begun, cancelled = play.count("begun"), play.count("cancelled")
    for n, budget in enumerate([200, 300], 1):
        play.page.fill("#budget", str(budget))
        play.until(f"performance.getEntriesByName('contextc.begun').length >= {begun + n}")
    play.until("document.querySelector('#figures').textContent.includes('of 300')")

    assert cancelled + 1 == play.count("cancelled")


def test_query_moves_what_is_kept(play):
    """A fragment that the query asks for goes before one that it does not."""
    fragments = [{"text": "apples grow on trees " * 8}, {"text": "boats lie in harbours " * 8}]
    play.show(query="apples", budget=60, fragments=fragments)
    first = play.texts("#input-list .chip")
    before = play.ended()
    play.page.fill("#query", "boats")
    play.answered(before)

    assert first == ["● kept", "↗ left out"]
    assert play.texts("#input-list .chip") == ["↗ left out", "● kept"]


def test_slider_and_number_are_one_budget(play):
    """The slider sets the number, and the number moves the slider."""
    play.show(query="x", budget=100, fragments=[{"text": "first"}])
    low = int(play.page.input_value("#slider"))
    play.page.fill("#budget", "10000")
    high = int(play.page.input_value("#slider"))
    play.page.fill("#slider", "1000")

    assert low < high < 1000
    assert play.page.input_value("#budget") == "200000"


def test_model_offers_its_window(play):
    """A known model's window is offered as the budget."""
    play.show(query="x", budget=100, fragments=[{"text": "first"}])
    play.page.fill("#model", "gpt-5")
    play.page.click("#window button")

    assert play.page.input_value("#budget") == "400000"


def test_unknown_model_is_no_fault(play):
    """A model without a known window changes nothing else."""
    play.show(query="x", budget=100, fragments=[{"text": "first"}], model="llm-of-tomorrow")
    play.until("!document.querySelector('#window').hidden")

    assert play.texts("#window") == ["Its window is not known here."]


def test_policy_is_sent(play):
    """A field of the policy is in the request as it is named there; an untouched one is not."""
    play.show(query="x", budget=100, fragments=[{"text": "first"}])
    before = play.ended()
    play.page.evaluate("document.querySelector('#policy').open = true")
    play.page.select_option("[data-path='$.policy.truncate'] select", "both")
    play.page.fill("[data-path='$.policy.recency.turns'] input", "2")
    play.page.uncheck("[data-path='$.policy.near_dup_dedup'] input")
    play.page.get_by_label("preserve.url").uncheck()
    play.answered(before)
    policy = json.loads(play.answer("request"))["policy"]

    assert policy == {
        "truncate": "both",
        "recency": {"turns": 2},
        "near_dup_dedup": False,
        "disabled_rules": ["preserve.url"],
    }


def test_options_of_a_fragment_are_sent(play):
    """Kind, priority, group, pin and marks are the fragment's in the request."""
    play.show(query="x", budget=100, fragments=[{"text": "first"}])
    before = play.ended()
    card = play.page.locator("#input-list .card").first
    card.locator("select.kind").select_option("tool_result")
    card.get_by_role("button", name="Options").click()
    card.get_by_label("Priority").fill("7")
    card.get_by_label("Group").fill("a")
    for label in ("Pinned", "cached prefix", "Verbatim"):
        card.get_by_label(label).check()
    play.answered(before)

    assert json.loads(play.answer("request"))["fragments"][0] == {
        "content": "first",
        "kind": "tool_result",
        "priority": 7,
        "metadata": {"verbatim": True, "cache": True},
        "group": "a",
        "pinned": True,
    }


def test_order_is_the_users(play):
    """A fragment that is moved up stands earlier in the context."""
    play.show(query="x", budget=100, fragments=[{"text": "first"}, {"text": "second"}])
    before = play.ended()
    card = play.page.locator("#input-list .card").nth(1)
    card.get_by_role("button", name="Options").click()
    card.get_by_role("button", name="Move up").click()
    play.answered(before)

    assert play.answer("context") == "second\n\nfirst"


def test_removed_fragment_is_gone(play):
    """What is removed is no longer compiled."""
    play.show(query="x", budget=100, fragments=[{"text": "first"}, {"text": "second", "name": "two"}])
    before = play.ended()
    play.page.get_by_role("button", name="Remove two").click()
    play.answered(before)

    assert play.answer("context") == "first"
