"""What a large side's report says more shortly when it would be too long otherwise."""

import pytest

from pbem.admin.verify import _shown
from pbem.documents.document import Block
from pbem.kernel.hexes import Hex
from pbem.rulesets.tocs import observations as o
from pbem.rulesets.tocs.reports import headline, reserves, sitrep_lines, works
from pbem.rulesets.tocs.reports.receipt_lines import tell
from pbem.rulesets.tocs.reports.wording import enemy_named
from tests.rulesets.tocs.builder import Piece, game, ground
from tests.rulesets.tocs.test_3_08_reserves import attacked


def test_rolls_without_words_prove_the_same() -> None:
    """TOCS-3.5-3."""
    lines = (
        " end of turn: 2d6 3+1 = 4 [turn-end/T18.4]; refit, H/504: 1d6 2 = 2 [refit/H/504/T18/allied], rested -1",
        " flak, FLGRAVE: 2d6 1+1 = 2 [flak/1], night +2; rate of fire: 1d6 4 = 4 [flak/1/rate] | 2d6 6+5 = 11 [flak/2]",
        " American OP: 1d10 9 = 9 [op/T19.1/american], and 6 fixed; weather: 1d6 5 = 5 [weather/T19.1/wind from]",
    )
    (short,) = sitrep_lines.rolls_alone((Block("ROLLS", lines),))
    (line,) = short.lines
    assert line.startswith(" 2d6 3+1 [turn-end/T18.4]; 1d6 2 [refit/H/504/T18/allied]; ")
    assert list(_shown(line)) == [throw for whole in lines for throw in _shown(whole)]
    assert sitrep_lines.rolls_alone(()) == ()


def test_works_are_counted_by_what_they_are() -> None:
    assert works.counted_up((" entrenched: 09.11, 11.11", " roadblock: 20.11")) == (" entrenched: 2 hexes; roadblock: 1 hex",)
    assert works.counted_up(()) == ()


def lost(call: str, kind: str = "company") -> o.EnemyDestroyed:
    return o.EnemyDestroyed(call, f"the whole name of {call}", kind, "", None)


def test_a_headquarters_destroyed_is_called_one() -> None:
    """TOCS-1.2-1: its counter has its formation's name."""
    assert [enemy_named(lost("HQ508", f"hq_{level}")) for level in ("battalion", "regiment")] == [
        "headquarters of the whole name of HQ508"
    ] * 2
    assert enemy_named(lost("A/508")) == "the whole name of A/508"


def test_many_enemies_destroyed_stand_first_by_their_calls() -> None:
    """TOCS-1.2-1: their names follow under the other events."""
    few, many = (lost("A/508"), lost("B/508")), (lost("A/508"), lost("B/508"), lost("376C"))
    first, last = (first_lines(news) for news in (few, many))
    assert first == ("enemy A/508 destroyed", "Enemy destroyed: the whole name of A/508, the whole name of B/508.")
    assert last == ("enemy A/508 destroyed", "Enemy destroyed: A,B/508, 376C.")


def first_lines(news: tuple[o.EnemyDestroyed, ...]) -> tuple[str, str]:
    """In a subject, and in full."""
    ((short, whole),) = headline._enemy(game(ground()), news, 2)
    return short, whole


@pytest.mark.parametrize(("level", "told"), [("hasty", "ATTACK ON 03.03 FAILED."), ("engagement", "ENGAGEMENT AT 03.03 LOST.")])
def test_an_engagement_that_is_lost_is_no_attack_that_somebody_ordered(level: str, told: str) -> None:
    """TOCS-W19.0-2: it is fought again by itself."""
    seen = o.BattleFoughtSeen(1, Hex("03.03"), level, "blue", "red", (), ("blue",), "red", False)
    assert headline.ENDS[headline.ending("blue", seen)][1].replace("{place}", "03.03") == told
    assert headline.ENDS[headline.ending("red", seen)][1].replace("{place}", "03.03") == "03.03 HELD."


def test_the_way_of_a_reserve_is_a_line_however_long_it_was() -> None:
    """TOCS-3.8-1."""
    s = attacked(Piece("G", "03.06", reserve=True), script="G: when 03.04 attacked move 03.04, else hold")
    s.fight()
    learnt = o.whats(tuple(seen for desk, seen in s.play.seen if desk == "red"))
    lines = reserves.deeds(s.game, s.picture("red"), learnt, tell)
    assert lines[0].startswith(" G comes out of reserve: ")
    assert [line for line in lines if "moved" in line] == [" G moved to 03.04; 2 AP left"]
