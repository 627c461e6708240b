"""Where may be read: roots, and how paths are spelled below them."""

import errno
import ntpath
import os
import traceback
from pathlib import Path, PureWindowsPath
from typing import Any

import pytest

from contextc.errors import (
    IngestDisabled,
    IngestOutsideRoots,
    IngestRefused,
    InvalidRequest,
    OverLimit,
)
from contextc.limits import Limits
from contextc.model import ContextFragment, MediaRef
from contextc.stored import IngestRoots
from contextc.vocabulary import U64
from contextc_host import ingest
from contextc_host.ingest import Roots, open_roots, resolve_paths, roots_from_environment
from host.ingest.desk import ask, error_of, fault, texts, write


class TestRoots:
    """Which folders are open for reading."""

    def test_none_opens_nothing(self) -> None:
        """Without roots path ingest is off."""
        assert Roots() == open_roots(None) == open_roots([]) == open_roots(IngestRoots())

    @pytest.mark.parametrize(
        "environ", [{}, {"CONTEXTC_INGEST_ROOTS": ""}, {"CONTEXTC_INGEST_ROOTS": f" {os.pathsep} "}]
    )
    def test_blank_variable_opens_nothing(self, environ: dict[str, str]) -> None:
        """An unset, empty or blank variable opens nothing."""
        assert Roots() == roots_from_environment(environ)

    def test_variable_is_a_path_list(self, tmp_path: Path) -> None:
        """The variable lists folders as PATH does, and its empty entries are skipped."""
        for name in "ab":
            (tmp_path / name).mkdir()
        value = os.pathsep.join(["", str(tmp_path / "a"), "", str(tmp_path / "b")])
        opened = roots_from_environment({"CONTEXTC_INGEST_ROOTS": value})
        assert tuple(os.path.realpath(tmp_path / name) for name in "ab") == opened.paths

    def test_value_of_the_core_is_taken(self, root: Path) -> None:
        """`IngestRoots` of the core and a plain list open the same."""
        assert open_roots([str(root)]) == open_roots(IngestRoots([str(root)]))

    def test_roots_are_canonical_at_once(self, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """A relative root means the folder that it meant when it was opened."""
        monkeypatch.chdir(root.parent)
        opened = open_roots(["root"])
        monkeypatch.chdir(root)
        assert texts(opened, root / "a.txt") == ["inside"]

    @pytest.mark.parametrize("name", ["missing", "a.txt", "loop", "a.txt/b", "x" * 300])
    def test_root_must_be_a_folder(self, root: Path, name: str) -> None:
        """A root that is not an existing folder is an error that names the entry and its place."""
        (root / "loop").symlink_to("loop")
        error = error_of(lambda: open_roots([str(root), str(root / name)]))
        assert isinstance(error, InvalidRequest)
        assert error.path == "$.ingest_roots[1]"
        assert f"`{root / name}`" in str(error)

    @pytest.mark.parametrize("entry", ["", " ", "/tmp\0", "\ud800"])
    def test_root_must_be_a_path(self, entry: str) -> None:
        """An entry that no path can be is an error, and an empty one is not the current folder."""
        assert isinstance(error_of(lambda: open_roots([entry])), InvalidRequest)

    def test_bad_root_in_the_variable(self, tmp_path: Path) -> None:
        """A bad entry of the variable is an error that names it."""
        error = error_of(lambda: roots_from_environment({"CONTEXTC_INGEST_ROOTS": str(tmp_path / "gone")}))
        assert str(tmp_path / "gone") in str(error)

    def test_whole_file_system_can_be_a_root(self, root: Path) -> None:
        """The top of the file system is a root like any other, and a folder like any other."""
        assert texts(Path("/"), root / "a.txt") == ["inside"]
        assert "not a regular file" in str(fault(Path("/"), "/"))


class TestShape:
    """What is checked before any path is looked at."""

    def test_request_without_path_is_left_alone(self) -> None:
        """A request without a path is answered with itself, also when an entry is entirely empty."""
        request = ask(ContextFragment(content="text"), ContextFragment())
        assert resolve_paths(request, Roots(), Limits()) is request

    def test_only_path_and_content_change(self, root: Path) -> None:
        """Everything else about the fragment and the request stays."""
        plain = ContextFragment(content="text")
        named = ContextFragment(path=str(root / "a.txt"), id=U64(7), kind="log", priority=3, metadata={"cache": True})
        resolved = resolve_paths(ask(plain, named), open_roots([str(root)]), Limits())
        expected = ContextFragment(content="inside", id=U64(7), kind="log", priority=3, metadata={"cache": True})
        assert ask(plain, expected) == resolved

    def test_same_file_twice(self, root: Path) -> None:
        """A file may be named more than once."""
        assert texts(root, root / "a.txt", root / "a.txt") == ["inside", "inside"]

    @pytest.mark.parametrize(
        "extra", [{"content": "text"}, {"media": MediaRef(mime="image/png", bytes_b64="")}], ids=["content", "media"]
    )
    def test_path_stands_alone(self, extra: dict[str, Any], root: Path) -> None:
        """A path beside content or media is refused."""
        request = ask(ContextFragment(), ContextFragment(path="/x", **extra))
        error = error_of(lambda: resolve_paths(request, open_roots([str(root)]), Limits()))
        assert isinstance(error, IngestRefused)
        assert error.path == "$.fragments[1].path"
        assert "never both" in str(error)

    def test_disabled_comes_first(self) -> None:
        """Without roots a path is refused as every door without files refuses it, whatever stands beside it."""
        named = ContextFragment(path="", content="text")
        assert isinstance(error_of(lambda: resolve_paths(ask(named), Roots(), Limits())), IngestDisabled)

    def test_disabled(self) -> None:
        """Without roots the error names the first path and the variable that would open a folder."""
        error = error_of(lambda: resolve_paths(ask(ContextFragment(), "/x"), Roots(), Limits()))
        assert isinstance(error, IngestDisabled)
        assert error.path == "$.fragments[1].path"
        assert "disabled" in str(error)
        assert "CONTEXTC_INGEST_ROOTS" in str(error)

    def test_number_of_files_is_capped(self, root: Path) -> None:
        """64 files pass the strict caps, 65 do not; other fragments do not count."""
        many = [root / "a.txt"] * 64
        assert texts(root, *many, limits=Limits.strict()) == ["inside"] * 64
        error = fault(root, *many, "relative", limits=Limits.strict())
        assert isinstance(error, OverLimit)
        assert (error.path, error.data) == ("$.fragments", {"count": 65, "limit": 64})

    def test_python_path_objects_are_left_to_the_core(self) -> None:
        """A path that is no string stays in place, for the core to refuse."""
        request = ask(ContextFragment(path=Path("/x")))  # type: ignore[arg-type]
        assert resolve_paths(request, Roots(), Limits()) is request


class TestSpelling:
    """Paths that are refused by their text alone (case D33)."""

    @pytest.mark.parametrize("path", ["work/ok.txt", "~/ok.txt", "", ".", "file:///etc/passwd", "a.txt"])
    def test_relative(self, root: Path, path: str, monkeypatch: pytest.MonkeyPatch) -> None:
        """A path must begin at the top, and neither `~` nor a URL is expanded."""
        monkeypatch.chdir(root)
        error = fault(root, root / "a.txt", path)
        assert isinstance(error, IngestRefused)
        assert error.path == "$.fragments[1].path"
        assert f"`{path}` is relative" in str(error)

    @pytest.mark.parametrize("tail", ["\0.png", "\ud800"], ids=["NUL", "surrogate"])
    def test_no_path_at_all(self, root: Path, tail: str) -> None:
        """What the system could not take as a path is refused, in a message that UTF-8 can carry."""
        error = fault(root, str(root / "a.txt") + tail)
        assert isinstance(error, IngestRefused)
        assert str(error).encode().isascii()

    def test_length_is_capped(self, root: Path) -> None:
        """A path of a million names is refused at once, and not quoted."""
        error = fault(root, "/a" * 1_000_000)
        assert isinstance(error, OverLimit)
        assert error.data == {"chars": 2_000_000, "limit": 4_096}
        assert len(str(error)) < 200

    def test_longest_path_is_looked_up(self, root: Path) -> None:
        """A path at the cap is refused by what stands there."""
        path = f"{root}/".ljust(4_096, "a")
        assert "too long" in str(fault(root, path))

    def test_message_stays_on_its_line(self, root: Path) -> None:
        """Control characters of a path cannot forge a line of a log."""
        assert "`/x\\u000aINFO all is well`" in str(fault(root, "/x\nINFO all is well"))


class TestInside:
    """Which paths lie under a root."""

    @pytest.mark.parametrize("tail", ["a.txt", "./a.txt", "/a.txt", "sub/../a.txt", "none/../a.txt", "../root/a.txt"])
    def test_spellings_of_one_file(self, root: Path, tail: str) -> None:
        """Dots and doubled slashes lead where they read."""
        (root / "sub").mkdir()
        assert texts(root, f"{root}/{tail}") == ["inside"]

    def test_two_leading_slashes(self, root: Path) -> None:
        """Two slashes at the start are one."""
        assert texts(Path("/" + str(root)), "/" + str(root / "a.txt")) == ["inside"]

    def test_every_root_counts(self, root: Path) -> None:
        """A file may lie under any root, and roots may lie in one another."""
        opened = open_roots([str(root.parent / "out"), str(root), str(root.parent)])
        assert texts(opened, root.parent / "out/a.txt", root / "a.txt") == ["SECRET", "inside"]

    @pytest.mark.parametrize(
        "tail",
        [
            "../root-secret/key.txt",
            "../out/a.txt",
            "../out/missing.txt",
            "../out",
            "..",
            "sub/../../out/a.txt",
            "../root.txt",
            "../root/../out/a.txt",
        ],
    )
    def test_outside(self, root: Path, tail: str) -> None:
        """Siblings, prefixes and parents are outside; the message is the same for what exists and what does not."""
        write(root.parent / "root-secret/key.txt", "SECRET")
        write(root.parent / "root.txt", "SECRET")
        path = f"{root}/{tail}"
        error = fault(root, root / "a.txt", path)
        assert isinstance(error, IngestOutsideRoots)
        assert (error.path, error.data) == ("$.fragments[1].path", {})
        expected = str(fault(root, "/nowhere/at/all")).replace("/nowhere/at/all", path)
        assert expected == str(error)

    def test_percent_signs_are_names(self, root: Path) -> None:
        """Percent encoding is not decoded."""
        assert "does not exist" in str(fault(root, f"{root}/%2e%2e/out/a.txt"))

    @pytest.mark.parametrize("outside", ["out", "out/a.txt", "link", "missing"])
    def test_dots_tell_nothing_about_outside(self, root: Path, outside: str) -> None:
        """Stepping through a name outside and back works alike, whatever that name is."""
        (root.parent / "link").symlink_to("/")
        back = "/.." * (1 + outside.count("/"))
        assert texts(root, f"{root.parent}/{outside}{back}/root/a.txt") == ["inside"]

    def test_root_is_not_a_file(self, root: Path) -> None:
        """The root itself is inside, and a folder."""
        assert "not a regular file: it is a folder" in str(fault(root, root))

    def test_missing(self, root: Path) -> None:
        """A file that is missing inside is said to be missing."""
        error = fault(root, root / "missing.txt")
        assert isinstance(error, IngestRefused)
        assert error.data == {"errno": "ENOENT"}
        assert "does not exist" in str(error)

    def test_file_as_folder(self, root: Path) -> None:
        """A path through a file is refused."""
        assert isinstance(fault(root, root / "a.txt/b"), IngestRefused)

    def test_unreadable(self, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """A refusal by the system is a typed error without its words about the path."""
        real = os.open

        def guarded(path: str, *args: Any, **options: Any) -> int:
            if path.endswith("a.txt"):
                raise PermissionError(errno.EACCES, "no", "/resolved")
            return real(path, *args, **options)

        monkeypatch.setattr(os, "open", guarded)
        error = fault(root, root / "a.txt")
        assert error.data == {"errno": "EACCES"}
        assert "/resolved" not in "".join(traceback.format_exception(error))
        assert error.__context__ is None

    def test_folders_above_a_root_are_not_listed(self, root: Path, monkeypatch: pytest.MonkeyPatch, way: str) -> None:
        """Folders that may be entered but not listed may stand above a root."""
        flags: dict[str, int] = {}
        real = os.open

        def recording(path: str, flag: int, **options: Any) -> int:
            flags[path] = flag
            return real(path, flag, **options)

        monkeypatch.setattr(os, "open", recording)
        assert texts(root, root / "a.txt") == ["inside"]
        listed = {path for path, flag in flags.items() if not flag & getattr(os, "O_PATH", 0)}
        allowed = {"a.txt", str(root), str(root / "a.txt")}
        assert listed - allowed == set()

    @pytest.mark.parametrize("spelling", ["alias/data", "alias/data/", "real/data/.", "real/../real/data"])
    def test_spellings_of_a_root(self, tmp_path: Path, spelling: str) -> None:
        """A root that is or passes a link opens its files under both names (case D49)."""
        write(tmp_path / "real/data/a.txt", "inside")
        (tmp_path / "alias").symlink_to(tmp_path / "real")
        opened = open_roots([f"{tmp_path}/{spelling}"])
        assert texts(opened, tmp_path / "alias/data/a.txt", tmp_path / "real/data/a.txt") == ["inside", "inside"]


class TestWindows:
    """How names compare on Windows (case D49)."""

    @pytest.fixture(autouse=True)
    def _windows(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(ingest, "PurePath", PureWindowsPath)
        monkeypatch.setattr(os.path, "normcase", ntpath.normcase)
        monkeypatch.setattr(os.path, "normpath", ntpath.normpath)
        monkeypatch.setattr(os.path, "realpath", ntpath.normpath)
        monkeypatch.setattr(os, "sep", "\\")

    roots = Roots(("c:\\work", "\\\\server\\share\\"))

    @pytest.mark.parametrize(
        "path",
        ["C:\\Work\\a.txt", "C:/work/a.txt", "\\\\SERVER\\share\\sub\\a.txt", "c:\\other\\..\\WORK\\a.txt"],
    )
    def test_inside(self, path: str) -> None:
        """Drive letters, servers and names compare without case, and either slash separates."""
        assert ingest._locate(ingest._Named(path, "$"), self.roots).root in self.roots.paths

    @pytest.mark.parametrize(
        "path",
        [
            "C:\\work-secret\\a.txt",
            "D:\\work\\a.txt",
            "C:\\work\\..\\a.txt",
            "\\\\server\\other\\a.txt",
            "\\\\.\\NUL",
            "\\\\?\\C:\\other\\a.txt",
        ],
    )
    def test_outside(self, path: str) -> None:
        """Other drives, shares and devices are outside."""
        assert isinstance(error_of(lambda: ingest._locate(ingest._Named(path, "$"), self.roots)), IngestOutsideRoots)

    @pytest.mark.parametrize("path", ["\\work\\a.txt", "C:a.txt", "/work/a.txt"])
    def test_relative_to_a_drive(self, path: str) -> None:
        """A path without its drive, or without a slash after it, is relative."""
        assert "relative" in str(error_of(lambda: ingest._check_spelling(ingest._Named(path, "$"))))

    def test_foreign_server_is_not_asked(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """A server that no root is on is refused without being contacted."""
        monkeypatch.delattr(os.path, "realpath")
        error = error_of(lambda: ingest._locate(ingest._Named("\\\\evil\\share\\a.txt", "$"), self.roots))
        assert isinstance(error, IngestOutsideRoots)
