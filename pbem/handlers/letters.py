"""A letter of a seat: answered at once to its writer; what it sets going is told to all at the next station."""

from pbem.campaign import standing_orders
from pbem.campaign.admin_events import DraftDropped, DraftKept, EffectNoted, LettersSent, MarchFiled, SilenceCounted, StandingFiled
from pbem.campaign.records import Cause, Record, State
from pbem.campaign.request import Request
from pbem.campaign.state import AdminState, Seat
from pbem.documents.document import theirs
from pbem.handlers import arranging, asking, evenings, fields, hearing, plans
from pbem.handlers.authority import closes_for_others, delegated, watching
from pbem.handlers.bench import reserve
from pbem.handlers.copies import asked_letters
from pbem.handlers.deciding import decided
from pbem.handlers.desks import changed
from pbem.handlers.filled_forms import doubtful, whole
from pbem.handlers.finishing import finish
from pbem.handlers.hearing import asked
from pbem.handlers.joining import accept, invited
from pbem.handlers.leaving import camp_over, left
from pbem.handlers.leaving import notes as of_leaving
from pbem.handlers.messages import messages
from pbem.handlers.on_file import closed, filed
from pbem.handlers.on_file_run import let_run, prepared
from pbem.handlers.orders import orders
from pbem.handlers.pausing import turned_away
from pbem.handlers.stations import stations
from pbem.handlers.telling import tell_team
from pbem.handlers.timing import nothing_left
from pbem.handlers.unit_of_work import CampaignContext, UnitOfWork
from pbem.kernel.decisions import Refusal
from pbem.kernel.i18n import phrase, say
from pbem.kernel.values import replace
from pbem.letters.desk import Answered, Resend
from pbem.letters.receipts import receipt
from pbem.letters.short_letters import short
from pbem.orders.printer import normalised
from pbem.orders.tree import Act, StandingLine


def letter(table: CampaignContext, state: State, cause: Cause) -> tuple[Record, State]:
    """A letter of a seat: answered at once to its writer; what it sets going is told to all at the next station."""
    if state.affairs.seats[cause.seat].role == "reserve":
        return reserve(table, state, cause)
    work = UnitOfWork(table, state, cause)
    seat = state.affairs.seats[cause.seat]
    cause = whole(work, seat, cause)
    request = asked(work, seat, cause)
    remarks = (*_of_another(cause, request), *hearing.came(work, hearing.sense_of_request(work, request, cause)))
    handled(work, seat, cause, replace(request, remarks=remarks))
    return finish(work)


def taken(work: UnitOfWork, seat: Seat, cause: Cause) -> None:
    """A seat's words are handled: those of one that waited, of the host in its name."""
    cause = whole(work, seat, cause)
    handled(work, seat, cause, asked(work, seat, cause))


def handled(work: UnitOfWork, seat: Seat, cause: Cause, request: Request) -> None:
    """What a seat's words ask for is done and answered."""
    state = work.state
    if state.affairs.hosting.silences.get(seat.id):
        work.put(SilenceCounted(seat.id, 0))
    evenings.heard(work, seat)
    by_host = cause.kind == "host"
    request = replace(request, left_out=cause.left_out, sure=request.sure or by_host, costs=None if by_host else request.costs)
    request = asking.answered(work, seat, cause, request)
    work.sheet, work.request = normalised(request.written), request
    finals = asking.finals(work, seat, request)
    if finals:
        if _done_before(work, seat, request):
            return
        _note_effect(work, seat, request, asking.ask(work, seat, finals))
        request = asking.without(request, finals)
        if not (request.acts or request.questions):
            return
    if state.affairs.paused and request.acts:
        dry = "check" in request.said
        notes = () if dry else (*changed(work, seat, request), *arranging.arranged(work, seat, request))
        turned_away(work, work.state.affairs.seats[seat.id], request, notes)
        asked_letters(work, seat, request)
        return
    doubt = _past(state.affairs, seat, cause, request) or doubtful(work, seat, cause, request)
    if doubt:
        turned_away(work, seat, request, why=doubt)
        asked_letters(work, seat, request)
        return
    if arranging.may_be_recalled(work.state.affairs, seat, request, cause):
        arranging.put_aside(work, seat, request, cause)
        asked_letters(work, seat, request)
        return
    if _done_before(work, seat, request):
        return
    (key, copy), filed = _keys(work, seat, request), len(work.papers)
    number = _handle(work, seat, request)
    if request.acts:
        if _did_something(work, filed):  # orders that did not may be written again when they can be carried out
            work.put(EffectNoted(key, number))
        work.put(EffectNoted(copy, number))


def _keys(work: UnitOfWork, seat: Seat, request: Request) -> tuple[str, str]:
    """By what the letter's effect is known: what it says, and this very letter."""
    cause = work.cause
    return request.key(work.impulse(seat), work.state.edition), request.copy_key(cause.message_id or cause.sha256 or cause.id)


def _note_effect(work: UnitOfWork, seat: Seat, request: Request, number: str) -> None:
    for key in _keys(work, seat, request):
        work.put(EffectNoted(key, number))


def _done_before(work: UnitOfWork, seat: Seat, request: Request) -> bool:
    """Did the letter have its effect before? Its writer is told."""
    effects, (key, copy) = work.state.affairs.effects, _keys(work, seat, request)
    before = effects.get(copy) or (effects.get(key) if "again" not in request.said else None)
    if not (before and request.acts):
        return False
    _repeat(work, seat, before)
    return True


def _did_something(work: UnitOfWork, filed: int) -> bool:
    """Did a letter change anything but its answer and the draft that it left or took away? filed: admin events before it."""
    return bool(work.events) or any(not isinstance(p, (LettersSent, DraftKept, DraftDropped)) for p in work.papers[filed:])


VOID = (
    phrase("It answers a letter of before the rollback, and may tell of what has not happened."),
    phrase("Write it again in answer to the letter that told you of the rollback, or to a later one."),
)


ANOTHER = phrase(
    "Your letter answers a {number} that does not lie here: the host put the referee's data back from a copy, and what came after"
    " that copy was played again."
)


def _of_another(cause: Cause, request: Request) -> tuple[str, ...]:
    """What is said to orders that answer a letter which was lost with a disk: they are taken as they stand."""
    if not (cause.gone and request.acts) or request.leans:
        return ()
    return (say(ANOTHER, number=cause.gone), say("Your orders are taken as they stand, as if they answered no letter."))


def _past(affairs: AdminState, seat: Seat, cause: Cause, request: Request) -> tuple[str, ...]:
    """Why what a letter says counts no more, since the letter that it answers does not: play was taken back, or that was lost."""
    if request.plays and _void(affairs, seat, cause.answers or cause.gone):
        return tuple(map(say, VOID))
    return _gone(affairs, seat, cause.gone) if request.leans and cause.gone else ()


def _gone(affairs: AdminState, seat: Seat, number: str) -> tuple[str, ...]:
    """Why a YES to a letter that was lost with a disk is not taken: nobody here knows what it asked."""
    there = int(number.rpartition("-")[2]) <= affairs.sent.get(seat.id, 0)
    instead = phrase("Another {number} lies here, of another date. RESEND {number} brings it.")
    return (
        say(ANOTHER, number=number),
        say("So nobody here knows what a YES, a CANCEL, an ACCEPT, an ANSWER or the number of a line means in answer to it, and"
            " nothing of your letter was done."),
        *([say(instead, number=number)] if there else []),
        say("Answer the letter that lies here, or write what you want in full."),
    )  # fmt: skip


def _void(affairs: AdminState, seat: Seat, answers: str) -> bool:
    """Was it written before its writer could know that play was taken back?"""
    number = answers.rpartition("-")[2]
    return number.isdecimal() and int(number) <= affairs.hosting.voided.get(seat.id, 0)


def _repeat(work: UnitOfWork, seat: Seat, number: str) -> None:
    lines = (
        say("The same orders were answered in {number}. Nothing was done a second time.", number=number),
        say("{number} comes again, as it was. Write AGAIN above the orders to have them carried out twice.", number=number),
    )
    work.send(short(work.desk(seat), "repeat", say("a repeat of {number}", number=number), lines))
    work.send(Resend(seat.id, number))


def _handle(work: UnitOfWork, seat: Seat, request: Request) -> str:
    """Everything a request asks for; the number of the receipt is returned."""
    if "accept" in request.said and not seat.accepted and work.state.affairs.stage != "over":
        return accept(work, seat)
    farewell = "" if "check" in request.said else left(work, seat, request)
    if farewell:
        fields.follow(work)  # a battle of his passes on
        camp_over(work, seat)
        return farewell
    refused: tuple[str, ...] = ()
    if seat.role == "observer":
        request, refused = watching(request)
    if seat.role == fields.ROLE:
        request, refused = fields.in_the_field(request)
    notes = _dry(work, seat, request) if "check" in request.said else _done(work, seat, request)
    off_file = plans.off_file(work, seat, request)
    answered, said = _ordered(work, seat, request)
    notes += said
    answered = replace(answered, refused=refused or answered.refused, reports=fields.taken(work, seat, request))
    answered = invited(work, seat, request, replace(answered, off_file=off_file))
    if answered.ran:
        notes += [*plans.overtaken(work, seat), *nothing_left(work, seat)]
    number = work.send(receipt(work.desk(work.state.affairs.seats[seat.id]), replace(answered, notes=(*answered.notes, *notes))))
    asked_letters(work, seat, request)
    stations(work)
    fields.follow(work)
    return number


def _ordered(work: UnitOfWork, seat: Seat, request: Request) -> tuple[Answered, list[str]]:
    """The order lines: carried out as they come, or put on file until the side lets them run; and notes on that."""
    if not work.state.affairs.files(seat.side):
        return orders(work, seat, request), []
    impulse, answered = work.impulse(seat), filed(work, seat, request)
    notes = [] if "check" in request.said else let_run(work, seat, request, answered)
    answered = closed(work, seat, request, answered)
    return (answered if answered.impulse else replace(answered, impulse=impulse)), notes  # a DONE or EXECUTE may have closed it


def _done(work: UnitOfWork, seat: Seat, request: Request) -> list[str]:
    """Everything beside the orders is done: desk, standing orders, messages, decisions, plans. A note on each."""
    affairs = work.state.affairs
    notes = [*changed(work, seat, request), *arranging.arranged(work, seat, request)]
    notes += [*_standing(work, seat, request), *messages(work, seat, request), *request.problems, *request.joined]
    notes += [*prepared(work, seat, request), *delegated(work, seat, request), *of_leaving(seat, request)]
    if "accept" in request.said:
        before = say("you had accepted before; nothing changes")
        notes.append(before if seat.accepted else say("the campaign is over: there is no seat to take"))
    if "cancel" in request.said:
        notes.append(say("the draft is dropped") if seat.id in affairs.drafts else say("no draft was waiting"))
        if seat.id in affairs.drafts:
            work.put(DraftDropped(seat.id))
    notes += [*fields.handed_back(work, seat, request), *fields.written(work, seat, request), *_halts(work, seat, request)]
    notes += decided(work, seat, request)
    return [*notes, *plans.filed(work, seat, request), *plans.cancelled(work, seat, request)]


def _dry(work: UnitOfWork, seat: Seat, request: Request) -> list[str]:
    """CHECK: what would be filed is looked at; nothing is filed, sent, answered or dropped."""
    notes = [*request.problems, *request.joined]
    for line in request.standing:
        refusal = _no_standing(work, seat, line.act)
        fault = f"{refusal.words} ({refusal.rule})" if refusal else say("could be filed")
        notes.append(f"{_canonical(request, line)}: {fault}")
    notes += plans.looked_at(work, seat, request)
    if request.goes_beyond_lines:
        notes.append(say("CHECK is a dry run: nothing was sent, filed or answered"))
    return notes


def _halts(work: UnitOfWork, seat: Seat, request: Request) -> list[str]:
    """HALT takes marches off file."""
    notes = []
    for formation in (act.text("FORMATION") or "" for act in request.of("halt")):
        if formation in work.state.affairs.marches.get(seat.id, {}):
            work.put(MarchFiled(seat.id, formation, ""))
            notes.append(say("the march of {formation} is off file", formation=formation))
        else:
            notes.append(say("no march of {formation} was on file", formation=formation))
    return notes


def _standing(work: UnitOfWork, seat: Seat, request: Request) -> list[str]:
    """File standing orders; each line is checked against the owner's picture alone."""
    notes: list[str] = []
    changes: list[tuple[str, str]] = []
    for line in request.standing:
        orders = work.table.ruleset.standing_orders
        refusal = _no_standing(work, seat, line.act)
        if refusal:
            notes.append(say("not filed: {why} ({rule})", why=refusal.words, rule=refusal.rule))
        else:
            text = _canonical(request, line)
            changes.append((orders.part(line.act), text))
            notes.append(say("standing order filed: {text}", text=text))
            notes += [say("WATCH: {warning}", warning=warning)] if (warning := orders.warning(line.act)) else []
    if changes:
        filed = standing_orders.amended(work.state.affairs.standing[seat.side], changes)
        work.put(StandingFiled(seat.side, filed))
        notes.append(say("standing orders are now version {version}", version=filed.version))
        head = say("{seat} has filed standing orders for your side, now version {version}:", seat=seat.id, version=filed.version)
        tell_team(work, seat, say("standing orders"), (head, *theirs((text for _, text in changes), "  ")))
    return notes


def _no_standing(work: UnitOfWork, seat: Seat, act: Act) -> Refusal | None:
    """Why a standing order is not filed: it is not the seat's to say, or cannot be by its owner's picture."""
    check = work.table.ruleset.standing_orders.check
    return closes_for_others(work, seat, act) or check(work.table.game, work.state.pictures[seat.side], act)


def _canonical(request: Request, line: StandingLine) -> str:
    return next(ln.canonical for ln in request.written.lines if ln.command is line).upper()
