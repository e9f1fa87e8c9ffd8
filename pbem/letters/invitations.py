"""Letters about seats: invitation, welcome, hand-over. Each is a function of what the seat's desk may know."""

from pbem.campaign.seats import led_by_hosts
from pbem.documents.document import Block, Document, Letterhead, block
from pbem.kernel.i18n import counted, phrase, say
from pbem.kernel.values import Value, replace
from pbem.letters.desk import TOKEN, Desk, Out
from pbem.letters.on_file import on_file, patches, rulings, team
from pbem.letters.stations import heading, mapped

BOOT_CAMP = phrase(
    "This is a boot camp: a campaign of your own, against a commander of the referee's, in which each letter teaches you a thing"
    " by doing it. Nothing here can go wrong for anybody else, and no clock presses. Begin by answering ACCEPT."
)


class Underway(Value):
    """A campaign that has begun: the turn that is played, of how many, and how many impulses have been played."""

    turn: int
    turns: int
    impulses: int


def invitation(desk: Desk, commitment: str, underway: Underway | None = None) -> Out:
    """The invitation: the campaign, the seat, the hash that binds the host's dice, and how to accept.

    underway: where play stands, when the seat was somebody else's.
    """
    text = (
        say(
            "You are invited to {task} in {title}. Everything is done by answering these letters.",
            task=_task(desk),
            title=desk.admin.title,
        ),
        *(("", *_underway(desk, underway)) if underway else ()),
        *(part for line in host_plays(desk) for part in ("", line)),
        "",
        (
            say(
                "Answer ACCEPT to take your seat. The bytes of your letter stir the dice, so that nobody can know beforehand how "
                "they fall; words of your own below END ORDERS are welcome for that."
            )
        ),
        "",
        (
            say(
                "The referee is bound to his dice by this hash of their seed: {commitment}. The last letter of the "
                "campaign opens the seed, and `pbem verify` on a folder of your letters checks every die you were shown.",
                commitment=commitment,
            )
        ),
        *(("", say(BOOT_CAMP)) if desk.admin.camp else ()),
    )
    head = ((say("[{campaign}] INVITATION", campaign=desk.admin.campaign), desk.number),)
    words = Block("", text, "prose")
    form = Block("TO ACCEPT", (f"BEGIN ORDERS {desk.admin.campaign} {TOKEN}", "ACCEPT", "END ORDERS"), "form")
    document = Document(say("invitation"), head, (say("ANSWER  ACCEPT"),), (words, form), (), ("ACCEPT",))
    return Out(desk.seat.id, "invitation", document, False)


def _underway(desk: Desk, now: Underway) -> tuple[str, ...]:
    asked = [host.address for host in desk.admin.hosts()]
    who = say("The host, {address}, asks you", address=asked[0]) if asked else say("The host asks you")
    return (
        say("{who} to take the place of somebody who commanded there until now. Turn {turn} of {turns} is being played.",
            who=who, turn=now.turn, turns=now.turns),
        counted(now.impulses, "{number} impulse has been played so far.", "{number} impulses have been played so far."),
        say("Your ACCEPT is answered with the hand-over: all that your side knows, and the form to go on with."),
    )  # fmt: skip


def host_plays(desk: Desk) -> tuple[str, ...]:
    """That the host of the campaign commands a side himself: what he is shown, and who reads what is written to him."""
    admin, seat = desk.admin, desk.seat
    led = led_by_hosts(admin)
    hosts = {host.address for host in admin.hosts()}
    if not led or seat.address in hosts:
        return ()
    if led == {seat.side}:
        return (say("The host of this campaign plays on your own side."),)
    return (
        say("The host of this campaign commands the other side himself. His words and commands show him nothing of yours, but the"
            " referee is a program on his machine (HELP PRIVACY). MESSAGE host reaches the enemy's commander."),
    )  # fmt: skip


def _task(desk: Desk) -> str:
    """What the holder of a seat is asked to do."""
    seat = desk.seat
    if seat.role == "observer":
        return say("watch the {side} side", side=seat.side)
    if seat.role == "field commander":
        return say("lead battles of the {side} side, one at a time, as a field commander", side=seat.side)
    if not seat.formations:
        return say("command the {side} side", side=seat.side)
    later = say(" from {joins} on", joins=seat.joins) if seat.joins else ""
    return say(
        "command {formations} on the {side} side{later} (seat {seat})",
        formations=", ".join(seat.formations),
        side=seat.side,
        later=later,
        seat=seat.id,
    )


def welcome(desk: Desk) -> Out:
    """The answer to ACCEPT: the brief, the troops, the standing orders of day one."""
    blocks = (
        *desk.ruleset.reports.brief(desk.game, desk.picture),
        *block("THE HOST PLAYS", host_plays(desk)),
        *team(desk),
        *block("STANDING ORDERS", on_file(desk)[1:]),
    )
    head = ((say("[{campaign}] WELCOME", campaign=desk.admin.campaign), desk.number),)
    wanted = (say("Nothing to do until the first impulse. Read HELP START if this is your first campaign."),)
    document = Document(say("welcome, and your brief"), head, wanted, blocks)
    return Out(desk.seat.id, "welcome", mapped(desk, document), True)


def hand_over(desk: Desk) -> Out:
    """The answer to an ACCEPT in mid-play, or to a seat whose time has come: all its desk knows, and the form to go on."""
    reports = desk.ruleset.reports
    now = reports.sitrep(desk.game, desk.picture, desk.news, heading(desk))
    fought = reports.fought(desk.battles)
    battles = [line for n in fought for line in (f"WHY {n}", *(f"  {text}" for text in reports.why(desk.game, desk.battles, n)))]
    blocks = (
        *block("YOU TAKE OVER", _taken_over(desk)),
        *block("THE HOST PLAYS", host_plays(desk)),
        *(part for part in reports.brief(desk.game, desk.picture) if part.kind != "table"),  # his troops stand below
        *team(desk),
        *now.blocks,
        *block("BATTLES SO FAR", battles),
        *block("RULINGS", rulings(desk.admin)),
        *block("PATCHES", patches(desk)),
        *block("STANDING ORDERS, AND WHAT WAITS", on_file(desk, own=not desk.seat.earlier)),
    )
    above = now.letterhead or Letterhead("hand-over")
    facts = tuple((name, "" if name == "letter" else fact) for name, fact in above.facts)  # its number stands above
    below = tuple((left, "" if right == desk.number else right) for left, right in now.head)
    head = ((say("[{campaign}] HAND-OVER", campaign=desk.admin.campaign), desk.number), *below)
    letterhead = replace(above, kind="hand-over", facts=facts, keep=1)
    document = Document(
        say("your seat, handed over"), head, now.wanted, _forms_last(blocks), now.small, now.taps, letterhead=letterhead
    )
    return Out(desk.seat.id, "hand-over", mapped(desk, document), True)


def _taken_over(desk: Desk) -> tuple[str, ...]:
    """Whose place it was, if anybody's: which letters are not the new holder's."""
    seat = desk.seat
    if not seat.earlier:
        return (say("This is everything {side} knows. Read HELP START if this is your first campaign.", side=seat.side),)
    last = desk.admin.number(seat.id, seat.first)
    return (
        say(
            "You hold {seat} after somebody else. His letters, up to {last}, are not yours: this one holds all that they told.",
            seat=seat.id,
            last=last,
        ),
        say("What he left unanswered is not counted against you."),
    )


def _forms_last(blocks: tuple[Block, ...]) -> tuple[Block, ...]:
    return (*(b for b in blocks if b.kind != "form"), *(b for b in blocks if b.kind == "form"))


def stand_by(desk: Desk) -> Out:
    """The answer to ACCEPT of a seat that joins later."""
    seat = desk.seat
    lines = (
        say(
            "You have accepted. {seat} takes over {formations} at {joins} of the game; until then {until} commands there.",
            seat=seat.id,
            formations=", ".join(seat.formations),
            joins=seat.joins,
            until=seat.until or say("its superior"),
        ),
        say("You will be sent everything your side knows when the time comes."),
    )
    head = ((say("[{campaign}] YOUR SEAT", campaign=desk.admin.campaign), desk.number),)
    return Out(seat.id, "welcome", Document(say("your seat"), head, (), (Block("", lines),)), True)


def wait_for_battle(desk: Desk) -> Out:
    """The answer to a field commander's ACCEPT: nothing of the campaign, for he is told of his battles alone."""
    lines = (
        say(
            "You have accepted. When the {side} side has a battle for you, a mission brief comes with all that its "
            "commander knows of it, and the form of the report you send back.",
            side=desk.seat.side,
        ),
        say("Nothing of the campaign is told to you besides. HELP FIELD says how a battle is fought."),
    )
    head = ((say("[{campaign}] FIELD COMMANDER", campaign=desk.admin.campaign), desk.number),)
    return Out(desk.seat.id, "welcome", Document(say("your seat"), head, (), (Block("", lines),)), True)


def asked_to_stand_ready(desk: Desk) -> Out:
    """The letter to somebody who may take a seat that falls empty; nothing of any side stands in it."""
    lines = (
        say(
            "You are asked to stand ready for {title}: should a commander leave, the host may give you his seat.",
            title=desk.admin.title,
        ),
        say("Answer VOLUNTEER and you are on the list; DECLINE, and you are not. Nobody on either side is told of you."),
    )
    head = ((say("[{campaign}] RESERVE OFFICER", campaign=desk.admin.campaign), desk.number),)
    form = Block("TO ANSWER", (f"BEGIN ORDERS {desk.admin.campaign} {TOKEN}", "VOLUNTEER", "END ORDERS"), "form")
    document = Document(
        say("stand ready"), head, (say("ANSWER  VOLUNTEER | DECLINE"),), (Block("", lines), form), (), ("VOLUNTEER", "DECLINE")
    )
    return Out(desk.seat.id, "invitation", document, False)
