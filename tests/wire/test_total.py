"""Law 6 at the door of bytes: what everybody tries first, written out."""

import pytest

from contextc.errors import CODES
from contextc.limits import U64_MAX
from contextc_wire import call
from contextc_wire.dispatch import METHODS, NEEDS_HOST
from fuzz.answers import ORDINARY, answer, code

DEEP = 100_000


def compile_with(fragment: bytes = b'{"content":"x"}', *, rest: bytes = b'"token_budget":9') -> bytes:
    """A request with one fragment, spelled by hand."""
    return b'{"query":"q","fragments":[' + fragment + b"]," + rest + b"}"


METHOD_NAMES = {
    "empty": "",
    "unknown": "compiles",
    "upper case": "COMPILE",
    "with a space": "compile ",
    "with NUL": "compile\0",
    "half a surrogate pair": "\ud800",
    "very long": "compile" * 100_000,
    "dunder": "__class__",
}
"""Method names that are none."""

REQUESTS: dict[str, tuple[str, bytes | str]] = {
    # Not one JSON document in UTF-8
    "nothing": ("invalid_json", b""),
    "white space": ("invalid_json", b" \n"),
    "NUL": ("invalid_json", b"\0"),
    "NUL behind": ("invalid_json", compile_with() + b"\0"),
    "a byte-order mark": ("invalid_json", b"\xef\xbb\xbf" + compile_with()),
    "UTF-16": ("invalid_json", compile_with().decode().encode("utf-16")),
    "two documents": ("invalid_json", compile_with() * 2),
    "a comment": ("invalid_json", b"// c\n" + compile_with()),
    "a trailing comma": ("invalid_json", b'{"query":"q",}'),
    "single quotes": ("invalid_json", b"{'query':'q'}"),
    "bad UTF-8": ("invalid_json", compile_with(b'{"content":"\xff"}')),
    "bad UTF-8 in an unknown key": ("invalid_json", compile_with(b'{"content":"", "note":"\xff"}')),
    "overlong UTF-8": ("invalid_json", compile_with(b'{"content":"\xc0\x80"}')),
    "an encoded surrogate": ("invalid_json", compile_with(b'{"content":"\xed\xa0\x80"}')),
    "a text with half a surrogate pair": ("invalid_json", '{"query":"\ud800"}'),
    "a lone surrogate escape": ("invalid_json", compile_with(b'{"content":"\\ud800"}')),
    "swapped surrogate escapes": ("invalid_json", compile_with(b'{"content":"\\udc00\\ud800"}')),
    "a lone surrogate escape in a key": ("invalid_json", compile_with(b'{"metadata":{"\\udfff":1}}')),
    "a control character": ("invalid_json", compile_with(b'{"content":"\n"}')),
    "a bad escape": ("invalid_json", compile_with(b'{"content":"\\x41"}')),
    "NaN": ("invalid_json", compile_with(b'{"score":NaN}')),
    "Infinity": ("invalid_json", compile_with(b'{"score":-Infinity}')),
    "a leading zero": ("invalid_json", compile_with(rest=b'"token_budget":09')),
    "a lonely minus": ("invalid_json", compile_with(rest=b'"token_budget":-')),
    # Too deep
    "deep arrays": ("too_deep", b"[" * DEEP),
    "deep objects": ("too_deep", b'{"a":' * DEEP),
    "deep and closed": ("too_deep", compile_with(b'{"metadata":{"a":' + b"[" * DEEP + b"]" * DEEP + b"}}")),
    "deep in an unknown key": ("too_deep", b'{"x":' + b"[" * 64 + b"]" * 64 + b"}"),
    # Wrong types, wrong ranges
    "null": ("invalid_request", b"null"),
    "an array": ("invalid_request", b"[]"),
    "a number": ("invalid_request", b"1"),
    "an empty object": ("invalid_request", b"{}"),
    "no budget": ("invalid_request", compile_with(rest=b'"project":null')),
    "a negative budget": ("invalid_request", compile_with(rest=b'"token_budget":-1')),
    "a budget of 1e999": ("invalid_request", compile_with(rest=b'"token_budget":1e999')),
    "a budget with a fraction": ("invalid_request", compile_with(rest=b'"token_budget":1.5')),
    "a budget beyond u64": ("invalid_request", compile_with(rest=b'"token_budget":%d' % 2**64)),
    "a budget of 400 digits": ("invalid_request", compile_with(rest=b'"token_budget":1' + b"0" * 400)),
    "a budget of 100,000 digits": ("invalid_request", compile_with(rest=b'"token_budget":1' + b"0" * DEEP)),
    "a budget as text": ("invalid_request", compile_with(rest=b'"token_budget":"9"')),
    "a score of 1e999": ("invalid_request", compile_with(b'{"score":1e999}')),
    "a score above one": ("invalid_request", compile_with(b'{"score":1.0000001}')),
    "a score above one behind another": ("invalid_request", compile_with(b'{"score":0.5},{"score":1.5}')),
    "a score below zero": ("invalid_request", compile_with(b'{"score":-5e-324}')),
    "an id beyond u64": ("invalid_request", compile_with(b'{"id":%d}' % 2**64)),
    "an id beyond u64 as text": ("invalid_request", compile_with(b'{"id":"%d"}' % 2**64)),
    "a negative id": ("invalid_request", compile_with(b'{"id":-1}')),
    "a negative id as text": ("invalid_request", compile_with(b'{"id":"-1"}')),
    "an id with a fraction": ("invalid_request", compile_with(b'{"id":1.5}')),
    "an id in other digits": ("invalid_request", compile_with('{"id":"٣"}'.encode())),
    "an id with a line feed": ("invalid_request", compile_with(b'{"id":"7\\n"}')),
    "an empty id": ("invalid_request", compile_with(b'{"id":""}')),
    "an id of 100,000 digits": ("invalid_request", compile_with(b'{"id":"' + b"9" * DEEP + b'"}')),
    "a true id": ("invalid_request", compile_with(b'{"id":true}')),
    "a priority of 256": ("invalid_request", compile_with(b'{"priority":256}')),
    "a priority of 256 behind another": ("invalid_request", compile_with(b'{"priority":1},{"priority":256}')),
    "pinned as a number": ("invalid_request", compile_with(b'{"pinned":1}')),
    "an unknown way to truncate": (
        "invalid_request",
        compile_with(rest=b'"token_budget":9,"policy":{"truncate":"middle"}'),
    ),
    "media that are no base64": ("invalid_request", compile_with(b'{"media":{"mime":"a","bytes_b64":"A"}}')),
    "media in two alphabets": ("invalid_request", compile_with(b'{"media":{"mime":"a","bytes_b64":"__++"}}')),
    # The rest of the table
    "a path": ("ingest_disabled", compile_with(b'{"path":"/etc/passwd"}')),
    "an unknown rule": (
        "unknown_rule",
        compile_with(rest=b'"token_budget":9,"policy":{"disabled_rules":["preserve.default"]}'),
    ),
    "a budget of nothing": ("budget_too_small", compile_with(rest=b'"token_budget":0')),
    "a reserve of all": (
        "budget_too_small",
        compile_with(rest=b'"token_budget":9,"policy":{"response_reserve_tokens":%d}' % U64_MAX),
    ),
    "pins that do not fit": (
        "pinned_does_not_fit",
        compile_with(b'{"content":"1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0","pinned":true}'),
    ),
    "metadata of 70,000 bytes": (
        "metadata_too_large",
        compile_with(b'{"metadata":{"a":"' + b"x" * 70_000 + b'"}}'),
    ),
}
"""Requests to `compile` by what is wrong with them, each with the code that says so."""

ACCEPTED: dict[str, bytes | str] = {
    "an unknown key": compile_with(b'{"content":"x","unknown":[1]}'),
    "a repeated key": compile_with(rest=b'"token_budget":0,"token_budget":9'),
    "a repeated key, first of another type": compile_with(rest=b'"token_budget":"x","token_budget":9'),
    "nulls": compile_with(b'{"id":null,"metadata":null,"media":null,"score":null,"pinned":null}'),
    "an empty fragment": compile_with(b"{}"),
    "NUL in a text": compile_with(b'{"content":"a\\u0000b"}'),
    "a noncharacter": compile_with(b'{"content":"\\uffff"}'),
    "a pair of surrogate escapes": compile_with(b'{"content":"\\ud83d\\ude80"}'),
    "the highest id": compile_with(b'{"id":%d}' % U64_MAX),
    "the highest id as text": compile_with(b'{"id":"%d"}' % U64_MAX),
    "the highest budget": compile_with(rest=b'"token_budget":%d' % U64_MAX),
    "the smallest score": compile_with(b'{"score":5e-324}'),
    "metadata 60 levels deep": compile_with(b'{"metadata":{"a":' + b"[" * 60 + b"]" * 60 + b"}}"),
    "brackets in a text": compile_with(b'{"content":"' + b"[" * DEEP + b'"}'),
    "a str": compile_with().decode(),
    "white space around": b" \r\n\t" + compile_with() + b" \n",
}
"""Requests to `compile` that are unusual and right."""

SLOW: dict[str, bytes] = {
    "escaped quotes before a lone backslash": b"[" * 65 + b'"' + b'\\"' * 500_000 + b"\\",
    "quotes and backslashes in turn": b"[" * 65 + b'"\\' * 500_001,
    "brackets that do not match": b"[}" * 500_000,
    "a staircase": (b"[" * 63 + b"]" * 63) * 8_000,
    "open quotes": b'"' * 1_000_001,
    "a long enum value": compile_with(rest=b'"token_budget":9,"policy":{"truncate":"' + b" - at `$" * 100_000 + b'"}'),
    "a long marker": compile_with(
        b'{"content":"' + b"a " * 100_000 + b'"}',
        rest=b'"token_budget":9,"policy":{"constraint_markers":["' + b"a " * 50_000 + b'b"]}',
    ),
    "a long overlap": b'{"text":"' + b"a" * 200_000 + b'","policy":{"max_chunk_bytes":1,"overlap_bytes":200000}}',
    "white space": b" " * 1_000_000,
    "one long number": b"1" * 1_000_000,
}
"""Requests of a megabyte on which a careless pattern would work for hours, or fill the memory."""


class TestTotal:
    """`call` answers every text and every byte string with one JSON document."""

    @pytest.mark.parametrize("name", METHOD_NAMES)
    def test_unknown_methods(self, name: str):
        """A name that is no method's is answered as such."""
        assert code(METHOD_NAMES[name], b"{}") == "unknown_method"

    @pytest.mark.parametrize("method", NEEDS_HOST)
    def test_methods_of_a_store(self, method: str):
        """A method that needs a store says so, whatever the request."""
        assert code(method, b"\xff") == "needs_host"

    @pytest.mark.parametrize("method", METHODS)
    def test_ordinary_requests(self, method: str):
        """Every method has a good request, which is answered."""
        assert code(method, ORDINARY[method]) is None

    @pytest.mark.parametrize("name", REQUESTS)
    def test_refused(self, name: str):
        """What is wrong is refused with its code, and the next request is answered as ever."""
        wanted, request = REQUESTS[name]

        assert code("compile", request) == wanted
        assert code("compile", ORDINARY["compile"]) is None

    @pytest.mark.parametrize("name", ACCEPTED)
    def test_accepted(self, name: str):
        """What is only unusual is answered."""
        assert code("compile", ACCEPTED[name]) is None

    @pytest.mark.parametrize("method", [*METHODS, "nothing"])
    def test_any_method(self, method: str):
        """The same requests at every method get an answer that is well-formed."""
        for _, request in REQUESTS.values():
            answer(method, request)

    @pytest.mark.parametrize("method", METHODS)
    def test_torn_requests(self, method: str):
        """A request that ends too early, at whichever byte, is no JSON; one that begins too late is answered."""
        request = ORDINARY[method]
        codes = {code(method, request[:end]) for end in range(len(request))}
        for start in range(len(request)):
            answer(method, request[start:])

        assert codes == {"invalid_json"}

    @pytest.mark.parametrize("method", METHODS)
    def test_every_byte_replaced(self, method: str):
        """A request of which one byte, whichever, is another one is answered."""
        request = ORDINARY[method]
        for at in range(len(request)):
            for byte in (b"\0", b"\xff", b'"', b"\\", b"0", b"]"):
                answer(method, request[:at] + byte + request[at + 1 :])

    @pytest.mark.timeout(30)
    @pytest.mark.parametrize("method", ["compile", "chunk"])
    @pytest.mark.parametrize("name", SLOW)
    def test_no_request_hangs(self, name: str, method: str):
        """A megabyte that is made to be slow is answered; a square of its length would take hours."""
        answer(method, SLOW[name])

    def test_paths_hold_nothing_of_the_request(self):
        """A value that looks like the place in an error does not become its path."""
        request = compile_with(rest=b'"token_budget":9,"policy":{"truncate":"a - at `$.b"}')

        assert answer("compile", request)["error"]["path"] == "$.policy.truncate"

    @pytest.mark.parametrize("wrap", [bytearray, memoryview], ids=["bytearray", "memoryview"])
    def test_bytes_by_another_name(self, wrap: type):
        """Other kinds of bytes are taken as bytes."""
        assert call("compile", wrap(ORDINARY["compile"])) == call("compile", ORDINARY["compile"])

    def test_internal_is_in_the_table(self):
        """The code for our own faults exists, so that these tests can say that it is never seen."""
        assert CODES["internal"].category == "internal"
