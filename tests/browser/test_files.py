"""Files and pasted text become fragments, or a transcript."""

import json
from pathlib import Path

import pytest

from contextc_wire import call

SAMPLES = sorted((Path(__file__).parent.parent / "core" / "transcript" / "samples").iterdir())
"""A session or a conversation in each format."""

SESSION = "User: hello, are you there?\nAssistant: yes\nUser: run the tests\n"


def test_dropped_files_are_fragments(play):
    """Every file is a fragment with its name, and its kind by its name."""
    play.show(query="x", budget=100, fragments=[])
    before = play.ended()
    play.drop({"app.log": b"started\n", "main.rs": b"fn main() {}\n", "notes.md": "Grüße 🎈\n".encode()})
    play.answered(before)
    fragments = json.loads(play.answer("request"))["fragments"]

    assert play.texts("#input-list .name") == ["app.log", "main.rs", "notes.md"]
    assert [fragment.get("kind") for fragment in fragments] == ["log", "code", None]
    assert fragments[2]["content"] == "Grüße 🎈\n"


def test_zones_show_while_something_is_dragged(play):
    """While files are over the page it says where to drop them, and no longer."""
    play.show(query="x", budget=100, fragments=[])
    play.page.evaluate(
        """() => {
          const data = new DataTransfer();
          data.items.add(new File(["x"], "x.txt"));
          document.body.dispatchEvent(new DragEvent("dragenter", { dataTransfer: data, bubbles: true }));
        }"""
    )
    shown = play.page.is_visible("#overlay")
    play.drop({"x.txt": b"x"})
    play.until("document.querySelector('#overlay').hidden")

    assert shown


def test_binary_is_refused_with_a_sentence(play):
    """A file that is no text is named and refused, the others are taken."""
    play.show(query="x", budget=100, fragments=[])
    before = play.ended()
    play.drop({"logo.png": b"\x89PNG\r\n\x1a\n\0\0", "ok.txt": b"ok", "latin.txt": b"caf\xe9"})
    play.answered(before)

    assert play.texts("#input-list .name") == ["ok.txt"]
    assert play.notices() == [
        "logo.png is binary: only text can be compiled.",
        "latin.txt is binary: only text can be compiled.",
    ]


def test_utf16_is_read(play):
    """A text in UTF-16 that says so is read."""
    play.show(query="x", budget=100, fragments=[])
    before = play.ended()
    play.drop({"windows.txt": "Grüße".encode("utf-16")})
    play.answered(before)

    assert play.answer("context") == "Grüße"


def test_line_ends_are_kept(play):
    """A file's own line ends are compiled as they are."""
    play.show(query="x", budget=100, fragments=[])
    before = play.ended()
    play.drop({"dos.txt": b"one\r\ntwo\r\n"})
    play.answered(before)

    assert json.loads(play.answer("request"))["fragments"][0]["content"] == "one\r\ntwo\r\n"


def test_transcript_zone_makes_a_transcript(play):
    """A file dropped there is segmented as the compiler segments it."""
    play.show(query="x", budget=100, fragments=[])
    before = play.ended()
    play.drop({"session.txt": SESSION.encode()}, zone="[data-zone='transcript']")
    play.answered(before)
    segments = json.loads(call("segment", json.dumps({"transcript": SESSION})))["segments"]
    play.page.click("[data-reading='turns']")
    play.until("document.querySelectorAll('#input-list .name').length > 0")

    assert [segment["role"] for segment in segments] == play.texts("#input-list .name")


def test_session_among_fragments_is_noticed(play):
    """A file that looks like a session can be read as one with a click."""
    play.show(query="x", budget=100, fragments=[])
    play.drop({"session.txt": SESSION.encode()})
    play.page.get_by_role("button", name="Read it as a transcript").click()
    play.until("document.querySelector('#figures').textContent.includes('read as plain')")

    assert json.loads(play.answer("request"))["transcript"] == SESSION


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda path: path.name)
def test_session_of_any_format_is_noticed(play, sample):
    """A file in any format that the compiler reads can be read as a session with a click."""
    play.show(query="x", budget=2000, fragments=[])
    play.drop({sample.name: sample.read_bytes()})
    play.page.get_by_role("button", name="Read it as a transcript").click()
    play.until("document.querySelector('#figures').textContent.includes('read as')")
    request = play.answer("request")

    assert json.loads(request)["transcript"] == sample.read_text(encoding="utf-8")
    assert play.answer() == call("compile_transcript", request).decode()


def test_other_json_is_no_session(play):
    """JSON that holds no messages stays a fragment, and nothing is offered."""
    play.show(query="x", budget=100, fragments=[])
    before = play.ended()
    play.drop({"package.json": b'{"name": "shop", "private": true}\n'})
    play.answered(before)
    play.drop({"session.txt": SESSION.encode()})

    assert play.notices() == ["session.txt looks like a session."]


def test_format_can_be_forced(play):
    """A switch reads a transcript as what it is not, and the fault stands beside the switch."""
    play.show(mode="transcript", query="x", budget=100, transcript=SESSION)
    before = play.ended()
    play.page.select_option("#segmentation select", "jsonl")
    play.answered(before)

    assert json.loads(play.answer("request"))["segmentation"]["format"] == "jsonl"
    assert play.page.is_visible("#fault")


def test_pasted_text_is_a_fragment(play):
    """Text that is pasted beside the fields becomes a fragment."""
    play.show(query="x", budget=100, fragments=[])
    before = play.ended()
    play.paste("pasted 🎈")
    play.answered(before)

    assert play.answer("context") == "pasted 🎈"


def test_much_text_pasted_into_a_fragment(play):
    """A long text that is pasted where somebody types stands there whole, in parts that stay quick."""
    play.show(query="x", budget=100, fragments=[{"text": "start end"}])
    play.page.click("#input-list textarea")
    play.page.evaluate("document.querySelector('#input-list textarea').setSelectionRange(6, 6)")
    before = play.ended()
    long = "a line of some words\n" * 4_000
    play.paste(long, "#input-list textarea")
    play.answered(before)
    longest = play.page.evaluate(
        "() => Math.max(...Array.from(document.querySelectorAll('textarea'), (e) => e.value.length))"
    )

    assert f"start {long}end" == json.loads(play.answer("request"))["fragments"][0]["content"]
    assert longest <= 32_768


def test_caret_crosses_the_parts_of_a_long_text(play):
    """A long text is typed into as one: what is erased at the begin of a part is the end of the one before."""
    play.show(query="x", budget=100, fragments=[{"text": "a line of some words\n" * 4_000}])
    play.page.click("#input-list textarea")
    play.page.keyboard.press("Control+End")
    play.page.keyboard.press("ArrowDown")
    play.until("document.querySelectorAll('#input-list .page')[1].contains(document.activeElement)")
    before = play.ended()
    play.page.keyboard.press("Backspace")
    play.answered(before)
    content = json.loads(play.answer("request"))["fragments"][0]["content"]

    assert content.count("\n") == 3_999
    assert content.count("wordsa line") == 1


def test_view_stays_with_the_caret(play):
    """When the caret crosses into the next part of a text, the place where it stands is in view."""
    play.show(query="x", budget=100, fragments=[{"text": "a line of some words\n" * 4_000}])
    play.page.click("#input-list textarea")
    play.page.keyboard.press("Control+End")
    play.page.keyboard.press("ArrowDown")
    play.until("document.querySelectorAll('#input-list .page')[1].contains(document.activeElement)")
    play.until(
        """(() => {
          const scroller = document.querySelector("#input .scroller").getBoundingClientRect();
          const { top } = document.activeElement.getBoundingClientRect();
          return scroller.top <= top && top + 16 <= scroller.bottom;
        })()"""
    )
