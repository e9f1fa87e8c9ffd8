"""The model that a forecast stands beside: how many days a campaign of 27 turns took on paper, by pace and by who commands."""

from pbem.kernel.values import Value

TURNS = 27  # of the campaign that the model was made for


class AnsweringPace(Value):
    """What a campaign of 27 turns takes, in days: median, and the middle four fifths. team: how many command on a side."""

    team: int
    words: str
    median: float
    least: float
    most: float


MODEL = (
    AnsweringPace(1, "72 h, pauses, no plans", 200, 179, 222),
    AnsweringPace(1, "48 h, no pauses, no plans", 107, 96, 118),
    AnsweringPace(1, "48 h, plans on file", 64, 54, 74),
    AnsweringPace(3, "72 h, pauses, no plans", 267, 244, 292),
    AnsweringPace(3, "48 h, plans on file", 92, 80, 105),
)
"""All on the postal track. Plans on file carry three parts of play in ten, idle-night orders six in ten."""


def beside(team: int, turns: int) -> tuple[tuple[str, tuple[float, float, float]], ...]:
    """The model's paces for two players, or for teams of three, scaled to so many turns: words; median, 10 %, 90 %."""
    share = turns / TURNS
    of = 3 if team > 1 else 1
    return tuple((p.words, (p.median * share, p.least * share, p.most * share)) for p in MODEL if p.team == of)
