"""The fragments of a request -> which of them repeat another one (spec 2.4, 2.10, C1, C2, C3, C16).

Texts and images are two separate worlds.  In both, a group is a set of copies, one member of it
survives, and every other member is marked as a duplicate.  Under C3 the survivor then takes over
the best attributes of its group.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable
from dataclasses import replace

from .chars import lower, split_words
from .differences import Differences
from .digest import stable_hash
from .model import Item, Refused, Twin

Group = list[Item]
Twins = dict[int, Twin]


def find_twins(items: list[Item], outdated: list[bool], *, near: bool, on: Differences) -> tuple[list[Item], Twins]:
    """The items, with merged attributes under C3, and the marks by seq."""
    if "C16" in on:
        _check_collisions(items)
    groups = text_groups([item for item in items if item.raw is None], on)
    images = [item for item in items if item.raw is not None]
    image_twins = mark_images(images, outdated, on)
    if "C3" in on:
        merged = {item.seq: item for item in items}
        for group in groups:
            merged |= {item.seq: item for item in merge(survivor(group, on), group)}
        for group in image_groups(images, image_twins):
            merged |= {item.seq: item for item in merge(group[0], group)}
        items = [merged[item.seq] for item in items]
        groups = [[merged[item.seq] for item in group] for group in groups]
    return items, image_twins | mark_texts(groups, near=near, on=on)


def _check_collisions(items: list[Item]) -> None:
    known: dict[int, bytes] = {}
    for item in items:
        source = item.content.encode() if item.raw is None else item.raw
        if known.setdefault(item.handle_hash, source) != source:
            raise Refused("hash_collision")


def _key(data: bytes, on: Differences) -> Hashable:
    return data if "C16" in on else stable_hash(data)


def text_groups(items: list[Item], on: Differences) -> list[Group]:
    """The groups of copies by their first member; without C2 the copies of a collapsed log are in none."""
    classes: dict[Hashable, Group] = defaultdict(list)
    for item in items:
        classes[_key(item.content.encode(), on)].append(item)
    groups: list[Group] = []
    for members in classes.values():
        if members[0].rule.action != "abstract":
            groups.append(members)
        elif "C2" in on:
            groups.append([item for item in members if item.rule.action == "abstract"])
            groups.append([item for item in members if item.rule.action != "abstract"])
        else:
            groups.append(members[:1])
    return sorted((group for group in groups if group), key=lambda group: group[0].seq)


def survivor(group: Group, on: Differences) -> Item:
    """The first member, or under C3 the first that is marked for the cache."""
    cached = [item for item in group if item.rule.action == "cache"]
    return cached[0] if cached and "C3" in on else group[0]


def merge(head: Item, group: Group) -> Group:
    """The group with the attributes of its survivor raised."""
    critical = any(item.critical for item in group)
    ranked = group
    rule = head.rule
    if rule.action == "cache":
        ranked = [item for item in group if item.rule.action == "cache"]
    else:
        whole = [item.rule for item in group if item.rule.action != "abstract"]
        rule = min(whole, key=lambda row: row.row, default=rule)
    raised = replace(
        head,
        rule=rule,
        critical=critical,
        priority=max(item.priority for item in ranked),
        relevance=max(item.relevance for item in group),
    )
    return [raised, *(replace(item, critical=critical) for item in group if item is not head)]


def _near_key(item: Item, on: Differences) -> Hashable:
    return _key(" ".join(map(lower, split_words(item.content))).encode(), on)


def mark_texts(groups: list[Group], *, near: bool, on: Differences) -> Twins:
    """Copies point at their survivor; a survivor that only looks different points at the anchor."""
    twins: Twins = {}
    anchors: dict[Hashable, Item] = {}
    for group in groups:
        head = survivor(group, on)
        copies = [item for item in group if item is not head]
        anchor = anchors.get(_near_key(head, on)) if near else None
        if anchor is not None and anchor.rule.action != "abstract" and not head.critical:
            twins[head.seq] = Twin(anchor.seq, near=True)
            if "C1" in on:
                plain = [item for item in copies if not item.critical]
                twins |= {item.seq: Twin(anchor.seq, near=True) for item in plain}
                continue
        twins |= {item.seq: Twin(head.seq, near=False) for item in copies}
        if near and ("C2" not in on or head.rule.action != "abstract"):
            anchors.setdefault(_near_key(head, on), head)
    return twins


def mark_images(items: list[Item], outdated: list[bool], on: Differences) -> Twins:
    """Copies of the same bytes point at one that no newer screenshot replaces, where there is one."""
    classes: dict[Hashable, Group] = defaultdict(list)
    for item in items:
        classes[_key(item.raw or b"", on)].append(item)
    twins: Twins = {}
    for group in classes.values():
        if "C1" in on:
            twins |= _mark_surviving_image(group, outdated)
        else:
            twins |= _mark_reanchored(group, outdated)
    by_seq = {item.seq: item for item in items}
    return {seq: twin for seq, twin in twins.items() if by_seq[twin.of].rule.action != "abstract" or "C2" in on}


def _mark_surviving_image(group: Group, outdated: list[bool]) -> Twins:
    current = [item for item in group if not outdated[item.seq]]
    if not current and all(item.superseded for item in group):
        return {}
    head = current[0] if current else group[0]
    return {item.seq: Twin(head.seq, near=False) for item in group if item is not head}


def _mark_reanchored(group: Group, outdated: list[bool]) -> Twins:
    twins: Twins = {}
    anchor = group[0].seq
    for item in group[1:]:
        if outdated[anchor] and not outdated[item.seq]:
            twins[anchor] = Twin(item.seq, near=False)
            anchor = item.seq
        else:
            twins[item.seq] = Twin(anchor, near=False)
    return twins


def image_groups(items: list[Item], twins: Twins) -> list[Group]:
    """The images by the one that their marks lead to, which comes first."""
    groups: dict[int, Group] = {item.seq: [item] for item in items if item.seq not in twins}
    for item in items:
        seq = item.seq
        while seq in twins:
            seq = twins[seq].of
        if seq != item.seq:
            groups[seq].append(item)
    return list(groups.values())
