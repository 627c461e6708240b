"""The records of a host with a store: what it resolves, sums up and keeps between sessions."""

from msgspec import Struct

from contextc.model import MediaRef, Record, SourceReference, as_u64
from contextc.vocabulary import U64


class IngestRoots(Struct, frozen=True):
    """Folders whose files a request may name by path; a host resolves and reads them.

    >>> IngestRoots(["/srv/data"]).paths
    ['/srv/data']
    """

    paths: list[str] = []


class ContextSource(Record, frozen=True, kw_only=True):
    """What a handle stands for."""

    handle: str
    content: str
    media: MediaRef | None = None


class ContextSavings(Struct, frozen=True, kw_only=True):
    """Exact sums over recorded compilations."""

    events: int
    tokens_in: int
    tokens_out: int
    tokens_saved: int
    cost_saved_micros_by_currency: dict[str, int]
    truncated: bool


class ContextFact(Record, frozen=True, kw_only=True):
    """A statement, and where it comes from."""

    text: str
    source: SourceReference | None = None


class ContextDecisionRef(Record, frozen=True, kw_only=True):
    """A decision of an earlier compilation."""

    fragment_id: U64
    rule_id: str

    def __post_init__(self) -> None:
        as_u64(self, "fragment_id")


class WorkingContext(Struct, frozen=True, kw_only=True):
    """What a session must not forget. Every list is written, also when it is empty.

    >>> WorkingContext(goal="ship", pending_actions=["tag"]).verified_facts
    []
    """

    goal: str | None = None
    active_constraints: list[ContextFact] = []
    decisions: list[ContextDecisionRef] = []
    verified_facts: list[ContextFact] = []
    open_hypotheses: list[ContextFact] = []
    exact_evidence: list[SourceReference] = []
    pending_actions: list[str] = []


class WorkingContextSession(Struct, frozen=True, kw_only=True):
    """A saved session and when it was saved, in Unix seconds."""

    session: str
    saved_at: int


class WorkingContextIndex(Struct, frozen=True, kw_only=True):
    """The sessions of a project."""

    sessions: list[WorkingContextSession] = []


class LoadedWorkingContext(Struct, frozen=True, kw_only=True):
    """The answer to a load: what was found, and the project's other sessions."""

    found: bool
    working: WorkingContext | None
    other_sessions: list[str]
