"""The admin state of a campaign: all about its seats that is not on the map. A fold of admin events (`admin_events.py`).

The board knows units; this knows people: who holds which seat, what lies on file, which clock runs, which letters
went out and what each letter's effect was.
"""

from collections.abc import Mapping

from pbem.campaign.boot_camp import BootCamp
from pbem.campaign.calendars import CalendarEntry
from pbem.campaign.evenings import Evenings
from pbem.campaign.hosting import Hosting
from pbem.campaign.staffwork import NOTHING, Staffwork
from pbem.documents.plot import TurnFigures
from pbem.engine.awaited import Wanted
from pbem.kernel.values import Instant, Value, field


class Seat(Value):
    """A place at the table. role: commander | observer | host | reserve (an officer who
    stands ready); side "" for the last two; prefix numbers its letters ("A-15").

    generation: raised by NEW TOKEN, so that older reply tokens die; accepted: the holder has answered the invitation;
    also: further addresses he may write from (ADD ADDRESS). formations: what a commander commands, () for his whole side;
    joins: the turn id ("19-0600") from which he does, "" once he does; until: the seat that stands in before, "" for his
    superiors; left: why nobody holds the seat ("declined", "resigned"), "" when somebody does; earlier: who held it before,
    each with the number of the last letter that was his. plain: letters of text alone; bare: nothing attached to them;
    pad: an order pad comes with each report that asks for orders;
    digest: the hour ("07:00") at which what is not urgent comes to him in one letter a day, "" when each letter comes by itself.
    calendar: his deadlines come for his calendar too.
    scripted: the referee's own commander sits there, who is written no letters; farewells: the numbers of letters that told an
    earlier holder that the seat is another's, and are posted to him still.
    """

    id: str
    side: str
    role: str
    address: str
    prefix: str
    generation: int = 1
    accepted: bool = False
    also: tuple[str, ...] = ()
    formations: tuple[str, ...] = ()
    joins: str = ""
    until: str = ""
    left: str = ""
    plain: bool = False
    bare: bool = False
    digest: str = ""
    calendar: bool = False
    earlier: tuple[tuple[str, int], ...] = ()
    scripted: bool = False
    farewells: tuple[int, ...] = ()
    pad: bool = False

    @property
    def first(self) -> int:
        """How many letters of the seat went to others than its holder."""
        return self.earlier[-1][1] if self.earlier else 0

    def address_of(self, n: int) -> str:
        """Whom its n-th letter was for."""
        return next((address for address, last in self.earlier if n <= last), self.address)

    @property
    def may_come_back(self) -> bool:
        """Did its holder decline it, and has nobody else been given it? Then an ACCEPT still takes it."""
        return self.left == "declined" and bool(self.side)

    @property
    def in_office(self) -> bool:
        """Is somebody in it who has accepted?"""
        return self.accepted and not self.left

    @property
    def commands(self) -> bool:
        """Does its holder give orders now?"""
        return self.in_office and self.role == "commander" and not self.joins


class Draft(Value):
    """Orders that wait to be fixed: the lines as written, whether they only wait for a YES, what END was said to cost."""

    lines: tuple[str, ...]
    confirm: bool = False
    costs: tuple[str, ...] = ()


class Asked(Value):
    """Words that cannot be taken back wait for the YES of their writer. lines: what is to be done; number: the letter that asks
    ("A-12"), which alone can be answered; until: the YES counts no longer; names: what the words are called."""

    lines: tuple[str, ...]
    number: str
    until: Instant
    names: tuple[str, ...] = ()


class Filed(Value):
    """A side's standing orders: version, and one line for each part of the file."""

    version: int
    lines: tuple[tuple[str, str], ...]


class Clock(Value):
    """The time of a side that is awaited: `due`, then grace until `last`; reminded: the one reminder has gone out.

    moment: its name; kind: what it is awaited for, its "orders" or a "decision"; spent: when it ends by itself, nothing being left
    to spend; note: what is odd about `due` on the campaign's clocks; live: it runs in the minutes of a live evening; over: it has
    run out, and play waits for another side's; filed: what is written lies on file until a run.
    """

    side: str
    moment: str
    due: Instant
    last: Instant
    reminded: bool = False
    spent: Instant | None = None
    note: str = ""
    live: bool = False
    kind: Wanted = "orders"
    over: bool = False
    filed: bool = False


class Plan(Value):
    """Orders for a seat's next part of play: their lines; due: when they run, once that has begun; void: why they do not.
    quiet: nobody wrote it, a standing order closes a quiet part of play."""

    lines: tuple[str, ...]
    due: Instant | None = None
    void: str = ""
    quiet: bool = False


class FieldFile(Value):
    """A battle that field commanders fight. seats: by side, who commands there; refused: seats that handed it back; due: when
    both reports are. stage: "out", "differ" (two reports that do not agree), "host" (he is asked), "agreed". game: the campaign
    that it is fought as, whose end the referee reports; "" where they report what they fought elsewhere.
    """

    hex: str
    due: Instant
    seats: Mapping[str, str]
    refused: tuple[str, ...] = ()
    stage: str = "out"
    reminded: bool = False
    game: str = ""


class BattleOf(Value):
    """What a campaign that is a battle of another one knows of it: its id and title, the battle's number and hex there, and by side
    the addresses that sit there, in whatever seat. paused: its clocks stand since those of the other do; opened: what nobody could
    know was told, once the other was over."""

    campaign: str
    title: str
    number: int
    hex: str
    sit: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    paused: bool = False
    opened: bool = False


class OnTheWay(Value):
    """A message between two staffs that no line of communication joins: it arrives with the first report of turn `arrives`, or
    the next after that; when: the part of play it was written in.
    """

    seat: str
    sender: str
    lines: tuple[str, ...]
    arrives: int = 0
    when: str = ""


class AdminState(Value):
    """seats by id; sent: letters by seat; stage: inviting | playing | over; effects: effect key -> "A-7".

    paused: "" | "host" (this campaign) | "all" (every campaign of the house was held): no clock runs, no orders are taken.
    told: what a seat is told once a day ("allied/token"), by its last date; came: how many letters of a seat came in an hour;
    unheard: by seat, how many letters in a row held no line that was understood; last_said: what its last letter is known by, if
    that could change nothing;
    proof: what a letter must show to count as a seat's, "token" or "token+dkim".
    marches: by seat, formation -> the line on file; ran: by seat, the lines of its last orders as the receipt numbered them;
    ends: what came of each; last_told: by side, call -> what a unit was last ordered; told_in:
    and in which part of play;
    reports: by seat, turn -> the last report of a public moment in it.

    logs: what commanders wrote for the end: seat, when, words; wrote: how many messages a seat sent on a date;
    messages: those on their way between staffs.
    tempo: by side, "at-once" or "on-end"; staffwork: by side, what lies on file until it is let run.
    delegated: by side, formation -> the seat it is delegated to, and the seat that did so.
    fields: battles that field commanders fight, by number; intents: by side, hex ("" for any) -> what is wanted of a battle.
    clocks: by side, of those that play waits for; each is told its own alone. run_at: where several write at once, when all
    that lies on file runs, once nobody is waited for any more.
    camp: in a boot camp, where its pupil is. asked: by seat, the word that waits for a YES. calendars: by seat, what stands in its
    holder's calendar by our letters. figures: by side, its own as each turn began. battle: of another campaign, which this is.
    `effects` grows with every letter and is changed in place by the fold, so that the ten-thousandth costs what the
    hundredth did; nothing else here is ever changed in place.
    """

    campaign: str
    title: str
    seats: Mapping[str, Seat]
    stage: str = "inviting"
    nonces: Mapping[str, str] = field(default_factory=dict)
    standing: Mapping[str, Filed] = field(default_factory=dict)
    drafts: Mapping[str, Draft] = field(default_factory=dict)
    clocks: Mapping[str, Clock] = field(default_factory=dict)
    run_at: Instant | None = None
    sent: Mapping[str, int] = field(default_factory=dict)
    last_in: Mapping[str, str] = field(default_factory=dict)
    told: Mapping[str, str] = field(default_factory=dict)
    came: Mapping[str, tuple[str, int]] = field(default_factory=dict)
    effects: dict[str, str] = field(default_factory=dict)
    paused: str = ""
    proof: str = "token"
    marches: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    ran: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    ends: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    last_told: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    told_in: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    plans: Mapping[str, Plan] = field(default_factory=dict)
    reports: Mapping[str, Mapping[int, int]] = field(default_factory=dict)
    logs: tuple[tuple[str, str, tuple[str, ...]], ...] = ()
    wrote: Mapping[str, tuple[str, int]] = field(default_factory=dict)
    messages: tuple[OnTheWay, ...] = ()
    delegated: Mapping[str, Mapping[str, tuple[str, str]]] = field(default_factory=dict)
    tempo: Mapping[str, str] = field(default_factory=dict)
    staffwork: Mapping[str, Staffwork] = field(default_factory=dict)
    hosting: Hosting = Hosting()
    evenings: Evenings = Evenings()
    fields: Mapping[int, FieldFile] = field(default_factory=dict)
    intents: Mapping[str, Mapping[str, tuple[str, ...]]] = field(default_factory=dict)
    camp: BootCamp | None = None
    unheard: Mapping[str, int] = field(default_factory=dict)
    last_said: Mapping[str, str] = field(default_factory=dict)
    asked: Mapping[str, Asked] = field(default_factory=dict)
    calendars: Mapping[str, CalendarEntry] = field(default_factory=dict)
    figures: Mapping[str, tuple[TurnFigures, ...]] = field(default_factory=dict)
    battle: BattleOf | None = None

    def seats_of(self, side: str) -> tuple[Seat, ...]:
        """The seats of a side, in order of id."""
        return tuple(self.seats[i] for i in sorted(self.seats) if self.seats[i].side == side)

    def reached(self, side: str = "") -> tuple[Seat, ...]:
        """The seats (of a side) that public letters go to: all while invitations are out, then those in office that have joined.
        Field commanders hear of their battles alone until everything is opened."""
        of = (self.seats[i] for i in sorted(self.seats) if self.seats[i].side and side in ("", self.seats[i].side))
        told = (s for s in of if not s.left and not s.scripted and (self.stage == "inviting" or (s.in_office and not s.joins)))
        return tuple(s for s in told if s.role != "field commander" or self.stage != "playing")

    def hosts(self) -> tuple[Seat, ...]:
        """Who hosts the campaign, and has not left."""
        return tuple(seat for _, seat in sorted(self.seats.items()) if seat.role == "host" and not seat.left)

    def clock(self, side: str) -> Clock | None:
        """The clock of a side; None while play does not wait for it."""
        return self.clocks.get(side)

    def staff(self, side: str) -> Staffwork:
        """What a side has on file for its running part of play."""
        return self.staffwork.get(side, NOTHING)

    @property
    def together(self) -> bool:
        """Do several sides write at once, or one as if they did? Then what they write lies on file until one run carries out all
        of it."""
        return len(self.clocks) > 1 or any(clock.filed for clock in self.clocks.values())

    def files(self, side: str) -> bool:
        """Do the orders of a side lie on file, until its commander lets them run (tempo on-end) or those of all sides run?"""
        return self.together or self.tempo.get(side) == "on-end"

    def is_ready(self, side: str) -> bool:
        """Have all who command in a side said that their orders are in? Nobody of another side may know."""
        seats = [seat.id for seat in self.seats_of(side) if seat.commands]
        return bool(seats) and set(seats) <= set(self.staff(side).done)

    @property
    def is_settled(self) -> bool:
        """Is nobody waited for any more: has each side its orders in, or its clock run out?"""
        return all(clock.over or self.is_ready(side) for side, clock in self.clocks.items())

    def is_scripted(self, side: str) -> bool:
        """Does the referee's own commander lead this side?"""
        return any(seat.scripted for seat in self.seats_of(side))

    @property
    def bench(self) -> tuple[Seat, ...]:
        """Officers who stand ready, or are asked to, in order of id."""
        return tuple(s for _, s in sorted(self.seats.items()) if s.role == "reserve" and not s.left)

    def is_of_before(self, seat: str, answers: str) -> bool:
        """Does a letter answer one that the seat had before its last report? Then it may be meant for what that report tells the
        end of. answers: the number of ours that it answers, "" for none."""
        number = answers.rpartition("-")[2]
        return number.isdigit() and int(number) < max(self.reports.get(seat, {}).values(), default=0)

    def number(self, seat: str, n: int) -> str:
        """A letter's number as printed."""
        return f"{self.seats[seat].prefix}-{n}"


def host_seat(address: str, number: int = 1) -> Seat:
    """The seat of a host (from 2 on: a co-host): he needs no invitation."""
    name, prefix = ("host", "H") if number == 1 else (f"host{number}", f"H{number}")
    return Seat(name, "", "host", address, prefix, accepted=True)
