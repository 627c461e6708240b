"""Every door that is open to a test."""

from collections.abc import Iterator

import pytest

from doors.table import DOORS, Door


@pytest.fixture(
    scope="module", params=[pytest.param(name, marks=pytest.mark.xdist_group(name)) for name in DOORS], ids=list(DOORS)
)
def door(request: pytest.FixtureRequest) -> Iterator[Door]:
    """Each door in turn."""
    with DOORS[request.param]() as opened:
        yield opened
