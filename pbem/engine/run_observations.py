"""How a letter's own lines ran: what its writer's desk learns of his orders as the referee carries them out."""

from typing import ClassVar

from pbem.engine.observation import Observation
from pbem.kernel.numbered_lines import NumberedLine


class LineBegan(Observation):
    """Line `line` was taken up for a unit (its call; "" for a word of the whole letter); acts: what of it, "" for all."""

    licence: ClassVar[str] = "own orders"
    line: int
    call: str
    acts: str = ""


class LineEnded(Observation):
    """The line came off for that unit, or failed: status "done" | "failed"; words and rule say why it failed; ways: those of its
    conditions that the unit went before it came off, such as ("ELSE", "IF")."""

    licence: ClassVar[str] = "own orders"
    line: int
    call: str
    status: str
    words: str = ""
    rule: str = ""
    ways: tuple[str, ...] = ()


class ManeuverHalted(Observation):
    """A line for several units came to its end or a halt: why, and whether it is done with for good."""

    licence: ClassVar[str] = "own orders"
    line: int
    words: str
    over: bool


class RunStopped(Observation):
    """The run ended: why ("" = with the sheet), and what was not carried out: (line number, what is left of it). asks: by the word
    that closes, for what that would cost; its writer is asked."""

    licence: ClassVar[str] = "own orders"
    why: str
    rest: tuple[NumberedLine, ...]
    asks: bool = False


class MessageHeard(Observation):
    """Somebody wrote to this side: word for word, unverified (any message may be a bluff). to: the seats, () = all."""

    licence: ClassVar[str] = "a message sent to this side"
    sender: str
    lines: tuple[str, ...]
    to: tuple[str, ...] = ()


OfARun = LineBegan | LineEnded | ManeuverHalted | RunStopped | MessageHeard
RUN = (LineBegan, LineEnded, ManeuverHalted, RunStopped, MessageHeard)
