"""A fragment -> the first row of the table of rules that matches it (spec 2.5)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from .chars import split_words
from .differences import Differences
from .fences import has_tilde_opener
from .logs import collapses
from .markers import forbids
from .model import Fragment, Policy, Rule

SUPERSEDED: Final = "retrieve.screenshot_superseded"

Match = Callable[[Fragment, Policy, Differences], bool]


PLAIN_KINDS: Final = frozenset({"reasoning", "meta"})
"""Kinds whose text is plain whatever it holds (C18)."""


def _is_plain(fragment: Fragment, on: Differences) -> bool:
    return fragment.kind in PLAIN_KINDS and "C18" in on


def _is_code(fragment: Fragment, _policy: Policy, on: Differences) -> bool:
    if _is_plain(fragment, on):
        return False
    if fragment.kind == "code" or "```" in fragment.content:
        return True
    return "C6" in on and has_tilde_opener(fragment.content)


def _is_repetitive_log(fragment: Fragment, policy: Policy, on: Differences) -> bool:
    return fragment.kind == "log" and collapses(fragment.content, policy.normalize, on)


def _has_values(fragment: Fragment, _policy: Policy, on: Differences) -> bool:
    words = split_words(fragment.content)
    return not _is_plain(fragment, on) and sum(any(char in "0123456789" for char in word) for word in words) >= 3


def _has_url(fragment: Fragment, _policy: Policy, on: Differences) -> bool:
    return not _is_plain(fragment, on) and ("http://" in fragment.content or "https://" in fragment.content)


TABLE: Final[tuple[tuple[Rule, Match], ...]] = (
    (Rule(1, "media.atomic", "preserve", critical=True), lambda f, _p, _o: f.media is not None),
    (
        Rule(2, "preserve.marked_verbatim", "preserve", critical=True),
        lambda f, _p, _o: f.flag("verbatim"),
    ),
    (Rule(3, "cache.stable_prefix", "cache", critical=True), lambda f, _p, _o: f.flag("cache")),
    (Rule(4, "preserve.code_fence", "preserve", critical=True), _is_code),
    (Rule(5, "preserve.negative_constraint", "preserve", critical=True), forbids),
    (Rule(6, "abstract.log_dedup", "abstract", critical=False), _is_repetitive_log),
    (Rule(7, "preserve.exact_values", "preserve", critical=True), _has_values),
    (Rule(8, "preserve.url", "preserve", critical=True), _has_url),
    (Rule(9, "preserve.default", "preserve", critical=False), lambda _f, _p, _o: True),
)

RULES: Final = tuple(rule for rule, _ in TABLE)


def classify(fragment: Fragment, policy: Policy, on: Differences) -> Rule:
    """The first row that is enabled and matches; the last one always does."""
    return next(
        rule
        for rule, matches in TABLE
        if (rule is RULES[-1] or rule.id not in policy.disabled) and matches(fragment, policy, on)
    )
