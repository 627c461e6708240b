"""Path ingest: what may be read, what is said when it may not, and that nothing outside a root is ever read."""

import errno
import ntpath
import os
import socket
import threading
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from itertools import count
from pathlib import Path, PureWindowsPath
from typing import Any

import pytest

from contextc.errors import (
    ContextcError,
    IngestDisabled,
    IngestOutsideRoots,
    IngestRefused,
    InvalidRequest,
    OverLimit,
)
from contextc.limits import Limits
from contextc.model import CompileRequest, ContextFragment, MediaRef
from contextc.stored import IngestRoots
from contextc.vocabulary import U64
from contextc_host import ingest
from contextc_host.ingest import Roots, open_roots, read_transcript, resolve_paths, roots_from_environment

PNG = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"
JPEG = b"\xff\xd8\xff\xe0\0\x10JFIF"
WAYS = ("by O_PATH", "without O_PATH", "without dir_fd")


def use(way: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have files opened as on Linux, on other POSIX systems, or on Windows."""
    if way == "without O_PATH":
        monkeypatch.delattr(os, "O_PATH", raising=False)
        monkeypatch.setattr(ingest, "_FOLDER", os.O_DIRECTORY | os.O_NOFOLLOW)
    if way == "without dir_fd":
        monkeypatch.setattr(ingest, "_OPEN", ingest._compare)


@pytest.fixture(params=WAYS, autouse=True)
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Every fact holds for every way of opening a file."""
    use(request.param, monkeypatch)
    return str(request.param)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A root with one file, beside a folder with a secret."""
    write(tmp_path / "root/a.txt", "inside")
    write(tmp_path / "out/a.txt", "SECRET")
    return tmp_path / "root"


@pytest.fixture
def reads(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The sizes of all reads from now on."""
    sizes: list[int] = []
    real = os.read

    def recording(descriptor: int, size: int) -> bytes:
        data = real(descriptor, size)
        sizes.append(len(data))
        return data

    monkeypatch.setattr(os, "read", recording)
    return sizes


def write(path: Path, content: str | bytes) -> Path:
    """A file, with the folders around it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def ask(*fragments: ContextFragment | Path | str) -> CompileRequest:
    """A request of fragments and of paths."""
    return CompileRequest(
        query="q",
        fragments=[one if isinstance(one, ContextFragment) else ContextFragment(path=str(one)) for one in fragments],
        token_budget=100,
    )


def texts(root: Path | Roots, *paths: Path | str, limits: Limits | None = None) -> list[str]:
    """What the paths resolve to."""
    roots = root if isinstance(root, Roots) else open_roots([str(root)])
    return [fragment.content for fragment in resolve_paths(ask(*paths), roots, limits or Limits()).fragments]


def error_of(action: Callable[[], Any]) -> ContextcError:
    """The error that an action ends in."""
    with pytest.raises(ContextcError) as caught:
        action()
    return caught.value


def fault(root: Path | Roots, *paths: Path | str, limits: Limits | None = None) -> ContextcError:
    """The error that the paths end in."""
    return error_of(lambda: texts(root, *paths, limits=limits))


def next_descriptor() -> int:
    """The lowest number that no open descriptor has."""
    number = os.dup(0)
    os.close(number)
    return number


def after_call(
    monkeypatch: pytest.MonkeyPatch, owner: Any, name: str, act: Callable[[], object], *, number: int = 1
) -> None:
    """Do something once, right after a function has run for the first, second, ... time."""
    real = getattr(owner, name)
    calls = count(1)

    def hooked(*args: Any, **options: Any) -> Any:
        result = real(*args, **options)
        if next(calls) == number:
            act()
        return result

    monkeypatch.setattr(owner, name, hooked)


def replace_by_link(path: Path, to: Path) -> None:
    """Swap a file or a folder for a link."""
    path.rename(path.with_name(path.name + ".was"))
    path.symlink_to(to)


def outcome(root: Roots, path: Path) -> str:
    """The text, or all that is said of the error."""
    try:
        return texts(root, path)[0]
    except ContextcError as error:
        return "".join(traceback.format_exception(error))


@contextmanager
def swapping(path: Path, to: Path) -> Iterator[None]:
    """A thread that puts a link in place of a name, and the name back, until the block ends."""
    stop, spare = threading.Event(), path.with_name("spare")

    def swap() -> None:
        while not stop.is_set():
            path.rename(spare)
            path.symlink_to(to)
            path.unlink()
            spare.rename(path)

    thread = threading.Thread(target=swap)
    thread.start()
    try:
        yield
    finally:
        stop.set()
        thread.join()


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
    def test_path_stands_alone(self, extra: dict[str, Any]) -> None:
        """A path beside content or media is refused, also where reading is disabled."""
        request = ask(ContextFragment(), ContextFragment(path="/x", **extra))
        error = error_of(lambda: resolve_paths(request, Roots(), Limits()))
        assert isinstance(error, IngestRefused)
        assert error.path == "$.fragments[1].path"
        assert "never both" in str(error)

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


class TestLinks:
    """Links inside a root (case D34)."""

    @pytest.fixture(autouse=True)
    def _links(self, root: Path) -> None:
        out = root.parent / "out"
        (root / "good").symlink_to("a.txt")
        (root / "folder").symlink_to(root)
        (root / "leak.txt").symlink_to(out / "a.txt")
        (root / "dirlink").symlink_to(out)
        (root / "rel").symlink_to("../out/a.txt")
        (root / "loop").symlink_to("loop")
        (root / "ring").symlink_to("gnir")
        (root / "gnir").symlink_to("ring/../../out/a.txt")
        (root / "dangling").symlink_to(out / "nothing")
        (root / "awry").symlink_to("nothing")

    @pytest.mark.parametrize("path", ["good", "folder/a.txt", "folder/folder/good"])
    def test_target_inside(self, root: Path, path: str) -> None:
        """A link whose target is inside is followed."""
        assert texts(root, root / path) == ["inside"]

    @pytest.mark.parametrize("path", ["leak.txt", "dirlink/a.txt", "rel", "dangling", "dirlink", "dirlink/nothing"])
    def test_target_outside(self, root: Path, path: str) -> None:
        """A link to the outside is outside, whether or not its target exists; the error names the link alone."""
        error = fault(root, root / path)
        assert isinstance(error, IngestOutsideRoots)
        assert f"`{root / path}`" in str(error)
        told = "".join(traceback.format_exception(error))
        assert str(root.parent / "out") not in told
        assert "SECRET" not in told

    @pytest.mark.timeout(5)
    @pytest.mark.parametrize("path", ["loop", "loop/a.txt", "ring", "gnir"])
    def test_circle(self, root: Path, path: str) -> None:
        """A circle of links ends at once in an error."""
        assert isinstance(fault(root, root / path), IngestRefused | IngestOutsideRoots)

    def test_target_missing_inside(self, root: Path) -> None:
        """A link to nothing inside is a missing file."""
        assert "does not exist" in str(fault(root, root / "awry"))

    def test_link_from_outside(self, root: Path) -> None:
        """A link outside that leads inside is followed."""
        (root.parent / "way in").symlink_to(root)
        assert texts(root, root.parent / "way in/a.txt") == ["inside"]

    @pytest.mark.parametrize(("name", "kind"), [("leak.txt", IngestRefused), ("../out/link", IngestOutsideRoots)])
    def test_link_that_cannot_be_read(
        self, root: Path, monkeypatch: pytest.MonkeyPatch, name: str, kind: type[ContextcError]
    ) -> None:
        """A link that vanishes, or that the system keeps to itself, is an error of the path that was asked for."""
        (root.parent / "out/link").symlink_to("a.txt")
        opened = open_roots([str(root)])

        def closed(path: str, **options: Any) -> str:
            raise PermissionError(errno.EACCES, "no", path)

        monkeypatch.setattr(os, "readlink", closed)
        error = fault(opened, f"{root}/{name}")
        assert isinstance(error, kind)
        assert "SECRET" not in "".join(traceback.format_exception(error))

    def test_hard_link(self, root: Path) -> None:
        """A hard link is a name of its file like any other."""
        (root / "name").hardlink_to(root / "a.txt")
        assert texts(root, root / "name") == ["inside"]


@pytest.mark.timeout(5)
class TestSpecialFiles:
    """What blocks or never ends is refused, and never opened (case D35)."""

    @pytest.fixture
    def opened(self, monkeypatch: pytest.MonkeyPatch) -> list[str]:
        """The names that are opened from now on."""
        names: list[str] = []
        real = os.open

        def recording(path: str, *args: Any, **options: Any) -> int:
            names.append(Path(path).name)
            return real(path, *args, **options)

        monkeypatch.setattr(os, "open", recording)
        return names

    def test_pipe(self, root: Path, opened: list[str]) -> None:
        """A pipe with an ordinary name is refused, although nobody writes to it."""
        os.mkfifo(root / "live.log")
        assert "not a regular file: it is a pipe" in str(fault(root, root / "live.log"))
        assert "live.log" not in opened

    def test_socket(self, root: Path, opened: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
        """A socket is refused."""
        monkeypatch.chdir(root)  # a socket's path may have some hundred characters
        with socket.socket(socket.AF_UNIX) as listener:
            listener.bind("s.sock")
        assert "not a regular file: it is a socket" in str(fault(root, root / "s.sock"))
        assert "s.sock" not in opened

    @pytest.mark.parametrize("path", ["/dev/null", "zero", "/dev/zero"])
    def test_device(self, root: Path, opened: list[str], path: str) -> None:
        """A device is refused, by its own name and through a link."""
        (root / "zero").symlink_to("/dev/zero")
        error = fault(open_roots([str(root), "/dev"]), root / path)
        assert "not a regular file: it is a device" in str(error)
        assert "zero" not in opened
        assert "null" not in opened

    def test_device_outside(self, root: Path) -> None:
        """A link to a device is outside like any other when its folder is no root."""
        (root / "zero").symlink_to("/dev/zero")
        assert isinstance(fault(root, root / "zero"), IngestOutsideRoots)

    def test_one_of_many(self, root: Path, reads: list[int]) -> None:
        """One pipe in a batch fails the batch, and does not hold it up."""
        os.mkfifo(root / "live.log")
        assert fault(root, root / "a.txt", root / "live.log").path == "$.fragments[1].path"
        assert not reads

    @pytest.mark.parametrize("number", [1, 3], ids=["checking", "reading"])
    def test_file_that_becomes_a_pipe(self, root: Path, monkeypatch: pytest.MonkeyPatch, number: int) -> None:
        """A pipe that takes the place of a checked file is opened without waiting, and refused."""

        def swap() -> None:
            (root / "a.txt").unlink()
            os.mkfifo(root / "a.txt")

        after_call(monkeypatch, ingest, "_check_regular", swap, number=number)
        error = fault(root, root / "a.txt")
        assert isinstance(error, IngestRefused)
        assert ("not a regular file: it is a pipe" in str(error)) or ("replaced while it was opened" in str(error))

    def test_nothing_to_read_yet(self, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """A file that would make the reader wait is refused."""

        def waiting(descriptor: int, size: int) -> bytes:
            raise BlockingIOError(errno.EAGAIN, "wait")

        monkeypatch.setattr(os, "read", waiting)
        assert "nothing to read yet" in str(fault(root, root / "a.txt"))


class TestSizes:
    """Caps on bytes, of what the status says and of what is read."""

    def test_file_at_the_cap(self, root: Path) -> None:
        """A file of exactly the cap is read."""
        assert texts(root, root / "a.txt", limits=Limits(ingest_file_bytes=6, ingest_total_bytes=6)) == ["inside"]

    def test_file_over_the_cap(self, root: Path, reads: list[int]) -> None:
        """A file of a byte more is refused before it is read, with both numbers."""
        error = fault(root, root / "a.txt", limits=Limits(ingest_file_bytes=5))
        assert isinstance(error, OverLimit)
        assert (error.path, error.data) == ("$.fragments[0].path", {"bytes": 6, "limit": 5})
        assert "6" in str(error)
        assert not reads

    def test_total_over_the_cap(self, root: Path, reads: list[int]) -> None:
        """The file with which the total exceeds its cap is named, before any is read."""
        error = fault(root, *[root / "a.txt"] * 3, limits=Limits(ingest_total_bytes=17))
        assert isinstance(error, OverLimit)
        assert (error.path, error.data) == ("$.fragments[2].path", {"bytes": 18, "limit": 17})
        assert not reads

    def test_total_at_the_cap(self, root: Path) -> None:
        """A total of exactly the cap is read."""
        assert texts(root, *[root / "a.txt"] * 3, limits=Limits(ingest_total_bytes=18)) == ["inside"] * 3

    def test_empty_file(self, root: Path) -> None:
        """An empty file is an empty text, also when nothing is left of the total."""
        write(root / "empty", "")
        limits = Limits(ingest_total_bytes=6)
        assert texts(root, root / "a.txt", root / "empty", limits=limits) == ["inside", ""]

    def test_many_reads_make_a_text(self, root: Path, reads: list[int]) -> None:
        """A file larger than one read is whole."""
        write(root / "large", "0123456789abcdef" * 200_000)
        assert texts(root, root / "large") == ["0123456789abcdef" * 200_000]
        assert len(reads) > 2

    def test_file_that_grows(self, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """A file that grows within the cap after its size was taken is read as it then is."""
        after_call(monkeypatch, ingest, "_check_size", lambda: write(root / "a.txt", "inside, and more"))
        assert texts(root, root / "a.txt") == ["inside, and more"]

    def test_file_that_grows_over_the_cap(self, root: Path, monkeypatch: pytest.MonkeyPatch, reads: list[int]) -> None:
        """A file that grows over the cap is refused after a byte more than that."""
        after_call(monkeypatch, ingest, "_check_size", lambda: write(root / "a.txt", "x" * 1_000))
        error = fault(root, root / "a.txt", limits=Limits(ingest_file_bytes=10))
        assert isinstance(error, OverLimit)
        assert error.data == {"bytes": 11, "limit": 10}
        assert sum(reads) == 11

    def test_files_that_grow_over_the_total(
        self, root: Path, monkeypatch: pytest.MonkeyPatch, reads: list[int]
    ) -> None:
        """Bytes read count against the total, not those that the status promised."""
        after_call(monkeypatch, ingest, "_check_size", lambda: write(root / "a.txt", "x" * 8))
        error = fault(root, root / "a.txt", root / "a.txt", limits=Limits(ingest_total_bytes=15))
        assert (error.path, error.data) == ("$.fragments[1].path", {"bytes": 16, "limit": 15})
        assert sum(reads) == 16

    def test_file_that_grows_for_ever(self, root: Path, reads: list[int]) -> None:
        """A writer that never stops cannot make a read go on."""
        stop = threading.Event()

        def grow() -> None:
            with (root / "live.log").open("ab", buffering=0) as file:
                while not stop.is_set():
                    file.write(b"line\n" * 100)

        write(root / "live.log", "line\n")
        writer = threading.Thread(target=grow)
        writer.start()
        try:
            error = fault(root, *[root / "live.log"] * 1_000, limits=Limits(ingest_file_bytes=50_000))
        finally:
            stop.set()
            writer.join()
        assert isinstance(error, OverLimit)
        assert max(reads, default=0) <= 50_001

    def test_empty_by_its_status(self, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """A file that claims no bytes and yields some, as those of /proc do, is read and counted."""
        real = os.fstat

        def empty(descriptor: int) -> os.stat_result:
            status = real(descriptor)
            return os.stat_result((*status[:6], 0, *status[7:10]))

        monkeypatch.setattr(ingest, "_OPEN", ingest._descend)  # the other way compares whole statuses
        monkeypatch.setattr(os, "fstat", empty)
        assert texts(root, root / "a.txt") == ["inside"]
        assert fault(root, root / "a.txt", limits=Limits(ingest_file_bytes=5)).data == {"bytes": 6, "limit": 5}
        assert fault(root, *[root / "a.txt"] * 2, limits=Limits(ingest_total_bytes=10)).data == {
            "bytes": 11,
            "limit": 10,
        }

    @pytest.mark.timeout(5)
    def test_proc(self) -> None:
        """Files of /proc are read within the caps, and its links into other places are outside; elsewhere it is missing."""
        there = Path("/proc/self/status").exists()
        opened = Roots(("/proc",))
        if there:
            assert "Name:" in texts(opened, "/proc/self/status")[0]
            assert fault(opened, "/proc/self/status", limits=Limits(ingest_file_bytes=10)).data == {
                "bytes": 11,
                "limit": 10,
            }
        for path in ("/proc/self/root/etc/passwd", "/proc/self/cwd", "/proc/self/exe"):
            assert isinstance(fault(opened, path), IngestOutsideRoots if there else IngestRefused)


class TestText:
    """What counts as text (case D36)."""

    @pytest.mark.parametrize(
        "data",
        [
            "Fehler: Datei nicht gefunden\r\n".encode("utf-16"),
            b"\xfe\xff" + "error: not found\n".encode("utf-16-be"),
            "error: not found\n".encode("utf-16-le"),
            "error: not found\n".encode("utf-16-be"),
            ("error: not found in the log of that server " + "漢字").encode("utf-16-le"),
        ],
        ids=["LE with mark", "BE with mark", "LE", "BE", "LE and CJK"],
    )
    def test_utf16(self, root: Path, data: bytes) -> None:
        """UTF-16 is refused by its name, with what to do about it; it is never read as something else."""
        error = fault(root, write(root / "x", data))
        assert isinstance(error, IngestRefused)
        assert "not valid UTF-8" in str(error)
        assert "UTF-16; convert" in str(error)

    @pytest.mark.parametrize("codec", ["utf-32-le", "utf-32-be"])
    def test_utf32(self, root: Path, codec: str) -> None:
        """UTF-32 with its mark is not taken for UTF-16."""
        assert "UTF-32; convert" in str(fault(root, write(root / "x", "\ufefftext".encode(codec))))

    @pytest.mark.parametrize("data", [PNG, JPEG], ids=["PNG", "JPEG"])
    def test_image(self, root: Path, data: bytes) -> None:
        """An image is refused with a hint at how to send it."""
        error = fault(root, write(root / "x", data))
        assert "not valid UTF-8" in str(error)
        assert "media fragment" in str(error)

    def test_latin1(self, root: Path) -> None:
        """Text in another encoding is refused with the offset of the first wrong byte, and none of its bytes."""
        error = fault(root, root / "a.txt", write(root / "x", bytes.fromhex("4772fc6e650a")))
        assert isinstance(error, IngestRefused)
        assert (error.path, error.data) == ("$.fragments[1].path", {"offset": 2})
        assert "not valid UTF-8" in str(error)
        assert error.__context__ is None

    @pytest.mark.parametrize("data", [b"\xc0\xaf", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"a\xe2\x82"])
    def test_utf8_is_strict(self, root: Path, data: bytes) -> None:
        """Overlong forms, surrogates, code points beyond the last and torn ends are not UTF-8."""
        assert "not valid UTF-8" in str(fault(root, write(root / "x", data)))

    def test_program(self, root: Path) -> None:
        """The header of a program is refused although its bytes happen to be valid UTF-8."""
        data = bytes.fromhex("7f454c46020101000000000000000000")
        assert "program" in str(fault(root, write(root / "x", data)))

    def test_mark_is_removed(self, root: Path) -> None:
        """One UTF-8 mark at the start is removed, so that JSON is recognised; marks elsewhere are text."""
        write(root / "x", "\ufeff\ufeff{}\ufeff".encode())
        assert texts(root, root / "x") == ["\ufeff{}\ufeff"]

    @pytest.mark.parametrize("text", ["\0", "a\0b\0\0", "\0\0\0log\n", "a\r\nb\u2028c\r", "漢字 🙂"])
    def test_verbatim(self, root: Path, text: str) -> None:
        """NUL characters, line ends and every script stay as they are."""
        assert [text] == texts(root, write(root / "x", text))


class TestOrder:
    """Bad input gets its error before any file is read."""

    BAD: dict[str, Callable[[Path], ContextFragment]] = {
        "path and content": lambda root: ContextFragment(path=str(root / "a.txt"), content="text"),
        "relative": lambda root: ContextFragment(path="a.txt"),
        "NUL": lambda root: ContextFragment(path=f"{root}/a.txt\0"),
        "long": lambda root: ContextFragment(path="/" * 5_000),
        "outside": lambda root: ContextFragment(path=str(root.parent / "out/a.txt")),
        "missing": lambda root: ContextFragment(path=str(root / "missing")),
        "folder": lambda root: ContextFragment(path=str(root)),
        "large": lambda root: ContextFragment(path=str(write(root / "large", "x" * 101))),
    }

    @pytest.mark.parametrize("kind", BAD)
    def test_bad_input_last(self, root: Path, reads: list[int], kind: str) -> None:
        """Whatever is wrong with the last fragment is said without a read of those before it."""
        request = ask(root / "a.txt", root / "a.txt", self.BAD[kind](root))
        error = error_of(lambda: resolve_paths(request, open_roots([str(root)]), Limits(ingest_file_bytes=100)))
        assert error.path == "$.fragments[2].path"
        assert not reads

    @pytest.mark.parametrize("kind", ["path and content", "relative", "NUL", "long"])
    def test_text_of_paths_first(self, root: Path, monkeypatch: pytest.MonkeyPatch, kind: str) -> None:
        """How all paths are written is checked before the file system is asked about any."""
        opened = open_roots([str(root)])
        request = ask(root / "missing", self.BAD[kind](root))
        asked: list[str] = []
        for name in ("open", "stat", "lstat", "readlink"):
            after_call(monkeypatch, os, name, partial(asked.append, name))
        error = error_of(lambda: resolve_paths(request, opened, Limits()))
        assert error.path == "$.fragments[1].path"
        assert not asked

    def test_descriptors_are_closed(self, root: Path) -> None:
        """Many files do not need many descriptors, and no error leaves one open."""
        (root / "folder").mkdir()
        write(root / "latin1", b"\xfc")
        before = next_descriptor()
        texts(root, *[root / "a.txt"] * 2_000)
        for name in ("folder", "missing", "latin1", "a.txt/b"):
            fault(root, root / name)
        assert next_descriptor() == before


class TestSwaps:
    """Whatever is swapped between a check and the read, the secret stays outside."""

    @pytest.mark.parametrize(
        ("moment", "number"),
        [("realpath", 1), ("_check_regular", 1), ("_check_regular", 2), ("_check_size", 1), ("_check_regular", 3)],
    )
    @pytest.mark.parametrize("name", ["a.txt", "sub", "sub/deep"])
    def test_link_in_place_of_a_name(
        self, root: Path, monkeypatch: pytest.MonkeyPatch, moment: str, number: int, name: str
    ) -> None:
        """A link put in place of a file or a folder after any of the checks is not followed."""
        write(root / "sub/deep/a.txt", "inside")
        write(root.parent / "out/deep/a.txt", "SECRET")
        path = root / "a.txt" if name == "a.txt" else root / "sub/deep/a.txt"
        to = {"a.txt": "out/a.txt", "sub": "out", "sub/deep": "out/deep"}[name]
        opened = open_roots([str(root)])
        owner: Any = os.path if moment == "realpath" else ingest
        after_call(monkeypatch, owner, moment, lambda: replace_by_link(root / name, root.parent / to), number=number)
        assert "SECRET" not in outcome(opened, path)

    @pytest.mark.parametrize("name", ["root", "above"])
    def test_link_in_place_of_a_root(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, way: str, name: str
    ) -> None:
        """A root, or a folder above it, that becomes a link to the outside opens nothing there."""
        if way == "without O_PATH" and name == "above":
            # Such systems refuse every link in the root's path by O_NOFOLLOW_ANY, which this one may not have.
            use("without dir_fd", monkeypatch)
        write(tmp_path / "above/root/a.txt", "inside")
        write(tmp_path / "out/root/a.txt", "SECRET")
        opened = open_roots([str(tmp_path / "above/root")])
        swapped, to = {"root": ("above/root", "out/root"), "above": ("above", "out")}[name]
        after_call(monkeypatch, os.path, "realpath", lambda: replace_by_link(tmp_path / swapped, tmp_path / to))
        assert "SECRET" not in outcome(opened, tmp_path / "above/root/a.txt")

    def test_file_replaced_by_a_file(self, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """A file that an editor replaces between check and read is read as it then is."""
        after_call(monkeypatch, ingest, "_check_size", lambda: write(root / "new", "saved").rename(root / "a.txt"))
        assert texts(root, root / "a.txt") == ["saved"]

    def test_replaced_while_it_is_opened(self, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """Where only paths can be opened, a file replaced by another at that moment is refused."""
        use("without dir_fd", monkeypatch)
        before = next_descriptor()
        after_call(monkeypatch, os, "open", lambda: write(root / "new", "saved").rename(root / "a.txt"))
        assert "replaced while it was opened" in str(fault(root, root / "a.txt"))
        assert next_descriptor() == before

    def test_removed_while_it_is_opened(self, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """Where only paths can be opened, a file removed at that moment is refused."""
        use("without dir_fd", monkeypatch)
        after_call(monkeypatch, os, "open", (root / "a.txt").unlink)
        assert "replaced while it was opened" in str(fault(root, root / "a.txt"))

    def test_link_that_vanishes_while_it_is_opened(self, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """Where only paths can be opened, a path that cannot be resolved again is refused."""
        use("without dir_fd", monkeypatch)
        opened = open_roots([str(root)])

        def vanished(path: str, **options: Any) -> str:
            raise FileNotFoundError(errno.ENOENT, "gone", path)

        after_call(monkeypatch, os, "open", lambda: monkeypatch.setattr(os.path, "realpath", vanished))
        assert "replaced while it was opened" in str(fault(opened, root / "a.txt"))

    @pytest.mark.parametrize("swaps", ["file", "folder"])
    def test_race(self, root: Path, monkeypatch: pytest.MonkeyPatch, way: str, swaps: str) -> None:
        """A thread that swaps a name for a link all the time never gets the secret read."""
        if way == "without dir_fd" and swaps == "folder":
            # Three swaps in the right moments fool whoever has only paths to go by, which is so on Windows alone.
            monkeypatch.setattr(ingest, "_OPEN", ingest._descend)
        write(root / "sub/a.txt", "inside")
        path, swapped, to = {
            "file": (root / "a.txt", root / "a.txt", root.parent / "out/a.txt"),
            "folder": (root / "sub/a.txt", root / "sub", root.parent / "out"),
        }[swaps]
        opened = open_roots([str(root)])
        with swapping(swapped, to):
            outcomes = {outcome(opened, path) for _ in range(300)}
        assert not [text for text in outcomes if "SECRET" in text]


class TestTranscript:
    """A transcript by its path."""

    def test_read(self, root: Path) -> None:
        """A transcript's file is read under the same roots."""
        assert read_transcript(str(root / "a.txt"), open_roots([str(root)]), Limits()) == "inside"

    def test_cap(self, root: Path) -> None:
        """Its cap is that of transcripts, not that of files."""
        opened = open_roots([str(root)])
        limits = Limits(transcript_bytes=6, ingest_file_bytes=1, ingest_total_bytes=1)
        assert read_transcript(str(root / "a.txt"), opened, limits) == "inside"
        error = error_of(lambda: read_transcript(str(root / "a.txt"), opened, Limits(transcript_bytes=5)))
        assert isinstance(error, OverLimit)
        assert (error.path, error.data) == ("$.path", {"bytes": 6, "limit": 5})

    @pytest.mark.parametrize(
        ("path", "kind"),
        [("relative", IngestRefused), ("/nowhere", IngestOutsideRoots), ("{root}/none", IngestRefused)],
    )
    def test_errors(self, root: Path, path: str, kind: type[ContextcError]) -> None:
        """Its errors are those of fragments, at its own place."""
        error = error_of(lambda: read_transcript(path.format(root=root), open_roots([str(root)]), Limits()))
        assert isinstance(error, kind)
        assert error.path == "$.path"

    def test_disabled(self) -> None:
        """Without roots it is disabled."""
        error = error_of(lambda: read_transcript("/x", Roots(), Limits()))
        assert isinstance(error, IngestDisabled)
        assert error.path == "$.path"
