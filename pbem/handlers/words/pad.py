"""PAD: the map as a page in which orders are tapped together, with a letter; never unasked."""

from pbem.campaign.admin_events.event import AdminEvent, with_seat
from pbem.campaign.state import AdminState, Seat
from pbem.handlers.unit_of_work import UnitOfWork
from pbem.handlers.word import Word
from pbem.kernel.i18n import phrase, say
from pbem.letters.stations import report_now
from pbem.orders.tree import Act, Verb


class PadWished(AdminEvent):
    """A seat wants an order pad with each report that asks for orders, or none any more."""

    seat: str
    on: bool

    def apply(self, admin: AdminState) -> AdminState:
        """The admin state after it."""
        return with_seat(admin, self.seat, pad=self.on)


def _wished(work: UnitOfWork, seat: Seat, act: Act) -> list[str]:
    if "off" in act.words:
        work.put(PadWished(seat.id, False))
        return [say("no order pad comes with your reports now")]
    cannot = _cannot(work, seat)
    if "once" in act.words:
        return [cannot or say("your order pad comes with a report of its own")]
    work.put(PadWished(seat.id, True))
    on = say("an order pad comes with each report that asks for orders")
    return [on, cannot] if cannot else [on]


def _cannot(work: UnitOfWork, seat: Seat) -> str:
    """Why no pad goes to a seat now, "" when one does."""
    if seat.plain:
        return say("no pad comes with letters of text alone: FORMAT HTML first")
    if seat.bare:
        return say("no pad comes while nothing is attached: ATTACHMENTS ON first")
    return "" if work.state.admin.stage == "playing" else say("a pad comes once the campaign is being played")


def _brought(work: UnitOfWork, seat: Seat, act: Act) -> list[str]:
    if "once" in act.words and not _cannot(work, seat):
        work.send(report_now(work.desk(seat), pad=True))
    return []


WORD = Word(
    Verb(
        "pad",
        ("pad (on|once|off)",),
        "letter",
        phrase("orders tapped together on a page that comes with a report"),
        ("does", "files"),
    ),
    phrase(
        "PAD ONCE sends your report as of now with an order pad: a page to open in a browser, without a network. It\n"
        "shows your map; tap a unit, then what it is to do, then hexes. The lines that it writes are orders like any\n"
        "others: it opens them in your mail program, or copies them. A mark above the lines has them run, tried (CHECK) or\n"
        "laid by (FOR NEXT). PAD ON attaches one to each report that asks for orders, PAD OFF ends that. What a hex\n"
        "costs it says by your own map alone, as COST and WHAT CAN do. Enemies you know of stand in it as a list too.\n\n"
        "The file holds the token of your seat: anybody who has it can order in your name (NEW TOKEN turns it). Offices and\n"
        "phones may keep such files from you, so try PAD ONCE first. A preview that runs no scripts, as that of an\n"
        "iPhone, shows no pad: save the file and open it in a browser, or fill in the form of the letter, which says the\n"
        "same. Your host can put up an empty pad (`pbem pad`), which opens any report that you saved.\n\n"
        "    PAD ONCE\n    PAD ON\n    PAD OFF"
    ),
    acts={"wishes": _wished, "copies": _brought},
    events=(PadWished,),
)
