"""`python -m contextc_wire DIR`: write the schemas into a folder."""

import sys
from pathlib import Path

from contextc_wire.schema import render, schemas

for name, schema in schemas().items():
    Path(sys.argv[1], f"{name}.json").write_text(render(schema), encoding="utf-8")
