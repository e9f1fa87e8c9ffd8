"""The form of a word of a letter."""

from pbem.letters.desk import LetterVerb


class Word(LetterVerb):
    """A word of a letter."""
