"""`python -m tests.fuzz --seconds 60 --seed 1`: see `rounds`."""

import importlib
import os
import sys
from pathlib import Path

# The tests import each other from their own folder, and read how many examples to try as they are imported.
sys.path.insert(0, str(Path(__file__).parents[1]))
os.environ["HYPOTHESIS_PROFILE"] = "fuzz"

sys.exit(importlib.import_module("fuzz.rounds").main())
