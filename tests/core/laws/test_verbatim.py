"""Law 4: verbatim."""

from hypothesis import given

from contextc import ChunkPolicy, CompileRequest, chunk_text
from core.laws import strategies
from core.laws.reading import compiled, explanation, fates, numbered


class TestVerbatim:
    """Every emitted character stands in an input, apart from documented annotations."""

    @strategies.examples
    @given(strategies.requests(slim_response=None))
    def test_content_is_its_sections(self, asked: CompileRequest):
        """The content is the cache section and the body, joined by a blank line."""
        context = compiled(asked)

        assert "\n\n".join(section.content for section in context.sections) == context.content
        assert [str(section.kind) for section in context.sections] in ([], ["cache"], ["body"], ["cache", "body"])

    @strategies.examples
    @given(strategies.requests(slim_response=None))
    def test_sections_are_explained(self, asked: CompileRequest):
        """Whole texts, `emitted` ranges, counted log lines, marks and repeated fence ends account for every character."""
        asked = numbered(asked)
        context = compiled(asked)
        for place, section in enumerate(context.sections):
            pattern = explanation(asked, context, place)

            assert pattern.fullmatch(section.content), f"{section.content!r} is not {pattern.pattern!r}"

    @strategies.examples
    @given(strategies.requests(slim_response=None))
    def test_ranges_are_parts(self, asked: CompileRequest):
        """`emitted` ranges are in order, apart from each other, between characters, and never the whole."""
        for fate in fates(asked, compiled(asked)):
            edges = [edge for range_ in fate.decision.emitted or () for edge in range_]
            size = len(fate.text.encode())

            assert sorted(set(edges)) == edges
            assert edges != [0, size]
            assert "".join(fate.slices()) == "" or fate.partial
            assert all(0 <= edge <= size for edge in edges)

    @strategies.examples
    @given(strategies.texts(), strategies.chunk_policies())
    def test_chunks_cover_their_text(self, text: str, policy: ChunkPolicy):
        """Chunks follow each other from the first byte to the last; each is its range and the overlap before it."""
        data = text.encode()
        chunks = chunk_text(text, policy)
        starts = [chunk.byte_start for chunk in chunks]

        assert [0, *(chunk.byte_end for chunk in chunks)] == [*starts, len(data)]
        assert list(range(len(chunks))) == [chunk.index for chunk in chunks]
        for chunk in chunks:
            encoded = chunk.text.encode()
            overlap = len(encoded) - (chunk.byte_end - chunk.byte_start)

            assert encoded == data[chunk.byte_start - overlap : chunk.byte_end]
            assert 0 <= overlap <= (policy.overlap_bytes or 0)
