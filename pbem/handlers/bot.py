"""A scripted commander of any ruleset that has one: writes legal order letters, for boot camps, the demo, rehearsals and tests.

They know nothing but what a desk knows, and speak nothing but the order language.
"""

from pbem.engine.opaque import OpaqueGame, OpaquePicture
from pbem.letters.desk import WordTable
from pbem.rulesets.form import Chance, Mind, Ruleset, Temper

__all__ = ["Chance", "Commander", "Temper"]


class Commander:
    """One side's scripted commander. words: those of every letter. ValueError for a ruleset that has none."""

    def __init__(
        self, ruleset: Ruleset, words: WordTable, game: OpaqueGame, chance: Chance, temper: Temper = Temper(),  # noqa: B008 - frozen
    ) -> None:  # fmt: skip
        if ruleset.bot is None:
            raise ValueError(f"{ruleset.name} has no scripted commander")
        self.bot, self.game, self.mind = ruleset.bot, game, Mind(chance, temper, words.verbs)

    def letter(self, picture: OpaquePicture, end: bool = True) -> str:
        """Orders for the whole pause, every line legal on the picture there is."""
        return self.bot.letter(self.game, picture, self.mind, end)
