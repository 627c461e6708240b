"""The types of every method -> JSON Schema 2020-12; `wire/schema/` holds the result, and a test holds the two together."""

import ast
import inspect
from collections.abc import Callable
from itertools import pairwise
from types import ModuleType
from typing import Any

import msgspec

import contextc.model
import contextc.recall.answer
import contextc.recall.bridge
import contextc.recall.hits
import contextc.recall.policy
import contextc_wire.messages
from contextc.vocabulary import U64
from contextc_wire.dispatch import METHODS
from contextc_wire.messages import ErrorResponse

DIALECT = "https://json-schema.org/draft/2020-12/schema"

ID_IN: dict[str, Any] = {
    "anyOf": [
        {"type": "integer", "minimum": 0, "maximum": 2**64 - 1},
        {"type": "string", "pattern": r"^\+?[0-9]+$", "maxLength": 64},
    ],
    "description": "An unsigned 64-bit id, as an integer or as its decimal digits.",
}
ID_OUT: dict[str, Any] = {
    "type": "string",
    "pattern": "^[0-9]{1,20}$",
    "description": "An unsigned 64-bit id as its decimal digits.",
}


def schemas() -> dict[str, dict[str, Any]]:
    """The schema of every request and response by `<method>.request` and `<method>.response`, and that of `error`.

    >>> schemas()["echo.request"]["title"]
    'echo.request'
    """
    made: dict[str, dict[str, Any]] = {}
    for name, method in METHODS.items():
        made[f"{name}.request"] = _schema(f"{name}.request", method.request, ID_IN)
        made[f"{name}.response"] = _schema(f"{name}.response", method.response, ID_OUT)
    made["error"] = _schema("error", ErrorResponse, ID_OUT)
    return made


def render(schema: dict[str, Any]) -> str:
    r"""A schema as the text of its file.

    >>> render({"type": "string"})
    '{\n  "type": "string"\n}\n'
    """
    return msgspec.json.format(msgspec.json.encode(schema), indent=2).decode() + "\n"


def _schema(title: str, record: Any, id_schema: dict[str, Any]) -> dict[str, Any]:
    (body,), definitions = msgspec.json.schema_components(
        (record,), schema_hook=_hook(id_schema), ref_template="#/$defs/{name}"
    )
    schema: dict[str, Any] = {"$schema": DIALECT, "title": title, **body}
    for definition in definitions.values():
        definition["description"] = definition.get("description", "").partition("\n\n>>> ")[0]
        if "properties" in definition:
            _describe(definition["properties"], FIELD_TEXTS[definition["title"]])
    if definitions:
        schema["$defs"] = definitions
    return schema


def _describe(properties: dict[str, dict[str, Any]], texts: dict[str, str]) -> None:
    for field, text in texts.items():
        if field in properties:
            properties[field]["description"] = text


def _field_texts(*modules: ModuleType) -> dict[str, dict[str, str]]:
    """The strings that stand under the fields of every class, which Python itself drops."""
    texts: dict[str, dict[str, str]] = {}
    for module in modules:
        for definition in ast.parse(inspect.getsource(module)).body:
            if isinstance(definition, ast.ClassDef):
                texts[definition.name] = {}
                for field, below in pairwise(definition.body):
                    match field, below:
                        case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(value=ast.Constant(value=str(text))):
                            texts[definition.name][name] = text
                        case _:
                            pass
    return texts


FIELD_TEXTS = _field_texts(
    contextc.model,
    contextc.recall.hits,
    contextc.recall.policy,
    contextc.recall.answer,
    contextc.recall.bridge,
    contextc_wire.messages,
)


def _hook(id_schema: dict[str, Any]) -> Callable[[type], dict[str, Any]]:
    def hook(kind: type) -> dict[str, Any]:
        if kind is U64:
            return id_schema
        raise NotImplementedError(kind)

    return hook
