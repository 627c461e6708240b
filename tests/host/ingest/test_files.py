"""What may be read: links, special files, sizes and text."""

import errno
import os
import socket
import threading
import traceback
from pathlib import Path
from typing import Any

import pytest

from contextc.errors import (
    ContextcError,
    IngestOutsideRoots,
    IngestRefused,
    OverLimit,
)
from contextc.limits import Limits
from contextc_host import ingest
from contextc_host.ingest import Roots, open_roots
from host.ingest.desk import JPEG, PNG, after_call, fault, texts, write


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
