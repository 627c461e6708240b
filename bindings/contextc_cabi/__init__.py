"""The C library: its header, its C code, and the command that builds it for the Python that runs the command."""
