"""Python's standard library -> the part of it that contextc and Pyodide need.

The whole of it would be more than half of what a page loads, and half of it is for what does not happen behind the door.
`tests/wasm/test_stdlib.py` runs the vectors with both, and fails on a module that is asked for and was left out.
"""

import zipfile
from fnmatch import fnmatch
from pathlib import Path

LEFT_OUT = {
    "other machines": "ftplib http html imaplib ipaddress mailbox netrc poplib smtplib socketserver urllib webbrowser wsgiref xmlrpc",
    "other processes": "concurrent.interpreters logging.config logging.handlers multiprocessing pty",
    "terminals": "_pyrepl cmd code getpass rlcompleter tty",
    "command lines": "argparse configparser fileinput getopt gettext optparse",
    "tests and debuggers": "bdb cProfile doctest pdb profile pstats pydoc timeit trace tracemalloc unittest",
    "work on sources": "_ast_unparse compileall modulefinder pickletools py_compile pyclbr symtable tabnanny zipapp",
    "other formats": "csv email.* pickle plistlib shelve sqlite3 tomllib wave xml",
    "other codecs": "encodings.big5* encodings.cp[0-35-9]* encodings.euc* encodings.gb* encodings.hz encodings.iso* encodings.johab "
    "encodings.koi8* encodings.kz* encodings.mac* encodings.palmos encodings.ptcp* encodings.shift* encodings.tis* encodings.undefined",
    "other arithmetic": "_pyio _strptime calendar colorsys fractions statistics zoneinfo",
    "the build of Python": "_sysconfigdata* sysconfig",
    "jokes": "__hello__ __phello__ antigravity this",
}
"""What it is for -> modules and packages."""

PATTERNS = [pattern for names in LEFT_OUT.values() for pattern in names.split()]


def is_left_out(path: str) -> bool:
    """Whether a file of the standard library belongs to a module that is left out.

    >>> is_left_out("http/client.py"), is_left_out("json/decoder.py"), is_left_out("encodings/cp437.py")
    (True, False, False)
    """
    parts = path.removesuffix(".py").strip("/").split("/")
    names = [".".join(parts[:length]) for length in range(1, len(parts) + 1)]
    return any(fnmatch(name, pattern) for name in names for pattern in PATTERNS)


def reduce_stdlib(archive: Path) -> None:
    """Leave it out of an archive of sources."""
    with zipfile.ZipFile(archive) as whole:
        files = {name: whole.read(name) for name in whole.namelist() if not is_left_out(name)}
    with zipfile.ZipFile(archive, "w") as part:
        for name, data in files.items():
            part.writestr(zipfile.ZipInfo(name), data)
