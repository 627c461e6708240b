"""Chunks (D01-D04, D43): cutting ends, loses nothing, and reports the ranges of the cuts themselves."""

from functools import cache
from itertools import pairwise, product

import pytest

from cases.door import Json, ask, case, chunked
from contextc import ContextCompiler, Limits
from contextc_wire import Wire

BOUNDARIES = ("paragraph", "sentence", "fixed")
U64_MAX = 2**64 - 1

TEXTS = {
    "equal lines": "row\n" * 60,
    "one run": "z" * 300,
    "typography": "The client said “no — ship it”. Grüße aus München 🚀 " * 6,
    "narrow and wide": "äöü🧪" * 40,
    "equal paragraphs": "retry retry retry\n\n" * 20,
    "blanks around": "ping ping\n\n   ping ping   \n\nping ping\n",
    "Hangul": "보험" * 40,
    "joined emoji": "👩\u200d🚀" * 20,
    "Windows line ends": "one. two\r\n\r\nthree! four\r\n" * 10,
    "no spaces": "我們明天發布版本。不要刪除資料，測試" * 10,
    "only blanks": " \t\n\u3000\n" * 12,
    "combining marks": "e\u0301\u0323a\u0308 " * 30,
}
SIZES = (0, 1, 2, 3, 7, 48, 61, 4096)
OVERLAPS = (0, 1, 5, 47, 64, U64_MAX)

Cut = tuple[str, Json, list[Json]]


@cache
def recorded(name: str) -> list[Cut]:
    """The variants of a case, each with its policy and its chunks."""
    variants = case(name)["variants"]
    return [(variant["text"], variant["policy"], chunked(variant["text"], **variant["policy"])) for variant in variants]


@cache
def varied(name: str) -> list[Cut]:
    """One text under every mix of size, overlap and boundary."""
    text = TEXTS[name]
    policies = [
        {"max_chunk_bytes": size, "overlap_bytes": overlap, "boundary": boundary}
        for size, overlap, boundary in product(SIZES, OVERLAPS, BOUNDARIES)
    ]
    return [(text, policy, chunked(text, **policy)) for policy in policies]


def cuts(name: str) -> list[Cut]:
    """What a parameter stands for: a case or a text."""
    return varied(name) if name in TEXTS else recorded(name)


every_text = pytest.mark.parametrize("name", ["D01", "D02", "D03", "D04", *TEXTS])


def ranges(chunks: list[Json]) -> list[tuple[int, int]]:
    """The byte ranges of chunks."""
    return [(chunk["byte_start"], chunk["byte_end"]) for chunk in chunks]


class TestRanges:
    """Ranges are those of the cuts, in UTF-8 bytes, and do not count what is repeated."""

    @every_text
    def test_ranges_partition_the_text(self, name: str):
        """Each range begins where the one before ends; the first at 0, the last ends with the text."""
        for text, policy, chunks in cuts(name):
            ends = [end for _, end in ranges(chunks)]
            assert list(zip([0, *ends], ends, strict=False)) == ranges(chunks), policy
            assert len(text.encode()) == ends[-1], policy

    @every_text
    def test_starts_strictly_increase(self, name: str):
        """No two chunks begin at one place, so none is empty."""
        for _, policy, chunks in cuts(name):
            assert all(one["byte_start"] < next["byte_start"] for one, next in pairwise(chunks)), policy

    @every_text
    def test_a_chunk_ends_with_its_own_range(self, name: str):
        """What a range cuts out of the text is what its chunk says, blanks included."""
        for text, policy, chunks in cuts(name):
            data = text.encode()
            for chunk in chunks:
                own = data[chunk["byte_start"] : chunk["byte_end"]]
                assert chunk["text"].encode().endswith(own), policy

    @every_text
    def test_what_is_repeated_stands_before_the_range(self, name: str):
        """A chunk begins with the bytes before its range: the overlap, less what would cut a character."""
        for text, policy, chunks in cuts(name):
            data = text.encode()
            for chunk in chunks:
                chunk_bytes, start, end = chunk["text"].encode(), chunk["byte_start"], chunk["byte_end"]
                repeated = len(chunk_bytes) - (end - start)
                assert data[start - repeated : end] == chunk_bytes, policy
                assert repeated <= policy["overlap_bytes"], policy
                assert repeated > min(start, policy["overlap_bytes"]) - 4, policy

    @every_text
    def test_chunks_are_numbered(self, name: str):
        """Chunks are numbered from 0."""
        for _, policy, chunks in cuts(name):
            assert list(range(len(chunks))) == [chunk["index"] for chunk in chunks], policy

    @every_text
    def test_there_are_no_more_chunks_than_characters(self, name: str):
        """Every chunk has at least one character of its own."""
        for text, policy, chunks in cuts(name):
            assert len(chunks) <= len(text), policy


class TestSizes:
    """The cap is in UTF-8 bytes on every path."""

    @every_text
    def test_only_a_single_wide_character_exceeds_the_cap(self, name: str):
        """A range exceeds the cap only when it is one character that is wider than the cap."""
        for text, policy, chunks in cuts(name):
            data, size = text.encode(), max(policy["max_chunk_bytes"], 1)
            wide = [data[start:end].decode() for start, end in ranges(chunks) if end - start > size]
            assert all(len(part) == 1 for part in wide), policy

    @pytest.mark.parametrize("place", range(4))
    def test_the_cap_counts_bytes(self, place: int):
        """Characters of three and four bytes do not stretch the cap (D43)."""
        given = case("D43")
        chunks = chunked(given["texts"][place], **given["base"]["policy"])
        assert max(end - start for start, end in ranges(chunks)) <= 4096

    @pytest.mark.parametrize("boundary", BOUNDARIES)
    @pytest.mark.parametrize("character", ["x", "é", "漢", "🚀"])
    def test_the_cap_is_one_at_every_boundary(self, character: str, boundary: str):
        """Nine thousand bytes make three chunks of at most 4096 bytes, whatever they are bytes of."""
        text = character * (9000 // len(character.encode()))
        sizes = [end - start for start, end in ranges(chunked(text, max_chunk_bytes=4096, boundary=boundary))]
        assert len(sizes) == 3
        assert max(sizes) <= 4096

    def test_the_fragment_cap_counts_bytes(self):
        """A fragment of eleven ideographs has 33 bytes, and the error says so."""
        wire = Wire(ContextCompiler(limits=Limits(fragment_bytes=32)))
        answer = wire.call(
            "compile", '{"query":"q","token_budget":9,"fragments":[{"content":"漢漢漢漢漢漢漢漢漢漢漢"}]}'
        )
        assert b'"code":"over_limit"' in answer
        assert b'"data":{"bytes":33,"limit":32}' in answer

    def test_the_request_cap_counts_bytes(self):
        """A request's size is that of its UTF-8, and the error says so."""
        wire = Wire(ContextCompiler(limits=Limits(request_bytes=40)))
        request = '{"query":"漢漢漢漢漢漢漢漢漢","fragments":[]}'
        answer = wire.call("compile", request)
        assert b'"code":"over_limit"' in answer
        assert b'"data":{"bytes":%d,"limit":40}' % len(request.encode()) in answer

    def test_the_transcript_cap_counts_bytes(self):
        """A transcript's size is that of its UTF-8, and the error says so."""
        wire = Wire(ContextCompiler(limits=Limits(transcript_bytes=20)))
        answer = wire.call("segment", '{"transcript":"漢漢漢漢漢漢漢"}')
        assert b'"code":"over_limit"' in answer
        assert b'"data":{"bytes":21,"limit":20}' in answer


class TestGrowth:
    """Whatever a policy asks for, the work grows with the text alone."""

    @pytest.mark.parametrize(
        "policy",
        [{"max_chunk_bytes": 10, "overlap_bytes": 4_000_000_000}, {"max_chunk_bytes": 1, "overlap_bytes": U64_MAX}],
    )
    def test_an_endless_overlap_does_not_repeat_the_text_in_every_chunk(self, policy: Json):
        """Twice the text makes about twice the answer, or the policy is refused."""

        def answered(length: int) -> int:
            answer = ask("chunk", {"text": "z" * length, "policy": policy})
            if "error" in answer:
                return 0 if answer["error"]["code"] in {"invalid_request", "over_limit"} else -1
            return sum(len(chunk["text"]) for chunk in answer["chunks"])

        once, twice = answered(2000), answered(4000)
        assert 0 <= twice <= 2.5 * once

    def test_a_long_run_is_cut_without_recursion(self):
        """A hundred and fifty thousand equal letters make fifteen hundred chunks (D04)."""
        text, _, chunks = recorded("D04")[2]
        assert (len(text), len(chunks)) == (150_000, 1500)
