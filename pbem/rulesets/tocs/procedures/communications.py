"""Communications: what links a unit to its headquarters (TOCS-W7)."""


from pbem.kernel.values import Value


class Link(Value):
    """Is there a line, and why: by what way, or what cuts it, in the side's own words."""

    ok: bool
    why: str
