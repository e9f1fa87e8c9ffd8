"""Who vouches for a sender: the server's verdict (topmost, ours, aligned), else a signature that holds over all of it."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.mail.vouching import UNNAMED, Trust, aligned, parse_results, vouched
from tests.mail.signing import dns, signed

OURS = "mx.club.example"
SERVER = Trust(OURS)
HEAD = b"From: Alice <alice@example.org>\r\nTo: referee@club.example\r\nSubject: orders\r\n"
MAIL = HEAD + b"\r\nBEGIN ORDERS\r\nPASS\r\nEND ORDERS\r\n"


def judged(*verdicts: str, mail: bytes = MAIL, trust: Trust = SERVER) -> bool:
    """The mail under these Authentication-Results, the topmost first."""
    return vouched("".join(f"Authentication-Results: {v}\r\n" for v in verdicts).encode() + mail, trust)


GOOD = [
    f"{OURS}; dmarc=pass header.from=example.org",
    f"{OURS} 1; dmarc=pass (p=reject dis=none) header.from=example.org",
    f"{OURS}; spf=fail smtp.mailfrom=x.example; dmarc=pass header.from=EXAMPLE.ORG",
    f"{OURS.upper()}; dkim=pass header.i=@example.org header.s=sel header.b=abc",
    f"{OURS};\r\n\tdkim=pass header.d=example.org;\r\n\tspf=none",
    f'{OURS}; dkim=pass reason="signature; verified" header.d="example.org"',
    f"{OURS}; dkim=fail header.d=other.example; dkim=pass header.d=example.org",
    f"{OURS} (our own (nested) words); dmarc = pass header.from = example.org",
]

BAD = [
    f"{OURS}; dmarc=fail header.from=example.org",
    f"{OURS}; dmarc=pass header.from=evil.example",
    f"{OURS}; dmarc=pass header.from=evil.example header.from=example.org",
    f"{OURS}; dmarc=pass",
    f"{OURS}; spf=pass smtp.mailfrom=example.org",
    f"{OURS}; dkim=pass header.d=evil.example",
    f"{OURS}; dkim=pass header.d=example.org header.i=@evil.example",
    f"{OURS}; dkim=pass header.d=org",
    f"{OURS}; dkim=pass header.d=ample.org",
    f"{OURS}; dkim=pass header.d=sub.example.org",
    f"{OURS}; dkim=pass",
    f"{OURS}; none",
    f"{OURS}",
    f"{OURS}; (dmarc=pass header.from=example.org)",
    f'{OURS}; reason="dmarc=pass header.from=example.org"',
    f'{OURS}; dkim=fail reason="; dmarc=pass header.from=example.org"',
    "mx.evil.example; dmarc=pass header.from=example.org",
    f"evil.{OURS}; dmarc=pass header.from=example.org",
    f"{OURS}.evil.example; dmarc=pass header.from=example.org",
    "dmarc=pass header.from=example.org",
    "",
]


@pytest.mark.parametrize("verdict", GOOD)
def test_an_aligned_pass_of_our_own_server_vouches(verdict: str) -> None:
    assert judged(verdict)


@pytest.mark.parametrize("verdict", BAD)
def test_anything_else_vouches_for_nobody(verdict: str) -> None:
    assert not judged(verdict)


def test_only_the_topmost_verdict_of_our_server_counts() -> None:
    assert not judged(f"{OURS}; dmarc=fail header.from=example.org", f"{OURS}; dmarc=pass header.from=example.org")
    assert judged("mx.relay.example; dmarc=fail", f"{OURS}; dmarc=pass header.from=example.org")


def test_a_server_without_a_name_is_believed_only_where_the_host_says_so() -> None:
    verdict = (
        "spf=pass (sender IP is 192.0.2.1) smtp.mailfrom=example.org; dkim=pass (signature was verified)"
        " header.d=example.org;dmarc=pass action=none header.from=example.org;compauth=pass reason=100"
    )
    assert judged(verdict, trust=Trust(UNNAMED))
    assert not judged(verdict)
    assert not judged(f"{OURS}; dmarc=pass header.from=example.org", trust=Trust(UNNAMED))


def test_two_from_fields_are_nobody() -> None:
    verdict = f"{OURS}; dmarc=pass header.from=example.org"
    assert not judged(verdict, mail=b"From: alice@example.org\r\n" + MAIL)
    assert not judged(verdict, mail=MAIL.replace(b"alice@example.org", b"alice@example.org, bob@evil.example"))


def test_nobody_is_trusted_by_default() -> None:
    assert not Trust().asked
    assert not judged(f"{OURS}; dmarc=pass header.from=example.org", trust=Trust())


CHECKED = Trust(dkim=True, dns=dns)


def test_a_signature_of_the_senders_domain_vouches() -> None:
    assert vouched(signed(MAIL, "example.org"), CHECKED)
    assert not vouched(signed(MAIL, "example.org"), Trust(dns=dns)), "but only where the host wants it checked"


@pytest.mark.parametrize(
    "raw",
    [
        signed(MAIL, "evil.example"),
        signed(MAIL, "org"),
        signed(MAIL, "example.org", length=True),
        signed(MAIL, "example.org").replace(b"PASS", b"END IMPULSE"),
        signed(MAIL, "example.org") + b"A/504: move 12.10\r\n",
        signed(MAIL.replace(b"alice@", b"mallory@"), "example.org").replace(b"mallory@", b"alice@"),
        signed(MAIL, "example.org").replace(b" b=", b" b=XAAA", 1),
        MAIL,
        b"DKIM-Signature: v=1; d=example.org\r\n" + MAIL,
        b"DKIM-Signature: \xff\xfe\r\n" + MAIL,
    ],
    ids=["other domain", "top level", "l=", "body changed", "line added", "from changed", "damaged", "none", "stump", "bytes"],
)
def test_a_signature_that_does_not_cover_the_letter_vouches_for_nobody(raw: bytes) -> None:
    assert not vouched(raw, CHECKED)


def test_a_length_tag_would_have_let_lines_be_added() -> None:
    """The reason for refusing l=: the signature itself still holds."""
    import dkim

    raw = signed(MAIL, "example.org", length=True) + b"A/504: move 12.10\r\n"
    assert dkim.DKIM(raw).verify(dnsfunc=dns)
    assert not vouched(raw, CHECKED)


def test_the_verdict_of_the_server_goes_before_our_own_check() -> None:
    trust = Trust(OURS, dkim=True, dns=dns)
    failed = f"Authentication-Results: {OURS}; dmarc=fail header.from=example.org\r\n".encode()
    assert not vouched(failed + signed(MAIL, "example.org"), trust)
    assert vouched(signed(MAIL, "example.org"), trust), "no verdict: the signature is checked here"


def test_only_a_few_signatures_are_looked_at() -> None:
    asked: list[bytes] = []

    def counted(name: bytes, timeout: int = 5) -> bytes:
        asked.append(name)
        return b""

    mark = signed(MAIL, "example.org").removesuffix(MAIL)
    assert not vouched(mark * 50 + MAIL, Trust(dkim=True, dns=counted))
    assert len(asked) <= 5


def test_who_may_sign_for_whom() -> None:
    assert aligned("example.org", "example.org")
    assert aligned("example.org", "mail.example.org")
    assert not aligned("mail.example.org", "example.org")
    assert not aligned("org", "example.org")
    assert not aligned("", "example.org")


@given(st.text(max_size=300) | st.text(alphabet='();="\\ abc.-=', max_size=600))
def test_no_verdict_raises(text: str) -> None:
    parse_results(text)
    judged(text.replace("\r", "").replace("\n", ""), trust=Trust(UNNAMED))


@pytest.mark.parametrize("unit", ["(", "()", '"', '"\\', ";", "a=b;", "(((())))", "\\("])
def test_no_verdict_takes_long(unit: str) -> None:
    begun = time.process_time()
    parse_results(unit * 40_000)
    assert time.process_time() - begun < 1.0
