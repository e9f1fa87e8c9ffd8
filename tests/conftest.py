"""What every test gets."""

import os
from collections.abc import Iterator

import pytest


@pytest.fixture(autouse=True)
def umask() -> Iterator[None]:
    """The command line narrows the umask of its process; what runs after it in the same process must not notice."""
    before = os.umask(0o022)
    yield
    os.umask(before)
