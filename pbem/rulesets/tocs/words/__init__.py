"""TOCS's own words of a letter, one file each: what closes an impulse, what a letter may spend, guards of a plan, reserves.

A word is added by its file alone: each module here that has a WORD is one, of the form `OwnWord` of `rulesets/form.py`. First file:
`spend.py`, a short one; `end_impulse.py` is the word that every letter knows as the one that closes.
"""

import pkgutil
from importlib import import_module

from pbem.rulesets.form import OwnWord

__all__ = ["WORDS"]


def _found() -> tuple[OwnWord, ...]:
    modules = (import_module(f"{__name__}.{found.name}") for found in pkgutil.iter_modules(__path__))
    return tuple(module.WORD for module in modules)


WORDS = _found()
