"""The words of a letter, one file each: its syntax and HELP, who may say it, its refusals, what it does and when.

A word is added by its file alone: each module here that has a WORD is one. Below this room nobody imports them; syntax, traits,
HELP and the admin events of a word's own are handed down in one table (`words_of`, with the host's words as its `host`) when a
campaign is opened.
A ruleset's own words (`OwnWord`) stand in its room, in the same way.
First file: `handlers/word.py`, the form of a word; then any short one, `zone.py`.
"""

import pkgutil
from functools import cache
from importlib import import_module

from pbem.engine.idiom import Idiom
from pbem.handlers.host.words import HOST
from pbem.handlers.own_words import in_idiom, own
from pbem.handlers.word import Word
from pbem.kernel.values import replace
from pbem.letters.desk import WordTable
from pbem.rulesets.form import Ruleset

__all__ = ["words_of"]


def _found() -> tuple[Word, ...]:
    modules = (import_module(f"{__name__}.{found.name}") for found in pkgutil.iter_modules(__path__))
    return tuple(module.WORD for module in modules if hasattr(module, "WORD"))


_SHARED = _found()


@cache
def words_of(ruleset: Ruleset) -> WordTable:
    """The words of a letter where this ruleset is played, with those of the host, in its idiom."""
    words = (*(_in_idiom(word, ruleset.idiom) for word in _SHARED), *(own(word) for word in ruleset.words))
    return WordTable(tuple(sorted(words, key=lambda word: word.name.replace(" ", "_"))), replace(HOST, idiom=ruleset.idiom))


def _in_idiom(word: Word, idiom: Idiom) -> Word:
    """A shared word as it is written where this idiom is spoken: FOR NEXT and a noun."""
    verb = in_idiom(word.verb, idiom)
    return word if verb is word.verb else replace(word, verb=verb)
