"""Reports: TCS's part of the letters, all of it of what one desk may know."""

from collections.abc import Iterable, Iterator, Mapping

from pbem.documents.document import Block, block
from pbem.kernel.hexes import Hex
from pbem.kernel.i18n import say
from pbem.orders.tree import Act
from pbem.rulesets.form import ReceiptNews
from pbem.rulesets.tcs.game import TacticalGame
from pbem.rulesets.tcs.observations import Seen
from pbem.rulesets.tcs.picture import TacticalPicture
from pbem.rulesets.tcs.reports import advice, figures, intsum, sentences, sheet_advice
from pbem.rulesets.tcs.reports import sitrep as sitreps
from pbem.rulesets.tcs.reports.fire_advice import chances, classes
from pbem.rulesets.tcs.reports.in_use import here, out_of_use
from pbem.rulesets.tcs.reports.intsum import intsum as summary
from pbem.rulesets.tcs.reports.sitrep import brief, letterhead, sitrep, station, turn_began
from pbem.rulesets.tcs.reports.wording import place

__all__ = [
    "SECTIONS", "active_units", "ask", "brief", "closes", "fought", "here", "idle", "kept", "left_to_report", "letterhead",
    "located", "out_of_use",
    "receipt_lines",
    "receipt_news",
    "sitrep", "station", "summary", "turn_began", "warn_close", "why",
]  # fmt: skip

SECTIONS: Mapping[str, Mapping[str, str]] = {
    "sitrep": sitreps.SECTIONS,
    "intsum": intsum.SECTIONS,
}


def receipt_lines(game: TacticalGame, picture: TacticalPicture, seen: tuple[Seen, ...]) -> tuple[str, ...]:
    """What was learnt in a row in words."""
    return tuple(said for one in seen if (said := sentences.tell(game, one)))


def receipt_news(game: TacticalGame, picture: TacticalPicture, news: tuple[Seen, ...]) -> ReceiptNews:
    """What a letter's orders brought stands in the report that comes with the run, in one with the enemy's."""
    return ReceiptNews()


def closes(seen: Seen) -> bool:
    """A run tells its writers all that it did: none of it closes a receipt."""
    return False


def left_to_report(seen: Seen) -> bool:
    """A receipt says which of its lines ran and why others did not; what came of them stands in the report that comes with it."""
    return True


def located(game: TacticalGame, picture: TacticalPicture) -> tuple[str, ...]:
    """Where the enemy is known to be, the last seen first."""
    enemies = sorted(picture.enemies.values(), key=lambda enemy: (-enemy.turn, enemy.look.hex))
    return tuple(dict.fromkeys(place(game, enemy.look.hex) for enemy in enemies))


def kept(seen: Seen) -> bool:
    """Is it kept for questions to come?"""
    return figures.is_kept(seen)


def fought(kept: tuple[Seen, ...]) -> tuple[int, ...]:
    """Fires have no numbers: WHY asks for a unit."""
    return ()


def why(game: TacticalGame, kept: tuple[Seen, ...], number: int) -> tuple[str, ...]:
    """There are none: fires have no numbers."""
    return (say("Fires have no numbers. WHY <unit> has the figures of what it fired and what struck it."),)


def ask(game: TacticalGame, picture: TacticalPicture, kept: tuple[Seen, ...], act: Act) -> tuple[Block, ...]:
    """The answer to a question of TCS's; () to what is not TCS's to answer."""
    unit, hex_ = act.text("UNIT") or "", act.hex()
    if act.verb == "why of":
        return _why_of(game, picture, kept, act.text("UNIT") or act.text("SHEET") or act.text("TARGET") or "")
    if act.verb in sheet_advice.ANSWERS:
        return _of_a_sheet(game, picture, act)
    if act.verb == "chance":
        at = ", ".join(act.texts("TARGET") or act.hexes())
        origin = act.hex("HEX_FROM")
        asked = say("CHANCE {unit} from {origin} at {target}", unit=unit, origin=origin, target=at) if origin else say(
            "CHANCE {unit} at {target}", unit=unit, target=at)  # fmt: skip
        return block(asked, _set_in(_chances(game, picture, unit, act)))
    lines = _about_a_hex(game, picture, act, hex_) if hex_ else _about_a_unit(game, picture, kept, act, unit)
    return block(lines[0], _set_in(lines[1:])) if lines else ()


def _chances(game: TacticalGame, picture: TacticalPicture, unit: str, act: Act) -> Iterator[str]:
    """What a unit's fire would come to at a target, or at one hex after another."""
    origin = tuple(slot for slot in act.slots if slot[0] == "HEX_FROM")
    at = [*(("TARGET", name) for name in act.texts("TARGET")), *(("HEX", str(hex_)) for hex_ in act.hexes())]
    for one in dict.fromkeys(at):
        yield from chances(game, picture, unit, Act(act.verb, slots=(one, *origin)))


def _about_a_hex(game: TacticalGame, picture: TacticalPicture, act: Act, hex_: Hex) -> tuple[str, ...]:
    """The head and the lines of an answer about a hex."""
    match act.verb:
        case "cost":
            unit = act.text("UNIT") or ""
            return (say("COST {unit} to {hex}", unit=unit, hex=hex_), *advice.cost(game, picture, unit, hex_))
        case "see from":
            return (say("SEE FROM {hex}", hex=hex_), *advice.see_from(game, picture, hex_))
        case "ask":
            return (say("ASK {hex}", hex=hex_), *classes(game, picture, hex_))
    return ()


def _about_a_unit(game: TacticalGame, picture: TacticalPicture, kept: tuple[Seen, ...], act: Act, unit: str) -> tuple[str, ...]:
    """The head and the lines of an answer about a unit."""
    match act.verb:
        case "what can":
            return (say("WHAT CAN {unit}", unit=unit), *advice.what_can(game, picture, unit))
        case "diary":
            return (say("DIARY {unit}", unit=unit), *figures.diary(game, kept, unit))
    return ()


def _why_of(game: TacticalGame, picture: TacticalPicture, kept: tuple[Seen, ...], name: str) -> tuple[Block, ...]:
    """The figures of what is called so: a sheet, else a unit."""
    sheet = picture.forces.sheets.get(name)
    if sheet:
        lines = sheet_advice.why(game, picture, sheet)
    elif name in (*picture.forces.units, *picture.forces.dead, *picture.forces.departed, *picture.forces.batteries):
        lines = figures.why(game, picture.forces, kept, name)
    elif name in picture.enemies:
        lines = figures.of_an_enemy(picture.enemies[name])
    else:
        lines = iter((say("There is no unit or op sheet {name}.", name=name),))
    return block(say("WHY {name}", name=name), _set_in(lines))


def _of_a_sheet(game: TacticalGame, picture: TacticalPicture, act: Act) -> tuple[Block, ...]:
    """The answer to CHANCE, COST or WHAT CAN of an op sheet."""
    name = act.text("SHEET") or ""
    sheet = picture.forces.sheets.get(name)
    known = ", ".join(picture.forces.sheets) or say("none")
    lines = sheet_advice.ANSWERS[act.verb](game, picture, sheet) if sheet else (
        say("There is no op sheet {name}; yours are {known}.", name=name, known=known),
    )  # fmt: skip
    return block(f"{act.verb.removesuffix(' sheet').upper()} {name}", _set_in(lines))


def _set_in(lines: Iterable[str]) -> tuple[str, ...]:
    return tuple(f" {line}" for line in lines)


def idle(picture: TacticalPicture) -> tuple[str, ...]:
    """Units that could act in this letter: not those of a reserve that waits, nor of a failed sheet, which take no orders."""
    if picture.public.letter[:1] not in ("B", "C"):
        return ()
    sheets = ((unit.id, picture.forces.sheet_of(unit)) for unit in picture.forces.units.values())
    return tuple(name for name, sheet in sheets if sheet is None or (sheet.type != "reserve" and sheet.status != "failed"))


def active_units(game: TacticalGame, picture: TacticalPicture) -> tuple[str, ...]:
    """No unit is active while letters are written."""
    return ()


def warn_close(game: TacticalGame, picture: TacticalPicture) -> tuple[str, ...]:
    """Being done costs nothing."""
    return ()
