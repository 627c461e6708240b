"""A conversation in few words: what every format of an agent's session is made of, here."""

from typing import NamedTuple

from cases.door import Json


class Call(NamedTuple):
    """What a tool is asked."""

    id: str
    name: str
    arguments: Json


class Image(NamedTuple):
    """A PNG in base64."""

    data: str


class Answer(NamedTuple):
    """What a tool says: a text, or several, with images between."""

    id: str
    content: "str | tuple[str | Image, ...]" = ""
    failed: bool = False

    @property
    def items(self) -> "tuple[str | Image, ...]":
        """The content as a list."""
        return (self.content,) if isinstance(self.content, str) else self.content


class Thought(NamedTuple):
    """What a model thought, and what its provider signs it with."""

    text: str
    signature: str


Part = str | Call | Image | Answer | Thought


class Turn(NamedTuple):
    """What one speaker says."""

    role: str
    parts: tuple[Part, ...]


Script = list[Turn]


def system(text: str) -> Turn:
    """The system's turn."""
    return Turn("system", (text,))


def user(*parts: str | Image) -> Turn:
    """The user's."""
    return Turn("user", parts)


def model(*parts: str | Call | Thought) -> Turn:
    """The model's."""
    return Turn("assistant", parts)


def tools(*parts: Answer) -> Turn:
    """That of the tools."""
    return Turn("tool", parts)


def asked(id: str, name: str, answer: str, **arguments: object) -> Script:
    """A call and its result."""
    return [model(Call(id, name, arguments)), tools(Answer(id, answer))]


def answers(script: Script) -> dict[int, dict[str, Answer]]:
    """Turn of the model -> the answers to its calls, which come before it speaks again."""
    found: dict[int, dict[str, Answer]] = {}
    last = -1
    for place, turn in enumerate(script):
        if turn.role == "assistant":
            last = place
        for part in turn.parts:
            if isinstance(part, Answer):
                found.setdefault(last, {})[part.id] = part
    return found


def names(script: Script) -> dict[tuple[int, str], str]:
    """Turn and id of an answer -> the name of the tool that gives it: that of the latest call with this id."""
    known: dict[str, str] = {}
    found: dict[tuple[int, str], str] = {}
    for place, turn in enumerate(script):
        for part in turn.parts:
            if isinstance(part, Call):
                known[part.id] = part.name
            elif isinstance(part, Answer):
                found[place, part.id] = known.get(part.id, "unknown")
    return found
