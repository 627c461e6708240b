"""The table of methods and the door in front of it."""

import json

import pytest

from contextc import ContextcError, ContextCompiler, Limits
from contextc.errors import CODES
from contextc_wire import Wire, call
from contextc_wire.dispatch import METHODS, NEEDS_HOST, Method


def error_of(answer):
    """The error document."""
    return json.loads(answer)["error"]


def test_unknown_method_lists_the_known():
    """A wrong name is answered with the right ones."""
    error = error_of(call("compilee", b"{}"))

    assert ("unknown_method", list(METHODS)) == (error["code"], error["data"]["methods"])


@pytest.mark.parametrize("method", NEEDS_HOST)
def test_store_methods_need_a_host(method):
    """A door without a store says so."""
    assert error_of(call(method, b"{}"))["code"] == "needs_host"


def test_faults_of_ours_are_answers():
    """An exception inside a method is the error `internal`."""

    def broken(wire, request):
        raise ZeroDivisionError("boom")

    wire = Wire(methods={"broken": Method(dict, dict, broken)})

    assert error_of(wire.call("broken", b"{}"))["code"] == "internal"


def test_host_methods_replace_ours():
    """A host lays its own rows over the table."""
    wire = Wire(methods={"echo": METHODS["echo"]._replace(run=lambda wire, request: "mine")})

    assert wire.call("echo", b"1") == b'"mine"'


def test_host_methods_need_no_host():
    """A method that a host brings is answered, and no longer listed as one that needs a host."""
    wire = Wire(methods={"recall": METHODS["echo"]._replace(run=lambda wire, request: "mine")})

    assert wire.call("recall", b"{}") == b'"mine"'
    assert "recall" not in json.loads(wire.call("describe", b"{}"))["needs_host"]


def test_compiler_of_the_door_sets_the_caps():
    """Limits come from the host's compiler."""
    wire = Wire(ContextCompiler(limits=Limits.strict()))
    request = json.dumps({"query": "", "token_budget": 9, "fragments": [{}] * 1025})

    assert (error_of(wire.call("compile", request))["code"], "error" in json.loads(call("compile", request))) == (
        "over_limit",
        False,
    )


def test_describe_names_everything():
    """`describe` lists methods, codes and rules."""
    answer = json.loads(call("describe", b"{}"))

    assert (answer["wire"], answer["methods"], answer["codes"]) == (1, list(METHODS), list(CODES))
    assert {rule["id"]: rule["can_be_disabled"] for rule in answer["rules"]}["preserve.default"] is False


def test_echo_gives_back_what_it_got():
    """`echo` keeps keys, order, and a key named error inside."""
    assert call("echo", '{"error":{"b":[1,"é",null]}}'.encode()) == '{"echo":{"error":{"b":[1,"é",null]}}}'.encode()


def test_text_is_taken_as_utf8():
    """A request may be text instead of bytes."""
    assert call("echo", '"é"') == call("echo", '"é"'.encode())


def test_half_a_surrogate_pair_is_no_request():
    """Text without a UTF-8 form is refused."""
    assert error_of(call("echo", '"\ud800"'))["code"] == "invalid_json"


def test_every_code_has_one_class():
    """The error table maps a code to the class that carries it."""
    assert [error.code for error in CODES.values()] == list(CODES)
    assert all(issubclass(error, ContextcError) and error.category for error in CODES.values())
