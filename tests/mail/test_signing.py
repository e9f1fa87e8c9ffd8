"""DKIM on what goes out: it holds, it covers the whole letter, and a second From breaks it."""

from pathlib import Path

import dkim
import pytest

from pbem.mail.outbox.signing import KeyUnfit, signer
from pbem.mail.sender_auth import vouched
from pbem.mail.trust import Trust
from tests.mail.signing import KEY, dns

RAW = b"From: referee@club.example\r\nTo: alice@example.org\r\nSubject: x\r\nMessage-ID: <a@club.example>\r\n\r\nPASS\r\n"


@pytest.fixture
def sign(tmp_path: Path):  # type: ignore[no-untyped-def]
    (tmp_path / "key.pem").write_bytes(KEY)
    return signer("tests", "club.example", tmp_path / "key.pem")


def test_a_signed_letter_is_the_letter_with_a_signature_that_holds(sign) -> None:  # type: ignore[no-untyped-def]
    signed = sign(RAW)
    assert signed.endswith(RAW)
    assert dkim.DKIM(signed).verify(dnsfunc=dns)
    assert vouched(signed, Trust(dkim=True), dns), "as our own check would say"
    assert b" l=" not in signed


@pytest.mark.parametrize("changed", [b"From: eve@evil.example\r\n", b"Subject: y\r\n", b"To: bob@example.org\r\n"])
def test_a_field_put_in_on_the_way_breaks_it(sign, changed: bytes) -> None:  # type: ignore[no-untyped-def]
    assert not dkim.DKIM(changed + sign(RAW)).verify(dnsfunc=dns)


def test_a_key_that_is_none_is_said_without_a_byte_of_it(tmp_path: Path) -> None:
    (tmp_path / "bad.pem").write_bytes(b"-----BEGIN RSA PRIVATE KEY-----\nc2VjcmV0\n-----END RSA PRIVATE KEY-----\n")
    with pytest.raises(KeyUnfit) as fault:
        signer("tests", "club.example", tmp_path / "bad.pem")
    assert "c2VjcmV0" not in str(fault.value)
    with pytest.raises(KeyUnfit, match="No such file"):
        signer("tests", "club.example", tmp_path / "none.pem")
