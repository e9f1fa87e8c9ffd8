"""Facilities: who knows them, whom they serve, what they are worth (TOCS-W12.0, W12.9 to W12.11)."""

from typing import Any

from pbem.kernel.hexes import Hex
from pbem.modules import library
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs import observations as o
from pbem.rulesets.tocs.game import Facility
from pbem.rulesets.tocs.module import Victory, load_module
from pbem.rulesets.tocs.reports import facilities as words
from pbem.rulesets.tocs.reports.receipt_lines import tell
from pbem.rulesets.tocs.rules import facilities
from pbem.rulesets.tocs.rules.victory import Land, outraged, tally
from pbem.rulesets.tocs.scenario import opening
from tests.rulesets.tocs.builder import Piece, Scene

NEVER = {"red": ("ezoc never",), "blue": ("ezoc never",)}
WARD = Facility("ward", "hospital", "Ward 7", Hex("03.04"), 4)


def scene(*sites: Facility, own: str = "", **more: Any) -> Scene:
    """Facilities on the board; each side knows those on its own ground, and nobody has been told yet."""
    s = Scene([Piece("A", "03.03")], [Piece("R", more.get("red", "08.08"))], own=own, standing=NEVER)
    for site in sites:
        s.play.happen((e.FacilityChanged(site, "set up", (s.owner(site.hex),)),))
    s.play.seen.clear()
    return s


def test_a_facility_is_secret_until_its_hex_is_scouted_or_entered() -> None:
    """TOCS-W10.4-5, TOCS-1.9-3."""
    for act in ("recon 03.04", "probe 03.04", "move 03.04"):
        s = scene(WARD)
        assert not s.forces().sites
        s.does("A", act)
        (seen,) = s.learnt("blue", o.FacilitySeen)
        assert seen == o.FacilitySeen(WARD, "A") and s.forces().sites == (WARD,)
        assert tell(s.game, s.picture(), seen) == ("hospital Ward 7 (03.04): intact (A)",)


def test_it_serves_whoever_owns_its_hex_as_often_as_it_changes_hands() -> None:
    """TOCS-W12.0-3, TOCS-W12.9-1, TOCS-W12.9-2, TOCS-W12.10-1."""
    s = scene(WARD)
    assert facilities.serving(s.view("red"), "hospital") == (WARD,) and not facilities.serving(s.view(), "hospital")
    s.does("A", "move 03.04")
    assert facilities.serving(s.view(), "hospital") == (WARD,) and not facilities.serving(s.view("red"), "hospital")
    s.play.happen((e.OwnerChanged(Hex("03.04"), "red", "won"),))
    assert facilities.serving(s.view("red"), "hospital") == (WARD,)


def test_one_that_is_destroyed_serves_nobody() -> None:
    """TOCS-W12.0-2, TOCS-W12.9-4, TOCS-W12.10-2."""
    s = scene(facilities.hit(WARD, 3))
    assert facilities.serving(s.view("red"), "hospital")
    s = scene(facilities.hit(facilities.hit(WARD, 3), 9))
    assert s.board.sites["ward"].damage == 4 and not facilities.serving(s.view("red"), "hospital")
    assert words.lines(s.game, s.picture("red")) == (" hospital Ward 7 (03.04): destroyed",)


def test_the_owner_sees_what_becomes_of_it_whoever_did_it() -> None:
    """TOCS-W12.0-1."""
    s = scene(WARD, own="03.04")
    s.play.happen((e.FacilityChanged(facilities.hit(WARD, 1), "hit", ()),))
    s.settle()
    assert words.lines(s.game, s.picture()) == (" hospital Ward 7 (03.04): 1 of 4 damage points",)
    assert not s.learnt("red", o.FacilitySeen)


def test_prisoners_are_counted_by_their_captor_alone() -> None:
    """TOCS-W12.11-1, TOCS-W10.4-5: a scout sees a camp, and not how many are in it."""
    forces = Facility("camp", "prisoner_camp", "Stalag", Hex("03.04"), 4, held=5, captor="red")
    s = scene(forces, red="03.04")
    s.does("A", "recon 03.04")
    assert s.learnt("blue", o.FacilitySeen)[0].facility.held == 0
    assert words.lines(s.game, s.picture("red")) == (" prisoner camp Stalag (03.04): intact; PW: 5 steps",)


def test_facilities_are_worth_points_to_who_owns_them_whole() -> None:
    """TOCS-W12.11-1, TOCS-5.0-1."""
    wanted = Victory("blue", "camp", 3, "facilities", (), (), (), "the camp liberated", ("ward",))
    s = scene(WARD, own="03.04")
    own = Land(s.game.ground, s.public.owner, sites=(WARD,))
    assert tally([wanted], own, ()) == (("the camp liberated", 3),)
    gone = Land(s.game.ground, s.public.owner, sites=(facilities.hit(WARD, 4),))
    assert tally([wanted], gone, ()) == (("the camp liberated", 0),)
    assert outraged(2) == (("our hospitals hit by the enemy", 2),) and not outraged(0)


def test_prisoners_go_to_a_camp_and_half_of_them_come_back_when_it_is_freed() -> None:
    """TOCS-W12.11-2: fractions up, into the Replacement Pool."""
    stalag = Facility("camp", "prisoner_camp", "Stalag", Hex("02.02"), 4)
    s = Scene([Piece("A", "03.03")], [Piece("R", "03.04")], cell="3R1/-", standing=NEVER)
    s.play.happen((e.FacilityChanged(stalag, "set up", ("red",)),))
    s.does("A", "attack 03.04 hasty")
    s.fight()
    held = s.board.sites["camp"]
    assert (held.held, held.captor) == (3, "red") and s.forces("red").sites == (held,) and not s.forces().sites
    assert not s.learnt("blue", o.FacilitySeen)
    s.play.happen((e.OwnerChanged(Hex("02.02"), "blue", "entered"),))
    s.play.settle_act()
    assert s.board.sites["camp"].held == 0 and s.forces().replacements.men == 2
    assert s.learnt("blue", e.ReplacementsChanged)[-1].why == "freed from Stalag"


FILES = library.module_files(library.module_folder("heumen-bridge"))
SITE = '[[facility]]\nid = "{id}"\nkind = "hospital"\nname = "{id}"\nhex = "{hex}"\nside = "german"\n{more}\n\n[[improved]]'


def test_a_module_lists_the_facilities_and_who_knows_of_them() -> None:
    """TOCS-W12.0-1, TOCS-W12.0-2: those it does not call secret are on both maps; damage points are the chart's or its own."""
    text = FILES["scenario-1.toml"]
    for site in ({"id": "a", "hex": "13.11", "more": "secret = false"}, {"id": "b", "hex": "15.08", "more": "damage_points = 9"}):
        text = text.replace("[[improved]]", SITE.format(**site), 1)
    game, situation, pictures = opening(load_module({**FILES, "scenario-1.toml": text}), library.charts("tocs"))
    assert {name: site.dp for name, site in situation.board.sites.items()} == {"a": 4, "b": 9}
    assert [site.id for site in pictures["german"].forces.sites] == ["a", "b"]
    assert [site.id for site in pictures["allied"].forces.sites] == ["a"]
    assert pictures["german"].forces == situation.board.forces["german"] and game.id == "heumen-bridge"
