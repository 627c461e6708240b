"""Files by path (D33-D36, D49): what lies inside is read, whatever else is asked for is a typed error that tells nothing."""

import json
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cases import recipes
from cases.door import DATA, Json
from contextc import CompileRequest, ContextcError, ContextCompiler, ContextFragment, Limits
from contextc.errors import InvalidRequest
from contextc.model import SegmentationPolicy
from contextc.transcript.segment import segment_transcript
from contextc_host.ingest import open_roots, read_transcript, resolve_paths

REFUSED = {"ingest_outside_roots", "ingest_refused"}


class Scene:
    """The files of a case in a folder of their own, and the request beside them."""

    def __init__(self, name: str, folder: Path) -> None:
        given = json.loads((DATA / f"{name}.json").read_text(encoding="ascii"))["input"]
        recipes.build(given["fs"], folder)
        self.folder = folder
        self.given: Json = recipes.placed({key: value for key, value in given.items() if key != "fs"}, folder)

    def path(self, place: int) -> str:
        """A path that the case asks for."""
        return str(self.given["paths"][place])

    def read(self, path: str, roots: list[str] | None = None) -> str:
        """The content that a path compiles to."""
        request = CompileRequest(query="q", fragments=[ContextFragment(path=path)], token_budget=1000)
        opened = open_roots(roots or self.given["roots"])
        return ContextCompiler().compile(resolve_paths(request, opened, Limits())).content

    def fault(self, path: str) -> ContextcError:
        """The error that a path ends in."""
        with pytest.raises(ContextcError) as caught:
            self.read(path)
        return caught.value


@pytest.fixture
def scene(tmp_path: Path) -> Callable[[str], Scene]:
    """Lays out the files of a case."""
    return lambda name: Scene(name, tmp_path.resolve())


Lay = Callable[[str], Scene]


def all_that_is_said(error: ContextcError) -> str:
    """Message, data and the whole chain of causes."""
    return f"{error.data!r} {''.join(traceback.format_exception(error))}"


class TestSiblings:
    """Inside is below a root, name by name (D33)."""

    @pytest.mark.parametrize("place", [0, 1, 2])
    def test_other_spellings_of_an_inner_path_are_read(self, scene: Lay, place: int):
        """A dot and a doubled slash change nothing."""
        d33 = scene("D33")
        assert d33.read(d33.path(place)) == "inside"

    @pytest.mark.parametrize("place", range(3, 14))
    def test_everything_else_is_refused(self, scene: Lay, place: int):
        """Siblings, parents, relative paths, URLs, folders, missing files, NUL and nothing are errors at the path."""
        d33 = scene("D33")
        error = d33.fault(d33.path(place))
        assert error.code in REFUSED
        assert error.path == "$.fragments[0].path"

    @pytest.mark.parametrize("place", range(3, 14))
    def test_no_secret_is_told(self, scene: Lay, place: int):
        """No error holds a word of a file outside."""
        d33 = scene("D33")
        assert "SECRET" not in all_that_is_said(d33.fault(d33.path(place)))

    @pytest.mark.parametrize(
        "outside", ["work-secret/key.txt", "other", "other/o.txt/below", "work2/x", "work.txt", "worl"]
    )
    def test_outside_is_outside_whether_it_exists_or_not(self, scene: Lay, outside: str):
        """The error of a path outside is that of one where nothing stands."""
        d33 = scene("D33")
        there, missing = (d33.fault(f"{d33.folder}/{name}") for name in (outside, "missing/at/all"))
        assert there.message.replace(outside, "missing/at/all") == missing.message
        assert (there.code, there.data) == (missing.code, missing.data)

    @pytest.mark.parametrize("name", ["work-secret", "work2", "work.bak", "work ", "workk", "Work", "wor"])
    def test_a_name_that_resembles_the_root_is_outside(self, scene: Lay, name: str):
        """A sibling whose name begins with the root's, or resembles it, is not the root."""
        d33 = scene("D33")
        recipes.build([{"file": f"${{FS}}/{name}/f.txt", "content": "SECRET"}], d33.folder)
        assert d33.fault(f"{d33.folder}/{name}/f.txt").code == "ingest_outside_roots"

    @pytest.mark.parametrize("steps", ["..", "./..", ".././.", "x/../..", "x/y/../../..", ".//.."])
    def test_steps_that_lead_out_are_outside(self, scene: Lay, steps: str):
        """However the way out is written, it leads out."""
        d33 = scene("D33")
        assert d33.fault(f"{d33.folder}/work/{steps}/other/o.txt").code == "ingest_outside_roots"

    def test_a_folder_is_no_file(self, scene: Lay):
        """The root itself is refused as a folder."""
        d33 = scene("D33")
        assert "not a regular file" in d33.fault(d33.path(10)).message

    def test_one_bad_path_spoils_the_request(self, scene: Lay):
        """A request with a good and a bad path is refused at the bad one."""
        d33 = scene("D33")
        fragments = [ContextFragment(path=d33.path(0)), ContextFragment(path=d33.path(3))]
        request = CompileRequest(query="q", fragments=fragments, token_budget=9)
        with pytest.raises(ContextcError) as caught:
            resolve_paths(request, open_roots(d33.given["roots"]), Limits())
        assert caught.value.path == "$.fragments[1].path"


class TestLinks:
    """A link is followed inside and never out (D34)."""

    @pytest.mark.parametrize("place", [0, 1])
    def test_a_link_inside_is_read(self, scene: Lay, place: int):
        """A file and a link to it are the same text."""
        d34 = scene("D34")
        assert d34.read(d34.path(place)) == "inside"

    @pytest.mark.parametrize("place", range(2, 7))
    def test_any_other_link_is_refused(self, scene: Lay, place: int):
        """Links out of the root, as file, as folder, relative, in a circle or to nothing, are errors."""
        d34 = scene("D34")
        assert d34.fault(d34.path(place)).code in REFUSED

    @pytest.mark.parametrize("place", range(2, 7))
    def test_the_error_names_the_path_that_was_asked_for(self, scene: Lay, place: int):
        """Where a link leads is not told."""
        d34 = scene("D34")
        said = all_that_is_said(d34.fault(d34.path(place)))
        assert d34.path(place) in d34.fault(d34.path(place)).message
        assert f"{d34.folder}/out" not in said

    @pytest.mark.parametrize("length", [2, 5, 45])
    def test_a_long_circle_ends(self, scene: Lay, length: int):
        """A circle of many links is refused like one of a single link."""
        d34 = scene("D34")
        for number in range(length):
            (d34.folder / f"root/c{number}").symlink_to(f"c{(number + 1) % length}")
        assert d34.fault(f"{d34.folder}/root/c0").code in REFUSED

    @pytest.mark.parametrize("steps", ["..", "../root/..", "dirlink/..", "../out/../out/.."])
    def test_links_with_steps_in_them_lead_nowhere_else(self, scene: Lay, steps: str):
        """A link whose target steps out of the root is refused, however it is written."""
        d34 = scene("D34")
        (d34.folder / "root/steps").symlink_to(f"{steps}/out/secret.txt")
        assert d34.fault(f"{d34.folder}/root/steps").code in REFUSED


class TestPipes:
    """Only a regular file is read, and nothing blocks (D35)."""

    def test_a_regular_file_is_read(self, scene: Lay):
        """Among pipes and sockets the file is found."""
        d35 = scene("D35")
        assert d35.read(d35.path(4)) == "inside"

    @pytest.mark.parametrize("place", range(4))
    def test_what_is_no_file_is_refused(self, scene: Lay, place: int):
        """A pipe that nobody writes to, a socket, an endless device and an empty one are no regular files."""
        d35 = scene("D35")
        error = d35.fault(d35.path(place))
        assert error.code == "ingest_refused"
        assert "not a regular file" in error.message

    @pytest.mark.parametrize("name", ["a.txt.md", "README", "src/main.py"])
    def test_a_pipe_may_have_any_name(self, scene: Lay, name: str):
        """It is the kind that counts, not the name."""
        d35 = scene("D35")
        recipes.build([{"fifo": f"${{FS}}/root/{name}"}], d35.folder)
        assert "it is a pipe" in d35.fault(f"{d35.folder}/root/{name}").message


class TestEncodings:
    """A file is UTF-8 or it is refused with its reason (D36)."""

    @pytest.mark.parametrize("place", [0, 1])
    def test_utf16_is_called_utf16(self, scene: Lay, place: int):
        """The error of a marked UTF-16 file says what it is and what to do."""
        d36 = scene("D36")
        message = d36.fault(d36.path(place)).message
        assert "UTF-16" in message
        assert "convert it to UTF-8" in message

    def test_a_mark_is_removed(self, scene: Lay):
        """The byte-order mark of a UTF-8 file is no part of its text."""
        d36 = scene("D36")
        assert d36.read(d36.path(2)) == '{"a":1}\n'

    @pytest.mark.parametrize("place", [3, 4])
    def test_no_text_is_refused(self, scene: Lay, place: int):
        """Latin-1 and a program are no UTF-8 text."""
        d36 = scene("D36")
        error = d36.fault(d36.path(place))
        assert error.code == "ingest_refused"
        assert "not valid UTF-8" in error.message

    @pytest.mark.parametrize(
        "text",
        [
            "error: not found\n",
            "Fehler: übergroße Datei\n",
            "ошибка: файл не найден\n",
            "エラー：ファイルがありません\n",
        ],
    )
    @pytest.mark.parametrize(
        "encoding",
        ["utf-8", "utf-8-sig", "utf-16", "utf-32", "cp1252", "cp1251", "shift_jis", "euc_jp", "gb18030", "utf-7"],
    )
    def test_a_file_is_never_misread(self, scene: Lay, encoding: str, text: str):
        """What is read is the text that was written, or the file is refused; UTF-7 is ASCII to everybody."""
        d36 = scene("D36")
        data = text.encode(encoding, errors="ignore")
        (d36.folder / "r/one.txt").write_bytes(data)
        try:
            found = d36.read(f"{d36.folder}/r/one.txt")
        except ContextcError as error:
            assert error.code == "ingest_refused"
        else:
            assert found in (data.decode(encoding), data.decode("ascii", errors="replace"))

    @pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
    def test_a_mark_does_not_hide_json_lines(self, tmp_path: Path, mark: bytes):
        """A session file with a byte-order mark is read as JSON lines."""
        (tmp_path / "s.jsonl").write_bytes(mark + b'{"role":"user","content":"a"}\r\n')
        text = read_transcript(str(tmp_path / "s.jsonl"), open_roots([str(tmp_path)]), Limits())
        segments = segment_transcript(text, SegmentationPolicy()).segments
        assert [(one.role, one.text) for one in segments] == [("user", "a")]


class TestRoots:
    """A root may be a link, and may be spelled in any way (D49)."""

    @pytest.mark.parametrize("spelling", range(4))
    @pytest.mark.parametrize("place", range(2))
    def test_every_spelling_opens_the_same_folder(self, scene: Lay, place: int, spelling: int):
        """Through the link and around it, under every spelling of the root, the file is inside."""
        d49 = scene("D49")
        assert d49.read(d49.path(place), d49.given["roots_variants"][spelling]) == "inside"

    @pytest.mark.parametrize("name", ["missing", "real/data/a.txt", "real/nothing/", "", " ", "a\0b"])
    def test_a_root_that_is_no_folder_is_named(self, scene: Lay, name: str):
        """A root that cannot be opened is an error at its entry before anything is read."""
        d49 = scene("D49")
        entry: Any = f"{d49.folder}/{name}" if name.strip() else name
        with pytest.raises(InvalidRequest) as caught:
            open_roots([str(d49.folder), entry])
        assert caught.value.path == "$.ingest_roots[1]"
        assert entry.replace("\0", "\\u0000") in caught.value.message

    def test_a_root_inside_a_root_is_no_wider(self, scene: Lay):
        """Of two roots the inner one adds nothing, and neither opens the folder above."""
        d49 = scene("D49")
        roots = [f"{d49.folder}/real", f"{d49.folder}/real/data"]
        assert d49.read(d49.path(1), roots) == "inside"
        (d49.folder / "b.txt").write_text("SECRET", encoding="utf-8")
        with pytest.raises(ContextcError) as caught:
            d49.read(f"{d49.folder}/b.txt", roots)
        assert caught.value.code == "ingest_outside_roots"
