"""A battle that came about in another game, fought here: its statement becomes a module, and its end what is left of whom.

What comes in is a `StatedBattle` (`pbem/modules/battlefield.py`), which has no noun of either ruleset. First file: `files.py`,
which writes the module; then `laid_out.py`, its ground, `breakdown.py`, its counters, and `outcome.py`.

Decided:
- 2026-11-27 The ground is ten by ten hexes of 125 m, as wide as a hex of the other game; hexsides lead to the middle of its rim.
- 2026-11-27 Points are for what the attacker is after and for nothing else, so that nobody reads the other's losses off a score.
- 2026-11-27 A river is crossed by its bridge, or by men alone in boats, who are a whole action about it.
"""
