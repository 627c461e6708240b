"""What a request may cost in memory: a process with a cap answers texts that are made to be expensive."""

import json
import subprocess
import sys

import pytest

CAP = 1024**3
BYTES = 8_000_000
PROGRAM = """
import json, resource, sys
from contextc_wire import call
cap, size, start, unit, kind = json.loads(sys.argv[1])
resource.setrlimit(resource.RLIMIT_AS, (cap, cap))
fragment = {"content": start + unit * (size // len(unit.encode())) + "x", "kind": kind}
policy = {"normalize_log_timestamps": True}
request = json.dumps({"query": "q", "token_budget": 500, "fragments": [fragment], "policy": policy})
print(json.loads(call("compile", request)).get("error"))
"""


@pytest.mark.parametrize(
    ("start", "unit", "kind"),
    [
        pytest.param("", "\n", None, id="line feeds"),
        pytest.param("", " \n", None, id="blank lines"),
        pytest.param("", "\u3000\n", None, id="wide blank lines"),
        pytest.param("", "\t", None, id="tabs"),
        pytest.param("", "\u3000", None, id="wide spaces"),
        pytest.param("", "\n", "log", id="an empty log"),
        pytest.param("2026-07-18T10:23:45Z up\n2026-07-18T10:23:45Z", " [ab]", "log", id="ids behind a time"),
    ],
)
def test_eight_megabytes_need_no_gibibyte(start: str, unit: str, kind: str | None):
    """Eight megabytes that a pattern could record piece by piece are compiled within a gibibyte."""
    given = json.dumps([CAP, BYTES, start, unit, kind])
    done = subprocess.run([sys.executable, "-c", PROGRAM, given], capture_output=True, encoding="utf-8", check=False)

    assert (done.returncode, done.stdout) == (0, "None\n"), done.stderr
