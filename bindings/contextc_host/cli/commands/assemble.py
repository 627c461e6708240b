"""`contextc assemble`."""

import sys

import click

from contextc.errors import ContextcError
from contextc.limits import Limits
from contextc.recall.answer import FormattedContext
from contextc.recall.assembler import ContextAssembler
from contextc.recall.policy import (
    AssembleRequest,
    FormatPolicy,
    GrainTypeDiversityConfig,
    RenderingHints,
    SectionConfig,
)
from contextc.vocabulary import EstimatorName, MetadataLevel, Ordering, OutputFormat, Preset
from contextc_host.cli.faults import BAD_INPUT, BROKEN, Fault
from contextc_host.cli.hits_in import gather_hits
from contextc_host.cli.lines import amount
from contextc_host.cli.options import limits_of, limits_option, out_option, utf8
from contextc_host.cli.progress import Progress
from contextc_host.cli.streams import note, write_result
from contextc_wire.codec import encode

PRESETS = [str(preset) for preset in Preset]
FORMATS = [str(format) for format in OutputFormat]
LEVELS = [str(level) for level in MetadataLevel]
ORDERS = [str(order) for order in Ordering]
ESTIMATORS = [str(name) for name in EstimatorName]


@click.command("assemble")
@click.argument("files", nargs=-1, type=click.Path())
@click.option(
    "--for", "preset", type=click.Choice(PRESETS), metavar="MODEL", help=f"Who reads it: {', '.join(PRESETS)}."
)
@click.option(
    "--format", type=click.Choice(FORMATS), metavar="FORMAT", help=f"{', '.join(FORMATS)}.  [default: plaintext]"
)
@click.option(
    "--metadata", type=click.Choice(LEVELS), metavar="LEVEL", help=f"{', '.join(LEVELS)}.  [default: minimal]"
)
@click.option(
    "--order", type=click.Choice(ORDERS), metavar="ORDER", help=f"{', '.join(ORDERS)}.  [default: by_relevance]"
)
@click.option("--group/--no-group", default=None, help="Grains of one type together, or not.")
@click.option(
    "-b", "--budget", type=click.IntRange(min=0), metavar="N", help="Tokens that the text may have.  [default: all]"
)
@click.option("-q", "--query", type=utf8, metavar="TEXT", help="What it is for; its words choose the mode.")
@click.option(
    "--estimator", type=click.Choice(ESTIMATORS), metavar="NAME", help="What counts tokens.  [default: bytes4]"
)
@click.option("-m", "--model", type=utf8, metavar="NAME", help="Count tokens for this model, calibrated.")
@click.option("--include-retracted", is_flag=True, help="Show what was retracted, too.")
@click.option("--no-diversity", is_flag=True, help="Reserve no place for every type: priority alone decides.")
@click.option("--json", "whole", is_flag=True, help="The whole answer with its decisions, as the wire gives it.")
@click.option("-e", "--explain", is_flag=True, help="Account for every hit on stderr.")
@click.option("--explain-all", is_flag=True, help="The same, however many there are.")
@out_option
@limits_option
def command(
    *,
    files: tuple[str, ...],
    preset: str | None,
    format: str | None,
    metadata: str | None,
    order: str | None,
    group: bool | None,
    budget: int | None,
    query: str | None,
    estimator: str | None,
    model: str | None,
    include_retracted: bool,
    no_diversity: bool,
    whole: bool,
    explain: bool,
    explain_all: bool,
    out: str | None,
    limits: str,
) -> None:
    """Turn what a memory store recalled into text that fits a model.

    FILES, or stdin, are JSON or JSON lines: hits, results of mem0, edges of Zep or Graphiti, items of a LangGraph store,
    nodes of LlamaIndex, documents of Haystack, records with a text, or a request with hits, policy and hints, over which the
    options lie. stdout gets the text and nothing else.
    """
    caps = limits_of(limits)
    counted = EstimatorName(estimator) if estimator else EstimatorName.CALIBRATED if model else None
    over = FormatPolicy(
        preset=Preset(preset) if preset else None,
        format=OutputFormat(format) if format else None,
        metadata=MetadataLevel(metadata) if metadata else None,
        ordering=Ordering(order) if order else None,
        sections=None if group is None else SectionConfig(group_by_type=group),
        token_budget=budget,
        query_text=query,
        grain_type_diversity=GrainTypeDiversityConfig(min_per_type=0) if no_diversity else None,
        include_retracted=include_retracted or None,
        estimator=counted,
        target_model=model,
    )
    with Progress() as shown:
        request = gather_hits(files, over, caps, shown)
        shown.say(f"assembling {amount(len(request.hits), 'hit')}")
        answer = _assemble(request, caps)
    write_result(encode(answer) if whole else answer.text.encode(), out)
    if explain or explain_all:
        _explain(answer, request, everything=explain_all)
    elif not answer.text and request.hits:
        note("nothing is shown; --explain tells why")


def _assemble(request: AssembleRequest, limits: Limits) -> FormattedContext:
    policy, hints = request.policy or FormatPolicy(), request.hints or RenderingHints()
    try:
        return ContextAssembler(limits=limits).format_with_hints(request.hits, policy, hints)
    except ContextcError as error:
        where = "" if error.path == "$" else f"{error.path}: "
        code = BROKEN if error.category == "internal" else BAD_INPUT
        raise Fault(f"{where}{error}", code=code) from None


def _explain(answer: FormattedContext, request: AssembleRequest, *, everything: bool) -> None:
    # rich takes longer to import than most runs take.
    from rich.console import Console  # noqa: PLC0415

    from contextc_host.cli.hits_explain import explain_hits  # noqa: PLC0415

    console = Console(file=sys.stderr, highlight=False, markup=False, emoji=False)
    explain_hits(answer, request.hits, request.policy or FormatPolicy(), console, everything=everything)
