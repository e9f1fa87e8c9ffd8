"""The rule systems, by name: one room each, and `RULESETS`, the registry in which a module's `ruleset = "…"` is looked up.

Everything above plays a ruleset through the form of `form.py` and this registry; engine, orders and kernel come in, and
the door for a module's files. Rulesets do not know each other. First file: `form.py`, then `tocs/__init__.py`,
a form that is filled in.
"""

from collections.abc import Mapping
from typing import cast

from pbem.rulesets import tcs, tocs
from pbem.rulesets.form import Ruleset

RULESETS: Mapping[str, Ruleset] = {
    "tocs": cast(Ruleset, tocs.RULESET),  # the one cast of each ruleset: its own types go out of sight
    "tcs": cast(Ruleset, tcs.RULESET),
}
