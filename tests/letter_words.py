"""The words of a letter where TOCS is played."""

from pbem.handlers.words import words_of
from pbem.rulesets import RULESETS

WORDS = words_of(RULESETS["tocs"])
