"""The order of the modules: data flows one way, so imports do."""

import ast
import sys
from pathlib import Path

import contextc
import contextc_wire

CORE = Path(contextc.__file__).parent
WIRE = Path(contextc_wire.__file__).parent

ORDER = [
    "unicode16",
    "vocabulary",
    "errors",
    "limits",
    "nesting",
    "model",
    "stored",
    "conform",
    "text",
    "digest",
    "models",
    "payloads",
    "tokens",
    "weights",
    "calibrated",
    "exact",
    "estimators",
    "image_headers",
    "image_rules",
    "images",
    "fences",
    "blobs",
    "lexicon",
    "decisive",
    "markers",
    "settings",
    "passes",
    "passes.check",
    "passes.admit",
    "passes.chunk",
    "passes.logs",
    "passes.classify",
    "passes.emission",
    "passes.dedup",
    "passes.shingles",
    "passes.guards",
    "passes.jaccard",
    "passes.similar",
    "passes.bm25",
    "passes.relevance",
    "passes.units",
    "passes.plan",
    "passes.recut",
    "passes.pack",
    "passes.assemble",
    "passes.insights",
    "compiler",
    "windows",
    "transcript",
    "transcript.turns",
    "transcript.records",
    "transcript.pairing",
    "transcript.rendering",
    "transcript.readers.skips",
    "transcript.readers.values",
    "transcript.readers.blocks",
    "transcript.readers.message",
    "transcript.readers.chat",
    "transcript.readers.items",
    "transcript.readers.langchain",
    "transcript.readers.responses",
    "transcript.readers.anthropic",
    "transcript.readers.openai",
    "transcript.readers.gemini_parts",
    "transcript.readers.gemini",
    "transcript.readers.gemini_cli",
    "transcript.readers.claude_code_tree",
    "transcript.readers.claude_code_records",
    "transcript.readers.claude_code_turns",
    "transcript.readers.claude_code",
    "transcript.readers.codex_items",
    "transcript.readers.codex_history",
    "transcript.readers.codex",
    "transcript.readers.jsonl",
    "transcript.readers.dialects",
    "transcript.readers.plain",
    "transcript.readers",
    "transcript.spans",
    "transcript.segment",
    "transcript.superseding",
    "transcript.lanes",
    "transcript.outgoing",
    "transcript.writers.dialects",
    "transcript.writers.utterances",
    "transcript.writers.arranging",
    "transcript.writers.contents",
    "transcript.writers.anthropic",
    "transcript.writers.gemini",
    "transcript.writers.langchain",
    "transcript.writers.openai",
    "transcript.writers.responses",
    "transcript.writers",
    "transcript.bridge",
    "transcript.validity",
    "transcript.conversation",
    "transcript.costs",
    "transcript.selection",
    "transcript.receipts",
    "transcript.messages",
    "recall.grain_types",
    "recall.hits",
    "recall.policy",
    "recall.answer",
    "recall.values",
    "recall.visible",
    "recall.decide",
    "recall.decide.errors",
    "recall.decide.questions",
    "recall.decide.answers",
    "recall.decide.backend",
    "recall.decide.scripted",
    "recall.decide.text_backend",
    "recall.decide.wording",
    "recall.decide.judge",
    "recall.content",
    "recall.adapters.reading",
    "recall.adapters.times",
    "recall.adapters.rows",
    "recall.adapters",
    "recall.priority",
    "recall.render.summary",
    "recall.render.sml",
    "recall.render.markdown",
    "recall.render.plaintext",
    "recall.render.toon",
    "recall.render.json",
    "recall.render",
    "recall.updates",
    "recall.render.updates",
    "recall.rules",
    "recall.ledger",
    "recall.allocate",
    "recall.intent",
    "recall.select",
    "recall.fit",
    "recall.shaping",
    "recall.modes.parts",
    "recall.modes.single_pass",
    "recall.modes.timeline",
    "recall.modes.aggregation",
    "recall.modes",
    "recall.layout",
    "recall.tables",
    "recall.assembler",
    "recall.bridge",
    "recall",
]
"""A module imports only from modules before it."""

FORBIDDEN = {
    "os",
    "io",
    "socket",
    "time",
    "datetime",
    "random",
    "locale",
    "pathlib",
    "subprocess",
    "threading",
    "secrets",
}
"""What would make an answer depend on more than the request."""


def modules() -> dict[str, Path]:
    """Every module of the core by its dotted name."""
    names: dict[str, Path] = {}
    for path in sorted(CORE.rglob("*.py")):
        parts = path.relative_to(CORE).with_suffix("").parts
        names[".".join(part for part in parts if part != "__init__")] = path
    del names[""]
    return names


def imports(path: Path) -> list[str]:
    """The modules that a file imports, dotted."""
    found: list[str] = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            module = node.module or ""
            deeper = [f"{module}.{alias.name}" for alias in node.names]
            known = [name for name in deeper if name.removeprefix("contextc.") in ORDER]
            found += known or [module]
    return found


def test_every_module_has_a_place_in_the_order():
    """The order lists the modules of the core, each once."""
    assert sorted(modules()) == sorted(ORDER)


def test_imports_run_forward():
    """A module imports only from modules that stand before it."""
    backward = [
        f"{name} imports {target}"
        for name, path in modules().items()
        for target in imports(path)
        if target.startswith("contextc.") and ORDER.index(target.removeprefix("contextc.")) >= ORDER.index(name)
    ]
    assert backward == []


def test_core_touches_nothing_outside():
    """The core imports nothing that reads files, clocks, sockets, environment or randomness."""
    touched = [
        f"{name} imports {target}"
        for name, path in modules().items()
        for target in imports(path)
        if target.split(".")[0] in FORBIDDEN
    ]
    assert touched == []


def test_core_and_wire_need_msgspec_alone():
    """Beyond the standard library, core and wire import msgspec and each other."""
    allowed = {"contextc", "contextc_wire", "msgspec", *sys.stdlib_module_names}
    foreign = [
        f"{path.name} imports {target}"
        for path in [*CORE.rglob("*.py"), *WIRE.rglob("*.py")]
        for target in imports(path)
        if target.split(".")[0] not in allowed
    ]
    assert foreign == []
