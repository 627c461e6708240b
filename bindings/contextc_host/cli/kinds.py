"""A file's name -> the kind of its fragment."""

import re
from pathlib import PurePath

_SUFFIXES = (
    ".ada .adb .ads .asm .awk .bash .bat .c .cc .cjs .clj .cljs .cmake .cmd .coffee .cpp .cr .cs .csh .css .cu .cuh",
    ".cxx .d .dart .diff .el .elm .erl .ex .exs .f .f90 .fish .fs .fsx .glsl .go .gradle .graphql .groovy .h .hcl .hh",
    ".hlsl .hpp .hrl .hs .html .hxx .inl .java .jl .js .jsx .kt .kts .less .lisp .lua .m .mjs .ml .mli .mm .nim .nix",
    ".pas .patch .php .pl .pm .proto .ps1 .psm1 .pxd .py .pyi .pyx .r .rb .rkt .rs .s .sass .scala .scm .scss .sh .sol",
    ".sql .sv .svelte .swift .tcl .tf .thrift .ts .tsx .v .vb .vhd .vhdl .vim .vue .wat .xsl .xslt .zig .zsh",
)
CODE_SUFFIXES = frozenset(" ".join(_SUFFIXES).split())
"""Languages that a machine reads and that only work verbatim; data and prose (JSON, YAML, Markdown) are not among them."""

CODE_NAMES = frozenset(
    {"cmakelists.txt", "dockerfile", "gnumakefile", "jenkinsfile", "justfile", "makefile", "rakefile"}
)
"""Code that goes without a suffix."""

_LOG = re.compile(r".+\.log(?:[.-][0-9]+)*", re.ASCII)


def kind_of(name: str) -> str | None:
    """`log`, `code` or nothing; case does not matter.

    >>> [kind_of(name) for name in ("app.log", "app.log.1", "src/Main.java", "Makefile", "notes.md")]
    ['log', 'log', 'code', 'code', None]
    """
    path = PurePath(name.lower())
    if _LOG.fullmatch(path.name):
        return "log"
    return "code" if path.suffix in CODE_SUFFIXES or path.name in CODE_NAMES else None
