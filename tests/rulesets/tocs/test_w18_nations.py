"""National characteristics: every nation's figures act where the rules ask for them (TOCS-W18)."""

import pytest

from pbem.kernel.charts.entries import texts
from pbem.kernel.hexes import Hex
from pbem.kernel.values import replace
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs import national
from pbem.rulesets.tocs.aircraft import ON_STATION, Air, Aircraft, Sortie
from pbem.rulesets.tocs.national import MONTHS
from pbem.rulesets.tocs.resolution.air_patrols import party
from pbem.rulesets.tocs.rules.activation import action_points
from pbem.rulesets.tocs.rules.nations import figure, nation_record, trait
from pbem.rulesets.tocs.rules.supply import supply_range
from pbem.rulesets.tocs.rules.turn import initiative_modifier
from tests.rulesets.tocs.builder import Piece, Scene

# row of the ledger, nation as an order of battle names it, date, NC#, SR#, AP by night, AT bonus
NATIONS = [
    ("TOCS-W18.1.1-1", "german", "1939-09", 2, 8, 2, 0),
    ("TOCS-W18.1.1-1", "german", "1942-06", 2, 7, 2, 0),
    ("TOCS-W18.1.1-1", "german", "1943-07", 1, 7, 2, 1),
    ("TOCS-W18.1.1-1", "german", "1944-09", 1, 6, 2, 2),
    ("TOCS-W18.1.2-1", "italian", "1941-06", -1, 5, 1, 0),
    ("TOCS-W18.1.3-1", "finnish", "1944-06", 1, 5, 2, 1),
    ("TOCS-W18.1.4-1", "hungarian", "1944-02", -1, 5, 1, 0),
    ("TOCS-W18.1.4-1", "hungarian", "1944-10", -1, 5, 1, 1),
    ("TOCS-W18.1.5-1", "romanian", "1942-11", -1, 5, 1, 0),
    ("TOCS-W18.1.6-1", "bulgarian", "1944-10", -1, 4, 1, 0),
    ("TOCS-W18.1.7-1", "vichy french", "1941-06", -1, 5, 1, 0),
    ("TOCS-W18.1.8-1", "japanese", "1942-03", 1, 4, 2, 1),
    ("TOCS-W18.1.8-1", "japanese", "1944-07", 0, 3, 2, 1),
    ("TOCS-W18.2.1-1", "american", "1943-07", 0, 10, 1, 1),
    ("TOCS-W18.2.1-1", "american", "1944-09", 1, 12, 1, 1),
    ("TOCS-W18.2.2-1", "french", "1940-05", -1, 5, 1, 0),
    ("TOCS-W18.2.3-1", "british", "1940-05", 0, 8, 2, 0),
    ("TOCS-W18.2.3-1", "free french", "1944-09", 1, 10, 2, 1),
    ("TOCS-W18.2.4-1", "soviet", "1941-07", -2, 4, 1, 0),
    ("TOCS-W18.2.4-1", "soviet", "1943-07", 0, 6, 2, 0),
    ("TOCS-W18.2.4-1", "soviet", "1944-07", 1, 7, 2, 0),
    ("TOCS-W18.2.5-1", "chinese gmt", "1944-06", -2, 3, 1, 0),
    ("TOCS-W18.2.6-1", "chinese red", "1940-08", -1, 3, 2, 0),
    ("TOCS-W18.2.1-1", "american", "1941-12", 0, 10, 1, 1),
    ("TOCS-W18.2.3-1", "british", "1942-10", 0, 8, 2, 0),
    ("TOCS-W18.2.3-1", "british", "1942-11", 1, 10, 2, 1),
    ("TOCS-W18.2.3-1", "commonwealth", "1943-05", 1, 10, 2, 1),
    ("TOCS-W18.2.3-1", "canadian", "1944-07", 1, 10, 2, 1),
    ("TOCS-W18.2.3-1", "australian", "1941-04", 0, 8, 2, 0),
    ("TOCS-W18.2.5-1", "chinese", "1937-07", -2, 3, 1, 0),
    ("TOCS-W18.2.6-1", "chinese red", "1937-07", -1, 3, 2, 0),
    ("TOCS-W18.2.6-1", "red chinese", "1945-09", -1, 3, 2, 0),
    ("TOCS-W18.2.7-1", "dutch", "1940-05", -1, 4, 1, 0),
    ("TOCS-W18.2.7-1", "belgian", "1940-05", -1, 4, 1, 0),
    ("TOCS-W18.2.7-1", "norwegian", "1940-04", -1, 4, 1, 0),
    ("TOCS-W18.2.8-1", "polish", "1939-09", -1, 4, 2, 0),
    ("TOCS-W18.2.8-1", "greek", "1940-10", -1, 4, 2, 0),
    ("TOCS-W18.2.8-1", "yugoslav", "1941-04", -1, 4, 2, 0),
]


def test_every_nation_of_the_chart_is_looked_at_by_every_name() -> None:
    """TOCS-W18.0-1: by the names an order of battle may use, and each of its records at some date."""
    records = Scene([Piece("A", "03.03")]).game.records("national-characteristics").records
    looked = {(nation, when) for _, nation, when, *_ in NATIONS}
    names = {name for r in records.values() for name in (texts(r, "names") if "names" in r else [str(r["nation"])])}
    assert {name.lower() for name in names} <= {nation for nation, _ in looked}
    for made, record in records.items():
        dates = {when for nation, when in looked if nation in national.names(record)}
        assert any(str(record["from"]) <= when <= str(record["to"]) for when in dates), made


def dated(when: str, *pieces: Piece, **more: object) -> Scene:
    """A scene at a date."""
    s = Scene(pieces, [Piece("R", "08.08", "vehicle_platoon", nation="soviet")], **more)  # type: ignore[arg-type]
    s.play.game = s.game = replace(s.game, year=int(when[:4]), month=MONTHS[int(when[5:]) - 1])
    return s


@pytest.mark.parametrize(("row", "nation", "when", "nc", "sr", "ap", "at"), NATIONS)
def test_the_figures_of_a_nation_act(row: str, nation: str, when: str, nc: int, sr: int, ap: int, at: int) -> None:
    """TOCS-W18.0-1, TOCS-2.7-2, TOCS-W8.3-3, TOCS-W13.1.2-4 and the row of each nation."""
    hq = Piece("HQ", "03.03", "hq", nation=nation, state=1)
    fresh = Piece("A", "03.04", nation=nation)
    s = dated(when, hq, fresh, light="night")
    worn = initiative_modifier(s.view()) - figure(s.game, nation, "nc")
    other = dated(when, Piece("HQ", "03.03", "hq", nation="nobody's", state=1), light="night")
    assert worn == initiative_modifier(other.view())
    assert figure(s.game, nation, "nc") == nc, row
    assert supply_range(s.view(), s.unit("A")) == sr
    assert action_points(s.view(), s.unit("A")) == ap
    assert figure(s.game, nation, "at_bonus") == at


@pytest.mark.parametrize(("nation", "bonus"), [("german", 2), ("soviet", 0)])
def test_the_at_bonus_is_counted_for_each_company_against_armour(nation: str, bonus: int) -> None:
    """TOCS-W18.0-1, TOCS-W2.2-3."""
    s = Scene([Piece("T", "03.03", "vehicle_platoon")], [Piece("R", "03.04", strength=5, nation=nation)])
    s.does("T", "attack 03.04 hasty")
    s.fight()
    assert s.happened(e.BattleRolled)[0].defender.total == 5 + bonus


def test_a_nation_has_no_characteristics_before_its_war_or_under_another_name() -> None:
    for when, nation in (("1938-01", "german"), ("1944-09", "martian")):
        s = dated(when, Piece("A", "03.03"))
        assert nation_record(s.game, nation)["sr"] == 0


def test_in_korea_a_nation_has_the_characteristics_it_had_last() -> None:
    """TOCS-W0.1-2, TOCS-W18.0-1: the rules serve for Korea too, where a supply range of nothing would starve everybody."""
    for nation, sr in (("american", 12), ("british", 10), ("red chinese", 3)):
        s = dated("1950-09", Piece("A", "03.03", nation=nation))
        assert supply_range(s.view(), s.unit("A")) == sr


def test_winter_and_prisoners_and_infiltration_go_by_nation() -> None:
    """TOCS-W18.0-1: the figures other chapters ask for."""
    s = dated("1942-01", Piece("A", "03.03"))
    assert [nation_record(s.game, n)["extreme_winter"] for n in ("german", "soviet", "british")] == ["ap", "none", "mc"]
    assert [figure(s.game, n, "prisoner") for n in ("japanese", "italian")] == [-2, 1]
    assert [figure(s.game, n, "infiltration") for n in ("finnish", "red chinese")] == [1, 2]
    assert trait(s.game, "red chinese", "forages") and not trait(s.game, "chinese gmt", "forages")


AIRMEN = [
    ("TOCS-W18.1.1-1", "german", "1939-09", 1),
    ("TOCS-W18.1.1-1", "german", "1942-06", 1),
    ("TOCS-W18.1.1-1", "german", "1943-07", 0),
    ("TOCS-W18.1.1-1", "german", "1944-09", -1),
    ("TOCS-W18.1.2-1", "italian", "1941-06", 0),
    ("TOCS-W18.1.3-1", "finnish", "1944-06", 0),
    ("TOCS-W18.1.4-1", "hungarian", "1944-02", -1),
    ("TOCS-W18.1.4-1", "hungarian", "1944-10", -1),
    ("TOCS-W18.1.5-1", "romanian", "1942-11", -1),
    ("TOCS-W18.1.6-1", "bulgarian", "1944-10", -1),
    ("TOCS-W18.1.7-1", "vichy french", "1941-06", -1),
    ("TOCS-W18.1.8-1", "japanese", "1942-03", 1),
    ("TOCS-W18.1.8-1", "japanese", "1944-07", -1),
    ("TOCS-W18.2.1-1", "american", "1943-07", 0),
    ("TOCS-W18.2.1-1", "american", "1944-09", 1),
    ("TOCS-W18.2.2-1", "french", "1940-05", 0),
    ("TOCS-W18.2.3-1", "british", "1940-05", 0),
    ("TOCS-W18.2.3-1", "free french", "1944-09", 1),
    ("TOCS-W18.2.4-1", "soviet", "1941-07", -1),
    ("TOCS-W18.2.4-1", "soviet", "1943-07", 0),
    ("TOCS-W18.2.4-1", "soviet", "1944-07", 0),
    ("TOCS-W18.2.5-1", "chinese gmt", "1944-06", -1),
    ("TOCS-W18.2.6-1", "chinese red", "1940-08", -1),
    ("TOCS-W18.2.1-1", "american", "1941-12", 0),
    ("TOCS-W18.2.3-1", "british", "1942-10", 0),
    ("TOCS-W18.2.3-1", "british", "1942-11", 1),
    ("TOCS-W18.2.3-1", "commonwealth", "1943-05", 1),
    ("TOCS-W18.2.3-1", "canadian", "1944-07", 1),
    ("TOCS-W18.2.3-1", "australian", "1941-04", 0),
    ("TOCS-W18.2.5-1", "chinese", "1937-07", -1),
    ("TOCS-W18.2.6-1", "chinese red", "1937-07", -1),
    ("TOCS-W18.2.6-1", "red chinese", "1945-09", -1),
    ("TOCS-W18.2.7-1", "dutch", "1940-05", -1),
    ("TOCS-W18.2.7-1", "belgian", "1940-05", -1),
    ("TOCS-W18.2.7-1", "norwegian", "1940-04", -1),
    ("TOCS-W18.2.8-1", "polish", "1939-09", -1),
    ("TOCS-W18.2.8-1", "greek", "1940-10", -1),
    ("TOCS-W18.2.8-1", "yugoslav", "1941-04", -1),
]


@pytest.mark.parametrize(("row", "nation", "when", "quality"), AIRMEN)
def test_the_airmen_of_a_nation_fight_as_the_chart_says(row: str, nation: str, when: str, quality: int) -> None:
    """TOCS-W18.0-1, TOCS-W14.6-2 and the row of each nation: of aircraft by their own nation, whoever flies them."""
    patrol = Sortie("F1", "patrol", (Hex("03.03"),), ("F1",), status=ON_STATION)
    fighters = Aircraft("F1", "Fighters", "blue", nation, "fighter", ("patrol",), box=ON_STATION)
    s = dated(when, Piece("A", "03.03"), sides={"blue": {"air": Air({"F1": fighters}, (patrol,))}})
    assert party(s.play.moment, "blue", patrol).flyers.quality == quality, row
