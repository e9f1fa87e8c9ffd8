"""By which schema records were written, told without reading them."""

import re

_SCHEMA = re.compile(rb'"schema":(\d+)')  # within a string the quotes would be escaped, so no letter can feign it


def newest_schema(lines: bytes) -> int:
    """The newest that a journal's lines are of; 0 when none says so."""
    return max((int(digits) for digits in _SCHEMA.findall(lines)), default=0)
