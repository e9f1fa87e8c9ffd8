"""Letters about seats: invitation, welcome, hand-over. Each is a function of what the seat's desk may know."""

from math import ceil

from pbem.campaign.seats import led_by_hosts
from pbem.documents.document import Block, Document, Letterhead, block
from pbem.engine.idiom import Idiom
from pbem.kernel.i18n import counted, phrase, say
from pbem.kernel.values import Value, replace
from pbem.letters.desk import TOKEN, Desk, Out
from pbem.letters.on_file import LONGEST, on_file, patches, rulings, team
from pbem.letters.stations import heading, mapped
from pbem.modules import library

A_DAY, A_WEEK = 24, 168  # hours
SPARE = 12  # hours that a part of play's end waits for the evening, on average
LONGEST_TO_ANSWER = 90  # minutes that the longest letter takes
UNITS_A_STEP = 16  # units that take five minutes to look through


class Underway(Value):
    """A campaign that has begun: the turn that is played, of how many, and how many parts of play have been played."""

    turn: int
    turns: int
    moments: int


class Prospect(Value):
    """What a campaign is about and what it is likely to cost. about: in the module's words, "" for none; moments: parts of
    play of both sides (0: not known); hours: that each may take; units: of the reader's side; together: both sides write
    in each."""

    about: str
    moments: int
    hours: int
    units: int
    together: bool = False

    @property
    def letters(self) -> int:
        """How many the reader's side is likely to write."""
        return self.moments if self.together else self.moments // 2

    @property
    def weeks(self) -> int:
        """How long it lasts, if every hour is used."""
        return max(1, round(self.moments * (self.hours + SPARE) / A_WEEK))

    @property
    def briskly(self) -> int:
        """How many weeks it lasts, if everybody replies within a day."""
        return max(1, round(self.moments * A_DAY / A_WEEK))

    @property
    def minutes(self) -> tuple[int, int]:
        """How long a letter takes to answer: at the least, and at the most."""
        least = min(5 * max(2, round(self.units / UNITS_A_STEP)), LONGEST_TO_ANSWER // 2)
        return least, 2 * least


def invitation(desk: Desk, commitment: str, prospect: Prospect, underway: Underway | None = None) -> Out:
    """The invitation: who invites to what, what it costs, how to accept and decline; in its foot the fingerprint of the seed.

    underway: where play stands, when the seat was somebody else's.
    """
    name = desk.admin.campaign
    blocks = (
        *block("TAKE-OVER", _underway(underway, desk.idiom) if underway else (), "prose"),
        *block("THE GAME", _camp(desk, "welcome") if desk.admin.camp else filter(None, (prospect.about,)), "prose"),
        *block("THE HOST PLAYS", host_plays(desk), "prose"),
        *block("WHAT IT COSTS YOU", _costs(prospect, underway) if desk.seat.role == "commander" and not desk.admin.camp else ()),
        *block("NEW TO THIS?", _camp(desk, "offered") if desk.ruleset.lessons and not desk.admin.camp else (), "prose"),
        Block("YOUR REPLY", (f"BEGIN ORDERS {name} {TOKEN}", "ACCEPT", "END ORDERS"), "form"),
    )
    head = ((say("[{campaign}] INVITATION", campaign=name), desk.number),)
    wanted = (_who_invites(desk), say("REPLY  ACCEPT or DECLINE"))
    asked = say("You are invited: {task} in {title}", task=_task(desk), title=desk.admin.title)
    subject = asked if len(asked) <= LONGEST else say("You are invited: {seat}, {title}", seat=desk.title, title=desk.admin.title)
    document = Document(subject, head, wanted, blocks, _foot(commitment), ("ACCEPT", "DECLINE"))
    return Out(desk.seat.id, "invitation", document, False)


def _who_invites(desk: Desk) -> str:
    """Who asks whom to do what, against whom."""
    admin, side = desk.admin, desk.seat.side
    hosts = [host.address for host in admin.hosts()]
    who = say("{host} invites you", host=hosts[0]) if hosts else say("You are invited")
    if desk.seat.role == "observer":
        return say("{who} to {task} in {title}, by e-mail.", who=who, task=_task(desk), title=admin.title)
    others = sorted({s.side for s in admin.seats.values() if s.side not in ("", side)})
    against = " + ".join(desk.ruleset.scenario.adjective(desk.game, other) for other in others)
    said = phrase("{who} to {task} in {title}, by e-mail, against the {against} side.")
    return say(said, who=who, task=_task(desk), title=admin.title, against=against)


def _costs(prospect: Prospect, underway: Underway | None) -> tuple[str, ...]:
    """How long it lasts, how many letters come a week, how long one takes, what becomes of an absence."""
    if not prospect.moments:
        return ()
    left = replace(prospect, moments=max(1, prospect.moments - underway.moments)) if underway else prospect
    least, most = left.minutes
    days = counted(max(1, ceil((left.hours + SPARE) / 24)), "{number} day", "{number} days")
    return (
        _lasts(left),
        counted(left.letters, "Letters: about {number}, with up to {days} to answer it.",
                "Letters: about {number}, each with up to {days} to answer.", days=days),
        say("Time: {least} to {most} minutes a letter.", least=least, most=most),
        say("Away? Tell the referee the dates (ABSENT). Your standing orders act while you are gone."),
    )  # fmt: skip


def _lasts(prospect: Prospect) -> str:
    """How long it takes, if every hour is used, and if nobody needs them all."""
    if prospect.briskly >= prospect.weeks:
        return counted(prospect.weeks, "Length: up to {number} week.", "Length: up to {number} weeks.")
    words = phrase("Length: up to {most} weeks; about {briskly} when everybody replies within a day.")
    return say(words, most=prospect.weeks, briskly=prospect.briskly)


def _camp(desk: Desk, text: str) -> tuple[str, ...]:
    return (library.camp_text(desk.ruleset.name, text),)


def _foot(commitment: str) -> tuple[str, ...]:
    """What binds the referee's rolls."""
    return (
        say("Your reply is mixed into the random seed, so nobody can predict the rolls. HELP DICE has the details."),
        say("Every roll is fixed in advance. This fingerprint proves it:"),
        commitment,
    )


def _underway(now: Underway, idiom: Idiom) -> tuple[str, ...]:
    """Where play stands in the seat that is taken over."""
    turn = say("You would take over in turn {turn} of {turns}", turn=now.turn, turns=now.turns)
    after = say("after {many}", many=idiom.many(now.moments))
    return (
        f"{turn}, {after}.",
        say("The hand-over comes with the answer to your ACCEPT: all that your side knows, and the order form."),
        say("Until then the next in command stands in, if there is one. The clock runs on."),
    )


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
        say("The host of this campaign also commands the other side. The host's commands show nothing of your side. But the referee"
            " is a program on the host's machine (HELP PRIVACY), and MESSAGE host reaches the enemy's commander."),
    )  # fmt: skip


def _task(desk: Desk) -> str:
    """What the holder of a seat is asked to do."""
    seat = desk.seat
    side = desk.ruleset.scenario.adjective(desk.game, seat.side)
    if seat.role == "observer":
        return say("watch the {side} side", side=side)
    if seat.role == "field commander":
        return say("lead battles of the {side} side, one at a time, as a field commander", side=side)
    if not seat.formations:
        return say("command the {side} side", side=side)
    later = say(" from {joins} on", joins=seat.joins) if seat.joins else ""
    formations = ", ".join(seat.formations)
    return say("command {formations} for the {side} side{later}", formations=formations, side=side, later=later)


def welcome(desk: Desk) -> Out:
    """The answer to ACCEPT: the brief, the troops, the standing orders of day one."""
    blocks = (
        *desk.ruleset.reports.brief(desk.game, desk.picture, _chair(desk)),
        *block("THE HOST PLAYS", host_plays(desk)),
        *team(desk),
        *block("STANDING ORDERS", _standing(desk), "prose"),
    )
    head = ((say("[{campaign}] WELCOME", campaign=desk.admin.campaign), desk.number),)
    wanted = (
        say("You have accepted. Your brief is below."),
        say("NO REPLY NEEDED. Your first report comes by itself. First campaign? HELP START."),
    )
    pads = say("PAD ONCE sends your map as a page on which you tap out your orders (HELP PAD).")
    pad = (pads,) if desk.seat.role == "commander" else ()
    document = Document(say("Welcome: your brief · play begins when everybody has accepted"), head, wanted, blocks, pad)
    return Out(desk.seat.id, "welcome", mapped(desk, document), True)


def _chair(desk: Desk) -> str:
    """The name of the desk's seat without its side, "" for who leads the side and who only watches or fights for it."""
    return desk.seat.id.partition(".")[2] if desk.seat.formations else ""


def _standing(desk: Desk) -> tuple[str, ...]:
    """The standing orders that act for a newcomer: those of day one need no list."""
    filed = desk.admin.standing.get(desk.seat.side)
    if filed and filed.version > 1:
        return on_file(desk)[1:]
    return (
        say("The defaults are in force: your units act sensibly when you do not reply."),
        say("ORDERS prints them, HELP STANDING ORDERS explains them."),
    )


def hand_over(desk: Desk) -> Out:
    """The answer to an ACCEPT in mid-play, or to a seat whose time has come: all its desk knows, and the form to go on."""
    reports = desk.ruleset.reports
    now = reports.sitrep(desk.game, desk.picture, desk.news, heading(desk))
    fought = reports.fought(desk.battles)
    battles = [line for n in fought for line in (f"WHY {n}", *(f"  {text}" for text in reports.why(desk.game, desk.battles, n)))]
    blocks = (
        *block("YOU TAKE OVER", _taken_over(desk)),
        *block("THE HOST PLAYS", host_plays(desk)),
        *(part for part in reports.brief(desk.game, desk.picture, _chair(desk)) if part.kind != "table"),  # his troops stand below
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
        say("Hand-over: {title} · {moment}", title=desk.title, moment=desk.moment),
        head,
        (say("You take over {seat}.", seat=desk.title), *now.wanted),
        _forms_last(blocks),
        now.small,
        now.taps,
        letterhead=letterhead,
    )
    return Out(desk.seat.id, "hand-over", mapped(desk, document), True)


def _taken_over(desk: Desk) -> tuple[str, ...]:
    """Whose place it was, if anybody's: which letters are not the new holder's."""
    seat = desk.seat
    if not seat.earlier:
        return (say("This is everything your side knows. If this is your first campaign, read HELP START."),)
    last = desk.admin.number(seat.id, seat.first)
    return (
        say("Letters up to {last} went to your predecessor. This letter sums up what they said.", last=last),
        say("Letters left unanswered before you came do not count against you."),
    )


def _forms_last(blocks: tuple[Block, ...]) -> tuple[Block, ...]:
    return (*(b for b in blocks if b.kind != "form"), *(b for b in blocks if b.kind == "form"))


def stand_by(desk: Desk) -> Out:
    """The answer to ACCEPT of a seat that joins later."""
    seat = desk.seat
    told = (
        say("You have accepted. You take over {formations} at {joins} of the game.",
            formations=", ".join(seat.formations), joins=seat.joins),
        say("NO REPLY NEEDED"),
    )  # fmt: skip
    lines = (
        say("Until then {until} commands there.", until=desk.officer(seat.until) if seat.until else say("its superior")),
        say("When the time comes you are sent everything your side knows."),
    )
    return _seated(desk, say("YOUR SEAT"), told, lines)


def wait_for_battle(desk: Desk) -> Out:
    """The answer to a field commander's ACCEPT: nothing of the campaign, for battles alone are told in the field."""
    told = (
        say("You have accepted. A mission brief comes when the {side} side has a battle for you.",
            side=desk.ruleset.scenario.adjective(desk.game, desk.seat.side)),
        say("NO REPLY NEEDED"),
    )  # fmt: skip
    lines = (
        say("The brief tells all that your commander knows of the battle. With it comes the form of the report to send back."),
        say("You are told nothing else of the campaign. HELP FIELD explains how a battle is fought."),
    )
    return _seated(desk, say("FIELD COMMANDER"), told, lines)


def _seated(desk: Desk, title: str, told: tuple[str, ...], lines: tuple[str, ...]) -> Out:
    head = ((f"[{desk.admin.campaign}] {title}", desk.number),)
    return Out(desk.seat.id, "welcome", Document(say("your seat is yours"), head, told, (Block("", lines, "prose"),)), True)


def asked_to_stand_ready(desk: Desk) -> Out:
    """The letter to somebody who may take a seat that falls empty; nothing of any side stands in it."""
    wanted = (
        say("You are asked to stand ready for {title}, as a reserve officer.", title=desk.admin.title),
        say("REPLY  VOLUNTEER or DECLINE"),
    )
    lines = (
        say("If a commander leaves, the host may give you the empty seat. VOLUNTEER puts you on the list, DECLINE takes you off."),
        say("Neither side is told of you."),
    )
    head = ((say("[{campaign}] RESERVE OFFICER", campaign=desk.admin.campaign), desk.number),)
    form = Block("YOUR REPLY", (f"BEGIN ORDERS {desk.admin.campaign} {TOKEN}", "VOLUNTEER", "END ORDERS"), "form")
    subject = say("You are asked to stand ready: {title}", title=desk.admin.title)
    document = Document(subject, head, wanted, (Block("", lines, "prose"), form), (), ("VOLUNTEER", "DECLINE"))
    return Out(desk.seat.id, "invitation", document, False)
