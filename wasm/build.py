#!/usr/bin/env python3
"""Build the WebAssembly bundle: `python wasm/build.py --out DIR`. Needs Python with pip, Node and npm, nothing else."""

from bundler.__main__ import main

main()
