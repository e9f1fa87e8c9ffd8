"""TOCS's own words of a letter, one file each: what closes an impulse, what a letter may spend, guards of a plan, reserves.

Each module here holds a WORD of the form `OwnWord` of `rulesets/form.py`. First file: `spend.py`, a short one; `end_impulse.py` is
the word that every letter knows as the one that closes.
"""

from pbem.rulesets.tocs.words import (
    after,
    chance,
    cost,
    deficit,
    end_impulse,
    flights_to_come,
    keep,
    ops,
    pass_,
    spend,
    stop,
    void,
    why_at_sea,
    why_out_of_supply,
    why_unit,
)

WORDS = (
    after.WORD,
    chance.WORD,
    cost.WORD,
    deficit.WORD,
    end_impulse.WORD,
    flights_to_come.WORD,
    keep.WORD,
    ops.WORD,
    pass_.WORD,
    spend.WORD,
    stop.WORD,
    void.WORD,
    why_at_sea.WORD,
    why_out_of_supply.WORD,
    why_unit.WORD,
)
