"""TCS: tactical WWII, platoons and single vehicles on 125 m hexes, turns of twenty minutes, battalions that fight by op sheets.

Here so far: the ground (`ground.py`), counters and units (`units.py`), switches (`switches.py`), rules (`rules/`), charts
(`tables/`) and the ledger (`rules.toml`). First file: `units.py`, then `ground.py` and `rules/sight.py`.
"""
