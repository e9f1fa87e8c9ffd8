"""Knowledge: what is true, what each desk learns of it, and what it makes of that."""

from collections.abc import Mapping
from types import UnionType

from pbem.rulesets.tocs import events, observations
from pbem.rulesets.tocs.board import Board, apply
from pbem.rulesets.tocs.learning import learn
from pbem.rulesets.tocs.observe import observe
from pbem.rulesets.tocs.picture import Picture

__all__ = ["BOARD", "EVENTS", "OBSERVATIONS", "PICTURE", "RENAMED", "apply", "learn", "observe"]

BOARD, PICTURE = Board, Picture
EVENTS: UnionType = events.Event
OBSERVATIONS: UnionType = observations.Seen
RENAMED: Mapping[str, str] = {}
