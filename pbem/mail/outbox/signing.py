"""DKIM signatures on what goes out, for hosts who deliver themselves. The last step, on the final bytes."""

from collections.abc import Callable
from pathlib import Path

# From, To and Subject twice: a second field of that name, put in on the way, breaks the signature.
_SIGNED = (
    b"from", b"from", b"to", b"to", b"subject", b"subject", b"date", b"message-id", b"reply-to", b"in-reply-to", b"references",
    b"mime-version", b"content-type", b"auto-submitted",
)  # fmt: skip


class KeyUnfit(Exception):  # noqa: N818 (what it is)
    """The key file holds no key that signs; the words never hold a byte of it."""


def signer(selector: str, domain: str, key_file: Path) -> Callable[[bytes], bytes]:
    """A function that puts a signature in front of a letter. KeyUnfit, before any letter is signed."""
    import dkim  # most hosts sign nothing, and it brings all of dnspython

    try:
        key = key_file.read_bytes()
        dkim.sign(b"From: a@b\r\n\r\nx\r\n", selector.encode(), domain.encode(), key)
    except OSError as trouble:
        raise KeyUnfit(f"dkim_key_file: {key_file}: {trouble.strerror}") from None
    except Exception as trouble:
        raise KeyUnfit(f"dkim_key_file: {key_file}: no RSA key in PEM ({type(trouble).__name__})") from None

    def signed(raw: bytes) -> bytes:
        mark: bytes = dkim.sign(
            raw, selector.encode(), domain.encode(), key, canonicalize=(b"relaxed", b"simple"), include_headers=list(_SIGNED)
        )
        return mark + raw

    return signed
