"""The rule systems, by name: one room each, and `RULESETS`, the registry in which a module's `ruleset = "…"` is looked up.

Everything above plays a ruleset through the form of `form.py` and this registry; engine, orders and kernel come in, and
the door for a module's files. Rulesets do not know each other. First file: `form.py`, then `tocs/__init__.py`,
a form that is filled in.
"""

from collections.abc import Callable, Iterator, MutableMapping
from typing import cast

from pbem.rulesets.form import Ruleset


class Rulesets(MutableMapping[str, Ruleset]):
    """Rulesets by name. One of ours is loaded when it is asked for: each is a sixth of what a process loads, and most play one."""

    def __init__(self, loaders: dict[str, Callable[[], Ruleset]]) -> None:
        self._loaders = loaders
        self._loaded: dict[str, Ruleset] = {}

    def __getitem__(self, name: str) -> Ruleset:
        """The ruleset of this name, loaded. KeyError."""
        if name not in self._loaded:
            self._loaded[name] = self._loaders[name]()
        return self._loaded[name]

    def __setitem__(self, name: str, ruleset: Ruleset) -> None:
        """Put one beside ours."""
        self._loaders[name] = lambda: ruleset
        self._loaded.pop(name, None)

    def __delitem__(self, name: str) -> None:
        """Take one out."""
        del self._loaders[name]
        self._loaded.pop(name, None)

    def __contains__(self, name: object) -> bool:
        """Is there one of this name? Nothing is loaded for it."""
        return name in self._loaders

    def __iter__(self) -> Iterator[str]:
        """The names, ours first."""
        return iter(self._loaders)

    def __len__(self) -> int:
        """How many there are."""
        return len(self._loaders)


def _tocs() -> Ruleset:
    from pbem.rulesets import tocs

    return cast(Ruleset, tocs.RULESET)  # the one cast of each ruleset: its own types go out of sight


def _tcs() -> Ruleset:
    from pbem.rulesets import tcs

    return cast(Ruleset, tcs.RULESET)


RULESETS = Rulesets({"tocs": _tocs, "tcs": _tcs})
