"""Sources and pins -> `bundle/`, a folder of static files that runs contextc wherever WebAssembly runs.

The same commit gives the same bytes on every machine: all versions are pinned with their hashes, and whatever depends on a
Python or a zlib is made by the Python that the bundle itself ships.
"""
