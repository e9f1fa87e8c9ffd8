"""Who wrote it: the address rule against every trick we know, and the two proofs a seat needs."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.mail.letter import Letter, Unreadable
from pbem.mail.sender import TOKEN_LENGTH, Enrolment, Held, Known, Nobody, canonical_address, identify, token

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


@pytest.mark.parametrize("field", PLAIN)
def test_one_plain_mailbox_is_alice(field: str) -> None:
    assert canonical_address(field) == ALICE


@pytest.mark.parametrize("field", TRICKS)
def test_a_trick_is_nobodys_address(field: str) -> None:
    assert canonical_address(field) is None


def test_there_are_tricks_enough() -> None:
    assert len(set(TRICKS)) >= 40


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


@pytest.mark.parametrize("proof", ["", "aaaaaaaaaaaaaaaa", token_of(GERMAN), token_of(ALLIED)[:-1], "ünïcödé", "\ud800"])
def test_the_right_address_without_its_token_is_held(proof: str) -> None:
    assert identify(letter(proof=proof, campaign="nijmegen"), ALL, KEY) == Held("nijmegen", "allied", "token")
    assert identify(letter(proof=proof, campaign="arnhem"), ALL, KEY) == Held("arnhem", "german", "token")


def test_the_right_token_from_another_address_is_held() -> None:
    found = identify(letter("alice@elsewhere.example", token_of(ALLIED)), ALL, KEY)
    assert found == Held("nijmegen", "allied", "address")


@pytest.mark.parametrize("sender", ["", "mallory@evil.example", "alice@example.org.evil.example", "ALICE@example.org"])
def test_neither_proof_is_nobody(sender: str) -> None:
    assert identify(letter(sender, "aaaaaaaaaaaaaaaa"), ALL, KEY) == Nobody()


def test_nobody_is_enrolled() -> None:
    assert identify(letter(proof=token_of(ALLIED)), (), KEY) == Nobody()


def test_an_empty_sender_is_never_an_enrolled_one() -> None:
    assert identify(letter(""), ALL, KEY) == Nobody()


def test_a_new_generation_turns_the_token() -> None:
    turned = Enrolment("nijmegen", "allied", ALICE, 2)
    assert identify(letter(proof=token_of(ALLIED)), (turned,), KEY) == Held("nijmegen", "allied", "token")


def test_tokens_differ_in_every_part() -> None:
    parts = itertools.product(["a", "ab"], ["b", "bb"], ["x@e.org", "bx@e.org"], [1, 11])
    made = [token(key, *part) for key in (KEY, b"j" * 32) for part in parts]
    assert len(set(made)) == len(made)
    assert all(len(text) == TOKEN_LENGTH and text.islower() for text in made)


def test_parts_cannot_slide_into_each_other() -> None:
    assert token(KEY, "ab", "c", ALICE, 1) != token(KEY, "a", "bc", ALICE, 1)
