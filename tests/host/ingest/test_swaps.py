"""When it is read: nothing before all is checked, and nothing that was swapped in between."""

import errno
import os
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from contextc.errors import (
    ContextcError,
    IngestDisabled,
    IngestOutsideRoots,
    IngestRefused,
    OverLimit,
)
from contextc.limits import Limits
from contextc.model import ContextFragment
from contextc_host import ingest
from contextc_host.ingest import Roots, open_roots, read_transcript, resolve_paths
from host.ingest.desk import (
    after_call,
    ask,
    error_of,
    fault,
    next_descriptor,
    outcome,
    replace_by_link,
    swapping,
    texts,
    use,
    write,
)


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
