"""One file a format of messages, and the table of them: a new format is a file and a row."""

from collections.abc import Sequence
from typing import Protocol

from contextc.transcript.outgoing import OutTurn
from contextc.transcript.writers import anthropic, gemini, langchain, openai, responses
from contextc.transcript.writers.utterances import Written
from contextc.vocabulary import MessagesFormat

__all__ = ["WRITERS", "Writer", "Written", "write"]


class Writer(Protocol):
    """What writes a format."""

    def __call__(self, turns: Sequence[OutTurn]) -> Written:
        """The messages of the turns."""
        ...


WRITERS: dict[MessagesFormat, Writer] = {
    MessagesFormat.OPENAI: openai.write,
    MessagesFormat.OPENAI_RESPONSES: responses.write,
    MessagesFormat.ANTHROPIC: anthropic.write,
    MessagesFormat.GEMINI: gemini.write,
    MessagesFormat.LANGCHAIN: langchain.write,
}


def write(turns: Sequence[OutTurn], format: MessagesFormat) -> Written:
    """Turns as messages of a provider.

    >>> from contextc.transcript.outgoing import OutPart
    >>> from contextc.transcript.turns import Text
    >>> turns = [OutTurn(role=role, parts=(OutPart(part=Text(text=role)),)) for role in ("system", "user")]
    >>> write(turns, MessagesFormat.ANTHROPIC)
    Written(messages=[{'role': 'user', 'content': 'user'}], system='system')
    """
    return WRITERS[format](turns)
