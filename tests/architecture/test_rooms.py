"""No shared room knows a ruleset: none imports one, none is untyped where its values pass, and what rows are named gets less."""

from typing import TYPE_CHECKING, get_args

from pbem.engine.idiom import Ground, Idiom
from pbem.engine.moments import Desks, Moment
from pbem.engine.opaque import OpaqueBoard, OpaqueGame, OpaquePicture
from pbem.engine.runs import Budget
from pbem.modules import library
from pbem.rulesets import RULESETS
from pbem.rulesets.form import Ruleset
from tests.architecture.left_to_do import listed, untrue
from tests.architecture.rooms import anys, imports_of_rulesets, nouns_of_a_ruleset, pictures_reached, rows, shared

if TYPE_CHECKING:
    from pbem.rulesets.tocs.board import Board


def test_no_shared_room_imports_a_ruleset_but_the_registry() -> None:
    assert imports_of_rulesets() == []


def test_any_stands_at_the_codecs_door_alone() -> None:
    assert anys() == {}, "write the type; values of a ruleset have those of engine/opaque.py"


def test_rows_of_a_ruleset_are_named_where_they_are_listed() -> None:
    assert untrue(listed("rows"), rows()) == [], (
        "where worse, name the row in the room of its ruleset; what rulesets share knows none"
    )


def test_a_moment_holds_no_picture() -> None:
    """An execution is handed the one of the side whose order it carries out, and puts questions to the other."""
    assert "pictures" not in Moment.__struct_fields__
    assert [name for name in dir(Desks) if not name.startswith("_")] == ["carry_out", "taught"]
    assert pictures_reached() == [], "put a question by moment.ask(side, …), or have orders executed by its `carry_out`"


def refused_by_mypy(ruleset: Ruleset, game: OpaqueGame, board: OpaqueBoard, picture: OpaquePicture, own: "Board") -> None:
    """What the form lets nobody write: each line is an error of mypy's, which complains of an `ignore` that is not needed."""
    picture.forces  # type: ignore[attr-defined]  # noqa: B018 - a shared room looks into a picture
    ruleset.actions.check(game, board, (), Budget())  # type: ignore[arg-type]  # a check is given the board
    ruleset.sequence.turn(own)  # type: ignore[arg-type]  # one ruleset's board in a shared room
    ruleset.points.left(picture)  # type: ignore[union-attr]  # it may have none


def test_what_mypy_refuses_stands_here() -> None:
    assert refused_by_mypy.__doc__


def test_every_ground_is_stood_on_by_a_shared_room_and_by_a_row_of_the_ledger() -> None:
    said = "\n".join(text for module, text in shared() if module != "engine/idiom.py")
    named = {ground.replace(" ", "_"): ground for ground in get_args(Ground)}
    unused = [g for name, g in named.items() if f'"{g}"' not in said and f"{{by_{name}}}" not in said and f"{{{name}}}" not in said]
    assert unused == [], "a row is wanted for what nobody does"
    for ruleset in RULESETS.values():
        assert set(ruleset.idiom.rows.values()) <= library.rules(ruleset.name).keys()
    assert RULESETS["tocs"].idiom.rows.keys() == set(get_args(Ground))


def test_where_a_ruleset_has_no_row_none_is_cited() -> None:
    bare, tocs = Idiom(), RULESETS["tocs"].idiom
    assert (bare.row("log"), bare.behind("log")) == ("", "")
    assert (tocs.behind("last word"), tocs.behind("undoing")) == (" (MASL-2.1-3)", " (TOCS-1.14-1)")
    assert not any("-" in said for said in bare.parts.values())


def test_no_shared_text_of_a_letter_says_a_noun_of_one_ruleset_but_those_listed() -> None:
    assert untrue(listed("nouns"), nouns_of_a_ruleset()) == [], "where worse, take the noun from the idiom of the ruleset"
