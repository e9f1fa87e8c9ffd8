"""A boot camp: a campaign in which one newcomer learns by doing, a lesson a letter, while the referee leads the other side."""

from pbem.kernel.values import Instant, Value


class BootCamp(Value):
    """Where the pupil is. lesson: the name of the one he is at, "" when there is none left; done: the parts of it that he has done;
    passed, skipped: lessons by name, as they came. founded: when a newcomer's own letter brought the camp, None when the host did.
    """

    pupil: str
    lesson: str
    done: tuple[str, ...] = ()
    passed: tuple[str, ...] = ()
    skipped: tuple[str, ...] = ()
    founded: Instant | None = None
