"""A collapsed log has the first line of every key, and tells no lies."""

import pytest

from contextc.passes.logs import collapse, mask
from core.build import compile_, decide, estimate, fragment

TIME = "2026-07-18T10:23:45"
RULE = "abstract.log_dedup"


def collapsed(text: str, *, mask_timestamps: bool = False) -> str:
    """The log without its repeats."""
    return collapse(text.encode(), mask_timestamps=mask_timestamps).text


def log(*lines: str, end: str = "\n"):
    """A fragment of kind log."""
    return fragment("".join(line + end for line in lines), kind="log")


@pytest.mark.parametrize(
    "stamp",
    [
        TIME,
        "2026-07-18 10:23:45",
        "9999-99-99T99:99:99",
        f"{TIME}Z",
        f"{TIME}+02:00",
        f"{TIME}-02:00",
        f"{TIME}.123",
        f"{TIME},123456Z",
        f"{TIME}.1+00:00",
        "Jul 18 10:23:45",
        "Jul  8 10:23:45",
        "Dec 99 99:99:99",
        f"{TIME}Z [deadbeef]",
        f"{TIME}Z[DEADBEEF]",
        f"{TIME}[0]",
        f"{TIME} [dEaDbEeF] [1] [2f][3]",
    ],
)
def test_what_is_masked(stamp: str):
    """A leading time, its fraction and offset, and hex ids in brackets behind it are masked."""
    assert mask(f"{stamp} up".encode()) == b"\0TS\0 up"


@pytest.mark.parametrize(
    ("line", "rest"),
    [
        (f"{TIME}. up", ". up"),
        (f"{TIME}, up", ", up"),
        (f"{TIME}+02 up", "+02 up"),
        (f"{TIME}z up", "z up"),
        (f"{TIME}.5.5 up", ".5 up"),
        (f"{TIME}  [deadbeef] up", "  [deadbeef] up"),
        (f"{TIME} [1]  [2] up", "  [2] up"),
        (f"{TIME} [ERROR] up", " [ERROR] up"),
        (f"{TIME} [shard-3] up", " [shard-3] up"),
        (f"{TIME} [] up", " [] up"),
        (f"{TIME} [1] [ERROR] up", " [ERROR] up"),
        (f"{TIME}\t[1] up", "\t[1] up"),
        (f"{TIME} [1", " [1"),
        ("Jul 18 10:23:45Z", "Z"),
        ("Jul 18 10:23:45.5", ".5"),
    ],
)
def test_what_is_left_of_a_masked_line(line: str, rest: str):
    """What is incomplete, of two spaces or of no hex stays, and so does the space before it."""
    assert b"\0TS\0" + rest.encode() == mask(line.encode())


@pytest.mark.parametrize(
    "line",
    [
        "",
        "up",
        f" {TIME}",
        "2026-7-18T10:23:45",
        "2026-07-18  10:23:45",
        "2026-07-18t10:23:45",
        "2026-07-18",
        "10:23:45 up",
        "Jul 8 10:23:45",
        "jul 18 10:23:45",
        "July 18 10:23:45",
        "\u0662026-07-18T10:23:45",
        "[deadbeef] up",
    ],
)
def test_what_is_not_masked(line: str):
    """A line without a leading time in one of the two forms is its own key."""
    assert line.encode() == mask(line.encode())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", ""),
        ("a\n", "a\n"),
        ("a\na\n", "a (x2)\n"),
        ("a\nb\na\nb\na\n", "a (x3)\nb (x2)\n"),
        ("a\na", "a (x2)"),
        ("a\nb\na", "a (x2)\nb"),
        ("a\r\na\r\nb\r\n", "a (x2)\r\nb\r\n"),
        ("a\r\na\n", "a (x2)\r\n"),
        ("a\r\r\na\r\n", "a\r\r\na\r\n"),
        ("a\r\nb\r\na", "a (x2)\r\nb"),
        ("a\r\nb\r\na\r", "a\r\nb\r\na\r"),
        ("a\n\n\n\nb\n", "a\n\nb\n"),
        ("a\n\n \n\n \nb\n", "a\n\n \nb\n"),
        ("\u3000\n\u3000\n", "\u3000\n"),
        ("\x85\n\x85\n", "\x85\n"),
        ("\x1c\n\x1c\n", "\x1c (x2)\n"),
        ("a (x2)\n", "a (x2) (x1)\n"),
        ("a (x2)\na (x2)\n", "a (x2) (x2)\n"),
        ("a (x2)\na\na\n", "a (x2) (x1)\na (x2)\n"),
        ("a (x22)", "a (x22) (x1)"),
        ("a (x2) \n", "a (x2) \n"),
        ("a (X2)\na(x2)\n (x)\n", "a (X2)\na(x2)\n (x)\n"),
        ("a\rb\na\rb\n", "a\rb (x2)\n"),
        ("a\x85b\na\x85b\n", "a\x85b (x2)\n"),
    ],
)
def test_collapse(text: str, expected: str):
    """Each key once, in order, counted; blank lines uncounted; line ends, also the last, as they were."""
    assert expected == collapsed(text)


def test_masked_lines_collapse_to_the_first():
    """Lines that differ in their leading time are one key; the first of them is shown as it was."""
    text = f"{TIME}Z up\n{TIME}.5Z up\nJul 18 10:00:00 up\n"
    assert f"{TIME}Z up (x3)\n" == collapsed(text, mask_timestamps=True)


@pytest.mark.parametrize(
    ("text", "mask_timestamps", "masked"),
    [
        (f"{TIME}Z a\n{TIME}.1Z a\n", True, True),
        (f"{TIME}Z a\n{TIME}.1Z a\n", False, False),
        (f"{TIME}Z a\n{TIME}Z a\n", True, False),
        (f"{TIME}Z a\n{TIME}.1Z b\n", True, False),
        ("a\na\n", True, False),
    ],
)
def test_masking_is_told_when_it_merged_lines(text: str, mask_timestamps: bool, masked: bool):
    """The mask counts as used when it makes fewer keys than there are distinct lines."""
    assert masked == collapse(text.encode(), mask_timestamps=mask_timestamps).masked


@pytest.mark.parametrize(
    ("text", "ranges"),
    [
        ("", []),
        ("a\nb\n", [(0, 4)]),
        ("a\na\nb\n", [(0, 2), (4, 6)]),
        ("a\nb\na\n", [(0, 4)]),
        ("a\na", [(0, 1)]),
        ("a\r\nb\r\na", [(0, 4)]),
        ("é\né\nü\n", [(0, 3), (6, 9)]),
    ],
)
def test_ranges_are_those_of_the_lines_shown(text: str, ranges: list[tuple[int, int]]):
    """The byte ranges of the lines that stand in the collapse, neighbours joined."""
    assert ranges == collapse(text.encode(), mask_timestamps=False).ranges


def test_a_repetitive_log_is_abstracted():
    """Fifty equal lines become one with a count, at medium risk, and tokens are saved."""
    context = compile_(log(*["connection refused"] * 50, "gave up"))
    decision = context.decisions[0]
    assert (
        context.content,
        str(decision.action),
        decision.rule_id,
        str(decision.risk),
        decision.handle,
    ) == ("connection refused (x50)\ngave up\n", "abstract", RULE, "medium", None)
    assert context.insights.tokens_saved == context.insights.tokens_in - estimate(context.content) > 0


@pytest.mark.parametrize("kind", [None, "LOG", "tool_result", "code"])
def test_only_logs_are_abstracted(kind: str | None):
    """Another kind is not collapsed, however much it repeats."""
    assert decide(fragment("boom\n" * 50, kind=kind)).rule_id != RULE


@pytest.mark.parametrize("lines", [["a", "b", "c"], ["a", "", "", "", "b", "", " ", " "]])
def test_a_log_without_repeats_is_plain(lines: list[str]):
    """Blank lines alone do not make a log repetitive."""
    assert decide(log(*lines)).rule_id == "preserve.default"


def test_a_line_of_a_file_separator_repeats():
    """What only looks blank to Python counts as a line."""
    assert decide(log(*["\x1c"] * 9)).rule_id == RULE


@pytest.mark.parametrize(("text", "more"), [("a\na\n", 1), ("a\na", 0)])
def test_a_collapse_that_saves_nothing_is_not_used(text: str, more: int):
    """Two short lines cost less than one with its count, or as much, so the next rules decide."""
    assert estimate(text) + more == estimate(collapsed(text))
    assert decide(fragment(text, kind="log")).rule_id == "preserve.default"


def test_the_next_rules_decide_about_what_is_not_collapsed():
    """A log whose collapse saves nothing may still hold exact values."""
    assert decide(log("1", "2", "3", "3")).rule_id == "preserve.exact_values"


def test_times_count_unless_the_policy_masks_them():
    """Lines that differ in time repeat only under the policy, and the reason says so."""
    lines = [f"2026-07-18T10:23:{second}Z up" for second in range(10, 13)]
    plain, masked = (compile_(log(*lines), normalize_log_timestamps=on) for on in (False, True))
    assert [plain.decisions[0].rule_id, masked.decisions[0].rule_id] == ["preserve.exact_values", RULE]
    assert [lines[0] + " (x3)\n", True, False] == [
        masked.content,
        "timestamps normalized" in masked.decisions[0].reason,
        "timestamps normalized" in plain.decisions[0].reason,
    ]


def test_masking_that_merged_nothing_is_not_mentioned():
    """With the policy on, a log without times collapses as ever."""
    decision = decide(log(*["connection refused"] * 9), normalize_log_timestamps=True)
    assert (decision.rule_id, "timestamps normalized" in decision.reason) == (RULE, False)


def test_the_rule_can_be_disabled():
    """Without the rule a repetitive log is kept as it is."""
    context = compile_(log(*["boom"] * 9), disabled_rules=[RULE])
    assert (context.content, context.decisions[0].rule_id) == ("boom\n" * 9, "preserve.default")
