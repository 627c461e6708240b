"""A link holds everything, and sends nothing."""

import json

from browser.link import decode, encode

SAVED = {
    "mode": "fragments",
    "query": "why? 🚢",
    "budget": 77,
    "model": "gpt-5",
    "policy": {"truncate": "both", "recency.turns": 2, "disabled_rules": ["preserve.url"]},
    "segmentation": {"format": "plain"},
    "fragments": [
        {"name": "a.log", "kind": "log", "priority": 3, "pinned": True, "cache": True, "group": "g", "text": "é\r\n"},
        {"name": "b", "text": "two"},
    ],
}


def test_link_restores_the_state(play):
    """What a link was made of is what its link holds again."""
    play.show(**SAVED)
    play.page.click("#share")
    play.notices()
    link = decode(play.page.evaluate("location.hash.slice(1)"))

    assert link == {"v": 1, **SAVED}


def test_link_is_in_the_clipboard(play):
    """Copying a link puts the whole address into the clipboard."""
    play.show(**SAVED)
    play.page.click("#share")
    play.notices()

    assert play.page.url == play.page.evaluate("navigator.clipboard.readText()")


def test_link_opens_anew(play):
    """A page that is opened by the link sends the same request."""
    play.show(**SAVED)
    request = play.answer("request")
    play.page.goto("about:blank")
    play.open(f"#{encode(SAVED)}")

    assert json.loads(request) == json.loads(play.answer("request"))


def test_server_never_sees_the_state(play, site):
    """What is behind # is not asked of the server."""
    del site.asked[:]
    page = play.page.context.new_page()
    page.goto(f"{site.url}#{encode({'query': 'secret', 'budget': 9, 'fragments': [{'text': 'secret'}]})}")
    page.wait_for_selector("#input-list .card")
    query = page.input_value("#query")
    page.close()

    assert query == "secret"
    assert [path for path in site.asked if "secret" in path or len(path) > 100] == []


def test_address_never_lies(play):
    """A change takes the link out of the address bar, since it no longer says what is shown."""
    play.show(**SAVED)
    play.page.click("#share")
    play.notices()
    play.page.fill("#query", "other")

    assert play.page.evaluate("location.hash") == ""


def test_too_long_for_a_link(play):
    """What does not go into a link is refused with a sentence, and the address stays."""
    play.show(query="x", budget=100, fragments=[])
    play.paste("".join(chr(0x4E00 + (n * n * 7919 + n) % 20_000) for n in range(90_000)))
    play.page.click("#share")

    assert "too much for a link" in play.notices()[-1]
    assert play.page.evaluate("location.hash") == ""


def test_damaged_link_is_said(play):
    """A link that was cut on its way is told, and what is shown stays."""
    play.show(**SAVED)
    play.page.evaluate("(code) => { location.hash = code; }", encode(SAVED)[:40])

    assert play.notices()[-1].startswith("The link cannot be read")
    assert play.page.input_value("#query") == "why? 🚢"


def test_reload_keeps_what_was_typed(play):
    """A tab that is reloaded shows what it showed."""
    draft = json.dumps(play.page.evaluate("sessionStorage.getItem('contextc.draft')"))
    play.show(query="kept", budget=100, fragments=[{"text": "typed before"}])
    play.until(f"sessionStorage.getItem('contextc.draft') !== {draft}")
    play.open()

    assert play.page.input_value("#query") == "kept"
    assert play.context() == "typed before"
