"""Faults that were reported against other tools, as inputs of this one: each test states the right value."""
