"""FOLLOW: a move to where another unit stands, by the way it took (TOCS-W10.1-1)."""

from pbem.kernel.hexes import Hex
from pbem.kernel.values import replace
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.actions.follow import options
from pbem.rulesets.tocs.units import Train
from tests.rulesets.tocs.builder import Piece, Scene, ground, road

OWN = "03.04 04.04 04.05 05.05 04.03"


def pair() -> Scene:
    return Scene([Piece("A", "03.03"), Piece("B", "03.03"), Piece("C", "05.06", parent="other")], [Piece("R", "08.08")], own=OWN)


def test_the_second_goes_the_way_of_the_first() -> None:
    scene = pair()
    scene.does("A", "move 03.04 04.04 04.05")
    assert scene.forces("blue").trails["a"] == ("03.03", "03.04", "04.04", "04.05")
    scene.does("B", "follow A")
    assert scene.unit("B").hex == "04.05"
    assert scene.forces("blue").trails["b"] == scene.forces("blue").trails["a"]


def test_a_roundabout_way_is_followed_and_a_leader_who_left_it_is_come_to_straight() -> None:
    """TOCS-W10.1-1: the way of the first counts while he stands at its end, though another be shorter."""
    scene = pair()
    scene.does("A", "move 03.04 04.04 04.03")
    scene.does("B", "follow A")
    assert scene.forces("blue").trails["b"] == ("03.03", "03.04", "04.04", "04.03")
    scene = pair()
    scene.does("A", "move 03.04 04.04")
    back = replace(scene.unit("A"), hex=Hex("04.03"))
    scene.play.happen([e.ActivationEnded("blue", back), e.UnitChanged("blue", back, "retreated")])
    scene.does("B", "follow A")
    assert scene.forces("blue").trails["b"] == ("03.03", "04.03")


def test_who_began_elsewhere_comes_the_cheapest_way() -> None:
    scene = pair()
    scene.does("A", "move 03.04 04.04")
    scene.does("C", "follow A")
    assert scene.unit("C").hex == "04.04"


def test_nobody_follows_himself_or_one_who_is_here() -> None:
    scene = pair()
    assert "itself" in scene.check("A", "follow A")[0].words
    assert "stands where" in scene.check("A", "follow B")[0].words


def test_nobody_follows_the_dead_or_a_train() -> None:
    """TOCS-W10.1-1: whoever is not on the map goes nowhere."""
    engine = Train("T1", "T1", Hex("03.04"), 0, 8, 4, status="on")
    scene = Scene([Piece("A", "03.03"), Piece("B", "03.04", status="dead")], [Piece("R", "08.08")], own=OWN,
                  sides={"blue": {"trains": {"T1": engine}}})  # fmt: skip
    for leader in ("B", "T1"):
        assert [(r.words, r.rule) for r in scene.check("A", f"follow {leader}")] == [
            (f"{leader} is not on the map", "TOCS-W10.1-1")
        ]


def test_the_units_that_went_are_offered() -> None:
    scene = pair()
    scene.does("A", "move 03.04 04.04")
    assert options(scene.game, scene.picture(), scene.unit("B").id) == ("follow A",)
    assert options(scene.game, scene.picture(), scene.unit("C").id) == ()
    assert options(scene.game, scene.picture(), scene.unit("A").id) == ()
    scene.does("B", "follow A")
    assert options(scene.game, scene.picture(), scene.unit("B").id) == ()


def test_a_quiet_move_keeps_off_the_road_and_pays_double_but_in_the_forest() -> None:
    land = ground("03.04 forest", road("03.03 03.02 03.01"))
    left = {}
    for text in ("move 03.02", "move 03.02 quiet", "move 03.04", "move 03.04 quiet", "move 04.03", "move 04.03 quiet"):
        scene = Scene([Piece("A", "03.03")], [Piece("R", "08.08")], own="03.04 03.02 04.03", land=land)
        assert scene.does("A", text).failure is None, text
        left[text] = scene.active().ap * 4 + scene.active().mp
    assert left["move 03.02"] > left["move 03.02 quiet"]
    assert left["move 03.04"] == left["move 03.04 quiet"]
    assert left["move 04.03"] > left["move 04.03 quiet"]


def test_quiet_and_by_road_contradict_each_other() -> None:
    scene = pair()
    assert "keeps off the roads" in scene.check("A", "move 03.04 by road quiet")[0].words
