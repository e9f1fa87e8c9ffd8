"""What a ruleset is, as a form of functions and tables, and how one is played: the engine owns control, the ruleset the board.

Games, boards, pictures, events and observations of a ruleset pass through untouched; orders and kernel come in, nothing above.
First file: `ruleset.py`, the half of a ruleset's form that is played; then `play.py`, the loop; `opaque.py`: what others see of it.

Decided:
- 2026-11-22 `Situation.taken` counts the atoms of a phase, since the board tells all the rest of where play stands.
- 2026-11-23 How a line is checked and run is the ruleset's (`Actions.check`, `Actions.run`): units activated, points, lines for
  several units are TOCS's. Here is only what every ruleset is told and answers (`runs.py`).
"""
