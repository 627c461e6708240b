"""What messages cost (langchain-ai/langchain#40741, google-gemini/gemini-cli#16070): pixels, and what is sent beside."""

from typing import Any

import pytest

from cases.chats import compact
from cases.door import Json, ask, compiled, estimated
from cases.formats import Format, each_messages_format
from cases.recipes import expand
from cases.script import Answer, Call, Image, Script, model, tools, user

MODELS = (None, "gpt-4o", "gpt-5", "claude-sonnet-4-6", "claude-opus-5", "gemini-2.5-pro")
SIZES = ((64, 64), (640, 480), (1280, 720), (3000, 2000))

each_model = pytest.mark.parametrize("target_model", MODELS)
each_size = pytest.mark.parametrize("size", SIZES, ids=str)


def picture(size: tuple[int, int], pad: int = 100) -> Image:
    """An image of a size."""
    return Image(expand({"$b64png": {"width": size[0], "height": size[1], "pad": pad}}))


def price(image: Image, target_model: str | None) -> int:
    """What it costs as a fragment of its own."""
    fragment = {"media": {"mime": "image/png", "bytes_b64": image.data}}
    request = {"query": "q", "fragments": [fragment], "token_budget": 1_000_000, "target_model": target_model}
    return int(compiled(request)["insights"]["tokens_in"])


def cost(form: Format, script: Script, **more: object) -> int:
    """What a conversation costs."""
    return int(form.fitted(script, 1_000_000, **more)["insights"]["tokens_in"])


class TestImages:
    """Images in messages of every form."""

    @each_messages_format
    @each_size
    @each_model
    def test_a_users_image_costs_its_pixels(self, form: Format, size: tuple[int, int], target_model: str | None):
        """The price is that of the image alone, whatever holds it: neither that of its base64, nor nothing."""
        image = picture(size)
        shown = cost(form, [user("look", image)], target_model=target_model)
        told = cost(form, [user("look")], target_model=target_model)
        assert shown - told == price(image, target_model) > 0

    @each_messages_format
    @each_model
    def test_the_length_of_an_image_does_not_matter(self, form: Format, target_model: str | None):
        """Of two images of one size the larger file costs no token more."""
        costs = [
            cost(form, [user("look", picture((640, 480), pad))], target_model=target_model) for pad in (0, 300_000)
        ]
        assert costs[0] == costs[1]

    @each_messages_format
    def test_an_image_of_a_tool_costs_the_same(self, form: Format):
        """In a result, where screenshots are, it costs what it costs elsewhere."""
        image = picture((1280, 720), 30_000)
        call = [user("look"), model(Call("s1", "screenshot", {}))]
        shown = cost(form, [*call, tools(Answer("s1", ("title", image)))])
        told = cost(form, [*call, tools(Answer("s1", "title"))])
        # Where results hold no images, it stands in a message of its own.
        assert shown - told - price(image, None) in (0, 4)

    @each_messages_format
    def test_larger_images_cost_more(self, form: Format):
        """No flat price stands for all."""
        costs = [cost(form, [user("look", picture(size))], target_model="claude-sonnet-4-6") for size in SIZES[:3]]
        assert costs == sorted(set(costs))

    def test_an_image_at_an_address_costs_something(self):
        """Its size is not known, so it costs what the largest can."""
        parts = [{"type": "text", "text": "look"}, {"type": "image_url", "image_url": {"url": "https://a.test/b.png"}}]
        request = {"messages": [{"role": "user", "content": parts}], "token_budget": 100_000}
        assert ask("compile_messages", request)["insights"]["tokens_in"] >= price(picture((1280, 720)), None)


TOOLS: tuple[Json, ...] = tuple(
    {
        "name": f"tool_{number}",
        "description": "Читает файл и возвращает его 内容 in lines.",
        "input_schema": {"type": "object", "properties": {"path": {"type": "string"}}, "required": ["path"]},
    }
    for number in range(12)
)
SYSTEM = "You are a careful engineer. " * 30

BESIDE: dict[str, Any] = {
    "system": {"system": SYSTEM},
    "system in blocks": {"system": [{"type": "text", "text": SYSTEM, "cache_control": {"type": "ephemeral"}}]},
    "tools": {"tools": list(TOOLS)},
    "both": {"system": SYSTEM, "tools": list(TOOLS)},
}

SHORT: Script = [user("go"), model("done"), user("thanks")]

each_beside = pytest.mark.parametrize("beside", BESIDE.values(), ids=BESIDE)


def texts_of(beside: Json) -> list[str]:
    """What is counted of them."""
    return [value if isinstance(value, str) else compact(value) for value in beside.values()]


class TestBeside:
    """The system text, and the tools with their schemas."""

    @each_messages_format
    @each_beside
    def test_they_are_counted_once(self, form: Format, beside: Json):
        """Each costs its text and the 4 tokens of a message, in what comes in and in what goes out."""
        answer = form.fitted(SHORT, 100_000, **beside)
        more = sum(estimated(*texts_of(beside))) + 4 * len(beside)
        bare = form.fitted(SHORT, 100_000)["insights"]
        assert answer["insights"]["tokens_in"] - bare["tokens_in"] == more
        assert answer["insights"]["tokens_out"] - bare["tokens_out"] == more

    @each_messages_format
    @each_beside
    def test_they_are_not_returned(self, form: Format, beside: Json):
        """Who sends them has them."""
        answer = form.fitted(SHORT, 100_000, **beside)
        assert ("system" in answer, "tools" in answer) == (False, False)

    @each_messages_format
    @each_beside
    def test_the_smallest_budget_has_room_for_them(self, form: Format, beside: Json):
        """Where they leave too little for the newest message, the error says how much would do."""
        error = form.fitted(SHORT, 20, **beside)["error"]
        least = error["data"]["min_budget"]
        answer = form.fitted(SHORT, least, **beside)
        assert error["code"] == "pinned_does_not_fit"
        assert answer["insights"]["tokens_out"] <= least
        assert form.fitted(SHORT, least - 1, **beside)["error"]["data"]["min_budget"] == least

    @each_messages_format
    @each_beside
    def test_they_take_room_from_the_messages(self, form: Format, beside: Json):
        """A conversation that just fits alone is cut when they stand beside it."""
        script = [user("go"), model("a long report " * 400), user("thanks")]
        whole = cost(form, script)
        more = sum(estimated(*texts_of(beside))) + 4 * len(beside)
        assert form.fitted(script, whole + more, **beside)["messages"] == form.records(script)
        assert form.fitted(script, whole + more - 1, **beside)["messages"] != form.records(script)

    @each_messages_format
    def test_a_reserve_is_taken_off_as_well(self, form: Format):
        """What is to be answered needs room too."""
        whole = cost(form, SHORT)
        policy = {"response_reserve_tokens": 500}
        assert form.fitted(SHORT, whole + 500, policy=policy)["messages"] == form.records(SHORT)
        error = form.fitted(SHORT, 501, policy=policy)["error"]
        assert form.fitted(SHORT, error["data"]["min_budget"], policy=policy)["insights"]["tokens_out"] <= whole
