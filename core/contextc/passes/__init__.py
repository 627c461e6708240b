"""The passes of the compiler, one module each, in the order that data flows."""
