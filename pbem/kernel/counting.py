"""How many of something, in words that fit the number."""


def counted(number: int, one: str, many: str = "") -> str:
    """`1 step`, `3 steps`, `2 hexes`; many: the plural, where it is not made by an s (or es after x)."""
    return f"{number} {one if number == 1 else many or one + ('es' if one.endswith('x') else 's')}"
