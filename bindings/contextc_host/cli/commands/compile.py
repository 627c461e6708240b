"""`contextc compile`."""

import sys
from typing import NamedTuple

import click
from msgspec.structs import replace

from contextc.compiler import ContextCompiler
from contextc.errors import ContextcError
from contextc.limits import Limits
from contextc.model import CompiledContext, CompilePolicy, CompileRequest, TranscriptContext
from contextc.settings import merge
from contextc.transcript.bridge import compile_transcript
from contextc_host.cli.faults import Fault
from contextc_host.cli.inputs import RULES, Inputs, Shape, gather
from contextc_host.cli.jobs import DEFAULT_BUDGET, Job, Options, Request, fault_of, make_job
from contextc_host.cli.lines import amount, readable, size
from contextc_host.cli.options import format_option, limits_option, utf8
from contextc_host.cli.progress import Progress
from contextc_host.cli.reading import read
from contextc_host.cli.streams import is_terminal, note, write_result
from contextc_wire.codec import decode, encode

Answer = CompiledContext | TranscriptContext

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
@click.option(
    "-b", "--budget", type=int, metavar="N", help=f"Tokens that the context may have.  [default: {DEFAULT_BUDGET}]"
)
@click.option(
    "-m", "--model", type=utf8, metavar="NAME", help="The model to compile for; without --budget, its window."
)
@click.option("--reserve", type=click.IntRange(min=0), metavar="N", help="Tokens of the budget to leave free.")
@click.option("-q", "--query", type=utf8, metavar="TEXT", help="The question that the context is for.")
@click.option("--recent", is_flag=True, help="The latest turns or fragments first; relevance decides within a turn.")
@click.option("--policy", type=click.Path(), metavar="FILE", help="A CompilePolicy as JSON.")
@click.option("--as", "shape", type=click.Choice([str(shape) for shape in Shape]), help="What the input is.")
@click.option("--exclude", multiple=True, metavar="GLOB", help="Names or paths to leave out of folders; repeatable.")
@format_option("the context alone", "the answer, exactly as the wire gives it")
@click.option("-e", "--explain", is_flag=True, help="Account for every decision on stderr.")
@click.option("--explain-all", is_flag=True, help="The same, with every fragment, however many there are.")
@click.option("-o", "--out", type=click.Path(), metavar="FILE", help="Write the result here instead of stdout.")
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
    shape: str | None,
    exclude: tuple[str, ...],
    format: str,
    explain: bool,
    explain_all: bool,
    out: str | None,
    limits: str,
) -> None:
    """Compile what is named."""
    caps = Limits.strict() if limits == "strict" else Limits()
    explain = explain or explain_all
    with Progress() as shown:
        options = Options(query, budget, model, reserve, recent, _read_policy(policy, caps, shown) if policy else None)
        options.tokens  # noqa: B018  (an unknown model is a fault before anything is read)
        inputs = gather(files, caps, shown, shape=Shape(shape) if shape else None, exclude=exclude)
        shown.say(f"compiling {size(inputs.size)}")
        done = _compile(inputs, options, ContextCompiler(limits=caps), explain=explain)
    context = done.answer.context if isinstance(done.answer, TranscriptContext) else done.answer
    write_result(context.content.encode() if format == "text" else encode(done.answer), out)
    if explain:
        _explain(done, inputs, ContextCompiler(limits=caps), everything=explain_all)
    else:
        _mention(context, inputs, done.job.request.token_budget)


class _Done(NamedTuple):
    job: Job
    answer: Answer
    full: CompiledContext
    """The context with its decisions, which the answer may have been asked to leave out."""


def _compile(inputs: Inputs, options: Options, compiler: ContextCompiler, *, explain: bool) -> _Done:
    try:
        job = make_job(inputs, options, compiler.limits)
        slim = job.request.policy is not None and job.request.policy.slim_response is True
        answer = _answer(_in_full(job.request) if slim and explain else job.request, compiler)
    except ContextcError as error:
        raise fault_of(error, inputs) from None
    full = answer.context if isinstance(answer, TranscriptContext) else answer
    if slim and explain:
        thin = replace(full, sections=[], decisions=[])
        answer = replace(answer, context=thin) if isinstance(answer, TranscriptContext) else thin
    return _Done(job, answer, full)


def _in_full(request: Request) -> Request:
    return replace(request, policy=merge(request.policy or CompilePolicy(), CompilePolicy(slim_response=False)))


def _answer(request: Request, compiler: ContextCompiler) -> Answer:
    if isinstance(request, CompileRequest):
        return compiler.compile(request)
    return compile_transcript(request, compiler)


def _read_policy(path: str, limits: Limits, shown: Progress) -> CompilePolicy:
    try:
        return decode(read(path, limits.request_bytes, shown).removeprefix(b"\xef\xbb\xbf"), CompilePolicy, limits)
    except ContextcError as error:
        where = "" if error.path == "$" else f"{error.path}: "
        raise Fault(f"{where}{error}", name=readable(path)) from None


def _explain(done: _Done, inputs: Inputs, compiler: ContextCompiler, *, everything: bool) -> None:
    # rich takes longer to import than most runs take.
    from rich.console import Console  # noqa: PLC0415

    from contextc_host.cli.account import account_for  # noqa: PLC0415
    from contextc_host.cli.explain import explain  # noqa: PLC0415

    console = Console(file=sys.stderr, highlight=False, markup=False, emoji=False)
    explain(account_for(done.job, done.full, compiler), inputs.left_out, console, everything=everything)


def _mention(context: CompiledContext, inputs: Inputs, budget: int) -> None:
    """What a person should know even without an account."""
    if not context.content and inputs.size:
        note(f"nothing fits {amount(budget, 'token')}; --explain tells what was left out")
    unread = {
        reason: count
        for reason, count in inputs.left_out.items()
        if reason in ("no text in UTF-8", "too large", "unreadable")
    }
    if unread and is_terminal(sys.stderr):
        note("left out of folders: " + ", ".join(f"{count:,} {reason}" for reason, count in sorted(unread.items())))
