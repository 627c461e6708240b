"""The rules by which providers charge, against the figures that they publish."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from contextc.image_rules import Area, Crops, ImageRule, Patches, PricedPatches, Tiles

STANDARD = Patches(28, edge=1568, most=1568)
HIGH = Patches(28, edge=2576, most=4784)
BUDGET = PricedPatches(edge=2048, budget=2500, percent=120)
ORIGINAL = PricedPatches(edge=65_535, budget=30_000, percent=120, shrinks=False)
TILES = Tiles(base=85, tile=170)
CROPS = Crops(258)

RULES: tuple[ImageRule, ...] = (
    Area(750, most=9000),
    STANDARD,
    HIGH,
    BUDGET,
    ORIGINAL,
    PricedPatches(edge=2048, budget=1536, percent=246),
    PricedPatches(edge=6000, budget=10_000, percent=120),
    TILES,
    CROPS,
)

sides = st.one_of(
    st.integers(1, 5000), st.integers(1, 2**32 - 1), st.integers(0, 32).map(lambda bits: max(1, 2**bits - 1))
)


@pytest.mark.parametrize(
    ("width", "height", "tokens"),
    [(1024, 768, 1049), (800, 600, 640), (64, 48, 5), (30, 25, 1), (1, 1, 1), (2**32 - 1, 2**32 - 1, 9000)],
)
def test_area(width: int, height: int, tokens: int):
    """So many pixels a token, rounded up, and never above the most."""
    assert tokens == Area(750, most=9000).tokens(width, height)


@pytest.mark.parametrize(
    ("rule", "width", "height", "tokens"),
    [
        (STANDARD, 200, 200, 64),
        (STANDARD, 1000, 1000, 1296),
        (STANDARD, 1092, 1092, 1521),
        (STANDARD, 1920, 1080, 1560),
        (STANDARD, 1080, 1920, 1560),
        (STANDARD, 2000, 1500, 1564),
        (STANDARD, 3840, 2160, 1560),
        (STANDARD, 1075, 1520, 33 * 47),
        (HIGH, 200, 200, 64),
        (HIGH, 1920, 1080, 2691),
        (HIGH, 3840, 2160, 4784),
        (HIGH, 6000, 4000, 4704),
        (HIGH, 3024, 1964, 4760),
    ],
)
def test_patches(rule: Patches, width: int, height: int, tokens: int):
    """Anthropic's table of sizes: patches of 28 pixels, shrunk to the larger of the sizes that keep both limits."""
    assert tokens == rule.tokens(width, height)


@pytest.mark.parametrize(("width", "height"), [(1569, 1), (1, 1569), (100_000, 10), (2**32 - 1, 1)])
def test_patches_of_a_strip(width: int, height: int):
    """An elongated image shrinks to the longest edge."""
    assert STANDARD.tokens(width, height) == 56


@pytest.mark.parametrize(
    ("rule", "width", "height", "tokens"),
    [
        (BUDGET, 1024, 1024, 1229),
        (BUDGET, 2048, 2048, 3000),
        (BUDGET, 512, 512, 308),
        (BUDGET, 4096, 512, 615),
        (PricedPatches(edge=65_535, budget=2500, percent=120), 4096, 512, 2458),
        (PricedPatches(edge=65_535, budget=1536, percent=100), 1800, 2400, 1452),
        (PricedPatches(edge=2048, budget=1536, percent=100), 1024, 1024, 1024),
        (PricedPatches(edge=2048, budget=1536, percent=120), 2048, 768, 1844),
        (PricedPatches(edge=2048, budget=1536, percent=162), 1024, 1024, 1659),
        (ORIGINAL, 3840, 2160, 9792),
        (ORIGINAL, 4800, 6400, 36_000),
        (ORIGINAL, 4801, 6401, 36_000),
        (ORIGINAL, 1, 1, 2),
    ],
)
def test_priced_patches(rule: PricedPatches, width: int, height: int, tokens: int):
    """OpenAI's examples: patches of 32 pixels, shrunk to edge and budget, times the model's factor, rounded up."""
    assert tokens == rule.tokens(width, height)


@pytest.mark.parametrize(
    ("width", "height", "tokens"),
    [(1024, 1024, 765), (2048, 4096, 1105), (512, 512, 255), (513, 512, 425), (1920, 1080, 1105), (99_999, 9, 765)],
)
def test_tiles(width: int, height: int, tokens: int):
    """OpenAI's examples: tiles of 512 pixels after shrinking to 2048, and the short side to 768."""
    assert tokens == TILES.tokens(width, height)


@pytest.mark.parametrize(("width", "height"), [(1, 1), (4000, 3000)])
def test_tiles_for_nothing(width: int, height: int):
    """Without a price for tiles every image costs the base, which is also the most."""
    flat = Tiles(base=1120, tile=0)
    assert [flat.tokens(width, height), flat.most] == [1120, 1120]


@pytest.mark.parametrize(
    ("width", "height", "crops"),
    [(384, 384, 0), (385, 384, 4), (960, 540, 6), (1024, 1024, 4), (3840, 2160, 6), (3072, 300, 24), (9000, 1, 12)],
)
def test_crops(width: int, height: int, crops: int):
    """Google's example has six crops; the whole image is one more, and a small one is all there is."""
    assert 258 * (1 + crops) == CROPS.tokens(width, height)


@pytest.mark.parametrize(
    ("rule", "most"),
    [
        (HIGH, 4784),
        (BUDGET, 3000),
        (ORIGINAL, 36_000),
        (PricedPatches(edge=2048, budget=6144, percent=120), 4916),
        (TILES, 1445),
        (CROPS, 6450),
    ],
)
def test_the_most(rule: ImageRule, most: int):
    """Every rule tells what its dearest image costs."""
    assert most == rule.most


@pytest.mark.parametrize("rule", RULES, ids=str)
@example(width=2**32 - 1, height=1)
@example(width=3072, height=385)
@given(width=sides, height=sides)
def test_any_size_has_a_price(rule: ImageRule, width: int, height: int):
    """An image costs a token or more, and never more than the most, whichever way it is turned."""
    tokens = rule.tokens(width, height)
    assert 1 <= tokens <= rule.most
    assert tokens == rule.tokens(height, width)


@pytest.mark.parametrize("rule", RULES, ids=str)
@given(width=st.integers(1, 300), height=st.integers(1, 300), more=st.integers(0, 80))
def test_more_pixels_cost_no_less(rule: ImageRule, width: int, height: int, more: int):
    """Below every limit a larger image costs as much or more."""
    assert rule.tokens(width, height) <= rule.tokens(width + more, height)
