"""Objects as other packages have them, without those packages."""

from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any


@dataclass
class Item:
    """As LangGraph's store gives one."""

    namespace: tuple[str, ...]
    key: str
    value: dict[str, Any]
    created_at: datetime
    score: float | None = None


@dataclass
class Node:
    """As LlamaIndex has one."""

    text: str
    node_id: str
    metadata: dict[str, Any] = field(default_factory=dict)


@dataclass
class NodeWithScore:
    """As a retriever of LlamaIndex gives one."""

    node: Node
    score: float | None


@dataclass
class Document:
    """As Haystack has one."""

    id: str
    content: str | None
    meta: dict[str, Any]
    score: float | None


@dataclass
class Edge:
    """As Graphiti has one."""

    uuid: str
    name: str
    fact: str
    valid_at: datetime | None
    invalid_at: datetime | None
    expired_at: datetime | None = None
    attributes: dict[str, Any] = field(default_factory=dict)


@dataclass
class Answer:
    """As Graphiti's and Zep's search gives edges, and a query engine of LlamaIndex its nodes."""

    edges: list[Edge] = field(default_factory=list)
    source_nodes: list[NodeWithScore] = field(default_factory=list)


class Resource:
    """As a node of LlamaIndex with several media has one: its text is asked for."""

    node_id = "n"
    metadata = {"page": 3}

    @property
    def text(self) -> str:
        """Not of this kind of node."""
        raise ValueError("no text node")

    def get_content(self) -> str:
        """The text."""
        return "tea"


DAY = datetime(2025, 1, 1, tzinfo=UTC)
