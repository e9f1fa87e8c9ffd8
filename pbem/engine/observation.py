"""The form of an observation: a thing learnt, under a licence.

A ruleset's observations are values that derive from `Observation` and name the rule that lets the desk
know the thing (`licence`). A desk without a licence learns nothing: pictures are built up from these values alone.
"""

from typing import ClassVar

from pbem.engine.opaque import OpaqueSeen


class Observation(OpaqueSeen):
    """One thing a desk learns. `licence` is the id of the rule that allows it."""

    licence: ClassVar[str] = ""
