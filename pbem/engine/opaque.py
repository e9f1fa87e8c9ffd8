"""What the shared rooms see of a ruleset: five classes without an attribute. Values of them are handed on, never looked into.

A ruleset has classes of its own in their place (`Ruleset` of `rulesets/<name>/__init__.py`); the registry (`rulesets/__init__.py`)
puts them out of sight by one cast for each ruleset, and the codec's door (`campaign/records.py`) makes them of what was stored.
Events of control and observations of a run are the engine's own, and known inside (`situation.py`, `run_observations.py`).
"""

from pbem.kernel.values import Value


class OpaqueGame:
    """What both sides may know before the first turn: ground, charts, calendar, switches."""


class OpaqueBoard:
    """What is true."""


class OpaquePicture:
    """What a desk knows."""


class OpaqueEvent(Value):
    """Something that happened on the board."""


class OpaqueSeen(Value):
    """Something that a desk learnt."""
