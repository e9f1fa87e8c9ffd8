"""A world that is compared with its twin."""

from tests.acceptance.table import Mail, Table


class TwinWorld(Table):
    """A table whose letters are numbered by their seats, so that what one writes shifts nothing of another's."""

    numbers: dict[str, int]

    def letter(self, seat: str, lines: str, answers: Mail | None = None, **extra: str) -> bytes:
        self.numbers = getattr(self, "numbers", {})
        self.numbers[seat] = self.numbers.get(seat, 0) + 1
        self.count = self.numbers[seat]
        return super().letter(seat, lines, answers, **extra)
