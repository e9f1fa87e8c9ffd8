"""The letters of ours of one campaign, as files: letters/out/<seat>/<number>.eml."""

import os
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path

from pbem.store.folder.evidence import names_in


@dataclass(frozen=True, slots=True)
class LetterFile:
    """One of them, whether it was written yet or not."""

    path: Path

    @property
    def number(self) -> str:
        """Such as "A-15"."""
        return self.path.stem

    def is_there(self) -> bool:
        """Was it frozen?"""
        return os.path.exists(self.path)  # noqa: PTH110

    def raw(self) -> bytes:
        """Its bytes. OSError when it is not there."""
        return self.path.read_bytes()

    def head(self, most: int) -> bytes | None:
        """So many bytes of its beginning, at the most; None when it is not there."""
        try:
            with self.path.open("rb") as letter:
                return letter.read(most)
        except FileNotFoundError:
            return None

    def stamp(self) -> tuple[int, int]:
        """Its hour and its size. OSError when it is not there."""
        found = self.path.stat()
        return found.st_mtime_ns, found.st_size


class FolderLetters:
    """All of them, below a campaign's folder."""

    def __init__(self, home: Path) -> None:
        self._out = home / "letters" / "out"

    def at(self, seat: str, number: str) -> LetterFile:
        """The place of one."""
        return LetterFile(self._out / seat / f"{number}.eml")

    def numbers(self, seats: Collection[str]) -> Mapping[str, frozenset[str]]:
        """By seat those that are frozen."""
        files = {seat: names_in(self._out / seat) for seat in seats}
        return {seat: frozenset(name.removesuffix(".eml") for name in files[seat] if name.endswith(".eml")) for seat in seats}

    def foresee(self, seat: str, numbers: tuple[str, ...]) -> None:
        """To look is cheap here."""

    def expect(self, seat: str, numbers: tuple[str, ...]) -> None:
        """The same."""
