"""pbem: a play-by-email referee for double-blind wargame campaigns.

Nothing lives here but the two entries, `cli.py` and `__main__.py`; all else is in a room. Imports go down alone, thirteen floors
with `__main__`: cli, simulate beside admin, service, handlers, letters, campaign, mail beside rulesets, store beside modules,
documents, engine, orders, kernel (pyproject.toml); rooms side by side do not know each other.
Each room's `__init__` says what lives there, what may come in, which file to read first, and what was decided about it and when.

Decided: 2026-11-22 The package runs from the checkout (`python -m pbem`); the tests install nothing of ours.
"""

__version__ = "0.1.0"
