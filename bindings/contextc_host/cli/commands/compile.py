"""`contextc compile`."""

import sys
from typing import NamedTuple

import click
from msgspec.structs import replace

from contextc.compiler import ContextCompiler
from contextc.errors import ContextcError
from contextc.model import CompiledContext, CompilePolicy, CompileRequest, TranscriptContext
from contextc.settings import merge
from contextc.transcript.bridge import compile_draft
from contextc.vocabulary import SegmentFormat
from contextc_host.cli.heard import Heard, heard
from contextc_host.cli.inputs import RULES, Inputs, Shape, gather
from contextc_host.cli.jobs import Job, Options, fault_of, make_job, read_policy
from contextc_host.cli.lines import amount, size
from contextc_host.cli.messages_out import PROVIDERS, Wanted, write_messages
from contextc_host.cli.options import (
    FORMATS,
    budget_option,
    format_option,
    limits_of,
    limits_option,
    model_option,
    out_option,
    policy_option,
    query_option,
    reserve_option,
)
from contextc_host.cli.progress import Progress
from contextc_host.cli.streams import is_terminal, note, write_result
from contextc_wire.codec import encode

Answer = CompiledContext | TranscriptContext

SHAPES = [str(shape) for shape in Shape]
MESSAGES = "messages:"
"""What stands before the provider in `--format`."""
QUIET = (SegmentFormat.PLAIN, SegmentFormat.JSONL)
"""Formats that are nothing to tell a person about."""

HELP = f"""Pack files, a transcript or a request into a token budget.

stdout gets the compiled context and nothing else. Without FILES stdin is read; `-` among FILES is stdin, too. What the
input is:

\b
{chr(10).join(f"  {rule.what}{chr(10)}      {rule.read_as}" for rule in RULES)}

The first line that fits decides, or --as. A folder is walked in the order of names, without what is hidden, what tools put
there (node_modules, __pycache__, caches, Python environments), links, empty files and what is no UTF-8; all of that can be
named. Named files need no roots; paths in a request need CONTEXTC_INGEST_ROOTS. A file's name decides its kind: *.log is a
log, *.py and the like are code.

--explain goes to stderr, after the context: where the budget went, what became of every fragment, what is missing.
"""


@click.command("compile", help=HELP)
@click.argument("files", nargs=-1, type=click.Path())
@budget_option
@model_option
@reserve_option
@query_option
@click.option("--recent", is_flag=True, help="The latest turns or fragments first; relevance decides within a turn.")
@policy_option
@click.option(
    "--as",
    "read_as",
    type=click.Choice([*SHAPES, *FORMATS]),
    metavar="WHAT",
    help=f"What the input is: {', '.join(SHAPES)}, or how a transcript is written: {', '.join(FORMATS)}.",
)
@click.option("--exclude", multiple=True, metavar="GLOB", help="Names or paths to leave out of folders; repeatable.")
@format_option(
    "the context alone",
    "the answer, exactly as the wire gives it",
    *((f"{MESSAGES}{provider}", "messages:PROVIDER: as `contextc messages --to PROVIDER`") for provider in PROVIDERS),
)
@click.option("-e", "--explain", is_flag=True, help="Account for every decision on stderr.")
@click.option("--explain-all", is_flag=True, help="The same, with every fragment, however many there are.")
@out_option
@limits_option
def command(
    *,
    files: tuple[str, ...],
    budget: int | None,
    model: str | None,
    reserve: int | None,
    query: str | None,
    recent: bool,
    policy: str | None,
    read_as: str | None,
    exclude: tuple[str, ...],
    format: str,
    explain: bool,
    explain_all: bool,
    out: str | None,
    limits: str,
) -> None:
    """Compile what is named."""
    caps = limits_of(limits)
    explain = explain or explain_all
    shape = Shape(read_as) if read_as in SHAPES else Shape.TRANSCRIPT if read_as else None
    written = SegmentFormat(read_as) if read_as in FORMATS else SegmentFormat.AUTO
    options = Options(query, budget, model, reserve, recent, read_policy(policy, caps), written)
    options.tokens  # noqa: B018  (an unknown model is a fault before anything is read)
    if format.startswith(MESSAGES):
        if shape not in (None, Shape.TRANSCRIPT):
            raise click.UsageError(f"messages are made of a transcript, not of {read_as}")
        write_messages(files, Wanted(format.removeprefix(MESSAGES), options), caps, out=out)
        return
    with Progress() as shown:
        inputs = gather(files, caps, shown, shape=shape, exclude=exclude)
        shown.say(f"compiling {size(inputs.size)}")
        done = _compile(inputs, options, ContextCompiler(limits=caps), explain=explain)
    context = done.answer.context if isinstance(done.answer, TranscriptContext) else done.answer
    write_result(context.content.encode() if format == "text" else encode(done.answer), out)
    if explain:
        _explain(done, inputs, ContextCompiler(limits=caps), everything=explain_all)
    else:
        _mention(done, inputs)


class _Done(NamedTuple):
    job: Job
    answer: Answer
    full: CompiledContext
    """The context with its decisions, which the answer may have been asked to leave out."""

    @property
    def heard(self) -> Heard | None:
        """How the transcript was read, if it was one."""
        return heard(self.answer.segmentation) if isinstance(self.answer, TranscriptContext) else None


def _compile(inputs: Inputs, options: Options, compiler: ContextCompiler, *, explain: bool) -> _Done:
    try:
        job = make_job(inputs, options, compiler)
        slim = job.request.policy is not None and job.request.policy.slim_response is True
        answer = _answer(_in_full(job) if slim and explain else job, compiler)
    except ContextcError as error:
        raise fault_of(error, inputs) from None
    full = answer.context if isinstance(answer, TranscriptContext) else answer
    if slim and explain:
        thin = replace(full, sections=[], decisions=[])
        answer = replace(answer, context=thin) if isinstance(answer, TranscriptContext) else thin
    return _Done(job, answer, full)


def _in_full(job: Job) -> Job:
    """The same, with the decisions that the caller asked to leave out."""
    full = CompilePolicy(slim_response=False)
    request = replace(job.request, policy=merge(job.request.policy or CompilePolicy(), full))
    if job.draft is None:
        return job._replace(request=request)
    drafted = job.draft.request
    return job._replace(
        request=request,
        draft=job.draft._replace(request=replace(drafted, policy=merge(drafted.policy or CompilePolicy(), full))),
    )


def _answer(job: Job, compiler: ContextCompiler) -> Answer:
    if job.draft is not None:
        return compile_draft(job.draft, compiler)
    assert isinstance(job.request, CompileRequest)
    return compiler.compile(job.request)


def _explain(done: _Done, inputs: Inputs, compiler: ContextCompiler, *, everything: bool) -> None:
    # rich takes longer to import than most runs take.
    from rich.console import Console  # noqa: PLC0415

    from contextc_host.cli.account import account_for  # noqa: PLC0415
    from contextc_host.cli.explain import explain  # noqa: PLC0415

    console = Console(file=sys.stderr, highlight=False, markup=False, emoji=False)
    account = account_for(done.job, done.full, compiler)
    explain(account, inputs.left_out, console, heard=done.heard, everything=everything)


def _mention(done: _Done, inputs: Inputs) -> None:
    """What a person should know even without an account."""
    heard = done.heard
    if heard and (heard.losses or (heard.format not in QUIET and is_terminal(sys.stderr))):
        note(f"{inputs.given[0].name}: {heard}")
    if not done.full.content and done.full.insights.tokens_in:
        note(f"nothing fits {amount(done.job.request.token_budget, 'token')}; --explain tells what was left out")
    unread = {
        reason: count
        for reason, count in inputs.left_out.items()
        if reason in ("no text in UTF-8", "too large", "unreadable")
    }
    if unread and is_terminal(sys.stderr):
        note("left out of folders: " + ", ".join(f"{count:,} {reason}" for reason, count in sorted(unread.items())))
