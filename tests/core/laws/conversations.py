"""Hypothesis -> conversations as agents have them, before any provider gives them a shape: who says, thinks, asks and answers what.

A sound one is what every provider takes: no text is blank, every call is answered before anybody speaks again, the user
begins. A broken one has all that goes wrong in the field; it is read all the same.
"""

import base64
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from hypothesis import strategies as st

from core.laws import strategies


class Text(NamedTuple):
    """What is said, or what a tool printed."""

    text: str


class Picture(NamedTuple):
    """An image."""

    mime: str
    data: str
    """In base64."""


class Thought(NamedTuple):
    """What a model thought."""

    text: str
    seal: str | None
    """What its provider checks."""


class Call(NamedTuple):
    """What a tool is asked."""

    id: str
    name: str
    arguments: dict[str, Any]


class Result(NamedTuple):
    """What a tool answered."""

    id: str
    name: str
    blocks: tuple[Text | Picture, ...]
    failed: bool


class Odd(NamedTuple):
    """A block that says nothing to anybody but its provider."""

    number: int


Block = Text | Picture | Thought | Call | Result | Odd


class Message(NamedTuple):
    """What one speaker says: `system`, `developer`, `user`, `assistant` or `tool`."""

    role: str
    blocks: tuple[Block, ...]

    @property
    def texts(self) -> list[str]:
        """The texts in it."""
        return [block.text for block in self.blocks if isinstance(block, Text)]

    @property
    def pictures(self) -> list[Picture]:
        """The images in it."""
        return [block for block in self.blocks if isinstance(block, Picture)]

    @property
    def calls(self) -> list[Call]:
        """The calls in it."""
        return [block for block in self.blocks if isinstance(block, Call)]


Story = list[Message]

# What is said

CODE = "Like this:\n```py\ndef read(station):\n    return gauges[station]\n```\nIs that right?"
LOG = "".join(f"2026-07-18T10:23:{n:02} gauge {n % 3} at {140 + n}\n" for n in range(40))
SAID = (
    *strategies.PROSE,
    *strategies.TELLING,
    "continue",
    "yes",
    CODE,
    LOG,
    "The weir stands at 142 and rises. " * 30,
    "水位は一四二センチです。" * 40,
    "```\n" + "level = 142\n" * 60 + "```\n",
    "~~~\nnever closed\n" * 3,
    base64.b64encode(bytes(range(256)) * 6).decode(),
    "x" * 1500,
    "[… 2 messages left out, 9 tokens: ctx://source/7 …]",
)
BLANKS = ("", " ", "\n\n", "\u3000")
PICTURES = tuple(
    Picture(mime, base64.b64encode(data).decode())
    for mime, data in (
        ("image/png", strategies.png(8, 8)),
        ("image/png", strategies.png(640, 480)),
        ("image/gif", b"GIF89a\x40\x01\xf0\0\x80\0\0\0\0\0\xff\xff\xff,\0\0\0\0\x01\0\x01\0\0\x02\x02D\x01\0;"),
    )
)

texts = st.one_of(
    st.sampled_from(SAID), st.sampled_from(SAID), strategies.prose(), strategies.fenced(), strategies.texts()
).filter(lambda text: bool(text.strip()))
pictures = st.sampled_from(PICTURES)
ASKED: tuple[tuple[str, dict[str, Any]], ...] = (
    ("read_file", {"path": "a.py"}),
    ("read_file", {"path": "a.py", "offset": 3}),
    ("read_file", {"path": "b.py"}),
    ("ping", {}),
    ("write_file", {"path": "a.py", "text": "level = 142\n" * 40}),
    ("search", {"words": ["水位", "weir"], "most": 1.5, "nested": {"a": [None, True]}}),
)
"""Few, so that tools are often asked the same again."""


class Ids(NamedTuple):
    """How calls are named."""

    unique: bool
    pattern: str

    def of(self, number: int, place: int) -> str:
        """Of the `number`th call of all, which stands at a place of its message."""
        return self.pattern.format(number if self.unique else place)


UNIQUE = (Ids(True, "call_{}"), Ids(True, "toolu_01A2b3C4d5e6{:04}"), Ids(True, "{:040}"))
AGAIN = Ids(False, "call_{}")
"""Every message counts anew."""


class _Teller:
    """A story in the making."""

    def __init__(self, draw: st.DrawFn, ids: Ids, seals: bool | None) -> None:
        self.draw = draw
        self.ids = ids
        self.seals = seals
        self.asked = self.thoughts = 0
        self.story: Story = []

    def say(self, role: str, *blocks: Block) -> None:
        """A message."""
        self.story.append(Message(role, blocks))

    def text(self) -> Text:
        """Any text."""
        return Text(self.draw(texts))

    def user(self) -> None:
        """Texts and images of the user, in one message or in several."""
        for _ in range(self.draw(st.sampled_from((1, 1, 1, 2, 3)))):
            blocks: list[Block] = [self.text() for _ in range(self.draw(st.sampled_from((1, 1, 2))))]
            if self.draw(st.integers(0, 5)) == 0:
                blocks.insert(self.draw(st.integers(0, 1)), self.draw(pictures))
            self.say("user", *blocks)

    def thinking(self) -> list[Block]:
        """A thought, signed or not, or none."""
        if self.draw(st.booleans()):
            return []
        self.thoughts += 1
        sealed = self.draw(st.booleans()) if self.seals is None else self.seals
        hidden = sealed and self.draw(st.integers(0, 2)) == 0
        return [Thought("" if hidden else self.draw(texts), f"{'s' * 40}{self.thoughts:03}=" if sealed else None)]

    def calls(self) -> list[Call]:
        """Some calls in one message."""
        made: list[Call] = []
        for place in range(self.draw(st.sampled_from((1, 1, 1, 2, 3, 4)))):
            name, arguments = self.draw(st.sampled_from(ASKED))
            made.append(Call(self.ids.of(self.asked, place), name, arguments))
            self.asked += 1
        return made

    def assistant(self) -> list[Call]:
        """Thoughts, text and calls; at least one of the last two."""
        calls = self.calls() if self.draw(st.integers(0, 2)) else []
        said: list[Block] = [self.text()] if not calls or self.draw(st.booleans()) else []
        odd: list[Block] = [Odd(len(self.story))] if said and self.draw(st.integers(0, 7)) == 0 else []
        self.say("assistant", *self.thinking(), *odd, *said, *calls)
        return calls

    def result(self, call: Call) -> Result:
        """What a tool answers, often what it answered before."""
        blocks: list[Text | Picture] = [self.text() for _ in range(self.draw(st.sampled_from((1, 1, 1, 2))))]
        if self.draw(st.integers(0, 9)) == 0:
            blocks.append(self.draw(pictures))
        return Result(call.id, call.name, tuple(blocks), self.draw(st.integers(0, 4)) == 0)

    def results(self, calls: Sequence[Call]) -> None:
        """All answers, in any order."""
        self.say("tool", *map(self.result, self.draw(st.permutations(calls))))


@st.composite
def sound(
    draw: st.DrawFn, *, again: bool = False, seals: bool | None = None, echo: bool = False, most: int = 4
) -> Story:
    """A story that every provider takes.

    `again` lets ids come again in later messages; `seals` says whether thoughts are signed; with `echo` the user says
    last what somebody said before.
    """
    teller = _Teller(draw, draw(st.sampled_from((*UNIQUE, AGAIN, AGAIN) if again else UNIQUE)), seals)
    for role in draw(st.sampled_from(((), ("system",), ("system", "developer")))):
        teller.say(role, teller.text())
    for _ in range(draw(st.integers(1, most))):
        teller.user()
        calling = True
        for _ in range(draw(st.integers(0, 3))):
            calls = teller.assistant() if calling else []
            calling = bool(calls)
            if calls:
                teller.results(calls)
    if echo:
        said = [block for message in teller.story for block in message.blocks if isinstance(block, (Text, Picture))]
        teller.say("user", *draw(st.lists(st.sampled_from(said), min_size=1, max_size=2)))
    elif draw(st.booleans()):
        teller.user()
    return teller.story


# What goes wrong

Damage = Callable[[st.DrawFn, Story], None]


def _place(draw: st.DrawFn, story: Story) -> int:
    return draw(st.integers(0, len(story) - 1))


def _gone(draw: st.DrawFn, story: Story) -> None:
    """A message is missing: the user interrupted the tools, or a result has lost its call."""
    if len(story) > 1:
        del story[_place(draw, story)]


def _half_gone(draw: st.DrawFn, story: Story) -> None:
    """A block is missing."""
    at = _place(draw, story)
    blocks = list(story[at].blocks)
    if len(blocks) > 1:
        del blocks[draw(st.integers(0, len(blocks) - 1))]
    story[at] = Message(story[at].role, tuple(blocks))


def _moved(draw: st.DrawFn, story: Story) -> None:
    """A message is somewhere else."""
    story.insert(_place(draw, story), story.pop(_place(draw, story)))


def _twice(draw: st.DrawFn, story: Story) -> None:
    """A message comes again."""
    story.insert(_place(draw, story), story[_place(draw, story)])


def _blank(draw: st.DrawFn, story: Story) -> None:
    """A message says nothing."""
    blank = Text(draw(st.sampled_from(BLANKS)))
    blocks = draw(st.sampled_from(((), (blank,), (blank, blank))))
    story.insert(_place(draw, story), Message(draw(st.sampled_from(("user", "assistant", "system"))), blocks))


def _orphan(draw: st.DrawFn, story: Story) -> None:
    """A result of a call that nobody made."""
    blocks = draw(st.sampled_from(((), (Text(""),), (Text("lost"),), (Text("lost"), PICTURES[0]))))
    story.insert(_place(draw, story), Message("tool", (Result("nobody", "ping", blocks, draw(st.booleans())),)))


def _empty_result(draw: st.DrawFn, story: Story) -> None:
    """A tool answers with nothing."""
    at = _place(draw, story)
    blocks = [block._replace(blocks=()) if isinstance(block, Result) else block for block in story[at].blocks]
    story[at] = Message(story[at].role, tuple(blocks))


def _spoken_between(draw: st.DrawFn, story: Story) -> None:
    """Somebody speaks, perhaps between a call and its result."""
    role = draw(st.sampled_from(("system", "developer", "user", "assistant")))
    story.insert(_place(draw, story), Message(role, (Text(draw(texts)),)))


def _thought_alone(draw: st.DrawFn, story: Story) -> None:
    """The assistant thinks, and says nothing."""
    thought = Thought("Hm.", draw(st.sampled_from((None, "t" * 60))))
    story.insert(_place(draw, story), Message("assistant", (thought,)))


LOST: tuple[Damage, ...] = (_gone, _half_gone, _orphan, _empty_result)
SPOKEN: tuple[Damage, ...] = (_spoken_between,)
BLANK: tuple[Damage, ...] = (_blank,)
THOUGHT: tuple[Damage, ...] = (_thought_alone,)
DAMAGES = (*LOST, *SPOKEN, *BLANK, *THOUGHT, _moved, _twice)


@st.composite
def broken(draw: st.DrawFn, damages: Sequence[Damage], *, most: int = 3) -> Story:
    """A story with up to three things wrong."""
    story = draw(sound(again=True, most=most))
    for damage in draw(st.lists(st.sampled_from(damages), min_size=1, max_size=3)):
        damage(draw, story)
    return story
