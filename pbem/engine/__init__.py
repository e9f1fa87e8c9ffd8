"""The engine: it owns control, the ruleset owns the board."""
