"""Rules of TCS by chapter: pure functions over the facts a rule names, each marked with its row (`@rule`) of `rules.toml`.

No event, board or picture comes in, and nothing happens here: actions and what is settled ask. Charts come as a `ChartBook`, dice
as the engine's; numbers stand in `tables/`. First file: `sight.py`, then `area_fire.py` and `overwatch.py`.

Rulings where the rules are silent or leave a choice:
- A line to the middle of a hexside is looked at a hex a step from the viewer, as one between centres is; both hexes of the
  hexside are ends, and its height there is that of the hex entered (TCSB-8-12).
- Smoke counts on the clearer hand of a line that runs along a hexside, as the ground does (TCSB-8-7).
- Of modifiers that share a group the strongest that fits counts; what is dug in is spotted by the column for it (TCSB-27-7).
- Of two combinations the best infantry takes the weakest weapons; losses fall on the infantry first unless its owner says
  otherwise.
- A hit is judged on the target that was named: a combination never stands against point fire.
"""
