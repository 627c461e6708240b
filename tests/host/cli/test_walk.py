"""Folders: which files are found, in which order, and what is left out."""

import os
from collections import Counter
from pathlib import Path

import pytest

from contextc_host.cli.walking import walk
from host.cli.shell import run, write


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A folder with all that a walk meets."""
    for name in ("b.txt", "a/z.txt", "a.txt", "C.txt", "é.txt"):
        write(tmp_path / name, f"text of {name}")
    for name in (".env", ".git/config", "node_modules/x.js", "a/__pycache__/x.txt", "env/lib/x.py", "target/x.rs"):
        write(tmp_path / name, "not wanted")
    write(tmp_path / "env/pyvenv.cfg", "home = /usr")
    write(tmp_path / "target/CACHEDIR.TAG", "Signature: 8a477f597d28d172789f06886806bc55")
    write(tmp_path / "empty", "")
    write(tmp_path / "image", b"\x89PNG\0")
    write(tmp_path / "latin1", b"Gr\xfcn")
    (tmp_path / "link.txt").symlink_to("a.txt")
    (tmp_path / "loop").symlink_to(".")
    os.mkfifo(tmp_path / "pipe")
    return tmp_path


def test_texts_are_found_in_the_order_of_their_names(tree: Path):
    """The order is that of the bytes of the names; a folder stands among the files."""
    texts = ["C.txt", "a/z.txt", "a.txt", "b.txt", "é.txt"]
    assert "\n\n".join(f"text of {name}" for name in texts).encode() == run("compile", tree).out


def test_what_is_left_out_is_counted(tree: Path):
    """The account says how many entries were not read, and why."""
    err = run("compile", "--explain", tree).err.decode()
    assert (
        "not read in the folders: 1 empty, 2 hidden, 2 link, 4 made by tools, 1 no regular file, 2 no text in UTF-8"
        in " ".join(err.split())
    )


def test_what_is_left_out_can_be_named(tree: Path):
    """A hidden file and a folder made by a tool are read when they are named."""
    assert run("compile", tree / ".env").out == b"not wanted"
    assert run("compile", tree / "node_modules").out == b"not wanted"
    assert b"not wanted" in run("compile", tree / "target").out


def test_exclude_takes_names_and_paths(tree: Path):
    """A pattern is matched with the name and with the path below the folder, of files and of folders."""
    assert run("compile", tree, "--exclude", "a/z.*", "--exclude", "[Cbé].txt").out == b"text of a.txt"
    assert b"text of a/z.txt" not in run("compile", tree, "--exclude", "a").out


def test_the_current_folder_leaves_no_trace_in_names(tree: Path, monkeypatch: pytest.MonkeyPatch):
    """Names below `.` begin with no `./`; those below another folder begin with it."""
    monkeypatch.chdir(tree)
    assert next(walk(".", (), Counter())) == "C.txt"
    assert next(walk("a", (), Counter())) == "a/z.txt"


def test_a_folder_without_texts_is_refused(tmp_path: Path):
    """Nothing to compile is one line that says what was there."""
    write(tmp_path / ".hidden", "x")
    assert f"contextc: {tmp_path}: no text file is below it (left out: 1 hidden)" == run("compile", tmp_path).error


def test_a_tree_deeper_than_the_stack_is_walked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """A folder in a folder, more often than Python recurses."""
    monkeypatch.chdir(tmp_path)
    folders = [Path("d/" * depth) for depth in range(1, 1_051)]
    for folder in folders:
        folder.mkdir()
    end = write(folders[-1] / "end.txt", "the end")
    try:
        assert run("compile", "d").out == b"the end"
    finally:
        # What clears temporary folders away does recurse.
        end.unlink()
        for folder in reversed(folders):
            folder.rmdir()


def test_more_files_than_the_cap_are_refused(tmp_path: Path):
    """A tree of more files than a request may have fragments stops with a hint."""
    for number in range(1_025):
        write(tmp_path / f"{number}", f"{number}")
    error = run("compile", "--limits", "strict", tmp_path).error
    assert error == "contextc: more than 1,024 files were named or found: name fewer, or use --exclude"
