"""What a letter in the spool is called, wherever it is kept: its arrival, the sha256 of its bytes, that of its transport id."""

import hashlib
from datetime import UTC, datetime


def name_of(raw: bytes, arrival: datetime, transport: str) -> str:
    """Names sort in the order of arrival. ValueError for a time without its zone."""
    transport_digest = hashlib.sha256(transport.encode()).hexdigest()[:16]
    return f"{stamp(arrival)}Z-{hashlib.sha256(raw).hexdigest()[:16]}-{transport_digest}"


def stamp(at: datetime) -> str:
    """What a name begins with."""
    if at.tzinfo is None:
        raise ValueError(f"a time without its zone: {at}")
    text = at.astimezone(UTC).isoformat(timespec="microseconds").removesuffix("+00:00")
    return text.translate({ord(mark): None for mark in "-:."})
