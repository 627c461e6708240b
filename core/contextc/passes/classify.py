"""Source -> verdict: the first row of the rule table that matches it."""

import re
from collections.abc import Callable, Sequence

from msgspec import Struct

from contextc.errors import OverLimit, UnknownRule
from contextc.fences import has_fence
from contextc.limits import DISABLED_RULES
from contextc.markers import markers
from contextc.passes.admit import Source
from contextc.passes.logs import Collapse, collapse
from contextc.settings import Settings
from contextc.text import WHITE_SPACE
from contextc.vocabulary import ContextAction


class Rule(Struct, frozen=True):
    """A row: what it looks for, what follows from it and why."""

    id: str
    action: ContextAction
    critical: bool
    """Losing such content makes the risk high, and it packs before what is not critical."""
    reason: str
    matches: Callable[[Source, "Classifier"], Collapse | bool]
    mark: str | None = None
    """The key in the metadata without which it does not match."""


class Verdict(Struct, frozen=True):
    """The rule that a fragment falls under."""

    row: int
    rule: Rule
    collapse: Collapse | None = None
    """What an abstracted log becomes."""
    tokens: int = 0
    """Of the collapsed log."""


class Classifier:
    """The rules that are enabled, and the words they look for."""

    def __init__(self, settings: Settings) -> None:
        check_disabled(settings.disabled_rules)
        self.settings = settings
        self.rules = [(row, rule) for row, rule in enumerate(RULES, 1) if rule.id not in settings.disabled_rules]
        self.markers = markers(settings.markers)

    def classify_all(self, sources: Sequence[Source]) -> list[Verdict]:
        """One verdict a source, in order."""
        # Most requests have none of the marks, and then nobody looks for them.
        marks = {key for source in sources for key in source.metadata}
        rules = [(row, rule) for row, rule in self.rules[:-1] if rule.mark is None or rule.mark in marks]
        return [self._classify(source, rules) for source in sources]

    def _classify(self, source: Source, rules: Sequence[tuple[int, Rule]]) -> Verdict:
        """The first enabled row that matches; the last one always does."""
        for row, rule in rules:
            found = rule.matches(source, self)
            if isinstance(found, Collapse):
                return Verdict(row, rule, found, self.settings.estimator.estimate(found.text))
            if found:
                return Verdict(row, rule)
        return Verdict(len(RULES), RULES[-1])


def check_disabled(disabled: Sequence[str]) -> None:
    """Refuse ids that name no rule, and rules that cannot be switched off."""
    path = "$.policy.disabled_rules"
    if len(disabled) > DISABLED_RULES:
        raise OverLimit(
            f"{len(disabled)} disabled rules exceed the cap of {DISABLED_RULES}",
            path=path,
            data={"count": len(disabled), "limit": DISABLED_RULES},
        )
    for index, rule_id in enumerate(disabled):
        if rule_id not in DISABLEABLE:
            raise UnknownRule(
                f"{rule_id!r} is no rule that can be disabled: use {', '.join(DISABLEABLE)}",
                path=f"{path}[{index}]",
                data={"known": list(DISABLEABLE)},
            )


_WORD_WITH_DIGIT = re.compile(f"[0-9][^{WHITE_SPACE}]*")


def _says_failure(source: Source, _: Classifier) -> bool:
    return source.kind in MACHINE_KINDS and source.metadata.get("is_error") is True


def _says_user(source: Source, _: Classifier) -> bool:
    if not source.soft or source.kind in MACHINE_KINDS:
        return False
    role = source.metadata.get("role")
    return isinstance(role, str) and role.lower() == "user"


def _has_code(source: Source, _: Classifier) -> bool:
    if source.kind in PLAIN_KINDS:
        return False
    return source.kind == "code" or "```" in source.text or ("~~~" in source.text and has_fence(source.data))


def _has_constraint(source: Source, classifier: Classifier) -> bool:
    return source.kind not in UNBINDING_KINDS and classifier.markers.found_in(source.text)


def _repeats(source: Source, classifier: Classifier) -> Collapse | bool:
    if source.kind != "log":
        return False
    settings = classifier.settings
    collapsed = collapse(source.data, mask_timestamps=settings.mask_timestamps)
    saves = collapsed.repeats and settings.estimator.estimate(collapsed.text) < source.tokens
    # An image is never cut, so its caption stays as it is.
    return saves if source.media is not None or not saves else collapsed


def _has_values(source: Source, _: Classifier) -> bool:
    if source.kind in PLAIN_KINDS:
        return False
    at = found = 0
    while found < 3 and (word := _WORD_WITH_DIGIT.search(source.text, at)):
        found += 1
        at = word.end()
    return found == 3


def _has_url(source: Source, _: Classifier) -> bool:
    return source.kind not in PLAIN_KINDS and ("http://" in source.text or "https://" in source.text)


MACHINE_KINDS = ("log", "tool_result")
"""Kinds that say what a program did; the last of it counts most."""

PLAIN_KINDS = ("reasoning", "meta")
"""Kinds whose text is no loss: what a model thought on its way, what only its provider understands."""

UNBINDING_KINDS = (*MACHINE_KINDS, *PLAIN_KINDS, "tool_call")
"""Kinds whose text no person wrote to be followed: a `do not` in it binds nobody."""

UNCUT_KINDS = ("base64", "tool_call", "reasoning", "media", "meta")
"""Kinds that are worth nothing in parts, so they are whole or not at all."""

RULES = (
    Rule(
        "media.atomic",
        ContextAction.PRESERVE,
        True,
        "an image is kept whole or not at all",
        lambda source, _: source.media is not None,
    ),
    Rule(
        "preserve.marked_verbatim",
        ContextAction.PRESERVE,
        True,
        "the caller marked it verbatim",
        lambda source, _: source.metadata.get("verbatim") is True,
        mark="verbatim",
    ),
    Rule(
        "cache.stable_prefix",
        ContextAction.CACHE,
        True,
        "the caller marked it cacheable, so it stands in the stable prefix",
        lambda source, _: source.metadata.get("cache") is True and source.group is None,
        mark="cache",
    ),
    Rule(
        "preserve.tool_error",
        ContextAction.PRESERVE,
        True,
        "a tool failed here, and a failure must not read as a success",
        _says_failure,
        mark="is_error",
    ),
    Rule(
        "preserve.user_turn",
        ContextAction.PRESERVE,
        True,
        "a person said it, and what a person asked for still holds",
        _says_user,
        mark="lane",
    ),
    Rule(
        "preserve.code_fence",
        ContextAction.PRESERVE,
        True,
        "it holds code, which only works verbatim",
        _has_code,
    ),
    Rule(
        "preserve.negative_constraint",
        ContextAction.PRESERVE,
        True,
        "it forbids something, and a prohibition must not be weakened",
        _has_constraint,
    ),
    Rule(
        "abstract.log_dedup",
        ContextAction.ABSTRACT,
        False,
        "repeated log lines are counted instead of repeated",
        _repeats,
    ),
    Rule(
        "preserve.exact_values",
        ContextAction.PRESERVE,
        True,
        "it holds numbers, dates or identifiers, which only help when they are exact",
        _has_values,
    ),
    Rule(
        "preserve.url",
        ContextAction.PRESERVE,
        True,
        "it holds a URL, which only works verbatim",
        _has_url,
    ),
    Rule(
        "preserve.default",
        ContextAction.PRESERVE,
        False,
        "plain text, kept as far as the budget goes",
        lambda _, __: True,
    ),
)
"""The rule table; the first enabled row that matches wins."""

SUPERSEDED_SCREENSHOT = "retrieve.screenshot_superseded"
SUPERSEDED_RESULT = "retrieve.superseded_result"
SUPERSEDED = {
    SUPERSEDED_SCREENSHOT: "superseded by a newer screenshot of the same target",
    SUPERSEDED_RESULT: "superseded by a later result of the same call",
}
"""The rules by which a newer fragment makes an older one worthless, and their reasons."""

DISABLEABLE = (*(rule.id for rule in RULES[:-1]), *SUPERSEDED)
"""What `policy.disabled_rules` may name."""

RULE_IDS = (*(rule.id for rule in RULES), "budget.externalize", "drop.duplicate", "drop.near_duplicate", *SUPERSEDED)
"""Everything that a decision may name."""
