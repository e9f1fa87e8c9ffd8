"""RULE, appeals, AS, MUTE, CO-HOST: the host's word between people."""

from pbem.campaign.admin_events import AppealMade, MessagesMuted, Ruled, SeatAdded
from pbem.campaign.hosting import Ruling
from pbem.campaign.state import Seat, host_seat
from pbem.documents.document import theirs
from pbem.handlers import fields
from pbem.handlers.host.handling import Handling, SaidWord, commander, granted
from pbem.handlers.letters import taken
from pbem.handlers.pausing import tell
from pbem.handlers.replacing import hand, unfit
from pbem.handlers.telling import hosts_eyes
from pbem.handlers.unit_of_work import UnitOfWork
from pbem.kernel.i18n import say
from pbem.kernel.values import replace
from pbem.letters.host import host_welcome, open_appeals, open_leaks
from pbem.letters.on_file import rulings
from pbem.letters.short_letters import notice
from pbem.mail.addresses import nobodys
from pbem.mail.sender import canonical_address
from pbem.modules import library


def _known_rule(work: UnitOfWork, asked: SaidWord) -> str:
    rule = asked.text("RULE")
    rules = library.rules(work.table.ruleset.name)
    if rule in rules:
        return ""
    near = sorted(r for r in rules if r.startswith(rule.rpartition("-")[0]))[:3]
    return say("no rule {rule}", rule=rule) + (say("; did you mean {near}?", near=say(" or ").join(near)) if near else "")


def _rule(work: UnitOfWork, asked: SaidWord) -> tuple[str, ...]:
    ruling = Ruling(asked.text("RULE"), asked.text("TEXT"), work.phase)
    work.put(Ruled(ruling))
    lines = (
        say("The host rules on {rule}:", rule=ruling.rule),
        *theirs((ruling.text,)),
        say("The ruling binds later cases; RULINGS lists them all."),
    )
    tell(work, say("RULING"), say("ruling on {rule}", rule=ruling.rule), lines)
    return (say("ruling on {rule} filed; both sides are told", rule=ruling.rule),)


def _rulings(work: UnitOfWork, asked: SaidWord) -> tuple[str, ...]:
    return rulings(work.state.admin) or (say("no rulings yet"),)


def _open_appeal(work: UnitOfWork, asked: SaidWord) -> str:
    number = asked.act.number("N")
    eyes, admin = hosts_eyes(work), work.state.admin
    known = any(a.number == number and eyes.sees_seat(admin, a.seat) for a in admin.hosting.appeals)
    return "" if known else say("there is no appeal {number}", number=number)


def _answer(work: UnitOfWork, asked: SaidWord) -> tuple[str, ...]:
    number, text = asked.act.number("N"), asked.text("TEXT")
    appeal = next(a for a in work.state.admin.hosting.appeals if a.number == number)
    work.put(AppealMade(replace(appeal, answer=text)))
    lines = (
        *(line for words in appeal.words[:1] for line in (say("You appealed in {when}:", when=appeal.when), *theirs((words,)))),
        say("The host answers:"),
        *theirs((text,)),
    )
    desk = work.desk(work.state.admin.seats[appeal.seat])
    work.send(notice(desk, say("APPEAL"), say("your appeal · answer"), lines))
    return (say("appeal {number} is answered; {seat} is told", number=number, seat=appeal.seat),)


def _appeals(work: UnitOfWork, asked: SaidWord) -> tuple[str, ...]:
    admin, eyes = work.state.admin, hosts_eyes(work)
    lines = [
        line
        for a in open_appeals(admin, eyes)
        for line in (say("appeal {number} of {seat}, {when}:", number=a.number, seat=a.seat, when=a.when), *theirs(a.words))
    ]
    lines += [
        say("leak {number}: {letter} came to {to}; no REMEDY chosen", number=k.number, letter=k.letter, to=k.to)
        for k in open_leaks(admin, eyes)
    ]
    return tuple(lines) or (say("nothing waits"),)


def _a_seat(work: UnitOfWork, asked: SaidWord) -> str:
    found = commander(work, asked.text("SEAT"))
    return found if isinstance(found, str) else ""


def _writable(work: UnitOfWork, asked: SaidWord) -> str:
    return _a_seat(work, asked) or ("" if asked.body else say("no lines stand below AS"))


def _written(work: UnitOfWork, asked: SaidWord) -> tuple[str, ...]:
    seat = commander(work, asked.text("SEAT"))
    lines = tuple(text for _, text in asked.body)
    return (say("As {seat}:", seat=seat.id if isinstance(seat, Seat) else seat), *theirs(lines, "  "))


def _as(work: UnitOfWork, asked: SaidWord) -> tuple[str, ...]:
    seat = commander(work, asked.text("SEAT"))
    assert isinstance(seat, Seat)
    taken(work, seat, replace(work.cause, seat=seat.id, lines=asked.body, answers="", left_out=()))
    return (say("handled as a letter of {seat}, who has the receipt", seat=seat.id),)


def _mute(work: UnitOfWork, asked: SaidWord) -> tuple[str, ...]:
    seat = commander(work, asked.text("SEAT"))
    assert isinstance(seat, Seat)
    muted, off = set(work.state.admin.hosting.muted.get("", ())), asked.act.says("unmute")
    work.put(MessagesMuted("", tuple(sorted(muted - {seat.id} if off else muted | {seat.id}))))
    words = say("carried again") if off else say("no longer carried")
    work.send(
        notice(
            work.desk(seat),
            say("MESSAGES"),
            say("messages · {state}", state=words),
            (say("By the host's word your MESSAGEs are {state}.", state=words),),
        )
    )
    return (say("messages of {seat} are {state}; he is told", seat=seat.id, state=words),)


def _an_address(work: UnitOfWork, asked: SaidWord) -> str:
    address = canonical_address(asked.text("TEXT"))
    if address is None:
        return say("{text!r} is not a mail address", text=asked.text("TEXT"))
    known = any(address in (s.address, *s.also) for s in work.state.admin.seats.values())
    return say("{address} holds a seat already", address=address) if known else nobodys(address, work.cause.own)


def _co_host(work: UnitOfWork, asked: SaidWord) -> tuple[str, ...]:
    seat = host_seat(canonical_address(asked.text("TEXT")) or "", len(work.hosts) + 1)
    work.put(SeatAdded(seat))
    work.send(host_welcome(work.desk(seat)))
    return (say("{address} hosts beside you and has been written to", address=seat.address),)


def _unfit(work: UnitOfWork, asked: SaidWord) -> str:
    address = canonical_address(asked.text("TEXT"))
    return (
        unfit(work.state.admin, asked.text("SEAT"), address, work.cause.own)
        if address
        else say("{text!r} is not a mail address", text=asked.text("TEXT"))
    )


def _replace(work: UnitOfWork, asked: SaidWord) -> tuple[str, ...]:
    return hand(work, work.state.admin.seats[asked.text("SEAT")], canonical_address(asked.text("TEXT")) or "")


def _who_gives_way(work: UnitOfWork, asked: SaidWord) -> tuple[str, ...]:
    seat = work.state.admin.seats[asked.text("SEAT")]
    who = say("{address} holds {seat}, and is shut out at once.", address=seat.address, seat=seat.id) if seat.address else ""
    invited = say("The other is invited, and told what the seat knows when he has accepted. No clock stops.")
    return (who, invited) if who else (invited,)


def _disputed(work: UnitOfWork, asked: SaidWord) -> str:
    file = work.state.admin.fields.get(asked.act.number("N") or 0)
    if file is None or file.stage not in ("differ", "host"):
        return say("the reports of battle {number} are not in dispute", number=asked.act.number("N"))
    ways = (*sorted(file.seats), "crt")
    return "" if asked.text("WORD").lower() in ways else say("for whom? {ways}", ways=" | ".join(ways))


def _settle(work: UnitOfWork, asked: SaidWord) -> tuple[str, ...]:
    number, way = asked.act.number("N") or 0, asked.text("WORD").lower()
    fields.settle(work, number, "" if way == "crt" else way)
    return (say("battle {number} is decided; both field commanders are told", number=number),)


RULING = {
    "settle": Handling(_disputed, _settle),
    "replace": Handling(_unfit, _replace, _who_gives_way),
    "rule": Handling(_known_rule, _rule),
    "rulings": Handling(granted, _rulings),
    "answer appeal": Handling(_open_appeal, _answer),
    "appeals": Handling(granted, _appeals),
    "as": Handling(_writable, _as, _written),
    "mute": Handling(_a_seat, _mute),
    "co-host": Handling(_an_address, _co_host),
}
