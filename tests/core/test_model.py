"""Records turn plain ints into ids, so that ids are written as strings."""

import pickle
from typing import get_args

import msgspec
import pytest

from contextc import model, stored
from contextc.model import CompiledSection, ContextDecision, ContextFragment, Record
from contextc.vocabulary import U64, ContextAction, FidelityRisk, SectionKind

RECORDS = [
    record
    for module in (model, stored)
    for record in vars(module).values()
    if isinstance(record, type) and issubclass(record, msgspec.Struct) and record.__module__ == module.__name__
]
ID_FIELDS = [
    (record, field)
    for record in RECORDS
    for field in msgspec.structs.fields(record)
    if U64 in (field.type, *get_args(field.type))
]
SAMPLES = {
    str: "a",
    str | None: None,
    int: 1,
    float: 0.5,
    U64: 7,
    ContextAction: ContextAction.DROP,
    FidelityRisk: FidelityRisk.LOW,
    SectionKind: SectionKind.BODY,
    list[U64]: [7],
    model.SegmentKind: model.SegmentKind.BODY,
}


def test_there_are_id_fields():
    """The walk below finds the records that carry ids."""
    assert {"ContextFragment", "ContextDecision", "CompiledSection", "SegmentInfo", "ContextDecisionRef"} <= {
        record.__name__ for record, _ in ID_FIELDS
    }


@pytest.mark.parametrize(
    ("record", "field"), ID_FIELDS, ids=lambda value: getattr(value, "name", None) or value.__name__
)
def test_an_int_in_an_id_field_becomes_an_id(record: type[Record], field: msgspec.structs.FieldInfo):
    """Every constructor makes a plain int in an id field an id."""
    required = {other.encode_name: SAMPLES[other.type] for other in msgspec.structs.fields(record) if other.required}
    many = field.type == list[U64]
    value = getattr(record(**{**required, field.name: [7] if many else 7}), field.name)
    assert ([U64] if many else U64) == ([type(id) for id in value] if many else type(value))


def test_ids_may_be_ids_already():
    """An id stays as it is."""
    section = CompiledSection(kind=SectionKind.BODY, content="a", fragment_ids=[U64(1)])
    assert ([type(id) for id in section.fragment_ids], type(ContextFragment(id=U64(1)).id)) == ([U64], U64)


def test_no_id_stays_none():
    """An absent id is not made one."""
    assert ContextFragment().id is None


def test_absent_fields_are_not_written():
    """A record writes what is set, in the order of its fields."""
    decision = ContextDecision(
        fragment_id=1,
        content_hash=2,
        action=ContextAction.PRESERVE,
        rule_id="preserve.default",
        relevance=0.5,
        risk=FidelityRisk.LOW,
        reason="r",
    )
    assert msgspec.json.encode(decision, enc_hook=str) == (
        b'{"fragment_id":"1","content_hash":"2","action":"preserve","rule_id":"preserve.default","relevance":0.5,'
        b'"risk":"low","reason":"r"}'
    )


def test_records_are_values():
    """Equal fields make equal records, a record cannot be changed, and it survives pickling."""
    one = ContextFragment(content="a", id=7)
    assert (one, True) == (pickle.loads(pickle.dumps(one)), one == ContextFragment(content="a", id=7))
    with pytest.raises(AttributeError):
        one.content = "b"
