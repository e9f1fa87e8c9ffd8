"""What of a reply is the letter that it answers is known by what was sent: an enemy's words never become the reader's orders."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from functools import cache, lru_cache

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from pbem.documents.document import Block, Document, listed, theirs
from pbem.documents.render import render
from pbem.kernel.numbered_lines import numbered
from pbem.kernel.values import replace
from pbem.mail.compose import Mailbox, Named, Outgoing, compose, message_id, reply_address, tap_subject
from pbem.mail.letter import Letter
from pbem.mail.reading import examine, read_beside
from pbem.mail.sent import Recalled, recalled
from pbem.modules import library
from pbem.orders.parser import read_orders
from tests.acceptance.table import opened
from tests.mail.clients import Reply
from tests.mail.quoting import WAYS, filler
from tests.test_help import vocabulary

_opened, _recalled = lru_cache(maxsize=32)(opened), lru_cache(maxsize=32)(recalled)  # each letter is answered in every way
KEY = bytes(range(32))
BOX = Mailbox("referee@club.example", "Referee", "club.example")
TOKEN = "abcdefghijklmnop"
POLITE = "Thank you, received."
VOCABULARY = vocabulary()  # the words of a real desk: CONCEDE, NEW TOKEN and ACCEPT among them


def letter(document: Document, number: str = "A-7") -> bytes:
    """The letter as it is sent."""
    context = {
        "campaign_line": f"The Heumen Bridge · allied · letter {number}",
        "reply": reply_address(BOX, "test", TOKEN), "re": tap_subject(Named("test", "allied", number)),
    }  # fmt: skip
    faces = render(library.templates(), document, context)
    at, subject = datetime(2026, 11, 23, tzinfo=UTC), f"[test] {document.subject}"
    outgoing = Outgoing(Named("test", "allied", number), "al@allied.example", subject, at, faces.text, faces.html)
    return compose(outgoing, BOX, KEY, TOKEN)


def message(words: tuple[str, ...], number: str = "A-7") -> bytes:
    """The letter that brings an enemy's words."""
    block = Block("", theirs(words), "quote")
    head = (("[test] MESSAGE from German staff", number),)
    small = ("Word for word as it was written; the referee vouches for nothing in it.",)
    return letter(Document("message from German staff", head, (), (block,), small), number)


def old_message(words: tuple[str, ...]) -> bytes:
    """The same as letters had it before their lines were broken narrowly; they lie in mailboxes still."""
    block = Block("", tuple(f"> {line}" for line in words), "quote")
    small = ("Word for word as it was written; the referee vouches for nothing in it.",)
    return letter(Document("message from German staff", (("[test] MESSAGE from German staff", "A-7"),), (), (block,), small))


FORM = ("BEGIN ORDERS test T1.1 A-7 abcdefghijklmnop", "A/504 [13.11, 3 AP]:", "# end impulse", "END ORDERS")


def report(words: tuple[str, ...]) -> bytes:
    """A letter of the referee's that tells others' words in many places, among his own and with a form below."""
    own = ("A/504 at 13.11 holds.", "  1 · A/504: recon 13.11", "    → 13.11: OCCUPIED")
    blocks = (
        Block("NEW SINCE YOUR LAST REPORT", listed((*own[:1], *theirs(words, "  ")), " - ")),
        Block("DONE", (*own[1:], *listed(theirs(words), "    → "))),
        Block("YOUR BRIEF", theirs(words), "quote"),
        Block("ON FILE", ("allied.505:", *theirs(words, "    "), "standing orders, version 2:", *theirs(words[:2], "    "))),
        Block("", ("The host's reason:", *theirs(words)), "prose"),
        Block("ORDER FORM", FORM, "form"),
    )
    return letter(Document("your impulse", (("[test] T1.1 Allied", "A-7"),), ("ANSWER  by Wed 20:00",), blocks))


def reply(raw: bytes, top: str) -> Reply:
    """What a user's program has before it when he answers."""
    mail = _opened(raw)
    answered = message_id(KEY, Named("test", "allied", "A-7"), "club.example")
    return Reply(mail.text, mail.html, top, mail.reply_to, mail.subject, answered)


def read(raw: bytes, *sent: Recalled) -> Letter:
    """A reply, read beside the letters that its writer was sent."""
    found = examine(raw)
    assert not hasattr(found, "about")
    found = read_beside(found, sent)
    assert isinstance(found, Letter), found
    return found


def ordered(found: Letter) -> list[str]:
    """What would be done."""
    lines = (*found.beside, *found.lines)
    return [line.canonical or line.text for line in read_orders(lines, VOCABULARY).lines]


PLANTED = (
    "END IMPULSE", "CONCEDE YES", "STATUS", "YES", "NEW TOKEN", "ACCEPT", "A/504: move 12.10", "spend 4",
    "BEGIN ORDERS", "END ORDERS", "D,E/505: attack 19.12 hasty", "BEGIN ORDERS test", "CANCEL", "1 drop", "CONCEDE", "RESIGN",
    "ADD ADDRESS spy@enemy.example", "OFFER DRAW", "ACCEPT DRAW", "DECLINE", "EZOC NEVER", "HOLD MY LETTERS 10", "RESIGN allied",
)  # fmt: skip
ODD = (
    "ＥＮＤ ＩＭＰＵＬＳＥ", "END\u200b IMPULSE", "énd impulse", "ＢＥＧＩＮ ＯＲＤＥＲＳ", "BEGIN\xa0ORDERS", "*BEGIN ORDERS*",
    "СONCEDE YES", "\u202eEND IMPULSE", "Grüße aus Küstrin", "привет", "你好", "https://a.example/x", "> END IMPULSE",
    "-- ", "On 1 Jan 2026 x@y.z wrote:", "From: a\nSent: b\nTo: c", "</pre></blockquote>END IMPULSE", "&lt;br&gt;",
    "END IMPULSE\u2028END IMPULSE", "", "¼ ½ ﬁ",
)  # fmt: skip


words = st.one_of(
    st.sampled_from(PLANTED),
    st.sampled_from(PLANTED),
    st.sampled_from(ODD),
    st.integers(1, 90).map(filler),
    st.text(st.characters(exclude_categories=("Cs", "Cc")), max_size=30),
    st.sampled_from(["Hello.", "We hold the bridge.", "Come out with your hands up!", "a", "the 3rd time", "no 13.11"]),
)
texts = st.lists(st.lists(words, min_size=1, max_size=8).map(" ".join), min_size=1, max_size=6).map(tuple)
LONG = (
    f"Hello. {filler(62)} BEGIN ORDERS {filler(64)} CONCEDE YES {filler(66)} END ORDERS",
    f"Hello. {filler(40)} STATUS {filler(70)} END IMPULSE {filler(72)} A/504: move 12.10 {filler(71)} NEW TOKEN",
)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("made", ["message", "old message", "report"])
@pytest.mark.parametrize("long", LONG)
def test_no_long_line_of_an_enemy_becomes_an_order(way: str, made: str, long: str) -> None:
    raw = _made((long, "Best regards", "END IMPULSE", "YES"), made)
    found = read(WAYS[way](reply(raw, POLITE)), _recalled(raw))
    assert [text for _, text in found.lines] == [POLITE], way
    assert not found.fenced


def quickly(examples: int) -> settings:
    return settings(max_examples=examples, deadline=None, suppress_health_check=list(HealthCheck))


MADE = {"message": message, "old message": old_message, "report": report}


def orders_nothing(enemy: tuple[str, ...], way: str, made: str) -> None:
    raw = _made(enemy, made)
    found = read(WAYS[way](reply(raw, POLITE)), _recalled(raw))
    acts = [line for line in read_orders((*found.beside, *found.lines), VOCABULARY).lines if line.command is not None]
    assert not acts, (way, enemy, found.lines)
    assert not found.fenced


@quickly(150)
@example(("END IMPULSE\u2028END IMPULSE END IMPULSE", "END IMPULSE\u2028END IMPULSE"), "names as marks", "old message")
@given(texts, st.sampled_from(sorted(WAYS)), st.sampled_from(sorted(MADE)))
def test_whatever_an_enemy_writes_and_a_program_makes_of_it_orders_nothing(enemy: tuple[str, ...], way: str, made: str) -> None:
    orders_nothing(enemy, way, made)


@pytest.mark.soak
@quickly(20_000)
@pytest.mark.timeout(3600)
@given(texts, st.sampled_from(sorted(WAYS)), st.sampled_from(sorted(MADE)))
def test_the_same_for_long(enemy: tuple[str, ...], way: str, made: str) -> None:
    orders_nothing(enemy, way, made)
    TRIED.append(way)


@pytest.fixture(scope="module", autouse=True)
def counted_cases(pytestconfig: pytest.Config) -> Iterator[None]:
    """The long run says how many cases it tried."""
    yield
    capture = pytestconfig.pluginmanager.getplugin("capturemanager")
    if TRIED and capture is not None:
        with capture.global_and_fixture_disabled():
            print(f"\n{len(TRIED)} letters with an enemy's words, in {len(set(TRIED))} ways of quoting: not one order")


TRIED: list[str] = []


@lru_cache(maxsize=8)
def _made(enemy: tuple[str, ...], made: str) -> bytes:
    return MADE[made](enemy)


FENCED = ("BEGIN ORDERS", "END IMPULSE ANYWAY", "CONCEDE", "YES", "END ORDERS")


FENCES = ("BEGIN ORDERS", "Begin  orders test", "ＢＥＧＩＮ ＯＲＤＥＲＳ", "*BEGIN ORDERS*", "BEGIN\xa0ORDERS", "-- BEGIN ORDERS")


@pytest.mark.parametrize("fence", FENCES)
def test_an_enemys_fence_is_broken_though_every_mark_is_stripped_and_the_frozen_letter_is_gone(fence: str) -> None:
    """What stands in a fence counts, whoever quotes it: so none of his may be left in a letter of ours."""
    was = reply(message((fence, *FENCED[1:])), POLITE)
    bare = "\n".join(re.sub(r"^[\s|>]+", "", line) for line in was.text.splitlines())
    assert not read(WAYS["bare"](replace(was, text=bare))).fenced


OWN = ("A/504: move 12.10", "spend 4", "END IMPULSE")


@quickly(100)
@given(texts, st.sampled_from(sorted(WAYS)), st.lists(st.sampled_from(OWN), min_size=1, max_size=3, unique=True))
def test_orders_above_the_quotation_run_though_the_enemy_wrote_the_same(enemy: tuple[str, ...], way: str, own: list[str]) -> None:
    raw = message((*enemy, *own))
    found = read(WAYS[way](reply(raw, "\n".join(own))), recalled(raw))
    assert ordered(found)[: len(own)] == ordered(Letter(sha256="", lines=tuple(numbered(own, 1)))), (way, found.lines)


@cache
def asking(*taps: str) -> bytes:
    """A letter that asks, with a button for each answer on its page."""
    head = (("[test] T1.3 PASS waits for your YES", "A-7"),)
    body = (Block("READY against your own map; no die thrown", ("  1 ✓ pass",)), Block("NOTED", ("OPs unspent: 16 OP",)))
    wanted = (f"REPLY  {' | '.join(taps)}",)
    return letter(Document("PASS waits for your YES", head, wanted, body, ("READ: 2 lines; left out: 36 quoted lines",), taps=taps))


@pytest.mark.parametrize("way", WAYS)
def test_a_button_s_word_above_the_letter_that_has_the_button_is_its_writer_s(way: str) -> None:
    for taps in (("YES", "CANCEL"), ("ACCEPT",), ("ACCEPT", "DECLINE"), ("YES", "YES END", "HELP DRAFTS", "CANCEL")):
        raw = asking(*taps)
        for top in (*taps, *(f"{tap}\nSTATUS" for tap in taps), f"PASS\n{taps[-1]}"):
            found = read(WAYS[way](reply(raw, top)), _recalled(raw))
            assert [text for _, text in found.lines if text.strip()][: top.count("\n") + 1] == top.split("\n"), (way, taps)
