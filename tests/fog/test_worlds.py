"""Two worlds that differ in one hidden fact give the same mail until a rule lets the difference be seen."""

from collections.abc import Callable
from pathlib import Path

import pytest

from pbem.kernel.hexes import Hex
from pbem.rulesets.tocs import observations as o
from pbem.rulesets.tocs.game import Facility
from pbem.rulesets.tocs.ground import Bridge
from pbem.rulesets.tocs.licences import LICENCES
from pbem.rulesets.tocs.units import Train
from tests.conftest import TALLY
from tests.fog.worlds import (
    COVERS,
    Fact,
    all_in_reserve,
    compared,
    divided,
    filed,
    fixed,
    found_ford,
    on_rails,
    on_refit,
    pool,
    printed,
    renamed,
    replacements,
    spanned,
    stands,
    stored,
    unit,
    works,
)  # fmt: skip

GERMAN = (
    Fact("place", "the Heumen guard stands in the woods", unit("german", "2/LS", hex=Hex("16.12"), bank=0)),
    Fact("place", "the cadets have come up to Malden bridge", unit("german", "1/NCO", hex=Hex("14.10"), bank=0)),
    Fact("place", "the assault guns are at Malden", unit("german", "STUG", hex=Hex("15.10"), bank=0)),
    Fact("steps", "a step of the Heumen guard has melted away", unit("german", "2/LS", lost=1)),
    Fact("steps", "half the cadets are not there", unit("german", "1/NCO", lost=2)),
    Fact("steps", "the Malden guard is a full company", printed("german", "1/LS", steps=4)),
    Fact("state", "the Malden guard is disrupted", unit("german", "1/LS", state=3)),
    Fact("state", "the cadets are dispersed", unit("german", "1/NCO", state=5)),
    Fact("strength", "the Heumen guard is a lion", printed("german", "2/LS", strength=9)),
    Fact("strength", "the cadets are children", printed("german", "1/NCO", strength=1)),
    Fact("experience", "the guards are old soldiers", printed("german", "2/LS", elr=8)),
    Fact("works", "Heumen is a strongpoint", works("german", "14.12", "strongpoint")),
    Fact("works", "Malden has no works", works("german", "13.11", "")),
    Fact("works", "Goffert is dug in", works("german", "15.08", "entrenched")),
    Fact("features", "the woods by Heumen are mined", fixed("german", "13.12", "minefield", "roadblock")),
    Fact("surplus order", "the best go first", filed("german", "losses surplus", "LOSSES SURPLUS STRONGEST FIRST")),
    Fact("features", "a depot at Malden", fixed("german", "13.11", "Depot 5")),
    Fact("zone order", "no zones are claimed", filed("german", "ezoc", "EZOC NEVER")),
    Fact("zone order", "one zone is claimed", filed("german", "ezoc", "EZOC ONLY 14.11")),
    Fact("retreat order", "the bridges are held to the last", filed("german", "retreat hold", "RETREAT HOLD 13.11 14.12")),
    Fact("bank order", "the canal is held from the near bank", filed("german", "bank", "BANK NEAR")),
    Fact("bank order", "the canal is held on both banks", filed("german", "bank", "BANK BOTH")),
    Fact("ford", "a ford was found over the canal", found_ford("german", "14.11")),
    Fact("reserve", "the cadets wait in reserve", unit("german", "1/NCO", reserve=True)),
    Fact("reserve", "everybody waits in reserve", all_in_reserve("german")),
    Fact("reserve order", "reserves come to every battle", filed("german", "reserves", "RESERVES COMMIT")),
    Fact("replacements", "the pools are full", replacements("german", men=9, vehicles=9)),
    Fact("replacements", "the cadets are on refit", on_refit("german", "1/NCO")),
    Fact("assigned", "the flak at Heumen goes with the guard", unit("german", "FLAK1", assigned="de-ls-heumen")),
    Fact("assigned", "the Malden guard is under the Kampfgruppe", unit("german", "1/LS", under="de-henke")),
    Fact("halves", "the cadets are two half-companies", divided("german", "1/NCO")),
    Fact("deployment", "the Heumen guard looks two hexes deep", unit("german", "2/LS", extended="NW")),
    Fact("deployment", "Malden's watches the other way", unit("german", "1/LS", extended="SE")),
    Fact("bank", "three points more in the bank", pool("german", bank=3)),
    Fact("bank", "a poorer staff", pool("german", minimum=-2)),
    Fact("place", "the howitzers stand at Malden", unit("german", "FH1", hex=Hex("15.10"), bank=0)),
    Fact("guns", "the howitzers are heavy", printed("german", "FH1", artillery=8)),
    Fact("state", "the howitzers have fired", unit("german", "FH1", state=1)),
    Fact("staff", "the Kampfgruppe commands nobody out of sight", printed("german", "HQHENKE", command=1, wireless=1)),
    Fact("staff", "the guards' battalion has good wireless", printed("german", "HQLS", command=9, wireless=12)),
    Fact("morale", "the Heumen guard would rather go home", printed("german", "2/LS", ml=2)),
    Fact("store", "the dump is in the Reichswald", stored("german", "groesbeek", hex=Hex("20.12"))),
    Fact("store", "the dump is empty", stored("german", "groesbeek", sp=0)),
    Fact("store", "the depot at Goffert is nearly empty", stored("german", "goffert", sp=1)),
    Fact("name", "all under other names", renamed("german")),
    Fact(
        "bridge",
        "the Malden bridge is down",
        spanned(
            "german", Bridge("malden", "Malden bridge", Hex("13.11"), "canal", ("dirt_6_8",), 4, "wooden_6_8", False, damage=4)
        ),
    ),
    Fact("facility", "a hospital stands at Malden bridge", stands("german", Facility("w", "hospital", "Ward 7", Hex("13.11"), 4))),
    Fact("train", "a train stands in the woods", on_rails("german", Train("Z", "Z1", Hex("16.10"), 0, 8, 4, status="on"))),
)
AMERICAN = (
    Fact("features", "the Maas bank is mined", fixed("allied", "11.12", "minefield")),
    Fact("place", "I Company is at the Maas", unit("allied", "I/504", hex=Hex("10.11"), bank=0)),
    Fact("replacements", "nobody finds his way in", replacements("allied", men=0)),
    Fact("assigned", "the mortars go with A Company", unit("allied", "1MOR", assigned="us-504-a")),
    Fact("halves", "A Company is two half-companies", divided("allied", "A/504")),
    Fact("steps", "A Company has lost three sticks", unit("allied", "A/504", lost=3)),
    Fact("state", "D Company is worn out", unit("allied", "D/505", state=2)),
    Fact("strength", "B Company is twice as strong", printed("allied", "B/504", strength=12)),
    Fact("guns", "the pack howitzers are toys", printed("allied", "376A", artillery=1)),
    Fact("zone order", "no zones are claimed", filed("allied", "ezoc", "EZOC NEVER")),
    Fact("surplus order", "the best are given up", filed("allied", "losses surplus", "LOSSES SURPLUS STRONGEST FIRST")),
    Fact("bank order", "the rivers are held from the far bank", filed("allied", "bank", "BANK FAR")),
    Fact("deployment", "B Company is spread out", unit("allied", "B/504", extended="N")),
    Fact("ford", "a ford was found over the Maas", found_ford("allied", "12.13")),
    Fact("reserve", "everybody waits in reserve", all_in_reserve("allied")),
    Fact("reserve order", "reserves stay", filed("allied", "reserves objectives", "RESERVES AT NAMED OBJECTIVES HOLD")),
    Fact("bank", "a poorer staff", pool("allied", bank=2, reserve=0)),
    Fact("staff", "the regiment's wireless is dead", printed("allied", "HQ504", command=1, wireless=0)),
    Fact("morale", "A Company will stand anything", printed("allied", "A/504", ml=12)),
    Fact("store", "the trailers stand in Overasselt", stored("allied", "overasselt", hex=Hex("11.12"))),
    Fact("store", "nothing was dropped on the heights", stored("allied", "jansberg", sp=0)),
    Fact("name", "all under other names", renamed("allied")),
    Fact(
        "bridge",
        "a footbridge lies over the Maas",
        spanned("allied", Bridge("new", "Footbridge", Hex("10.12"), "maas", (), 0, "footbridge_pontoon", True, built=True)),
    ),
    Fact("facility", "a hospital stands at Overasselt", stands("allied", Facility("w", "hospital", "Ward 8", Hex("11.11"), 4))),
    Fact("train", "a train is to come", on_rails("allied", Train("T", "T1", Hex("16.17"), 0, 8, 4, due=3))),
)
SEEN_BY = {"allied": GERMAN, "german": AMERICAN}
PAIRS = [pytest.param(fact, eye, id=f"{eye}: {fact.name}") for eye, facts in SEEN_BY.items() for fact in facts]

FEW = 16  # letters, more than a turn; the soak plays to the end under other dice


@pytest.mark.parametrize(("fact", "eye"), PAIRS[::2])  # the soak below plays all of them, twelve times
def test_a_hidden_fact_changes_no_byte_before_a_rule_shows_it(tmp_path: Path, fact: Fact, eye: str) -> None:
    found = compared(tmp_path, fact, 1 + len(fact.name) % 5, eye, most=FEW)
    assert found.faults == []
    assert found.same or found.first  # something was compared


@pytest.mark.soak
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("seed", range(10, 22))
@pytest.mark.parametrize(("fact", "eye"), PAIRS)
def test_a_hidden_fact_changes_no_byte_under_any_dice(
    tmp_path: Path, fact: Fact, eye: str, seed: int, record_property: Callable[[str, object], None]
) -> None:
    found = compared(tmp_path, fact, seed, eye, most=120)
    assert found.faults == []
    record_property(TALLY, {"pairs of worlds": 1, "letters the same in both": found.same})


def test_every_licence_that_covers_something_is_the_licence_of_an_observation() -> None:
    licences = {cls.licence for cls in o.ALL} | {licence.row for licence in LICENCES.values()}
    assert {licence for covered in COVERS.values() for licence in covered} <= licences


def test_every_kind_of_fact_is_tried_on_both_sides_or_has_a_reason() -> None:
    assert {f.kind for f in GERMAN} == set(COVERS)
    assert {f.kind for f in AMERICAN} >= set(COVERS) - {"works", "retreat order", "experience"}  # they own no works
