"""Letters to field commanders: the mission brief with its form, what differs, the reminder."""

from pbem.campaign.state import FieldFile
from pbem.documents.document import Block, Document, block
from pbem.engine.idiom import stands_on
from pbem.kernel.calendar import clock, time_left
from pbem.kernel.i18n import say
from pbem.letters.desk import TOKEN, Desk, Out
from pbem.mail.forms import report_form
from pbem.rulesets.form import OpaqueFieldBattles


def _by(desk: Desk, file: FieldFile) -> str:
    return f"{clock(file.due, desk.zone)} ({time_left(desk.at, file.due)})"


def battles_of(desk: Desk) -> OpaqueFieldBattles:
    """The ruleset's part for battles that people fight. RuntimeError where there are none, so that none is written of."""
    found = desk.ruleset.field_battles
    if found is None:
        raise RuntimeError(f"{desk.ruleset.name} has no field battles")
    return found


def _form(desk: Desk, number: int) -> Block:
    """The report's form, filled in as far as it can be, between the fences that make a reply of it."""
    lines = battles_of(desk).form(desk.game, desk.picture, number)
    fence = f"BEGIN ORDERS {desk.admin.campaign} {report_form(number, lines)} {desk.number} {TOKEN}"
    return Block("REPORT FORM: correct what is wrong and send it back", (fence, *lines, "END ORDERS"), "form")


@stands_on("brief")
def brief(desk: Desk, number: int, file: FieldFile, intent: tuple[str, ...]) -> Out:
    """The mission brief: what this side's commander hands over, and nothing of the other's."""
    standing = desk.admin.standing[desk.seat.side].lines
    blocks = battles_of(desk).brief(desk.game, desk.picture, number, intent, standing)
    head = (
        (
            say("[{campaign}] MISSION BRIEF  battle {number}, {hex}", campaign=desk.admin.campaign, number=number, hex=file.hex),
            desk.number,
        ),
    )
    wanted = (
        say("REPORT BY {by}; after that the CRT decides.", by=_by(desk, file)),
        say("HELP FIELD explains how a battle is fought and reported."),
    )
    small = (say("Your commander reads your words; the enemy never does."),)
    document = Document(
        say("battle {number}, {hex} · mission brief", number=number, hex=file.hex),
        head,
        wanted,
        (*blocks, _form(desk, number)),
        small,
    )
    return Out(desk.seat.id, "brief", document, False)


@stands_on("report")
def disputed(desk: Desk, number: int, file: FieldFile, differ: tuple[str, ...]) -> Out:
    """Two reports of one battle differ: what the reader himself wrote of it, and nothing of the other's words."""
    own = [line for name in differ for line in (f"{name.upper()}", *battles_of(desk).own_words(desk.picture, number, name))]
    title = say("[{campaign}] BATTLE {number}: THE REPORTS DIFFER", campaign=desk.admin.campaign, number=number)
    wanted = (say("REPLY BY {by}: send your whole report again, unchanged or corrected.", by=_by(desk, file)),)
    why = (
        say("The other report says otherwise. Talk it over with the commander you fought; the referee shows neither of you"
            " the other's report. If they still differ then, the host rules, or the CRT decides."),
    )  # fmt: skip
    blocks = (*block("YOU WROTE", own), Block("", why, "prose"), *_talk(desk))
    subject = say("battle {number}, {hex} · the reports differ", number=number, hex=file.hex)
    document = Document(subject, ((title, desk.number),), wanted, blocks)
    return Out(desk.seat.id, "dispute", document, False)


def _talk(desk: Desk) -> tuple[Block, ...]:
    """How the other commander is written to, where the sides may write to each other; else the host is."""
    to = "enemy" if desk.ruleset.scenario.sides_write(desk.game) else "host"
    how = say("Write MESSAGE {to} on a line of its own, your words below it, and END MESSAGE on a line of its own.", to=to)
    who = (
        say("The sides do not write to each other here; the host can speak to both of you.")
        if to == "host"
        else say("Everybody on the other side reads it, and the referee vouches for none of it.")
    )
    return (Block("TO TALK", (f"{how} {who}",), "prose"),)


def field_reminder(desk: Desk, number: int, file: FieldFile) -> Out:
    """The one reminder that a report is due, with the form once more."""
    head = (
        (
            say("[{campaign}] REMINDER  battle {number}, {hex}", campaign=desk.admin.campaign, number=number, hex=file.hex),
            desk.number,
        ),
    )
    wanted = (say("REPORT BY {by}; after that the CRT decides.", by=_by(desk, file)),)
    document = Document(
        say("battle {number}, {hex} · your report is due", number=number, hex=file.hex), head, wanted, (_form(desk, number),)
    )
    return Out(desk.seat.id, "reminder", document, False)
