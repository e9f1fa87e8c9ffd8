"""Charts of the rules as values: grids, tracks, lists, sheets; how their TOML is read, and every fault that one can have.

Text comes in, never a path: whoever has files (`modules.library`) hands it over. No row of any ruleset is named here. First file:
`chart.py`, the kinds and the questions each answers; then `tables.py`, the door.
"""
