"""Whom play waits for: a set of sides. It is public: each side may know who is awaited, never who of them has written."""

from typing import Literal

from pbem.kernel.values import Value

Wanted = Literal["orders", "decision"]


class Awaited(Value):
    """sides: whom play waits for, none where field commanders fight or all is over; wanted: of each of them; filed: what they write
    lies on file until one run carries it out, also where a single side is awaited."""

    sides: frozenset[str] = frozenset()
    wanted: Wanted = "orders"
    filed: bool = False
