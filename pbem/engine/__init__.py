"""What a ruleset is, as a form of functions and tables, and how one is played: the engine owns control, the ruleset the board.

Games, boards, pictures, events and observations of a ruleset pass through untouched; orders and kernel come in, nothing above.
First file: `ruleset.py`, the form; then `play.py`, the loop; `dry_run.py` checks a letter against a picture, without a die.

Decided:
- 2026-11-22 `Situation.taken` counts the atoms of a phase, since the board tells all the rest of where play stands.
- 2026-11-22 Orders that no unit carries out (trucks, set-up, reinforcements) are a ruleset's `deeds`; orders for several units
  (TAKE, MARCH) are its `maneuvers`, which choose each next act from the side's own picture.
"""
