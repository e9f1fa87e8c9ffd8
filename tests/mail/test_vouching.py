"""Who vouches for a sender: the server's verdict (topmost, ours, aligned), else a signature that holds over all of it."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.mail.sender_auth import LONGEST_KEY, aligned, parse_results, vouched
from pbem.mail.trust import UNNAMED, Trust, endpoint
from tests.mail.name_server import name_server, silence
from tests.mail.signing import RECORD, dns, signed

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


@pytest.mark.parametrize(("length", "believed"), [(4_000, True), (4_001, False)])
def test_a_verdict_of_4000_characters_is_read_and_a_longer_one_vouches_for_nobody(length: int, believed: bool) -> None:
    verdict = f"{OURS}; dmarc=pass header.from=example.org; x="
    assert judged(verdict + "y" * (length - len(verdict))) is believed


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


CHECKED = Trust(dkim=True)


def test_a_signature_of_the_senders_domain_vouches() -> None:
    assert vouched(signed(MAIL, "example.org"), CHECKED, dns)
    assert not vouched(signed(MAIL, "example.org"), Trust(), dns), "but only where the host wants it checked"


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
    assert not vouched(raw, CHECKED, dns)


def test_a_length_tag_would_have_let_lines_be_added() -> None:
    """The reason for refusing l=: the signature itself still holds."""
    import dkim

    raw = signed(MAIL, "example.org", length=True) + b"A/504: move 12.10\r\n"
    assert dkim.DKIM(raw).verify(dnsfunc=dns)
    assert not vouched(raw, CHECKED, dns)


def test_the_verdict_of_the_server_goes_before_our_own_check() -> None:
    trust = Trust(OURS, dkim=True)
    failed = f"Authentication-Results: {OURS}; dmarc=fail header.from=example.org\r\n".encode()
    assert not vouched(failed + signed(MAIL, "example.org"), trust, dns)
    assert vouched(signed(MAIL, "example.org"), trust, dns), "no verdict: the signature is checked here"


def test_only_a_few_signatures_are_looked_at() -> None:
    asked: list[bytes] = []
    mark = signed(MAIL, "example.org").removesuffix(MAIL)
    for count in (50, 3_000):
        begun = time.process_time()
        assert not vouched(mark * count + MAIL, CHECKED, asked.append)
        assert time.process_time() - begun < 1.0
    assert len(asked) == 2 * 5


def test_the_name_server_is_asked_for_the_key() -> None:
    with name_server() as server:
        trust = Trust(dkim=True, name_server=server.at)
        assert vouched(signed(MAIL, "example.org"), trust)
        assert not vouched(signed(MAIL, "example.org").replace(b"s=tests", b"s=other"), trust)
    assert server.asked == [b"tests._domainkey.example.org.", b"other._domainkey.example.org."]


def test_a_name_server_that_never_answers_proves_nothing_and_is_not_waited_for_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pbem.mail.sender_auth.ANSWER_SECONDS", 0.3)
    monkeypatch.setattr("pbem.mail.sender_auth.DNS_SECONDS", 0.6)
    mark = signed(MAIL, "example.org").removesuffix(MAIL)
    with name_server(silence) as server:
        begun = time.monotonic()
        assert not vouched(mark * 5 + MAIL, Trust(dkim=True, name_server=server.at))
    assert time.monotonic() - begun < 3.0, "for all signatures together"
    assert 1 <= len(server.asked) < 20


def test_without_any_name_server_nothing_is_proved(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dns.resolver.Resolver.read_resolv_conf", lambda *_: None)
    assert not vouched(signed(MAIL, "example.org"), CHECKED)


def test_a_key_longer_than_any_proves_nothing_and_costs_nothing() -> None:
    blown = RECORD.replace(b"p=", b"n=%s; p=" % (b"x" * LONGEST_KEY))
    begun = time.process_time()
    assert not vouched(signed(MAIL, "example.org"), CHECKED, lambda _: blown)
    assert vouched(signed(MAIL, "example.org"), CHECKED, lambda _: RECORD.replace(b"p=", b"n=%s; p=" % (b"x" * 1000)))
    assert time.process_time() - begun < 1.0


@pytest.mark.parametrize(
    ("text", "found"),
    [("192.0.2.1", ("192.0.2.1", 53)), ("127.0.0.1:5353", ("127.0.0.1", 5353)), ("[2001:db8::1]:53", ("2001:db8::1", 53)),
     ("[2001:db8::1]", ("2001:db8::1", 53))],
)  # fmt: skip
def test_a_name_server_is_an_address_with_a_port(text: str, found: tuple[str, int]) -> None:
    assert endpoint(text) == found


@pytest.mark.parametrize(
    "text", ["ns.example.org", "192.0.2.1:99999", "192.0.2.1:x", "192.0.2.1/24", "a@192.0.2.1", " 192.0.2.1", "192.0.2.1,1"]
)
def test_anything_else_is_no_name_server(text: str) -> None:
    with pytest.raises(ValueError, match=r".+"):
        endpoint(text)


def test_who_may_sign_for_whom() -> None:
    assert aligned("example.org", "example.org")
    assert aligned("example.org", "mail.example.org")
    assert not aligned("mail.example.org", "example.org")
    assert not aligned("org", "example.org")
    assert not aligned("", "example.org")


PASS = "dmarc=pass header.from=example.org"
UNREADABLE = [
    f"{OURS}; {'(' * 22}dmarc=fail{')' * 22}; {PASS}",
    f"{OURS}; {'(' * 21}; {PASS}{')' * 21}",
    f"{OURS}; spf=fail (a comment that never ends; {PASS}",
    f'{OURS}; spf=fail reason="a quotation that never ends; {PASS}',
    f'{OURS}; spf=fail reason=a"b; {PASS}; x="',
    f'{OURS}; spf=fail reason="; {PASS}; x=(y)"; dkim=none "',
    f"{OURS}; spf=fail ) ; {PASS}",
    f'{OURS}; spf=fail smtp.mailfrom=\\"; {PASS}; "',
    f"{OURS}; {PASS}; spf=none ({'x' * 4000})",
    f"{OURS}; {PASS}; {'x' * 4000}; dmarc=fail header.from=example.org",
    f"{OURS}; {PASS}; ends=with\\",
]


@pytest.mark.parametrize("verdict", UNREADABLE)
def test_a_verdict_that_readers_part_ways_over_is_none(verdict: str) -> None:
    assert parse_results(verdict) is None
    assert not judged(verdict)
    assert not judged(verdict, f"{OURS}; {PASS}"), "what it says cannot be told, so no field below it counts"
    assert judged(f"{OURS}; {PASS}", verdict), "and what stands below a verdict does not matter"


@given(st.text(max_size=300) | st.text(alphabet='();="\\ abc.-=', max_size=600))
def test_no_verdict_raises(text: str) -> None:
    parse_results(text)
    judged(text.replace("\r", "").replace("\n", ""), trust=Trust(UNNAMED))


@pytest.mark.parametrize("unit", ["(", "()", '"', '"\\', ";", "a=b;", "(((())))", "\\("])
def test_no_verdict_takes_long(unit: str) -> None:
    begun = time.process_time()
    parse_results(unit * 40_000)
    assert time.process_time() - begun < 1.0
