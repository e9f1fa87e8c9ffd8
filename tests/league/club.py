"""Many campaigns with real letters in them, for a league at its size: a folder of campaigns that have begun, and for each the
letters of a game that scripted commanders played. The same texts go to every campaign; since dice are its own, some lines do not
fit there any more and are answered as faulty, as people's are.
"""

import random
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache
from pathlib import Path
from typing import NamedTuple

from benchmarks.bench import letter
from pbem.campaign.deadlines import Pace
from pbem.campaign.state import Seat
from pbem.handlers.bot import Commander, Temper
from pbem.handlers.words import words_of
from pbem.mail.compose import reply_address
from pbem.mail.sender import token
from pbem.modules import library
from pbem.service.config.settings import Config, MailboxSettings, Settings
from pbem.service.directory import mailbox
from pbem.service.open_campaign import Setup
from pbem.service.referee import Referee
from tests.acceptance.table import KEY, Postman, QuickDisk, Table

SIDES = ("allied", "german")
REFEREE = "referee@club.example"
SEED = 4


class Said(NamedTuple):
    """What a side writes in a letter."""

    side: str
    text: str


@cache
def game(letters: int) -> tuple[Said, ...]:
    """So many letters of one game: orders for a part of play, questions, the end of it."""
    chance, said = random.Random(SEED), list[Said]()
    with tempfile.TemporaryDirectory() as folder:
        table = Table(Path(folder))
        table.begin()
        campaign = table.campaign
        ruleset, now = campaign.table.ruleset, campaign.table.game
        minds = {side: Commander(ruleset, words_of(ruleset), now, chance, Temper(noise=0.4)) for side in SIDES}
        while len(said) < letters and campaign.state.admin.clocks:
            side = min(campaign.state.admin.clocks)
            orders = minds[side].letter(campaign.state.pictures[side], end=False)
            for text in (orders or "STATUS\n", chance.choice(("SITREP\n", "STATUS\n", "WHO\n")), "END IMPULSE\n"):
                said.append(Said(side, text))
                answer = table.write(side, text)
                if "for your YES" in answer.subject:
                    said.append(Said(side, "YES\n"))
                    table.write(side, "YES\n")
        table.close()
    return tuple(said[:letters])


@dataclass(frozen=True)
class Club:
    """Campaigns c0000, c0001, … in a data folder of this machine, with the key of a league."""

    folder: Path
    count: int

    @property
    def data(self) -> Path:
        """The data folder."""
        return self.folder / "data"

    @property
    def names(self) -> list[str]:
        """Its campaigns."""
        return [f"c{n:04}" for n in range(self.count)]

    def config(self) -> Config:
        """Of its folder."""
        settings = Settings(data="data", free_mb=0, pictures=False, mailbox=MailboxSettings(address=REFEREE))
        return Config(settings, self.folder)

    def found(self, at: datetime, paces: Sequence[Pace] = (Pace(),)) -> None:
        """Every campaign, accepted by both sides at that time, its letters posted; paces: in turn."""
        self.data.mkdir(parents=True, exist_ok=True)
        (self.data / "key").write_bytes(KEY)
        (self.data / "key").chmod(0o600)
        with Referee(self.config(), QuickDisk()) as referee:
            for number, name in enumerate(self.names):
                seats = tuple(Seat(s, s, "commander", f"{s}@{name}.example", s[0].upper()) for s in SIDES)
                seed = name.encode().ljust(32, b".")
                module = library.module_folder("heumen-bridge")
                referee.new_campaign(Setup(name, module, seats, paces[number % len(paces)], seed=seed), at)
                for n, side in enumerate(SIDES):
                    when = at + timedelta(seconds=1 + n)
                    referee.take(self.letter(name, Said(side, "ACCEPT\n"), f"accept.{side}"), when, f"{name}/{side}")
                referee.work(at + timedelta(seconds=5))
            referee.post(Postman(), at + timedelta(seconds=5))

    def letter(self, name: str, said: Said, number: str) -> bytes:
        """A commander's letter."""
        address = f"{said.side}@{name}.example"
        secret = token(KEY, name, said.side, address, 1)
        return letter(address, reply_address(mailbox(self.config()), name, secret), f"{name}.{number}", said.text)

    def letters(self, each: int) -> Iterator[tuple[str, bytes]]:
        """So many letters of each campaign, by turns, with the campaign's name."""
        for n, said in enumerate(game(each)):
            for name in self.names:
                yield name, self.letter(name, said, str(n))
