"""The recorded inputs: each names where it was seen, and its recipes make what they say."""

import base64
import json
from pathlib import Path
from typing import Any

import pytest

from cases.door import DATA
from cases.recipes import FOLDER, build, expand, placed

FILES = sorted(DATA.glob("*.json"))


def recipes_in(tree: Any) -> list[str]:
    """The names of all recipes in a value."""
    inner = tree.values() if isinstance(tree, dict) else tree if isinstance(tree, list) else ()
    own = [name for name in tree if name.startswith("$")] if isinstance(tree, dict) else []
    return own + [name for value in inner for name in recipes_in(value)]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_case_has_an_id_an_area_sources_and_an_input(file: Path):
    """Each file is one case under its own name, in ASCII, so that what is invisible stays visible."""
    given = json.loads(file.read_text(encoding="ascii"))
    assert list(given) == ["id", "area", "source", "input"]
    assert given["id"] == file.stem
    assert given["source"]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_no_recipe_is_left(file: Path):
    """An expanded input holds no recipe."""
    assert recipes_in(expand(json.loads(file.read_text(encoding="ascii"))["input"])) == []


@pytest.mark.parametrize(
    "recipe, value",
    [
        ({"$repeat": {"text": "ab", "times": 3}}, "ababab"),
        (
            {"$lines": {"template": "{i} {n} {m:3} {i:03} {m:3:02}", "count": 2, "start": 7, "step": 4}},
            "7 0 1 007 01\n11 1 2 011 02\n",
        ),
        ({"$lines": {"template": "{x} {i}", "count": 2, "eol": ";"}}, "{x} 0;{x} 1;"),
        ({"$concat": ["a", {"$cp": ["U+2028", "U+1F680"]}]}, "a\u2028🚀"),
        ({"$json": {"a": ["é", None]}}, '{"a":["é",null]}'),
        ({"$jsonl": [{"a": 1}, "as it is"]}, '{"a":1}\nas it is\n'),
        ({"$jsonl": {"rows": [[]], "eol": "\r\n"}}, "[]\r\n"),
        ({"$nest": {"open": "[", "close": "]", "depth": 3, "core": "0"}}, "[[[0]]]"),
        ({"$hex": "00ff"}, b"\0\xff"),
        ({"$encode": {"text": "é", "encoding": "utf-16-le", "bom": True}}, b"\xff\xfe\xe9\0"),
        ({"a": [{"$repeat": {"text": "x", "times": 2}}, 1]}, {"a": ["xx", 1]}),
        ({"$repeat": 1, "other": 2}, {"$repeat": 1, "other": 2}),
        ({}, {}),
    ],
)
def test_a_recipe_makes_its_value(recipe: Any, value: Any):
    """Every recipe stands for one value; an object with two keys is none."""
    assert expand(recipe) == value


def test_noise_is_the_same_everywhere():
    """A seed stands for one run of bytes."""
    assert expand({"$b64rand": {"bytes": 9, "seed": 3}}) == "WRkIrl/cLeMr"


def test_words_are_drawn_from_the_list():
    """A seed stands for one choice of words."""
    assert expand({"$words": {"list": ["a", "b", "c"], "count": 9, "seed": 5, "sep": ""}}) == "ccbaccbcb"


def test_an_image_says_its_size():
    """A made PNG has its width and height where readers look for them."""
    png = base64.b64decode(expand({"$b64png": {"width": 40, "height": 30}}))
    assert (png[12:16], png[16:24]) == (b"IHDR", (40).to_bytes(4) + (30).to_bytes(4))


def test_files_are_made_in_their_folder(tmp_path: Path):
    """Files, links, pipes and sockets of a case stand below the folder that it is given."""
    build(
        [
            {"file": f"{FOLDER}/a/b.txt", "content": "text"},
            {"symlink": f"{FOLDER}/link", "to": f"{FOLDER}/a/b.txt"},
            {"fifo": f"{FOLDER}/pipe"},
            {"unix_socket": f"{FOLDER}/a/socket"},
        ],
        tmp_path,
    )
    assert (tmp_path / "link").read_text(encoding="utf-8") == "text"
    assert (tmp_path / "pipe").is_fifo()
    assert (tmp_path / "a/socket").is_socket()


def test_the_folder_is_put_in_everywhere(tmp_path: Path):
    """The folder's path stands wherever its name stood."""
    assert placed({"roots": [f"{FOLDER}/x"], "n": 1}, tmp_path) == {"roots": [f"{tmp_path}/x"], "n": 1}
