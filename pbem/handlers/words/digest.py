"""DIGEST: one letter a day for what is not urgent."""

from pbem.campaign.admin_events import WishKept
from pbem.campaign.digests import MORNING
from pbem.campaign.state import Seat
from pbem.handlers.unit_of_work import UnitOfWork
from pbem.handlers.word import FIELD, Word
from pbem.kernel.i18n import phrase, say
from pbem.orders.tree import Act, Verb


def _wished(work: UnitOfWork, seat: Seat, act: Act) -> list[str]:
    """What is not urgent once a day from here on, or (OFF) each letter by itself."""
    reading = "" if "off" in act.words else act.text("CLOCK") or MORNING
    work.put(WishKept(seat.id, seat.plain, seat.bare, reading))
    if not reading:
        return [say("each letter comes by itself now")]
    return [
        say("reports that need no reply now come once a day, at {reading} on your own clock; DIGEST OFF ends it", reading=reading)
    ]


WORD = Word(
    Verb(
        "digest",
        ("digest (on|off)", "digest CLOCK"),
        "letter",
        phrase("one letter a day for what is not urgent"),
        ("does", "files"),
    ),
    phrase(
        "DIGEST ON puts letters that need no reply into one letter a day, at 7:00 or at the hour you name, on your\n"
        "own clock (ZONE). Those are reports of the enemy's {moments}, summaries, messages, and news of who\n"
        "commands what. Answers, reports of your own {moment}, decisions, reminders, offers and the host's words\n"
        "come at once. What was gathered comes just before your {moment}. On a live evening everything comes at\n"
        "once. DIGEST OFF brings each letter by itself again.\n"
        "\n"
        "    DIGEST ON\n"
        "    DIGEST 18:00\n"
        "    DIGEST OFF"
    ),
    acts={"wishes": _wished},
    by=FIELD,
)
