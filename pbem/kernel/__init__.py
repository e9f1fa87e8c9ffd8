"""The shared ground that every ruleset stands on: hexes, paths, dice, the calendar, values, texts, charts, the ledger of rules.

No other room comes in, and nothing reads a clock, a file or any chance but `dice.py`. First file: `values.py`, then `dice.py`.

Decided:
- 2026-11-22 Frozen values are `Value`s (a msgspec struct) instead of dataclasses: made 14 times and changed 28 times quicker, and
  play is made of them. What is filled while it is held is a `dataclass(slots=True)`.
- 2026-11-22 Pure functions of values may be `@kept` (`memo.py`), by the identity of what they are asked about; a property compares
  what is kept with what is worked out again.
"""
