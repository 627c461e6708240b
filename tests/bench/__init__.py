"""Benchmarks: how fast every pass is, and what doubling the input does to it. `python -m tests.bench` runs them."""
