"""The rule systems, by name: one room each, and `RULESETS`, the registry in which a module's `ruleset = "…"` is looked up.

Everything above plays a ruleset through the form of `engine/ruleset.py` and this registry; engine, orders and kernel come in, and
the door for a module's files. Rulesets do not know each other. First file: `tocs/__init__.py`, a form that is filled in.
"""

from collections.abc import Mapping

from pbem.engine.ruleset import Ruleset
from pbem.rulesets import tocs

RULESETS: Mapping[str, Ruleset] = {tocs.RULESET.name: tocs.RULESET}
