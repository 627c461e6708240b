"""Projects that use the packed npm package as its README says: ESM, CommonJS, TypeScript."""

import shutil
import subprocess
from pathlib import Path

from doors.build import PYTHON
from doors.node import PACKAGE, environment, npm_install

PROJECTS = Path(__file__).parent


def install(name: str, folder: Path) -> Path:
    """A copy of a project with the package in it."""
    copy = Path(shutil.copytree(PROJECTS / name, folder / name))
    npm_install(copy, PACKAGE)
    return copy


def run(project: Path, *command: str) -> str:
    """What a command prints in a project, where Python is found by its variable."""
    env = {**environment(), "CONTEXTC_PYTHON": str(PYTHON)}
    done = subprocess.run(
        command, cwd=project, env=env, capture_output=True, encoding="utf-8", timeout=120, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_esm_project_runs(tmp_path):
    """A project of ES modules compiles a context, and ends by itself."""
    said = run(install("node-esm", tmp_path), "node", "index.js")

    assert said == (
        "Never deploy on Friday.\n\ndeploy failed: port 8080 is taken (x39)\ngave up\ntrue invalid_request\n"
    )


def test_commonjs_project_runs(tmp_path):
    """A project of CommonJS compiles a transcript, and ends by itself."""
    said = run(install("node-cjs", tmp_path), "node", "index.js")

    assert said == "User: then tag the release\ntrue invalid_request\n"


def test_typescript_project_compiles_and_runs(tmp_path):
    """A strict TypeScript project compiles with nothing but the package, and runs."""
    project = install("typescript", tmp_path)
    run(project, "npx", "tsc")
    said = run(project, "node", "index.js")

    assert said == (
        "Never deploy on Friday. [ '18446744073709551615' ]\n"
        "openai [ { role: 'user', content: 'Tag the release.' } ] 1\n"
        "- **mira** likes tea [ 'full' ] [ '7' ]\n"
        "budget_too_small $.token_budget\n"
    )


def test_package_brings_no_other(tmp_path):
    """The package installs alone."""
    project = install("node-esm", tmp_path)

    assert [path.name for path in (project / "node_modules").iterdir() if path.name[0] != "."] == ["contextc"]
