"""The order form: lines ready to be written behind. What stands in square brackets is told, not ordered."""

from collections.abc import Iterator

from pbem.documents.document import Block
from pbem.documents.station import Heading
from pbem.kernel.i18n import phrase, say, text
from pbem.rulesets.tcs.actions.plots import most_fires, shoots
from pbem.rulesets.tcs.game import TacticalGame
from pbem.rulesets.tcs.picture import TacticalPicture
from pbem.rulesets.tcs.reports.wording import MODES
from pbem.rulesets.tcs.units import TacticalUnit

WIDTH = 60  # columns, so that two marks of quoting before a line break no bracket
_OTHER = {
    "always": ("never", phrase("without it the sheet is rolled for")),
    "never": ("always", phrase("without it the sheet is not rolled for")),
    "when": ("always", phrase("without it the condition is waited for")),
}
"""What a sheet's roll may be changed to, and what holds if nothing is said."""
EXAMPLES = phrase("# lines with a # are examples: remove the # to use one")
TITLE = phrase("ORDER FORM: write after a colon. Lines left empty order nothing.")
NOTHING = phrase("TO WRITE BACK: there is nothing to order by form, DONE alone is an answer")


def form(game: TacticalGame, picture: TacticalPicture, heading: Heading) -> Block:
    """The form between its fences: units in letter B, sheets in letter A."""
    kinds = picture.public.takes(str(game.switches["pace"]))
    lines = (
        *((*_sheets(picture), *_plots(game, picture)) if "A" in kinds else ()),
        *(_units(picture, heading) if "B" in kinds else ()),
    )
    filed = (_bracketed(line) for line in heading.on_file)
    closing = (f"# {heading.closing}",) if heading.closing else ()
    examples = (text(EXAMPLES),) if any(line.startswith("#") for line in lines) else ()
    body = (heading.fence, *examples, *lines, *filed, *closing, "END ORDERS")
    return Block(TITLE if lines else NOTHING, body, "form")


def _units(picture: TacticalPicture, heading: Heading) -> Iterator[str]:
    alike: dict[tuple[str, str, str], list[TacticalUnit]] = {}
    for unit in picture.forces.units.values():
        if heading.orders(unit.id) and not unit.rides:
            alike.setdefault((unit.hex, unit.mode, heading.told.get(unit.id, "")), []).append(unit)
    for (hex_, mode, last), units in alike.items():
        names = ", ".join(unit.id for unit in units)
        before = say("last: {order}", order=last) if last else ""
        facts = ", ".join(part for part in (hex_, text(MODES[mode]), before) if part).translate(str.maketrans("[]", "()"))
        room = WIDTH - len(names) - len(" []:")
        yield f"{names} [{facts if len(facts) <= room else facts[: room - 1].rstrip() + '…'}]:"


def _sheets(picture: TacticalPicture) -> Iterator[str]:
    for sheet in picture.forces.sheets.values():
        if sheet.status == "unimplemented":
            other, else_ = _OTHER[sheet.rolls]
            yield " ".join(("#", "roll", sheet.id, other, "", "#", text(else_)))
        elif sheet.type == "reserve":
            yield from (" ".join(("#", "commit", sheet.id, option.letter)) for option in sheet.options)


def _plots(game: TacticalGame, picture: TacticalPicture) -> Iterator[str]:
    """A mission that would run of each battery."""
    for name in sorted(picture.forces.batteries):
        battery = picture.forces.battery(name)
        fires = most_fires(game, battery) if battery else 0
        if battery and fires > 0 and (line := next(shoots(game, picture, battery, fires), "")):
            yield " ".join(("#", line))


def _bracketed(line: str) -> str:
    plain = line.translate(str.maketrans("[]", "()"))
    return f"[{plain}]" if len(plain) <= WIDTH - 2 else f"[{plain[: WIDTH - 3].rstrip()}…]"
