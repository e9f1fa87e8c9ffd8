"""Standing orders on file: versions of lines. A reaction owns the syntax of its lines; this only keeps them."""

from collections.abc import Iterable

from pbem.campaign.state import Filed


def day_one(defaults: Iterable[tuple[str, str]]) -> Filed:
    """The file each side has from the first day: (part, line) pairs."""
    return Filed(1, tuple(defaults))


def amended(filed: Filed, lines: Iterable[tuple[str, str]]) -> Filed:
    """The next version: each line takes the place of the one for the same part."""
    kept = dict(filed.lines)
    kept.update(lines)
    return Filed(filed.version + 1, tuple(sorted(kept.items())))
