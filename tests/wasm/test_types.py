"""The loader's JavaScript: TypeScript checks it and a program that uses it, Biome its style and that of its tests."""

import json
import shutil

import pytest

from wasm.bundle import BUNDLE, ROOT, run

WASM = ROOT / "wasm"


@pytest.fixture(scope="module")
def typescript(tmp_path_factory):
    """A folder with TypeScript, as `wasm/package-lock.json` pins it, and the sources of the loader."""
    folder = tmp_path_factory.mktemp("typescript")
    for name in ("package.json", "package-lock.json", "tsconfig.json", "biome.json"):
        shutil.copyfile(WASM / name, folder / name)
    for name in ("loader", "bundler"):
        shutil.copytree(WASM / name, folder / name)
    for path in (ROOT / "tests" / "wasm").glob("*.mjs"):
        shutil.copyfile(path, folder / path.name)
    run("npm", "ci", "--ignore-scripts", "--silent", "--no-audit", "--no-fund", cwd=folder)
    return folder


def test_loader_has_the_types_it_states(typescript):
    """`tsc --strict` finds nothing in the loader's JSDoc."""
    run("npm", "run", "--silent", "types", cwd=typescript)


def test_style_is_that_of_biome(typescript):
    """Biome has nothing to change or to warn of."""
    run("npm", "run", "--silent", "lint", cwd=typescript)


def test_a_strict_program_compiles(typescript):
    """A program in TypeScript gets a string for a string and bytes for bytes, and is told what it does wrong."""
    shutil.copytree(BUNDLE, typescript / "node_modules" / "contextc-wasm")
    shutil.copyfile(ROOT / "tests" / "wasm" / "types.ts", typescript / "types.ts")
    (typescript / "program.json").write_text(
        json.dumps({"extends": "./tsconfig.json", "include": ["types.ts"]}), encoding="utf-8"
    )
    run("npx", "tsc", "--project", "program.json", cwd=typescript)
