"""Battles in the hands of field commanders: who fights them, briefs and reports, and what comes of silence."""

from collections.abc import Iterator
from datetime import datetime, timedelta

from pbem.campaign.admin_events import FieldFiled, IntentFiled
from pbem.campaign.request import Request, only_questions
from pbem.campaign.seats import senior
from pbem.campaign.state import AdminState, FieldFile, Seat
from pbem.engine.idiom import stands_on
from pbem.handlers.authority import said_by
from pbem.handlers.telling import is_blind
from pbem.handlers.unit_of_work import UnitOfWork
from pbem.handlers.word import word_of
from pbem.kernel.decisions import ReportFault
from pbem.kernel.i18n import counted, phrase, say
from pbem.kernel.values import replace
from pbem.letters.field_briefs import brief, disputed, field_reminder
from pbem.letters.host import host_letter
from pbem.letters.on_file import TURN
from pbem.letters.short_letters import word
from pbem.orders.tree import Writing
from pbem.rulesets.form import OpaqueFieldBattles

ROLE = "field commander"
LEAD = timedelta(days=2)  # before the deadline, for the one reminder
FILED = phrase("The outcome follows when both reports are in, or when time is up.")


@stands_on("command", "field command")
def in_the_field(work: UnitOfWork, request: Request) -> tuple[Request, tuple[str, ...]]:
    """What a field commander's letter comes to: his report, words and questions; what else it held, in words."""
    mild = replace(
        only_questions(request), messages=request.messages, writings=request.writings,
        questions=tuple(q for q in request.questions if (word := word_of(work.table.words, q.act.verb)) and ROLE in word.by),
        words=said_by(work, request, ROLE),
    )  # fmt: skip
    faulty = tuple(ln for ln in request.lines if ln.command is None and ln.remarks)
    unread = tuple(say("not understood: {text} ({why})", text=ln.text, why=ln.remarks[0].text) for ln in faulty)
    unasked = [q.act.verb.upper() for q in request.questions if q not in mild.questions]
    left = len(unread) < len(request.lines) or request.standing or request.has("plays") or request.blocks or unasked
    said = say("you hold a field commander's seat: it reports battles, and neither orders nor sees the campaign")
    said += work.idiom.behind("command")
    said += say("; not answered: {words}", words=", ".join(dict.fromkeys(unasked))) if unasked else ""
    return mild, (*unread, *((said,) if left else ()))


# ---------------------------------------------------------------- going out and coming back


@stands_on("command", "brief", "record of battles")
def follow(work: UnitOfWork) -> None:
    """After play went on: battles that went out get commanders and briefs, those that are over are closed."""
    if work.table.ruleset.field_battles is not None:
        _follow(work, work.table.ruleset.field_battles)


def _follow(work: UnitOfWork, fields: OpaqueFieldBattles) -> None:
    admin = work.state.admin
    out = _out(work, fields)
    for number in sorted(n for n, file in admin.fields.items() if out.get(n) == file.hex):
        _compare(work, number, admin.fields[number])
    for number in sorted(n for n, file in admin.fields.items() if out.get(n) != file.hex):  # one taken back may be another now
        _over(work, number, admin.fields[number])
    for number in sorted(set(out) - set(work.state.admin.fields)):
        work.put(FieldFiled(number, _file(work, fields, number, out[number])))
    for number, file in sorted(work.state.admin.fields.items()):
        for side in sorted(work.state.pictures):
            held = work.state.admin.seats.get(file.seats.get(side, ""))
            if file.stage != "agreed" and (held is None or held.left):
                give(work, number, side)


def _file(work: UnitOfWork, fields: OpaqueFieldBattles, number: int, hex_: str) -> FieldFile:
    """A battle that goes out now."""
    days, _ = fields.days(work.table.game)
    game = _name(work, number) if fields.played_with(work.table.game) else ""
    return FieldFile(hex_, work.cause.at + timedelta(days=days), {}, game=game)


def _name(work: UnitOfWork, number: int) -> str:
    """What the campaign is called that a battle is fought as: another one after each rollback."""
    again = f"-{work.state.edition}" if work.state.edition else ""
    return f"{work.state.admin.campaign}-b{number}{again}"


def _out(work: UnitOfWork, fields: OpaqueFieldBattles) -> dict[int, str]:
    """The hexes of the battles that are out, by number; every desk knows which are."""
    known = work.state.pictures[min(work.state.pictures)]
    return {battle.number: battle.hex for battle in fields.out(known)}


def give(work: UnitOfWork, number: int, side: str) -> None:
    """A battle to the next commander of a side, with his brief."""
    admin = work.state.admin
    file = admin.fields[number]
    to = _next(admin, side, file)
    if to is None:
        return
    file = replace(file, seats={**file.seats, side: to.id})
    work.put(FieldFiled(number, file))
    said = admin.intents.get(side, {})
    work.send(brief(work.desk(to), number, file, said.get(file.hex) or said.get("", ())))


@stands_on("command")
def _next(admin: AdminState, side: str, file: FieldFile) -> Seat | None:
    """Who commands: of the side's field commanders the one with fewest battles, else the side's commander himself."""
    busy = [seat for other in admin.fields.values() for seat in other.seats.values()]
    able = [s for s in admin.seats_of(side) if s.role == ROLE and s.in_office and s.id not in file.refused]
    return min(able, key=lambda s: (busy.count(s.id), s.id), default=senior(admin, side))


def _over(work: UnitOfWork, number: int, file: FieldFile) -> None:
    """A field battle is over: its commanders hear how it ended for their side."""
    reports = work.table.ruleset.reports
    work.put(FieldFiled(number, None))
    for side, held in sorted(file.seats.items()):
        seat = work.state.admin.seats[held]
        ends = tuple(o for d, o in work.seen if d == side and work.field_battles.over(o) == number)
        lines = reports.receipt_lines(work.table.game, work.state.pictures[side], ends)
        if seat.role == ROLE and not seat.left:
            said = _sentences(lines) or (say("It is taken back: no report of it is wanted any more."),)
            subject = say("battle {number} is over", number=number)
            work.send(word(work.desk(seat), subject.upper(), subject, said))


def _sentences(lines: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(f"{line[0].upper()}{line[1:]}." for line in lines)


# ---------------------------------------------------------------- what is written


def written(work: UnitOfWork, seat: Seat, request: Request) -> list[str]:
    """INTENT and AAR; a note on each, and every fault of a report."""
    return [note for paper in request.writings for note in {"intent": _intent, "aar": _report}[paper.kind](work, seat, paper)]


def taken(work: UnitOfWork, seat: Seat, request: Request) -> tuple[int, ...]:
    """The battles whose reports of this letter were taken."""
    files, fields = work.state.admin.fields, work.table.ruleset.field_battles
    if fields is None:
        return ()
    told = (int(paper.about) for paper in request.writings if paper.kind == "aar")
    mine = (n for n in told if n in files and files[n].seats.get(seat.side) == seat.id)
    return tuple(n for n in mine if fields.own_words(work.state.pictures[seat.side], n, "result"))


@stands_on("intent")
def _intent(work: UnitOfWork, seat: Seat, paper: Writing) -> list[str]:
    """What a commander wants of a battle is kept for the brief."""
    lines, idiom = tuple(line.rstrip() for line in paper.lines if line.strip()), work.idiom
    if not seat.commands:
        return [say("not kept: the intent of a battle is a commander's to write") + idiom.behind("operations")]
    out = next((n for n, file in work.state.admin.fields.items() if file.hex == paper.about), 0)
    if out:
        return [
            say(
                "not kept: battle {out} in {about} is in the hands of field commanders; its brief has gone",
                out=out,
                about=paper.about,
            )
            + idiom.behind("field command")
        ]
    work.put(IntentFiled(seat.side, paper.about, lines))
    if paper.about == TURN:
        return [
            say("your words for the coming turn stand in the next intsum")
            if lines
            else say("no words for the coming turn are kept")
        ]
    where = say("a battle for {about}", about=paper.about) if paper.about else say("any of your battles")
    return [
        say("your intent for {where} is filed for its field commander's brief", where=where)
        if lines
        else say("no intent for {where} is kept", where=where)
    ]


@stands_on("report")
def _report(work: UnitOfWork, seat: Seat, paper: Writing) -> list[str]:
    """A report is read and held against the force that was given; it counts when it is faultless."""
    number, fields = int(paper.about), work.field_battles
    file = work.state.admin.fields.get(number)
    mine = file.seats.get(seat.side) if file else None
    if file is None or mine != seat.id:
        other = say("it is {mine}'s to report", mine=mine) if mine else say("no such battle is out")
        return [say("AAR {number}: not taken: {other}", number=number, other=other)]
    if file.stage == "agreed":
        return [
            say(
                "AAR {number}: not taken: the battle is decided already; it comes back to the campaign at its next engagements",
                number=number,
            )
        ]
    if file.game:
        return [say("AAR {number}: not taken: the battle is fought as {game}, and the referee writes its report", number=number,
                    game=file.game)]  # fmt: skip
    report, faults = fields.read(work.table.game, work.state.pictures[seat.side], number, paper.lines)
    if report is None:
        return [say("AAR {number}: not taken; fix it and send the whole report again", number=number), *_faults(faults)]
    work.field_report(seat.side, number, report)
    differ = file.stage == "differ" and work.field_differs(number)
    still = [say("the two reports still differ")] if differ else []  # in what, would let one try the other's, item by item
    as_read = fields.understood(work.table.game, work.state.pictures[seat.side], report)
    return [say("AAR {number} received, read as below. {filed}", number=number, filed=say(FILED)), *as_read, *still]


def _faults(faults: tuple[ReportFault, ...]) -> Iterator[str]:
    for line, text, why in faults:
        at = say("line {line} of the report, {text!r}", line=line, text=text[:60]) if line else text
        yield f"{at}: {why.words} ({why.rule}){say('; write: {hint}', hint=why.hint) if why.hint else ''}"


@stands_on("report", "report taken")
def _compare(work: UnitOfWork, number: int, file: FieldFile) -> None:
    """When both reports are in: they agree, or each commander gets what differs back in his own words."""
    if file.stage != "agreed" and work.field_decided(number):
        work.put(FieldFiled(number, replace(file, stage="agreed")))
        _tell(work, file, say("battle {number}: the reports agree", number=number),
              (say("Both reports are in and agree. The result is applied at the next engagements of the campaign."),))  # fmt: skip
    differ = work.field_differs(number)
    if file.stage == "out" and differ:
        _, days = work.field_battles.days(work.table.game)
        file = replace(file, stage="differ", due=work.cause.at + timedelta(days=days), reminded=True)
        work.put(FieldFiled(number, file))
        for _, held in sorted(file.seats.items()):
            seat = work.state.admin.seats[held]
            work.send(disputed(work.desk(seat), number, file, differ))


def _tell(work: UnitOfWork, file: FieldFile, subject: str, lines: tuple[str, ...]) -> None:
    for _, held in sorted(file.seats.items()):
        seat = work.state.admin.seats[held]
        if not seat.left:
            work.send(word(work.desk(seat), subject.upper(), subject, lines))


# ---------------------------------------------------------------- deadlines


def due(admin: AdminState) -> datetime | None:
    """When something is due of a battle that is out: the reminder, or the end of its time."""
    waiting = [file.due if _is_reminded(file) else file.due - LEAD for file in admin.fields.values() if file.stage != "agreed"]
    return min(waiting, default=None)


def _is_reminded(file: FieldFile) -> bool:
    """Is nobody to be reminded of a report? Of a battle that is a game of its own nobody has to write one."""
    return file.reminded or bool(file.game)


@stands_on("left to the table")
def expired(work: UnitOfWork) -> bool:
    """The first battle whose time has come: reminded, put to the host, or left to the CRT. Was there one?"""
    for number, file in sorted(work.state.admin.fields.items()):
        if file.stage == "agreed":
            continue
        if not _is_reminded(file) and work.cause.at >= file.due - LEAD:
            _remind(work, number, file)
            return True
        if work.cause.at >= file.due:
            _time_is_over(work, number, file)
            return True
    return False


def _remind(work: UnitOfWork, number: int, file: FieldFile) -> None:
    """Who has not reported is reminded, once; who has hears nothing of the other."""
    work.put(FieldFiled(number, replace(file, reminded=True)))
    for side, held in sorted(file.seats.items()):
        seat = work.state.admin.seats[held]
        if not work.field_battles.own_words(work.state.pictures[side], number, "result"):
            work.send(field_reminder(work.desk(seat), number, file))


def _time_is_over(work: UnitOfWork, number: int, file: FieldFile) -> None:
    if file.stage == "differ" and work.hosts and not is_blind(work):
        _ask_host(work, number, file)
    else:
        settle(work, number, "")


def _ask_host(work: UnitOfWork, number: int, file: FieldFile) -> None:
    """Both reports to the host, who commands nobody himself, and as many days more for his ruling."""
    _, days = work.field_battles.days(work.table.game)
    work.put(FieldFiled(number, replace(file, stage="host", due=work.cause.at + timedelta(days=days))))
    lines = [
        say(
            "Battle {number} in {hex}: the two reports differ in {field_differs}.",
            number=number,
            hex=file.hex,
            field_differs=", ".join(work.field_differs(number)),
        )
    ]
    for side in sorted(file.seats):
        lines.append(say("The {side} says:", side=work.speaker(side)))
        lines += work.field_battles.whole(work.state.pictures[side], number)
    ways = " | ".join((*sorted(file.seats), "crt")).upper()
    lines.append(
        say(
            "SETTLE {number} FOR {ways} decides it; after {days} the CRT does.",
            number=number,
            ways=ways,
            days=counted(days, "{number} day", "{number} days"),
        )
    )
    for host in work.hosts:
        work.send(host_letter(work.desk(host), say("battle {number} waits for your ruling", number=number), tuple(lines)))


def settle(work: UnitOfWork, number: int, side: str) -> None:
    """The host's ruling (a side whose report stands), or "": the CRT decides."""
    file = work.state.admin.fields[number]
    work.put(FieldFiled(number, replace(file, stage="agreed")))
    work.field_rule(number, side)
    said = (
        say("By the host's ruling: what both must know is taken from one of the reports.")
        if side
        else say("The CRT decides it, for want of two reports that agree.")
    )
    _tell(work, file, say("battle {number} is decided", number=number), (said,))
