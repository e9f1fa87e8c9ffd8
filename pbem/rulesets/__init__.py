"""The rule systems, by name."""

from collections.abc import Mapping

from pbem.engine.ruleset import Ruleset
from pbem.rulesets import tocs

RULESETS: Mapping[str, Ruleset] = {tocs.RULESET.name: tocs.RULESET}
