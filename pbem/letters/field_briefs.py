"""Letters to field commanders: the mission brief with its form, what differs, the reminder."""

from pbem.campaign.state import BattleOf, FieldFile
from pbem.documents.document import Block, Document, block
from pbem.engine.idiom import stands_on
from pbem.kernel.calendar import clock, time_left
from pbem.kernel.i18n import say
from pbem.letters.desk import TOKEN, Desk, Out
from pbem.letters.stations import mapped
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
    wanted = _fought_here(desk, file) if file.game else (
        say("REPORT BY {by}; after that the CRT decides.", by=_by(desk, file)),
        say("HELP FIELD explains how a battle is fought and reported."),
        *((say("The host can answer you: QUESTION … END QUESTION."),) if desk.admin.hosts() else ()),
    )  # fmt: skip
    small = (say("Your commander reads your words; the enemy never does."),)
    document = Document(
        say("battle {number}, {hex} · mission brief", number=number, hex=file.hex),
        head,
        wanted,
        blocks if file.game else (*blocks, _form(desk, number)),
        small,
    )
    return Out(desk.seat.id, "brief", document, False)


def _fought_here(desk: Desk, file: FieldFile) -> tuple[str, ...]:
    """What a battle that is a game of its own wants of its commander."""
    return (
        say("NO REPLY NEEDED. You fight this battle by mail in letters of its own, headed [{game}].", game=file.game),
        say("It must be over by {by}; after that the CRT decides. The referee writes your report.", by=_by(desk, file)),
        say("HELP FIELD explains how a battle is fought and reported."),
    )


def begins(desk: Desk, of: BattleOf, bound: str) -> Out:
    """The first letter of a battle that is a campaign of its own: whose it is, what it is about, and how it ends."""
    head = ((say("[{campaign}] BATTLE {number}, {hex}", campaign=desk.admin.campaign, number=of.number, hex=of.hex), desk.number),)
    wanted = (
        say("You command the {side} side of battle {number} of {title}, fought here by mail.",
            side=desk.ruleset.scenario.adjective(desk.game, desk.seat.side), number=of.number, title=of.title),
        say("NO REPLY NEEDED. Your first report comes by itself. First battle of this kind? HELP START."),
    )  # fmt: skip
    ends = (
        say("The referee reports the end of the battle to {campaign}: who holds the hex, what is left of each unit, and what your"
            " side saw. Nobody but you reads these letters; what nobody could know is opened when {campaign} is over.",
            campaign=of.campaign),
        say("To give the battle up to the next field commander of your side: RESIGN {seat}.", seat=desk.seat.id.upper()),
    )  # fmt: skip
    blocks = (*desk.ruleset.reports.brief(desk.game, desk.picture, ""), Block("HOW IT ENDS", ends, "prose"))
    small = (say("Every roll is fixed in advance. This fingerprint proves it: {bound}", bound=bound),)
    document = Document(say("battle {number}, {hex} · you command", number=of.number, hex=of.hex), head, wanted, blocks, small)
    return Out(desk.seat.id, "welcome", mapped(desk, document), False)


def end_of_battle(of: BattleOf) -> tuple[Block, ...]:
    """What the last report of such a battle ends with."""
    lines = (
        say("The battle is over. Its end goes to {campaign}, where your report tells what came of it.", campaign=of.campaign),
        say("What nobody could know is opened when {campaign} is over.", campaign=of.campaign),
    )
    return (Block("THE BATTLE IS OVER", lines, "prose"),)


def reported(desk: Desk, number: int, file: FieldFile, items: tuple[str, ...]) -> Out:
    """The battle was fought as a game of its own: the report that the referee has written for the reader's side."""
    head = ((say("[{campaign}] YOUR REPORT  battle {number}, {hex}", campaign=desk.admin.campaign, number=number, hex=file.hex),
             desk.number),)  # fmt: skip
    wanted = (
        say("The battle is over. Your report has gone to your commander, as below."),
        say("NO REPLY NEEDED. It is applied at the next engagements of the campaign."),
    )
    document = Document(
        say("battle {number}, {hex} · your report has gone in", number=number, hex=file.hex), head, wanted, (Block("", items),)
    )
    return Out(desk.seat.id, "notice", document, False)


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
