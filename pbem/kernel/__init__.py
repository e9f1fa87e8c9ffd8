"""The shared ground every ruleset stands on: hexes, paths, dice, charts, the calendar and the rule ledger."""
