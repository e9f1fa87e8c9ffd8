"""The words of a letter, one file each: its syntax and HELP, who may say it, its refusals, what it does and when.

A word is added by its file alone: each module here that has a WORD is one. Below this room nobody imports them; syntax, traits,
HELP and the admin events of a word's own are handed down in one table (`WORDS`, with the host's words as `WORDS.host`) when a
campaign is opened.
First file: `handlers/word.py`, the form of a word; then any short one, `zone.py`.
"""

import pkgutil
from importlib import import_module

from pbem.handlers.host.words import HOST
from pbem.handlers.word import Word
from pbem.letters.desk import WordTable

__all__ = ["WORDS"]


def _found() -> tuple[Word, ...]:
    modules = (import_module(f"{__name__}.{found.name}") for found in pkgutil.iter_modules(__path__))
    return tuple(module.WORD for module in modules if hasattr(module, "WORD"))


WORDS = WordTable(_found(), HOST)
