"""The admin events of a campaign, a small class each, and how the admin state changes when one is filed."""

from collections.abc import Mapping

from pbem.campaign import evenings, hosting
from pbem.campaign.boot_camp import CampMoved
from pbem.campaign.evenings import EveningPaper, EveningSet, LiveOffered, LiveOfferGone
from pbem.campaign.hosting import HostPaper
from pbem.campaign.staffwork import HourSet, OpsAllotted, OpsSpent, OrdersFiled, SeatDone, StaffPaper, StaffworkEnded, without
from pbem.campaign.staffwork import file as file_staffwork
from pbem.campaign.state import AdminState, Asked, Clock, Draft, FieldFile, Filed, OnTheWay, Plan, Seat
from pbem.kernel.values import Value, replace

# ---------------------------------------------------------------- admin events


class SeatAdded(Value):
    """Somebody takes a place at the table."""

    seat: Seat


class SeatAccepted(Value):
    """The holder of a seat accepted; his letter gives the nonce that stirs the dice ("" once play has begun)."""

    seat: str
    nonce: str


class PlayBegan(Value):
    """Every commander has accepted."""


class PlayEnded(Value):
    """The game is over."""


class StandingFiled(Value):
    """A new version of a side's standing orders."""

    side: str
    filed: Filed


class DraftKept(Value):
    """A seat's orders wait to be mended."""

    seat: str
    draft: Draft


class DraftDropped(Value):
    """A seat's draft is gone: carried out, cancelled or replaced."""

    seat: str


class AskedBack(Value):
    """A word of a seat's that cannot be taken back waits for its YES, or (None) no longer."""

    seat: str
    asked: Asked | None


class ClockSet(Value):
    """A deadline runs, or (None) runs no more."""

    clock: Clock | None


class Reminded(Value):
    """The one reminder of the running deadline went out."""


class EffectNoted(Value):
    """What a letter did, by its effect key; number is the answer that says so."""

    key: str
    number: str


class LettersSent(Value):
    """The seat's letters are counted up to n."""

    seat: str
    n: int


class LetterCame(Value):
    """A letter of this seat was handled; its Message-ID is what our next answer replies to. hour: "2026-11-23T09", UTC;
    understood: a line of it was, and it did not say once more what the last one had said; says: what one that can change nothing
    is known by."""

    seat: str
    message_id: str
    hour: str = ""
    understood: bool = True
    says: str = ""


class MessageHeld(Value):
    """A message is on its way."""

    message: OnTheWay


class MessagesArrived(Value):
    """The messages that were on their way have arrived, but for those left."""

    left: tuple[OnTheWay, ...] = ()


class MessageWritten(Value):
    """A seat sent a message on this date."""

    seat: str
    date: str


class LogKept(Value):
    """A commander wrote in his log: opened to all at the end (TOCS-1.2-8)."""

    seat: str
    when: str
    lines: tuple[str, ...]


class Told(Value):
    """A seat was told of a thing that is told once a day ("allied/token"), on this date."""

    seat: str
    date: str


class TokenTurned(Value):
    """The seat's reply token is of a new generation; older ones are dead."""

    seat: str
    generation: int


class WishKept(Value):
    """How a seat wants its letters: text alone (plain), nothing attached (bare), at what hour what is not urgent (digest)."""

    seat: str
    plain: bool
    bare: bool
    digest: str = ""


class AddressAdded(Value):
    """The seat may write from one more address."""

    seat: str
    address: str


class MarchFiled(Value):
    """A march stays on file until everybody is there (text "" = it is over or dropped)."""

    seat: str
    formation: str
    text: str


class PlanFiled(Value):
    """A seat's plan for its next impulse: filed, or given its hour."""

    seat: str
    plan: Plan


class PlanDropped(Value):
    """A seat's plan is gone: carried out, cancelled or overtaken."""

    seat: str


class OrdersRan(Value):
    """The order lines of the seat's last letter that was carried out, as its receipt numbered them; ends: what came of each;
    told: what each unit was to do, by call, as far as it was begun; impulse: in which ("T3.2")."""

    seat: str
    lines: tuple[str, ...]
    ends: tuple[str, ...] = ()
    told: tuple[tuple[str, str], ...] = ()
    impulse: str = ""


class LastToldSet(Value):
    """What units were last ordered, by side and call, and in which impulse: as it was before play was taken back."""

    last_told: Mapping[str, Mapping[str, str]]
    told_in: Mapping[str, Mapping[str, str]]


class Reported(Value):
    """A seat's n-th letter was the report of a public moment in a turn."""

    seat: str
    turn: int
    n: int


class SeatLeft(Value):
    """Nobody holds the seat any more, and its tokens are dead. why: "declined", "resigned", "called" (off the bench)."""

    seat: str
    why: str


class SeatGiven(Value):
    """The seat is another's, who is to accept it; the tokens of the one before are dead. farewell: its last letter tells him so,
    and is still his."""

    seat: str
    address: str
    farewell: bool = False


class SeatJoined(Value):
    """The time has come from which the seat is its holder's."""

    seat: str


class Delegated(Value):
    """A formation is another seat's to command (to "" = no longer), by the word of a seat."""

    side: str
    formation: str
    to: str
    by: str


class FieldFiled(Value):
    """A field battle went out, passed to another commander or stage, or (None) is over."""

    number: int
    file: FieldFile | None


class IntentFiled(Value):
    """What a commander wants of a battle for a hex ("" for any), in his own words; () takes it back."""

    side: str
    hex: str
    lines: tuple[str, ...]


class PlayPaused(Value):
    """The host stopped the clock. how: "host" or "all" (every campaign of the house)."""

    how: str


class PlayResumed(Value):
    """The host let the campaign go on."""


AdminEvent = (
    SeatAdded | SeatAccepted | PlayBegan | PlayEnded | StandingFiled | DraftKept | DraftDropped | ClockSet | Reminded | EffectNoted
    | LettersSent | LetterCame | Told | PlayPaused | PlayResumed | TokenTurned | AddressAdded | WishKept
    | MarchFiled | OrdersRan | PlanFiled | PlanDropped | Reported | LogKept | Delegated
    | SeatLeft | SeatGiven | SeatJoined | MessageWritten | MessageHeld | MessagesArrived | StaffPaper | HostPaper
    | FieldFiled | IntentFiled | CampMoved | EveningPaper | AskedBack
    | LastToldSet
)  # fmt: skip


def file(affairs: AdminState, paper: AdminEvent) -> AdminState:  # noqa: C901, PLR0911, PLR0912, PLR0915 - a flat table
    """The admin state after an admin event."""
    match paper:
        case SeatAccepted(seat, nonce):
            seats = {**affairs.seats, seat: replace(affairs.seats[seat], accepted=True)}
            return replace(affairs, seats=seats, nonces={**affairs.nonces, seat: nonce} if nonce else affairs.nonces)
        case SeatAdded(seat):
            return replace(affairs, seats={**affairs.seats, seat.id: seat})
        case PlayBegan():
            return replace(affairs, stage="playing")
        case PlayEnded():
            return replace(affairs, stage="over", clock=None)
        case StandingFiled(side, filed):
            return replace(affairs, standing={**affairs.standing, side: filed})
        case DraftKept(seat, draft):
            return replace(affairs, drafts={**affairs.drafts, seat: draft})
        case DraftDropped(seat):
            return replace(affairs, drafts={s: d for s, d in affairs.drafts.items() if s != seat})
        case AskedBack(seat, asked):
            others = {s: a for s, a in affairs.asked.items() if s != seat}
            return replace(affairs, asked={**others, seat: asked} if asked else others)
        case ClockSet(clock):
            return replace(affairs, clock=clock)
        case Reminded():
            return replace(affairs, clock=replace(affairs.clock, reminded=True) if affairs.clock else None)
        case EffectNoted(key, number):
            affairs.effects[key] = number
            return affairs
        case LettersSent(seat, n):
            return replace(affairs, sent={**affairs.sent, seat: n})
        case LetterCame():
            return _came(affairs, paper)
        case Told(seat, date):
            return replace(affairs, told={**affairs.told, seat: date})
        case TokenTurned(seat, generation):
            return replace(affairs, seats={**affairs.seats, seat: replace(affairs.seats[seat], generation=generation)})
        case WishKept(seat, plain, bare, digest):
            seats = {**affairs.seats, seat: replace(affairs.seats[seat], plain=plain, bare=bare, digest=digest)}
            return replace(affairs, seats=seats)
        case AddressAdded(seat, address):
            held = affairs.seats[seat]
            return replace(affairs, seats={**affairs.seats, seat: replace(held, also=(*held.also, address))})
        case MarchFiled(seat, formation, text):
            mine = {**affairs.marches.get(seat, {}), formation: text}
            return replace(affairs, marches={**affairs.marches, seat: {f: t for f, t in mine.items() if t}})
        case PlanFiled(seat, plan):
            return replace(affairs, plans={**affairs.plans, seat: plan})
        case PlanDropped(seat):
            return replace(affairs, plans={s: p for s, p in affairs.plans.items() if s != seat})
        case OrdersRan(seat, lines, ends, told, impulse):
            side = affairs.seats[seat].side
            now = replace(affairs, ran={**affairs.ran, seat: lines}, ends={**affairs.ends, seat: ends})
            if not told:
                return now
            when = {**affairs.told_in.get(side, {}), **{call: impulse for call, _ in told if impulse}}
            latest = {**affairs.last_told, side: {**affairs.last_told.get(side, {}), **dict(told)}}
            return replace(now, last_told=latest, told_in={**affairs.told_in, side: when})
        case LastToldSet(last_told, told_in):
            return replace(affairs, last_told=last_told, told_in=told_in)
        case Reported(seat, turn, n):
            return replace(affairs, reports={**affairs.reports, seat: {**affairs.reports.get(seat, {}), turn: n}})
        case MessageHeld(held_back):
            return replace(affairs, messages=(*affairs.messages, held_back))
        case MessagesArrived(left):
            return replace(affairs, messages=left)
        case MessageWritten(seat, date):
            day, count = affairs.wrote.get(seat, ("", 0))
            return replace(affairs, wrote={**affairs.wrote, seat: (date, count + 1 if day == date else 1)})
        case LogKept(seat, when, lines):
            return replace(affairs, logs=(*affairs.logs, (seat, when, lines)))
        case SeatLeft(seat, why):
            held = affairs.seats[seat]
            return _vacated(affairs, replace(held, left=why, generation=held.generation + 1))
        case SeatGiven(seat, address, farewell):
            held, last = affairs.seats[seat], affairs.sent.get(seat, 0)
            earlier = (*held.earlier, (held.address, last))
            farewells = (*held.farewells, *((last,) if farewell else ()))
            return _vacated(affairs, replace(
                held, address=address, also=(), accepted=False, left="", generation=held.generation + 1, earlier=earlier,
                plain=False, bare=False, digest="", scripted=False, farewells=farewells,
            ))  # fmt: skip
        case SeatJoined(seat):
            return replace(affairs, seats={**affairs.seats, seat: replace(affairs.seats[seat], joins="")})
        case Delegated(side, formation, to, by):
            given = {f: pair for f, pair in affairs.delegated.get(side, {}).items() if f != formation}
            given |= {formation: (to, by)} if to else {}
            return replace(affairs, delegated={**affairs.delegated, side: given})
        case OrdersFiled() | SeatDone() | HourSet() | OpsAllotted() | OpsSpent() | StaffworkEnded():
            staff = file_staffwork(affairs.staff(paper.side), paper)
            return replace(affairs, staffwork={**affairs.staffwork, paper.side: staff})
        case FieldFiled(number, filed):
            rest = {n: f for n, f in affairs.fields.items() if n != number}
            return replace(affairs, fields={**rest, number: filed} if filed else rest)
        case IntentFiled(side, hex_, lines):
            wanted = {**affairs.intents.get(side, {}), hex_: lines}
            return replace(affairs, intents={**affairs.intents, side: {h: t for h, t in wanted.items() if t}})
        case CampMoved(camp):
            return replace(affairs, camp=camp)
        case LiveOffered() | LiveOfferGone() | EveningSet():
            return replace(affairs, evenings=evenings.file(affairs.evenings, paper))
        case PlayPaused(how):
            return replace(affairs, paused=how)
        case PlayResumed():
            return replace(affairs, paused="")
        case _:
            return replace(affairs, hosting=hosting.file(affairs.hosting, paper))


def _came(affairs: AdminState, letter: LetterCame) -> AdminState:
    """The admin state once a letter of a seat is counted in."""
    seat, before = letter.seat, affairs.came.get(letter.seat, ("", 0))
    came = {**affairs.came, seat: (letter.hour, before[1] + 1 if before[0] == letter.hour else 1)}
    unheard = {s: n for s, n in affairs.unheard.items() if s != seat}
    if not letter.understood:
        unheard[seat] = affairs.unheard.get(seat, 0) + 1
    last_said = {s: text for s, text in affairs.last_said.items() if s != seat}
    if letter.says:
        last_said[seat] = letter.says
    return replace(affairs, last_in={**affairs.last_in, seat: letter.message_id}, came=came, unheard=unheard, last_said=last_said)


def _vacated(affairs: AdminState, seat: Seat) -> AdminState:
    """The admin state once a seat's holder is gone: nothing that he began runs on in another's name."""
    gone = seat.id
    return replace(
        affairs, seats={**affairs.seats, gone: seat},
        drafts={s: d for s, d in affairs.drafts.items() if s != gone},
        asked={s: a for s, a in affairs.asked.items() if s != gone},
        plans={s: p for s, p in affairs.plans.items() if s != gone},
        last_in={s: m for s, m in affairs.last_in.items() if s != gone},
        unheard={s: n for s, n in affairs.unheard.items() if s != gone},
        last_said={s: text for s, text in affairs.last_said.items() if s != gone},
        staffwork={side: without(staff, gone) for side, staff in affairs.staffwork.items()},
    )  # fmt: skip
