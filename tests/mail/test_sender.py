"""Who wrote it: the address rule against every trick we know, and the two proofs a seat needs."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.kernel.values import replace
from pbem.mail.letter import Letter, Unreadable
from pbem.mail.reading import read
from pbem.mail.sender import TOKEN_LENGTH, Enrolment, Known, Nobody, ProofMissing, canonical_address, identify, token

KEY = b"k" * 32
ALICE = "alice@example.org"

PLAIN = [
    "alice@example.org",
    "<alice@example.org>",
    " alice@example.org ",
    "Alice <alice@example.org>",
    "Alice B. Smith <alice@example.org>",
    '"Smith, Alice" <alice@example.org>',
    '"Alice \\"A\\" Smith" <alice@example.org>',
    "=?utf-8?q?Al=C3=AFce?= <alice@example.org>",
    "Alïce <alice@example.org>",
    "Alice\r\n <alice@example.org>",
    "ALICE@Example.ORG",
    "alice@example.org (Alice)",
    '"bob@evil.example" <alice@example.org>',
]

TRICKS = [
    "alice@example.org <bob@evil.example>",
    "<alice@example.org> <bob@evil.example>",
    "<bob@evil.example> <alice@example.org>",
    "<alice@example.org>bob@evil.example",
    "alice@example.org)bob@evil.example",
    "alice@example.org(<bob@evil.example>",
    "alice@example.org (x) <bob@evil.example>",
    "alice@example.org ((nested) comment)",
    "(alice@example.org) bob@evil.example",
    "bob@evil.example (\\) alice@example.org",
    "alice(comment)@example.org",
    "alice@(comment)example.org",
    "alice@example.org, bob@evil.example",
    "bob@evil.example, alice@example.org",
    "alice@example.org,",
    ",alice@example.org",
    "alice@example.org; bob@evil.example",
    "group: alice@example.org;",
    "undisclosed-recipients:;",
    "<@evil.example:alice@example.org>",
    "<@evil.example,@x.example:alice@example.org>",
    '"alice"@example.org',
    '"alice@example.org"@evil.example',
    '"alice@example.org" bob@evil.example',
    "alice@example.org@evil.example",
    "alice@@example.org",
    "alice@example.org.",
    "alice@.example.org",
    "alice@example..org",
    ".alice@example.org",
    "alice.@example.org",
    "al..ice@example.org",
    "alice @example.org",
    "alice@ example.org",
    "al ice@example.org",
    "=?utf-8?q?alice=40example.org?=",
    "=?utf-8?q?alice?=@example.org",
    "=?utf-8?q?alice=40example.org_?= bob@evil.example",
    "<=?utf-8?b?YWxpY2VAZXhhbXBsZS5vcmc=?=>",
    "аlice@example.org",
    "alice@exаmple.org",
    "alice\u200b@example.org",
    "alice@example\uff0eorg",
    "ａlice@example.org",
    "alice@xn--example",
    "alice@example",
    "alice@[192.0.2.1]",
    "alice@[IPv6:::1]",
    "alice@example.org\0",
    "alice@example.org\0bob@evil.example",
    "\0alice@example.org",
    "alice@example.org\r\nFrom: bob@evil.example",
    "alice@example.org\nbob@evil.example",
    "alice@example.org\rbob@evil.example",
    "Alice\r\n<alice@example.org>",
    "alice@example.org\x1b[2K",
    "<alice@example.org",
    "alice@example.org>",
    "<<alice@example.org>>",
    '"Alice <alice@example.org>',
    'Alice" <alice@example.org>',
    "Alice [x] <alice@example.org>",
    "alice:x <alice@example.org>",
    "alice\\@example.org",
    "alice@-example.org",
    "alice@example-.org",
    "alice@exam_ple.org",
    "a" * 65 + "@example.org",
    "alice@" + "a" * 64 + ".org",
    "alice@" + "a." * 130 + "org",
    "x" * 2000 + " <alice@example.org>",
    "",
    " ",
    "@",
    "alice",
    "<>",
    "mailer-daemon",
]

TRUE = "From: alice@example.org"
FALSE = "From: bob@evil.example"
HEADERS = {
    "two From fields": f"{TRUE}\r\n{FALSE}",
    "two From fields, the other way round": f"{FALSE}\r\n{TRUE}",
    "the same From twice": f"{TRUE}\r\n{TRUE}",
    "a From in capitals beside it": f"{TRUE}\r\nFROM: bob@evil.example",
    "a From in small letters beside it": f"{TRUE}\r\nfrom: bob@evil.example",
    "a From with a blank before its colon": f"{TRUE}\r\nFrom : bob@evil.example",
    "a From with a tab before its colon": f"{TRUE}\r\nFrom\t: bob@evil.example",
    "an empty From beside it": f"{TRUE}\r\nFrom:",
    "a From at the very end": f"{TRUE}\r\nSubject: x\r\nX-Y: z\r\n{FALSE}",
    "Sender alone": "Sender: alice@example.org",
    "Reply-To alone": "Reply-To: alice@example.org",
    "Resent-From alone": "Resent-From: alice@example.org",
    "Return-Path alone": "Return-Path: <alice@example.org>",
    "X-Sender and X-From": "X-Sender: alice@example.org\r\nX-From: alice@example.org",
    "X-Original-From": "X-Original-From: alice@example.org",
    "Sender beside another's From": f"Sender: alice@example.org\r\n{FALSE}",
    "Reply-To beside another's From": f"Reply-To: alice@example.org\r\n{FALSE}",
    "Resent-From beside another's From": f"Resent-From: alice@example.org\r\n{FALSE}",
    "From of the envelope, as mbox writes it": "From alice@example.org Thu Nov 26 19:02:11 2026",
    "From with a mark before it": ">From: alice@example.org",
    "From with a blank before it": " From: alice@example.org",
    "From behind a byte order mark": "\ufeffFrom: alice@example.org",
    "From in a folded line": "Subject: x\r\n From: alice@example.org",
    "From in a line folded by a tab": "Subject: x\r\n\tFrom: alice@example.org",
    "From behind a bare CR": f"Subject: x\rFrom: alice@example.org\r\n{FALSE}",
    "From behind a bare CR, and no other": "Subject: x\rFrom: alice@example.org\r\nTo: r@example.net",
    "From that ends in a bare CR": "From: alice@example.org\r <bob@evil.example>\r\nTo: r@example.net",
    "From behind a form feed": "Subject: x\x0cFrom: alice@example.org",
    "From behind a vertical tab": "Subject: x\x0bFrom: alice@example.org",
    "From behind a next line": "Subject: x\x85From: alice@example.org",
    "From behind a line separator": "Subject: x\u2028From: alice@example.org",
    "From behind a NUL": "Subject: x\0From: alice@example.org",
    "a NUL in the name of the field": "Fr\0om: alice@example.org",
    "a soft hyphen in the name of the field": "Fr\u00adom: alice@example.org",
    "a full-width name of the field": "Ｆｒｏｍ: alice@example.org",
    "a full-width colon": "From：alice@example.org",
    "From in an encoded word": "=?utf-8?q?From=3A?= alice@example.org",
    "a line end in an encoded word": "Subject: =?utf-8?q?x=0D=0AFrom=3A?= alice@example.org",
    "a mailbox folded into two": "From: alice@example.org\r\n <bob@evil.example>",
    "a mailbox folded into two by a blank line": "From: alice@example.org\r\n \r\n <bob@evil.example>",
    "a list folded": "From: alice@example.org,\r\n bob@evil.example",
    "a group": "From: friends: alice@example.org;",
    "a route": "From: <@evil.example:alice@example.org>",
    "a comment around it": "From: (alice@example.org) bob@evil.example",
    "an address as the name": 'From: "alice@example.org" <bob@evil.example>',
    "an address as an encoded name": "From: =?utf-8?q?alice=40example=2Eorg?= <bob@evil.example>",
    "an address as a name without quotes": "From: alice@example.org <bob@evil.example>",
    "a name full of blanks before the other": f'From: "alice@example.org{" " * 300}" <bob@evil.example>',
    "a right-to-left mark": "From: \u202egro.elpmaxe@ecila <bob@evil.example>",
    "a look-alike": "From: аlice@example.org",
    "a zero-width blank": "From: alice@example.org\u200b",
    "a soft hyphen in the address": "From: ali\u00adce@example.org",
    "a full stop of another script": "From: alice@example。org",
    "a domain one longer": "From: alice@example.org.evil.example",
    "a domain one shorter": "From: alice@xample.org",
    "a local part one longer": "From: xalice@example.org",
    "a plus part": "From: alice+x@example.org",
    "a percent route": "From: alice%example.org@evil.example",
    "a bang path": "From: evil.example!alice@example.org",
    "angles in the name": "From: <alice@example.org> <bob@evil.example>",
    "a From of 2,000 characters": f"From: {'x' * 2000} <alice@example.org>",
    "500 nested comments": f"From: {'(' * 500}alice@example.org{')' * 500}",
    "no header at all": "",
}


@pytest.mark.parametrize("trick", HEADERS)
def test_a_trick_with_headers_is_not_alice(trick: str) -> None:
    assert read(f"{HEADERS[trick]}\r\n\r\nFrom: alice@example.org\r\n\r\nPASS\r\n".encode()).sender != ALICE


@pytest.mark.parametrize(
    "header",
    [
        f"Received: from x\r\n\tby y\r\n{TRUE}\r\nSender: bob@evil.example\r\nReply-To: bob@evil.example",
        f"Subject: {FALSE}\r\n{TRUE}",
        f"{TRUE}\r\nX-From: bob@evil.example\r\nResent-From: bob@evil.example",
        "from: alice@example.org",
        "FROM : Alice\r\n <alice@example.org>",
        f"From bob@evil.example Thu Nov 26 19:02:11 2026\n{TRUE}",
    ],
)
def test_an_honest_header_is_alice(header: str) -> None:
    assert read(f"{header}\r\n\r\nPASS\r\n".encode()).sender == ALICE


@pytest.mark.parametrize("field", PLAIN)
def test_one_plain_mailbox_is_alice(field: str) -> None:
    assert canonical_address(field) == ALICE


@pytest.mark.parametrize("field", TRICKS)
def test_a_trick_is_nobodys_address(field: str) -> None:
    assert canonical_address(field) is None


def test_there_are_tricks_enough() -> None:
    assert len(set(TRICKS)) + len(set(HEADERS.values())) >= 130


def test_a_kelvin_sign_does_not_become_a_k() -> None:
    assert canonical_address("mi\u212ae@example.org") is None


@given(st.text(st.sampled_from('alice@example.org <>",:;()\\\0\r\n[]=?'), max_size=60))
def test_an_address_is_canonical_of_itself_and_stood_in_the_field_once(field: str) -> None:
    address = canonical_address(field)
    if address is not None:
        assert canonical_address(address) == address
        assert address in field.lower()
        assert field.replace('"', "").count("@") >= 1
        assert field.rstrip().endswith((">", ")")) or field.strip().lower() == address


def letter(sender: str = ALICE, proof: str = "", campaign: str = "") -> Letter:
    return Letter(sha256="0" * 64, sender=sender, token=proof, campaign=campaign)


ALLIED = Enrolment("nijmegen", "allied", ALICE, 1)
GERMAN = Enrolment("nijmegen", "german", "bob@example.org", 1)
ARNHEM = Enrolment("arnhem", "german", ALICE, 1)
ALL = (ALLIED, GERMAN, ARNHEM)


def token_of(enrolment: Enrolment) -> str:
    return token(KEY, enrolment.campaign, enrolment.seat, enrolment.address, enrolment.generation)


def test_address_and_token_together_are_known() -> None:
    assert identify(letter(proof=token_of(ALLIED)), ALL, KEY) == Known("nijmegen", "allied", ALICE)


def test_the_token_and_not_the_tag_names_the_campaign() -> None:
    assert identify(letter(proof=token_of(ARNHEM), campaign="nijmegen"), ALL, KEY) == Known("arnhem", "german", ALICE)


def test_an_unreadable_letter_proves_its_sender_as_well() -> None:
    found = Unreadable(sha256="0", sender=ALICE, token=token_of(ALLIED), reason="too big")
    assert identify(found, ALL, KEY) == Known("nijmegen", "allied", ALICE)


@pytest.mark.parametrize("proof", ["", "aaaaaaaaaaaaaaaa", token_of(ALLIED)[:-1], "ünïcödé", "\ud800"])
def test_the_right_address_without_its_token_is_held(proof: str) -> None:
    assert identify(letter(proof=proof, campaign="nijmegen"), ALL, KEY) == ProofMissing("nijmegen", "allied", "token")
    assert identify(letter(proof=proof, campaign="arnhem"), ALL, KEY) == ProofMissing("arnhem", "german", "token")


@pytest.mark.parametrize("campaign", ["nijmegen", "arnhem", ""])
def test_who_shows_anothers_token_is_told_nothing_and_its_owner_is(campaign: str) -> None:
    """Whatever seat the address is enrolled for: the token ranks before it."""
    found = identify(letter(proof=token_of(GERMAN), campaign=campaign), ALL, KEY)
    assert found == ProofMissing("nijmegen", "german", "address")


def test_anothers_token_of_before_meets_the_silence_that_his_token_of_now_meets() -> None:
    """Else a thief could tell whether the owner has turned his token, was replaced, or has gone."""
    turned, gone = replace(GERMAN, generation=3), replace(GERMAN, former=True)
    for seats in ((ALLIED, turned), (ALLIED, gone), (ALLIED, turned, ARNHEM)):
        for campaign in ("nijmegen", "arnhem", ""):
            assert identify(letter(proof=token_of(GERMAN), campaign=campaign), seats, KEY) == Nobody()
    assert identify(letter(proof="aaaaaaaaaaaaaaaa"), (ALLIED, turned), KEY) == ProofMissing("nijmegen", "allied", "token")


def test_an_owner_is_told_of_his_old_token_at_every_address_of_his() -> None:
    second = "bob@second.example"
    turned = replace(GERMAN, generation=2)
    also = replace(turned, address=second, first=GERMAN.address)
    for address in (GERMAN.address, second):
        found = identify(letter(address, token_of(GERMAN)), (ALLIED, turned, also, ARNHEM), KEY)
        assert found == ProofMissing("nijmegen", "german", "token")
    assert identify(letter("bob@elsewhere.example", token_of(GERMAN)), (ALLIED, turned, also), KEY) == Nobody()


def test_who_held_a_seat_before_is_nobody_in_its_name_and_nobody_elsewhere_by_it() -> None:
    """His old letter's token is known, so that it is no letter without a token to another campaign that he plays in."""
    former = replace(ALLIED, former=True)
    now = Enrolment("nijmegen", "allied", "nora@example.org", 2)
    assert identify(letter(proof=token_of(ALLIED)), (now, GERMAN, former, ARNHEM), KEY) == Nobody()
    assert identify(letter(proof=token_of(ALLIED)), (now, GERMAN, ARNHEM), KEY) == ProofMissing("arnhem", "german", "token")
    aide = Enrolment("nijmegen", "allied.505", ALICE, 1)  # he has another seat there now
    assert identify(letter(proof=token_of(ALLIED)), (now, former, aide), KEY) == ProofMissing("nijmegen", "allied.505", "token")
    for proof, sender in (("", ALICE), (token_of(ALLIED), "mallory@evil.example")):
        assert identify(letter(sender, proof), (now, former), KEY) == Nobody()


def test_the_right_token_from_another_address_is_held() -> None:
    found = identify(letter("alice@elsewhere.example", token_of(ALLIED)), ALL, KEY)
    assert found == ProofMissing("nijmegen", "allied", "address")


@pytest.mark.parametrize("sender", ["", "mallory@evil.example", "alice@example.org.evil.example", "ALICE@example.org"])
def test_neither_proof_is_nobody(sender: str) -> None:
    assert identify(letter(sender, "aaaaaaaaaaaaaaaa"), ALL, KEY) == Nobody()


def test_nobody_is_enrolled() -> None:
    assert identify(letter(proof=token_of(ALLIED)), (), KEY) == Nobody()


def test_an_empty_sender_is_never_an_enrolled_one() -> None:
    assert identify(letter(""), ALL, KEY) == Nobody()


def test_a_new_generation_turns_the_token() -> None:
    turned = Enrolment("nijmegen", "allied", ALICE, 2)
    assert identify(letter(proof=token_of(ALLIED)), (turned,), KEY) == ProofMissing("nijmegen", "allied", "token")


def test_tokens_differ_in_every_part() -> None:
    parts = itertools.product(["a", "ab"], ["b", "bb"], ["x@e.org", "bx@e.org"], [1, 11])
    made = [token(key, *part) for key in (KEY, b"j" * 32) for part in parts]
    assert len(set(made)) == len(made)
    assert all(len(text) == TOKEN_LENGTH and text.islower() for text in made)


def test_parts_cannot_slide_into_each_other() -> None:
    assert token(KEY, "ab", "c", ALICE, 1) != token(KEY, "a", "bc", ALICE, 1)
