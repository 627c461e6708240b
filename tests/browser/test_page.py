"""What the page is before anybody touches it, and what it never does."""

import json

import pytest

from browser.playground import python_answer


def test_example_is_compiled(play):
    """Who comes for the first time sees an example and its context."""
    play.page.evaluate("sessionStorage.clear()")
    play.reopen()

    assert [text[2:] for text in play.texts("#input-list .chip")] == [
        "cached",
        "kept",
        "collapsed",
        "kept",
        "kept",
        "kept in part",
        "duplicate",
        "left out",
    ]


def test_transcript_example_is_read_as_turns(play):
    """The other example is a transcript, shown as the turns it was read as."""
    before = play.ended()
    play.page.evaluate("document.querySelector('[data-start=transcript]').click()")
    play.answered(before)

    assert play.texts("#input-list .name")[0] == "System"
    assert "read as plain" in play.texts("#figures")[0]


def test_session_example_is_read_as_a_session(play):
    """The third example is an agent's session: tools are named, and what was read anew is superseded."""
    before = play.ended()
    play.page.evaluate("document.querySelector('[data-start=session]').click()")
    play.answered(before)
    rules = {decision["rule_id"] for decision in json.loads(play.answer())["context"]["decisions"]}

    assert "read as Claude Code" in play.texts("#figures")[0]
    assert "turn 5, result of Read" in play.texts("#input-list .meta")
    assert {"retrieve.superseded_result", "abstract.log_dedup", "budget.externalize"} <= rules


def test_what_is_in_no_turn_is_counted(play):
    """Records that cannot be read, and turns that were rewound, are told with the format."""
    records = [
        {"type": "user", "uuid": "a", "parentUuid": None, "message": {"role": "user", "content": "one"}},
        {"type": "user", "uuid": "b", "parentUuid": "a", "message": {"role": "user", "content": "two"}},
        {"type": "user", "uuid": "c", "parentUuid": "a", "message": {"role": "user", "content": "three"}},
    ]
    transcript = "\n".join([*(json.dumps(record) for record in records), '{"type": "user", "uu'])
    play.show(mode="transcript", query="x", budget=400, transcript=transcript)

    assert play.texts("#figures")[0].endswith("read as Claude Code · 1 record skipped · 1 turn abandoned")


def test_answer_is_the_compilers(play):
    """The JSON that the page hands out is byte for byte what Python answers."""
    play.show(query="ports", budget=30, fragments=[{"text": "port 8080 is taken 🚢 é"}, {"text": "nothing " * 90}])

    assert python_answer("compile", play.answer("request")) == play.answer()


def test_bars_add_up(play):
    """The parts of each bar add up to its total."""
    play.show(query="log", budget=60, fragments=[{"kind": "log", "text": "again\n" * 40}, {"text": "soup, " * 80}])
    totals = play.texts(".bar-total")
    parts = play.page.evaluate(
        "() => Array.from(document.querySelectorAll('.track'), (track) => Array.from(track.children, (e) => Number(e.style.flexGrow)))"
    )

    assert [int(total.replace(",", "")) for total in totals] == [sum(each) for each in parts]


@pytest.mark.parametrize("settings", [{}, {"policy": {"estimator": "o200k"}}, {"model": "claude-opus-5"}], ids=str)
def test_fragments_are_counted_as_the_context_is(play, settings):
    """The tokens of a fragment are those of the estimator and the model that the budget is kept by."""
    texts = ["naïve, 漢字, 😀 " * 12, "port 8080 is taken\n"]
    play.show(query="port", budget=400, fragments=[{"text": text} for text in texts], **settings)
    counter = {"estimator": settings.get("policy", {}).get("estimator"), "target_model": settings.get("model")}
    counts = json.loads(python_answer("estimate", json.dumps({"texts": texts, **counter})))["tokens"]

    assert [f"{count} tokens" for count in counts] == play.texts("#input-list .tokens")


def test_legend_names_every_part(play):
    """Whatever has a colour in a bar has a name and a number in words."""
    play.show(query="log", budget=60, fragments=[{"kind": "log", "text": "again\n" * 40}, {"text": "soup, " * 80}])
    drawn = set(play.page.evaluate("() => Array.from(document.querySelectorAll('.track span'), (e) => e.dataset.fate)"))
    named = set(play.page.evaluate("() => Array.from(document.querySelectorAll('#legend i'), (e) => e.dataset.fate)"))

    assert drawn == named


def test_tokens_of_the_summary_are_the_answers(play):
    """The figures are the answer's insights."""
    play.show(query="x", budget=40, fragments=[{"text": "soup, " * 80}])
    insights = json.loads(play.answer())["insights"]

    assert [str(insights["tokens_in"]), str(insights["tokens_out"])] == play.texts("#figures strong")


def test_risk_is_said_in_words(play):
    """Losing what is critical is named with the fragment that is lost."""
    play.show(query="x", budget=20, fragments=[{"name": "law", "text": "Never do this. " * 40}, {"text": "ok"}])

    assert play.texts("#risk b") == ["Risk: high"]
    assert play.texts("#concerns b") == ["law"]


def test_nothing_fits_is_said(play):
    """A context without text says so, not nothing."""
    play.show(query="x", budget=1, fragments=[{"text": "soup, " * 80, "group": "a"}, {"text": "more", "group": "a"}])

    assert play.texts("#context-empty")[0].startswith("Nothing fits")


def test_empty_page_says_how_to_begin(play):
    """Without fragments the page says what can be done."""
    play.show(fragments=[])

    assert play.page.is_visible("#input-empty")
    assert play.texts("#context-empty") == ["Nothing to compile yet."]


def test_own_policy_is_in_force(browser, site):
    """The page's policy refuses inline code, code from text, markup from text and other hosts."""
    context = browser.new_context(service_workers="block")
    page = context.new_page()
    page.add_init_script(
        "window.found = []; addEventListener('securitypolicyviolation', (event) => found.push(event.violatedDirective))"
    )
    page.goto(site.url)
    page.evaluate(
        """async () => {
          const script = document.createElement("script");
          try { script.text = "window.ran = true"; document.head.append(script); } catch {}
          try { document.body.innerHTML = "<b>markup</b>"; } catch {}
          try { document.body.setAttribute("onclick", "1"); } catch {}
          await fetch("https://example.invalid/").catch(() => {});
          const image = new Image();
          image.src = "https://example.invalid/i.png";
          await new Promise((resolve) => { image.onerror = resolve; });
        }"""
    )
    found = set(page.evaluate("window.found"))
    context.close()

    assert {"connect-src", "img-src", "require-trusted-types-for"} <= found


def test_only_its_own_site_is_asked(browser, site):
    """A whole visit, offline copy included, asks nobody but the server it came from."""
    context = browser.new_context()
    others = []
    context.on("request", lambda request: request.url.startswith(site.url) or others.append(request.url))
    context.route(lambda url: not url.startswith(site.url), lambda route: route.abort())
    page = context.new_page()
    page.goto(site.url)
    page.wait_for_selector("#legend li", state="attached")
    context.close()

    assert others == []
