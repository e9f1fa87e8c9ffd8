"""Who vouches for a sender: the receiving server's own verdict, or a DKIM signature checked on the raw bytes.

A From field is words on paper. Two things make it proof: an Authentication-Results field (RFC 8601) that the host's own
server wrote, with an aligned pass in it, or a signature of the sender's domain over the bytes as they came. Everything
here fails closed: what cannot be read vouches for nobody. The server must strip foreign fields that bear its name
(RFC 8601, section 5); `pbem doctor` tries that with a letter to oneself.

Letters, signatures and the DNS's answers are strangers' bytes, and a megabyte of blanks keeps dkimpy busy for an hour: all of
it runs in the reader's process (`mail.reader`), within its bounds.
"""

import re
import time
from collections.abc import Callable

import dkim
import dns.exception
import dns.rdatatype
import dns.resolver

from pbem.kernel.values import Value
from pbem.mail.mime import Fields, even_line_ends, header_fields, split_header, values
from pbem.mail.sender import canonical_address
from pbem.mail.trust import UNNAMED, Trust, endpoint

MOST_SIGNATURES = 5
LONGEST_SIGNATURE = 8_000  # characters
DNS_SECONDS = 10.0  # for all keys of a letter together
ANSWER_SECONDS = 5.0  # for one of them
LONGEST_KEY = 2048  # characters of a key's record; 8192 bits take 1400, and a longer one is a burden rather than a proof

_LONGEST_FIELD = 4_000
_DEEPEST_COMMENT = 20
_IN_COMMENT = re.compile(r"[^()\\]+|\\.|[()]", re.DOTALL)
# A quotation within a word, or an escape where there is nothing to escape, is read by some so and by some so.
_OUTSIDE = re.compile(r'[^()"\\]+|\\(?!["()\\]|\Z)|(?<![^=;\s])"(?:[^"\\]|\\.)*"|[()]', re.DOTALL)
_SHORTEST_DOMAIN = 2  # labels: nobody signs for a top-level domain
_RESULT = re.compile(r"\s*(?P<method>[a-z0-9-]+)\s*(?:/\s*\d+\s*)?=\s*(?P<result>[a-z]+)(?P<properties>.*)", re.I | re.S)
_PROPERTY = re.compile(r'([a-z]+)\s*\.\s*([a-z0-9_-]+)\s*=\s*("(?:[^"\\]|\\.)*"|[^\s;"]+)', re.IGNORECASE)
_TAGS = re.compile(r"(?:^|;)\s*([a-z]+)\s*=\s*([^;]*)", re.IGNORECASE)

Dns = Callable[[bytes], bytes | None]


def vouched(raw: bytes, trust: Trust, keys: Dns | None = None) -> bool:
    """Is the one From address of these raw bytes proved by somebody whose word is taken? keys: told a name such as
    b"sel._domainkey.example.org.", tells its record; the DNS if none. Raises MemoryError alone.
    """
    fields = header_fields(split_header(even_line_ends(raw))[0])
    domain = _from_domain(fields)
    if not domain:
        return False
    verdict = _own_verdict(fields, trust.authserv_id)
    if verdict is not None:
        return any(_passes(result, domain) for result in verdict)
    return trust.dkim and _signed(raw, fields, domain, keys or Keys(trust.name_server))


def _from_domain(fields: Fields) -> str:
    """The domain of the From field; "" unless there is exactly one, with exactly one mailbox."""
    froms = values(fields, "from")
    address = canonical_address(froms[0]) if len(froms) == 1 else None
    return address.rpartition("@")[2] if address else ""


# ---------------------------------------------------------------- the receiving server's verdict


class Result(Value):
    """One result of a verdict: "dkim", "pass", and its properties ("header.d" -> "example.org")."""

    method: str
    result: str
    properties: tuple[tuple[str, str], ...]


def _own_verdict(fields: Fields, authserv_id: str) -> tuple[Result, ...] | None:
    """The results in the topmost field of our own server; None when it wrote none. Those below it are never looked at, and none
    at all once a field stands above them that cannot be read: it may be ours, and nobody can tell what it says."""
    if not authserv_id:
        return None
    for value in values(fields, "authentication-results"):
        parsed = parse_results(value)
        if parsed is None:
            return ()
        name, results = parsed
        if name == ("" if authserv_id == UNNAMED else authserv_id.lower()):
            return results
    return None


def parse_results(value: str) -> tuple[str, tuple[Result, ...]] | None:
    """(lower-case authserv-id or "", results) of an Authentication-Results value; None for one that is too long, or whose quotes or
    comments are not closed or too deep: readers part ways over it. A piece that is no result is left out."""
    text = without_comments(value)
    if text is None:
        return None
    pieces = _split(text)
    first = _RESULT.fullmatch(pieces[0]) if pieces else None
    name = "" if first or not pieces else (pieces[0].split() or [""])[0].strip('"').lower()
    found = (_RESULT.fullmatch(piece) for piece in (pieces if first else pieces[1:]))
    return name, tuple(_result(match) for match in found if match)


def without_comments(value: str) -> str | None:
    """A field's value with each comment a blank, quoted strings as they are; None when it cannot be told what is which."""
    if len(value) > _LONGEST_FIELD:
        return None
    kept, depth, at = list[str](), 0, 0
    while at < len(value):
        found = (_IN_COMMENT if depth else _OUTSIDE).match(value, at)
        if found is None:
            return None
        at, piece = found.end(), found[0]
        depth += (piece == "(") - (piece == ")")
        if not 0 <= depth <= _DEEPEST_COMMENT:
            return None
        kept.append(" " if piece in ("(", ")") else "" if depth else piece)
    return None if depth else "".join(kept)


def _split(text: str) -> list[str]:
    """The pieces between semicolons that stand outside quotes."""
    return re.findall(r'(?:[^;"]|"(?:[^"\\]|\\.)*")+', text)


def _result(match: re.Match[str]) -> Result:
    properties = tuple(
        (f"{kind}.{name}".lower(), value.strip('"').lower()) for kind, name, value in _PROPERTY.findall(match["properties"])
    )
    return Result(match["method"].lower(), match["result"].lower(), properties)


def _passes(result: Result, domain: str) -> bool:
    """A pass that is about this From domain: DMARC for it, or DKIM by a domain aligned with it."""
    if result.result != "pass":
        return False
    if result.method == "dmarc":
        return [v for name, v in result.properties if name == "header.from"] == [domain]
    signers = [v.rpartition("@")[2] for name, v in result.properties if name in ("header.d", "header.i")]
    return result.method == "dkim" and bool(signers) and all(aligned(signer, domain) for signer in signers)


def aligned(signer: str, domain: str) -> bool:
    """May `signer` sign for `domain`: the same, or one above it that is not a top-level domain?"""
    above = domain.endswith("." + signer) and signer.count(".") >= _SHORTEST_DOMAIN - 1
    return bool(signer) and (signer == domain or above)


# ---------------------------------------------------------------- signatures


def _signed(raw: bytes, fields: Fields, domain: str, keys: Dns) -> bool:
    """Does one of the first signatures, over the whole body and the From field, by an aligned domain, hold?"""
    for index, value in enumerate(values(fields, "dkim-signature")[:MOST_SIGNATURES]):
        if len(value) > LONGEST_SIGNATURE:
            continue
        tags = {name.lower(): re.sub(r"\s", "", text) for name, text in _TAGS.findall(value)}
        covers_from = "from" in tags.get("h", "").lower().split(":")
        if "l" in tags or not covers_from or not aligned(tags.get("d", "").lower(), domain):
            continue  # l= leaves room for lines below the signed ones
        if _holds(raw, index, keys):
            return True
    return False


def _holds(raw: bytes, index: int, keys: Dns) -> bool:
    try:
        return bool(dkim.DKIM(raw, minkey=1024).verify(idx=index, dnsfunc=lambda name, **_: _short(keys(name))))
    except MemoryError:  # a bound of the reader's, and no word on the letter
        raise
    except Exception:  # whatever is wrong with a signature or its key: it proves nothing
        return False


def _short(record: bytes | None) -> bytes | None:
    return record if record and len(record) <= LONGEST_KEY else None


class Keys:
    """The keys of the signatures of one letter, as the DNS has them."""

    def __init__(self, name_server: str = "") -> None:
        self._name_server = name_server
        self._until = time.monotonic() + DNS_SECONDS

    def __call__(self, name: bytes) -> bytes | None:
        """The text record of this name; None when there is none, or none in time."""
        seconds = min(ANSWER_SECONDS, self._until - time.monotonic())
        if seconds <= 0:
            return None
        try:
            found = self._resolver().resolve(name.decode("ascii"), dns.rdatatype.TXT, raise_on_no_answer=False, lifetime=seconds)
        except (dns.exception.DNSException, UnicodeDecodeError):
            return None
        records = (rrset for rrset in found.response.answer if rrset.rdtype == dns.rdatatype.TXT)
        return next((b"".join(next(iter(rrset)).strings) for rrset in records), None)

    def _resolver(self) -> dns.resolver.Resolver:
        resolver = dns.resolver.Resolver(configure=not self._name_server)
        if self._name_server:
            address, resolver.port = endpoint(self._name_server)
            resolver.nameservers = [address]
        return resolver
