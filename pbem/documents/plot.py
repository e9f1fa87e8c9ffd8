"""A side's own figures, turn by turn: what a report shows of them as numbers, and what plots are drawn from."""

from collections.abc import Sequence

from pbem.kernel.i18n import phrase, say, text
from pbem.kernel.values import Value

FEWEST, MOST, TOLD = 2, 16, 8  # turns that are shown: one is no course, more are no line to read; and those that words tell
TITLE, BLOCK = phrase("TREND, turns {first} to {last}"), phrase("TREND")


class Figure(Value):
    """A figure as a turn began. plot: what it counts, an English text ("points to date"); name: whose it is ("504"), "" where one
    line is the whole of it."""

    plot: str
    name: str
    value: int


class TurnFigures(Value):
    """All figures of a side as a turn began, those of one plot together."""

    turn: int
    figures: tuple[Figure, ...]


class Course(Value):
    """A line of a plot: a value for each turn of its trend."""

    plot: str
    name: str
    values: tuple[int, ...]


class Trend(Value):
    """What a report shows of the turns so far. turns: their numbers; courses: those of one plot together."""

    turns: tuple[int, ...]
    courses: tuple[Course, ...]


def trend_of(kept: Sequence[TurnFigures]) -> Trend | None:
    """The last turns; None while there are too few. What a turn has no figure of was none then."""
    shown = kept[-MOST:]
    if len(shown) < FEWEST:
        return None
    keys = dict.fromkeys((figure.plot, figure.name) for turn in reversed(shown) for figure in turn.figures)
    plots = list(dict.fromkeys(plot for plot, _ in keys))
    values = [{(figure.plot, figure.name): figure.value for figure in turn.figures} for turn in shown]
    courses = tuple(
        Course(plot, name, tuple(turn.get((plot, name), 0) for turn in values))
        for plot, name in sorted(keys, key=lambda key: plots.index(key[0]))
    )
    return Trend(tuple(turn.turn for turn in shown), courses)


def title(trend: Trend) -> str:
    """What stands over its plots."""
    return say(TITLE, first=trend.turns[0], last=trend.turns[-1])


def told(trend: Trend) -> tuple[str, ...]:
    """Which turns, then a line a course: `own points to date: 0, 2, 5`; of several in a plot each with its name, but those that
    were nothing in any turn."""
    last = trend.turns[-TOLD:]
    turns = say(" Turns {first} to {last}:", first=last[0], last=last[-1])
    some = (course for course in trend.courses if any(course.values[-TOLD:]) or not course.name)
    return (turns, *(f" {_named(course)}: {', '.join(map(str, course.values[-TOLD:]))}" for course in some))


def _named(course: Course) -> str:
    return f"{text(course.plot)}, {course.name}" if course.name else text(course.plot)
