"""What a letter is called: it hangs on the whole of what the record says, and tells nobody anything of it."""

from datetime import UTC, datetime, timedelta, timezone

import pytest

from pbem.campaign.records import Sent
from pbem.campaign.state import AdminState, Seat
from pbem.documents.document import Block, Document
from pbem.documents.map_picture import Frame, MapPicture
from pbem.kernel.values import replace
from pbem.letters.attachments import name_of

KEY, AT = bytes(range(32)), datetime(2026, 11, 23, 9, 0, tzinfo=UTC)
SEATS = {name: Seat(name, name, "commander", f"{name}@club.example", name[0].upper()) for name in ("allied", "german")}
MAP = MapPicture("allied", "T1.1", (Frame("map", "The situation"),))
DOCUMENT = Document("T1.1", (("[test] T1.1", "A-7"),), ("REPLY  YES",), (Block("NOTED", ("B/504 holds 13.12.",)),), map=MAP)
SENT = Sent("allied", 7, "receipt", DOCUMENT, True, "<1@allied.example>")


def admin(campaign: str = "test") -> AdminState:
    return AdminState(campaign, "The Heumen Bridge", SEATS)


def imprint(sent: Sent = SENT, key: bytes = KEY, at: datetime = AT, campaign: str = "test") -> str:
    return name_of(key, admin(campaign), sent, at).imprint


OTHERS = {
    "another word": replace(SENT, document=replace(DOCUMENT, blocks=(Block("NOTED", ("B/504 holds 13.11.",)),))),
    "another map": replace(SENT, document=replace(DOCUMENT, map=replace(MAP, caption="T1.2"))),
    "no map": replace(SENT, document=replace(DOCUMENT, map=None)),
    "another letter answered": replace(SENT, in_reply_to="<2@allied.example>"),
    "another token": replace(SENT, generation=2),
    "text alone": replace(SENT, plain=True),
    "another number": replace(SENT, n=8),
    "another seat": replace(SENT, seat="german"),
}


def test_a_letter_is_called_by_its_campaign_seat_number_and_imprint() -> None:
    named = name_of(KEY, admin(), SENT, AT)
    assert named[:3] == ("test", "allied", "A-7")
    assert len(named.imprint) == 8 and set(named.imprint) <= set("abcdefghijklmnopqrstuvwxyz234567")
    assert named == name_of(KEY, admin(), SENT, AT.astimezone(timezone(timedelta(hours=5, minutes=30))))


@pytest.mark.parametrize("other", OTHERS.values(), ids=OTHERS)
def test_another_letter_has_another_imprint(other: Sent) -> None:
    assert imprint(other) != imprint()


def test_it_hangs_on_the_second_the_campaign_and_the_key() -> None:
    assert imprint(at=AT + timedelta(microseconds=1)) == imprint(), "no more of the time than the Date shows"
    found = [imprint(), imprint(at=AT + timedelta(seconds=1)), imprint(key=bytes(32)), imprint(campaign="second")]
    assert len(set(found)) == 4
