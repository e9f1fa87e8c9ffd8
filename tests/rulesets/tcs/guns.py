"""The ford village with more guns than it has: batteries of all kinds, sorties, mines, another light; played by letters."""

import shutil
from collections.abc import Iterable
from pathlib import Path
from typing import TypeVar

from pbem.campaign.state import Seat
from pbem.rulesets.tcs.plots import Battery
from pbem.service.open_campaign import Setup
from tests.acceptance.table import Mail, Postman, plain, recorded
from tests.rulesets.tcs.ford import SEATS, Ford

T = TypeVar("T")
Change = tuple[str, str, str]
"""A file of the module, words in it, and those that stand there instead."""

MORE_HE: Change = ("oob.toml", "he = 24\nsmoke = 2", "he = 40\nsmoke = 12\nillum = 8")
DELAYED: Change = ("oob.toml", "tubes = 4", "tubes = 4\ndelay = 1")
NIGHT: Change = ("scenario-1.toml", "turns = 6", 'turns = 6\nlight = [{ turn = 1, light = "night" }]')
ROCKETS: Change = (
    "oob.toml", '[[battery]]\nid = "BTY"',
    '[[battery]]\nid = "NBW"\nside = "ge"\nbattalion = "support"\nrockets = "nebelwerfer_15cm_battery"\ntubes = 6\nhe = 2\n\n'
    '[[battery]]\nid = "BTY"',
)  # fmt: skip


CLEAR: Change = ("scenario-1.toml", 'visibility = "haze"', 'visibility = "clear"')
SORTIES: Change = (
    "scenario-1.toml", "turns = 6",
    'turns = 6\nsorties = [{ side = "us", kinds = ["strafe", "rockets", "bomb_500lb", "napalm", "strafe_cannon"], '
    'weather = "haze", each = 2, total = 3 }]',
)  # fmt: skip
FLAK: tuple[Change, ...] = (
    ("oob.toml", 'id = "ge_mg"\n', 'id = "ge_mg"\naa = "heavy"\n'),
    ("oob.toml", 'id = "pak40"\n', 'id = "pak40"\naa = "heavy"\n'),
    ("oob.toml", 'id = "ge_81"\n', 'id = "ge_81"\naa = "heavy"\n'),
)


def mines(side: str, density: str, *hexes: str) -> Change:
    """Minefields of a side."""
    places = ", ".join(f'"{hex_}"' for hex_ in hexes)
    return (
        "scenario-1.toml",
        "turns = 6",
        f'turns = 6\nmines = [{{ side = "{side}", density = "{density}", hexes = [{places}] }}]',
    )


def barriers(*laid: tuple[str, ...]) -> Change:
    """Wire and roadblocks: of each side, kind and hexes of an entry."""
    entries = (f'{{ side = "{side}", kind = "{kind}", hexes = {list(hexes)!r} }}' for side, kind, *hexes in laid)
    return ("scenario-1.toml", "turns = 6", f"turns = 6\nbarriers = [{', '.join(entries)}]")


def bunkers(side: str, kind: str, *hexes: str) -> Change:
    """Bunkers of a side."""
    return (
        "scenario-1.toml",
        "turns = 6",
        f'turns = 6\nworks = [{{ side = "{side}", bunker = "{kind}", hexes = {list(hexes)!r} }}]',
    )


def with_battery(name: str, side: str, facts: str) -> Change:
    """One more battery."""
    more = f'[[battery]]\nid = "{name}"\nside = "{side}"\nbattalion = "support"\n{facts}\n\n'
    return ("oob.toml", '[[battery]]\nid = "BTY"', more + '[[battery]]\nid = "BTY"')


class Guns(Ford):
    """A campaign of tcs-training with some of its files changed."""

    def __init__(
        self, folder: Path, *changes: Change, postman: Postman | None = None, seed: bytes | None = None, ge: Seat = SEATS[1]
    ) -> None:
        self.place, self.changes, self.own_seed = folder, changes, seed
        folder.mkdir(parents=True, exist_ok=True)
        super().__init__(folder, postman=postman, ge=ge)

    def setup(self, module: Path, seats: tuple[Seat, ...], seed: bytes, tempo: str) -> Setup:
        altered = self.place.parent / f"{self.place.name}-module" / module.name
        if not altered.exists():
            shutil.copytree(module, altered)
            for file, old, new in self.changes:
                text = (altered / file).read_text()
                assert old in text, (file, old)
                (altered / file).write_text(text.replace(old, new, 1))
        return super().setup(altered, seats, self.own_seed or seed, tempo)

    def battery(self, name: str) -> Battery:
        """A battery as it is."""
        found = next(forces.battery(name) for forces in self.board.forces.values() if name in forces.batteries)
        assert found is not None
        return found

    def events(self, kind: type[T]) -> list[T]:
        """What has happened, of one kind."""
        return [event for record in recorded(self) for event in record.events if isinstance(event, kind)]

    def told(self, side: str, kind: type[T]) -> list[T]:
        """What a desk has learnt, of one kind."""
        return [seen for record in recorded(self) for desk, seen in record.seen if desk == side and isinstance(seen, kind)]

    def letters(self, us: str, ge: str = "") -> None:
        """Both write letter A, and it is carried out."""
        self.both(us, ge)

    def turn(self, us: str = "", ge: str = "", acts: str = "", ge_acts: str = "") -> None:
        """A whole turn."""
        self.both(us, ge)
        self.both(acts, ge_acts)

    def asked(self, seat: str, words: str) -> str:
        """The answer to a letter, in one line."""
        return plain(self.write(seat, words))


def raw(mails: Iterable[Mail]) -> list[bytes]:
    """The bytes of letters."""
    return [mail.raw for mail in mails]


def with_tubes(*hexes: str) -> tuple[Change, ...]:
    """A German battery whose guns stand on the map."""
    counter = (
        '[[counter]]\nid = "lefh"\ntitle = "10.5 cm leFH"\ntype = "gun_tube"\ntarget = "A"\nmove = "towed"\nsteps = 1\nfront = 0\n'
        "back = 1\n\n"
    )  # fmt: skip
    names = [f"H-{number}" for number in range(1, len(hexes) + 1)]
    units = "".join(
        f'[[unit]]\nid = "{name}"\ncounter = "lefh"\nside = "ge"\nchain = ["1/AR", "AR", "Art Abt"]\nmorale = 4\n\n'
        for name in names
    )
    facts = f'caliber = "105"\ntubes = {len(names)}\nhe = 6\nunits = {names!r}'
    placed = "".join(
        f'[[setup]]\nunit = "{name}"\nhex = "{hex_}"\nmode = "fire"\n\n' for name, hex_ in zip(names, hexes, strict=True)
    )
    return (
        ("oob.toml", '[[counter]]\nid = "m4"', counter + '[[counter]]\nid = "m4"'),
        ("oob.toml", '[[unit]]\nid = "A-1"', units + '[[unit]]\nid = "A-1"'),
        with_battery("AR1", "ge", facts),
        ("scenario-1.toml", '[[setup]]\nunit = "A-1"', placed + '[[setup]]\nunit = "A-1"'),
    )
