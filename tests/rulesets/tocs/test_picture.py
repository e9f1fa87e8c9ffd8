"""What a desk makes of what it is told of the enemy (TOCS-1.2-1, W9.0): looks, contacts, works, stores, mines; and what lapses."""

from typing import Any

import pytest

from pbem.engine.contact import Contact
from pbem.kernel.dice import Throw
from pbem.kernel.hexes import Hex
from pbem.kernel.values import replace
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs import observations as o
from pbem.rulesets.tocs.field_units import FieldBattle
from pbem.rulesets.tocs.learning import learn
from pbem.rulesets.tocs.picture import Killed, Look, Picture
from pbem.rulesets.tocs.rules import interrogation
from pbem.rulesets.tocs.units import Activation, Obstacle
from tests.rulesets.tocs.builder import Piece, Scene, source

HERE, THERE, OURS, FOUGHT = Hex("03.05"), Hex("06.06"), Hex("03.04"), Hex("04.04")
ROLL = Throw("roll", "2d6", (3, 4))
MINES, BLOCK = Obstacle("minefield", "red"), Obstacle("roadblock", "red")
OWN_MINES, OWN_BLOCK = Obstacle("minefield", "blue"), Obstacle("roadblock", "blue")
OLD = Look("occupied", True, "T1.0")


def desk(side: str = "blue") -> Picture:
    """Blue's (or red's) picture in impulse T1.1, in which as much is known of 03.05 as of 06.06, both red's: five things each.
    03.04 and 03.03 are blue's; 04.04 is an engagement in a hex of blue's."""
    s = Scene([Piece("A", "03.03"), Piece("F", FOUGHT)], [Piece("R", "08.08"), Piece("E", FOUGHT)], own=OURS,
              engaged={FOUGHT: "blue"})  # fmt: skip
    known = (HERE, THERE)
    enemy, own = ("red", "blue") if side == "blue" else ("blue", "red")
    return replace(
        s.picture(side), works=dict.fromkeys(known, ("works", enemy)), looks=dict.fromkeys(known, OLD),
        contacts=tuple(Contact(n, h, ("guns",), "old", "T1.0") for n, h in enumerate(known, 4)), learnt=7,
        stores=dict.fromkeys(known, "dump"), features=dict.fromkeys(known, ("wire",)),
        obstacles=dict.fromkeys(known, (Obstacle("minefield", enemy),)) | {OURS: (Obstacle("minefield", own),)},
    )  # fmt: skip


LORE = ("works", "looks", "stores", "features", "obstacles")


def lore(picture: Picture, where: Hex) -> dict[str, Any]:
    """All that is believed of a hex."""
    found = {name: getattr(picture, name)[where] for name in LORE if where in getattr(picture, name)}
    there = [c for c in picture.contacts if c.hex == where]
    return found | ({"contact": there[0]} if there else {})


KNOWN = lore(desk(), HERE)


def told(seen: o.Seen, where: Hex = HERE, picture: Picture | None = None) -> dict[str, Any]:
    """What is believed of a hex after an observation; of the other of the two nothing has changed, and no number is given
    twice."""
    before = picture or desk()
    after = learn(before, seen)
    other = THERE if where != THERE else HERE
    assert lore(after, other) == lore(before, other)
    assert after.learnt == max(before.learnt, *(c.number for c in after.contacts)), "numbers are counted up"
    assert len({c.hex for c in after.contacts}) == len(after.contacts)
    return lore(after, where)


def without(*names: str) -> dict[str, Any]:
    """What was known of 03.05, but for some of it."""
    return {name: what for name, what in KNOWN.items() if name not in names}


def contact(where: Hex, kinds: tuple[str, ...], origin: str, who: str, number: int = 8) -> Contact:
    return Contact(number, where, kinds, origin, "T1.1", who)


def answered(where: Hex = HERE, **more: Any) -> o.OwnEvent:
    fields = {"probe": False, "occupied": True, "ezoc": False, "kinds": (), "works": "", "fixed": (), **more}
    return o.OwnEvent(e.HexScouted("blue", "a", "A", where, **fields))


@pytest.mark.parametrize(("more", "believed"), [
    ({}, {"looks": Look("occupied", False, "T1.1"), "contact": contact(HERE, ("guns",), "recon by {who}", "A", 4)}),
    ({"probe": True, "kinds": ("infantry",), "ezoc": True, "works": "fort", "fixed": ("minefield", "wire")},
     {"looks": Look("occupied", True, "T1.1"), "contact": contact(HERE, ("infantry",), "probe by {who}", "A", 4),
      "works": ("fort", "red"), "features": ("wire",), "obstacles": (MINES,)}),
    ({"occupied": False}, {"looks": Look("empty", False, "T1.1")}),
    ({"occupied": False, "fixed": ("roadblock", "mill")},
     {"looks": Look("empty", False, "T1.1"), "features": ("mill",), "obstacles": (BLOCK,)}),
])  # fmt: skip
def test_a_look_into_a_hex_says_all_that_is_fixed_there_and_who_is(more: dict[str, Any], believed: dict[str, Any]) -> None:
    """TOCS-1.2-1, TOCS-W10.4-4: what is no more fixed there is struck out, works stand until they are seen otherwise, and of
    stores the answer that follows speaks. An empty hex closes the contact; who is met again keeps his number and his kinds."""
    assert told(answered(**more)) == {"works": ("works", "red"), **believed}


NEW, FIELD_BATTLE = Hex("05.05"), FieldBattle(3, Hex("05.05"), "red", "blue", "T1.1")


@pytest.mark.parametrize(("seen", "kinds", "origin", "who"), [
    (answered(NEW, probe=True, kinds=("infantry",)), ("infantry",), "probe by {who}", "A"),
    (o.OwnEvent(e.HexObserved("blue", "a", "A", NEW, True)), (), "seen from a hill by {who}", "A"),
    (o.FallOfShot(NEW, ("guns",), ()), ("guns",), "artillery observer", ""),
    (o.PrisonerHeard(3, ROLL, 0, (), interrogation.Testimony("G", "", ((NEW, ("guns",)),))), ("guns",),
     "prisoner, battle {who}", "3"),
    (o.OwnEvent(e.MoveStopped("blue", "a", OURS, NEW, Activation("a", 0))), (), "met in exploitation", ""),
    (o.OwnEvent(e.PursuitStopped("blue", "a", OURS, NEW, "the enemy is in it")), (), "met in pursuit", ""),
    (o.ClearingBarredSeen("A", NEW), (), "met by {who}", "A"), (o.FieldBattleSeen(FIELD_BATTLE), (), "battle {who}", "3"),
])  # fmt: skip
def test_a_contact_that_is_new_takes_the_next_number(seen: o.Seen, kinds: tuple[str, ...], origin: str, who: str) -> None:
    """TOCS-1.2-1: of a hex nothing was known of."""
    after = learn(desk(), seen)
    assert lore(after, NEW)["contact"] == contact(NEW, kinds, origin, who) and after.learnt == 8
    later = learn(after, answered(Hex("05.06")))
    assert later.learnt == lore(later, Hex("05.06"))["contact"].number == 9


@pytest.mark.parametrize("occupied", [True, False])
def test_from_a_hill_one_sees_troops_and_nothing_that_is_fixed_to_the_ground(occupied: bool) -> None:
    """TOCS-1.2-1, TOCS-W11.19-8."""
    seen = {"looks": Look("occupied" if occupied else "empty", False, "T1.1")}
    met = {"contact": contact(HERE, ("guns",), "seen from a hill by {who}", "A", 4)} if occupied else {}
    assert told(o.OwnEvent(e.HexObserved("blue", "a", "A", HERE, occupied))) == without("contact") | seen | met


@pytest.mark.parametrize("kinds", [("vehicles",), ()])
def test_an_observer_sees_who_is_under_fire_or_that_nobody_is(kinds: tuple[str, ...]) -> None:
    """TOCS-1.2-1, TOCS-W10.24-5."""
    seen = {"looks": Look("occupied" if kinds else "empty", False, "T1.1")}
    met = {"contact": contact(HERE, kinds, "artillery observer", "", 4)} if kinds else {}
    assert told(o.FallOfShot(HERE, kinds, ())) == without("contact") | seen | met


@pytest.mark.parametrize(("fixed", "features", "laid"), [
    (("minefield", "wire"), ("wire",), (OWN_MINES,)), (("roadblock",), (), (BLOCK,)), ((), (), ()),
    (("minefield", "roadblock"), (), (OWN_MINES, BLOCK)),
])  # fmt: skip
def test_what_one_laid_oneself_stays_ones_own_and_what_else_is_found_is_the_enemys(
    fixed: tuple[str, ...], features: tuple[str, ...], laid: tuple[Obstacle, ...]
) -> None:
    """TOCS-1.2-1, TOCS-1.9-3."""
    believed = {"features": features, "obstacles": laid}
    assert told(o.OwnEvent(e.FixedFound("blue", "A", OURS, fixed)), OURS) == {name: what for name, what in believed.items() if what}


@pytest.mark.parametrize("speaks", [o.PrisonerHeard, o.CiviliansHeard])
def test_captives_and_civilians_speak_of_the_enemys_hexes_only(speaks: Any) -> None:
    """TOCS-1.2-1, TOCS-W20.1-1, TOCS-W20.2-1: of troops they put none on own ground, but where one is engaged."""
    who = f"{'prisoner' if speaks is o.PrisonerHeard else 'civilians'}, battle {{who}}"

    def heard(**said: Any) -> o.Seen:
        seen: o.Seen = speaks(3, ROLL, 0, (), interrogation.Testimony("G", "words", **said))
        return seen

    assert told(heard(empty=(HERE,))) == without("contact") | {"looks": Look("empty", False, "T1.1")}
    assert told(heard(empty=(OURS,)), OURS) == {"obstacles": (OWN_MINES,)}
    assert told(heard(occupied=((HERE, ("infantry",)),))) == KNOWN | {"contact": contact(HERE, ("infantry",), who, "3", 4)}
    assert told(heard(occupied=((OURS, ("infantry",)),)), OURS) == {"obstacles": (OWN_MINES,)}
    assert told(heard(occupied=((FOUGHT, ()),)), FOUGHT) == {"contact": contact(FOUGHT, (), who, "3")}
    assert told(heard(works=((HERE, "fort"),))) == KNOWN | {"works": ("fort", "red")}
    assert told(heard(laid=((HERE, "roadblock"),))) == KNOWN | {"obstacles": (MINES, BLOCK)}


@pytest.mark.parametrize(("owner", "believed"), [
    ("blue", {"features": ("wire",), "obstacles": (MINES,)}), ("red", KNOWN),
])  # fmt: skip
def test_of_a_hex_that_is_taken_nothing_is_believed_any_more_but_what_is_fixed_there(owner: str, believed: dict[str, Any]) -> None:
    """TOCS-1.2-1, TOCS-W9.1-2: troops, stores and works of the enemy's are gone with him."""
    assert told(o.PublicEvent(e.OwnerChanged(HERE, owner, "entered"))) == believed
    assert learn(desk(), o.PublicEvent(e.OwnerChanged(HERE, owner, "entered"))).public.owner[HERE] == owner


def test_works_fall_to_nobody_when_a_hex_is_lost() -> None:
    """TOCS-1.2-1, TOCS-W9.1-2: and what was believed of the enemy there is what he was last seen as."""
    ours = replace(desk(), works={HERE: ("works", "red"), THERE: ("works", "red"), OURS: ("fort", "blue")})
    assert told(o.PublicEvent(e.OwnerChanged(OURS, "red", "won")), OURS, ours) == {"obstacles": (OWN_MINES,)}


def test_an_attack_into_an_empty_hex_and_what_is_met_on_the_way() -> None:
    """TOCS-1.2-1, TOCS-W10.6-3, TOCS-3.10-3, TOCS-3.9-11, TOCS-W10.11-3."""
    empty = told(o.OwnEvent(e.AttackFoundEmpty("blue", HERE)))
    assert empty == without("contact") | {"looks": Look("empty", False, "T1.1")}
    claimed = replace(desk(), public=replace(desk().public, claims={"blue": (HERE,), "red": ()}))
    assert told(o.OwnEvent(e.AttackFoundEmpty("blue", HERE)), HERE, claimed)["looks"] == Look("empty", True, "T1.1")
    for seen, origin, who in (
        (o.OwnEvent(e.MoveStopped("blue", "a", OURS, HERE, Activation("a", 0))), "met in exploitation", ""),
        (o.OwnEvent(e.PursuitStopped("blue", "a", OURS, HERE, "the enemy is in it")), "met in pursuit", ""),
        (o.ClearingBarredSeen("A", HERE), "met by {who}", "A"),
    ):
        assert told(seen) == KNOWN | {"contact": contact(HERE, ("guns",), origin, who, 4)}
    assert told(o.OwnEvent(e.PursuitStopped("blue", "a", OURS, HERE, "a river bars the way"))) == KNOWN


def test_stores_are_known_from_their_finding_until_they_burn_or_are_ones_own() -> None:
    """TOCS-1.2-1, TOCS-W8.1-2, TOCS-W8.1-4."""
    assert told(o.SourceSeen(HERE, "depot")) == KNOWN | {"stores": "depot"}
    assert told(o.SourceBurnt(HERE, "dump")) == without("stores")
    taken = source(HERE)
    assert told(o.OwnEvent(e.SourceChanged("blue", taken, "captured"))) == without("stores")
    after = learn(
        learn(desk(), o.OwnEvent(e.SourceChanged("blue", taken, "captured"))),
        o.OwnEvent(e.SourceChanged("blue", source(OURS), "created")),
    )
    assert set(learn(after, o.OwnSourceLost(taken, "lost")).forces.sources) == {source(OURS).id}


def test_the_dead_of_the_enemy_are_counted_with_the_impulse() -> None:
    """TOCS-1.2-1: what they were."""
    first = learn(desk(), o.EnemyDestroyed("R", "R Coy", "company", "", HERE))
    assert learn(first, o.EnemyDestroyed("S", "S Bty", "battery", "", None)).killed == (
        Killed("R", "R Coy", "company", "", "T1.1"), Killed("S", "S Bty", "battery", "", "T1.1"),
    )  # fmt: skip


@pytest.mark.parametrize("side", ["blue", "red"])
@pytest.mark.parametrize(("ended", "gone"), [
    ({"holder": "own"}, True), ({"holder": "own", "engaged": True}, False), ({"holder": "enemy"}, False),
    ({"holder": "enemy", "left": ("enemy",)}, True), ({"holder": "enemy", "left": ("own",)}, False),
    ({"holder": "own", "engaged": True, "left": ("enemy",)}, True),
])  # fmt: skip
@pytest.mark.parametrize("attacks", [True, False])
def test_after_a_battle_the_enemy_is_gone_who_left_or_does_not_hold_the_hex(
    side: str, attacks: bool, ended: dict[str, Any], gone: bool
) -> None:
    """TOCS-1.2-1, TOCS-W19.4-1, MASL-4.1-4: thrown or fought by field commanders; in the latter case play goes on. A field battle
    that is left to the dice tells nothing yet."""
    enemy = "red" if side == "blue" else "blue"
    name = {"own": side, "enemy": enemy}
    left, holder = tuple(name[s] for s in ended.get("left", ())), name[ended["holder"]]
    attacker, defender = (side, enemy) if attacks else (enemy, side)
    believed = {k: v for k, v in lore(desk(side), HERE).items() if not (gone and k == "contact")}
    engaged = ended.get("engaged", False)
    fought = o.BattleFoughtSeen(2, HERE, "hasty", attacker, defender, (), left, holder, engaged)
    assert told(fought, HERE, desk(side)) == believed
    battle = FieldBattle(2, HERE, attacker, defender, "T1.1")
    begun = replace(desk(side), public=replace(desk(side).public, fields={HERE: battle, THERE: replace(battle, hex=THERE)}))
    seen = o.FieldBattleEndedSeen(battle, "agreed", 0, left, holder, engaged, False)
    assert told(seen, HERE, begun) == believed
    assert set(learn(begun, seen).public.fields) == {THERE}
    assert told(replace(seen, thrown=True), HERE, begun) == lore(desk(side), HERE)
    assert (HERE in learn(desk(side), fought).held_by_enemy()) is not gone
