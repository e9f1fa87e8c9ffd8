"""The stage for fog tests: quick tables, scripted commanders who play by letters, inquisitive letters, and a module
whose every counter bears absurd names, so that a name out of place is seen."""

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from email.message import EmailMessage
from pathlib import Path
from typing import Any

from pbem.campaign.records import Cause, Record
from pbem.campaign.state import Seat
from pbem.handlers.bot import Commander, Temper
from pbem.modules import library
from pbem.rulesets.tocs.module import load_module
from pbem.rulesets.tocs.oob import Counter
from tests.acceptance.table import ADDRESS, Mail, QuickDisk, Table
from tests.opened import as_game, as_picture

SIDES = ("allied", "german")
OTHER = {"allied": "german", "german": "allied"}
MOST_LETTERS = 300
STEADY = Temper()
KEY = bytes(range(32))


class Stage(Table):
    """A table on a quick disk, with the same key every time."""

    def __init__(
        self, folder: Path, seed: int = 1, module: str = "heumen-bridge", seats: tuple[Seat, ...] = (), tempo: str = "at-once"
    ) -> None:
        (folder / "data").mkdir(parents=True, exist_ok=True)
        (folder / "data" / "key").write_bytes(KEY)
        super().__init__(folder, QuickDisk(), module, seed.to_bytes(32, "big"), seats=seats, tempo=tempo)
        self.handled: list[Record] = []
        self._handle = self.campaign.handle
        self.campaign.handle = self._noted  # type: ignore[method-assign]

    def _noted(self, cause: Cause) -> Record | None:
        record = self._handle(cause)
        self.handled += [record] if record else []
        return record

    def mail(self, seat: str) -> list[Mail]:
        """All letters of a seat so far."""
        return [self.opener.open(raw) for raw in self.bag(seat)]

    def bag(self, seat: str) -> list[bytes]:
        """The bytes of all letters of a seat so far."""
        return self.postman.bags.get(self.address[seat], [])

    def last(self, seat: str) -> Mail:
        """The newest letter of a seat."""
        return self.mail(seat)[-1]

    def say(self, seat: str, lines: str, after: timedelta = timedelta(minutes=1)) -> bytes:
        """A letter that may have no answer; its bytes."""
        raw = self.letter(seat, lines, self.last(seat))
        self.hand_in(raw, after)
        return raw

    def hand_in(self, raw: bytes, after: timedelta = timedelta(minutes=1)) -> None:
        """Bytes arrive so long after the last letter, and the referee works and posts."""
        self.at += after
        self.referee.take(raw, self.at, f"test:{self.at.isoformat()}")
        self.run()

    def records(self) -> list[Record]:
        """Every record, as the journal gives it back."""
        script = self.campaign.script
        return [script.record(body["body"]) for body in self.campaign.journal.all_records()]

    @property
    def playing(self) -> bool:
        """Is the campaign being played?"""
        return self.campaign.state.admin.stage == "playing"


@dataclass(frozen=True)
class Letter:
    """A letter to be written: whose, and its lines."""

    seat: str
    lines: str


def game(stage: Stage, seed: int, temper: Temper = STEADY, curious: bool = False) -> Iterator[Letter]:
    """A whole game as letters, each written after the one before was answered. curious: both sides also ask everything."""
    chance = random.Random(seed)
    table = stage.campaign.table
    commanders = {side: Commander(table.ruleset, table.words, table.game, chance, temper) for side in SIDES}
    for _ in range(MOST_LETTERS):
        if not stage.playing:
            return
        if answer := decision(stage, chance):
            yield answer
            continue
        side = stage.phasing()
        if curious:
            yield from (Letter(s, text) for s in SIDES for text in questions(stage, s, chance))
        orders = commanders[side].letter(stage.campaign.state.pictures[side], end=False)
        yield Letter(side, f"CARRY OUT WHAT YOU CAN\n{orders}")
        if goes_on(stage, side):
            closing = chance.choice(("END IMPULSE ANYWAY", "END IMPULSE ANYWAY", "PASS"))  # unasked: what he is asked is his own
            yield Letter(side, closing)
            if closing == "PASS":
                yield Letter(side, "YES")
        if goes_on(stage, side):
            yield Letter(side, "CANCEL\nEND IMPULSE ANYWAY")
    raise AssertionError("the game does not end")


def goes_on(stage: Stage, side: str) -> bool:
    """Is it still this side's impulse, with nothing to wait for?"""
    return stage.playing and stage.phasing() == side and not stage.campaign.state.situation.owed


def decision(stage: Stage, chance: random.Random) -> Letter | None:
    """The letter that decides what play waits for."""
    for owed in stage.campaign.state.situation.owed:
        return Letter(owed.side, f"ANSWER {owed.number} {chance.choice(owed.options).upper()}")
    return None


def play(stage: Stage, seed: int, **how: Any) -> None:
    """Begin and play a whole game."""
    stage.begin()
    for letter in game(stage, seed, **how):
        stage.say(letter.seat, letter.lines)


def questions(stage: Stage, side: str, chance: random.Random) -> Iterator[str]:
    """Everything a seat may ask, about its own things, the enemy's, and what nobody has."""
    state = stage.campaign.state
    picture, game_ = state.pictures[side], stage.campaign.table.game
    calls = sorted(c.call for c in as_picture(picture).forces.counters.values())
    own = chance.choice(calls)
    hexes = sorted(as_game(game_).ground.hexes)
    there = chance.choice(hexes)
    number = chance.randrange(1, max(2, as_picture(picture).public.battles + 2))
    yield f"STATUS\nORDERS\nWHAT CAN {own}\nCOST {own} to {there}\nWHY {number}\nDIARY {own}\nREPORT"
    yield chance.choice(("HELP", "HELP ATTACK", "HELP 1/HG", "HELP START", f"RESEND {chance.choice('AG')}-{number}"))
    enemy = _half_known(chance)
    yield f"WHAT CAN {enemy}\nCOST {enemy} to {there}\nDIARY {enemy}\nWHY 99\nCANCEL"
    yield f"CHECK\n{own}: move {there}\n{enemy}: attack {there} hasty\n{own}: recon around; if occupied attack {there} hasty"
    yield "CANCEL"
    if chance.random() < 0.3:
        yield chance.choice(STANDING)
    if chance.random() < 0.3:
        yield f"MESSAGE enemy\nWe hold {there}. {{reply-token}}\nEND MESSAGE"


STANDING = ("EZOC NEVER", "EZOC ALWAYS", "EZOC WITHIN 2 OF 14.12", "RETREAT HOLD 14.12", "IF SILENT PASS", "LOSSES WEAKEST FIRST")


def _half_known(chance: random.Random) -> str:
    """A name as a spy would try it: a real one of the printed module, or a canary short of its last letter."""
    return chance.choice(("1/HG", "HQHENKE", "B/504", "82rcn", "JPW0", "ZQK0", "JBW0", "ZAK0", "NOBODY"))


# ---------------------------------------------------------------- canaries

# Per side the first letters of an id, a call, a name and an alias; all so unlike the other side's that none is a hint.
MARKS = {"allied": ("ZIK", "ZQK", "ZNK", "ZAK"), "german": ("JHW", "JPW", "JMW", "JBW")}
CANARY = {side: re.compile(rf"(?:{'|'.join(marks)})\d\d", re.IGNORECASE) for side, marks in MARKS.items()}


def canary_module(folder: Path, windows: str = "never") -> Path:
    """The training module with every counter's id, call, name and aliases turned into canaries of its side.

    windows: does play pause when a retreat could be paid for, "never" or "always".
    """
    source = library.module_folder("heumen-bridge")
    texts = library.module_files(source)
    for side, marks in MARKS.items():
        counters = [c for c in load_module(texts).counters if c.side == side]
        name = f"oob-{side}.toml"
        for number, counter in enumerate(counters, 1):
            texts[name] = _renamed(texts[name], counter, [f"{mark}{number:02d}" for mark in marks])
    texts["module.toml"] = texts["module.toml"].replace("[switches]", f'[switches]\nretreat_window = "{windows}"')
    folder.mkdir(parents=True)
    for name, text in texts.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def _renamed(text: str, counter: Counter, words: list[str]) -> str:
    new = {counter.id: words[0].lower(), counter.call: words[1], counter.name: f"{words[2]} of nowhere"}
    new |= dict.fromkeys(counter.aliases, words[3])
    for old, word in new.items():
        text = text.replace(f'"{old}"', f'"{word}"')
    return text


# ---------------------------------------------------------------- letters, looked through


def words_of(mail: Mail) -> str:
    """Everything of a letter that anybody could read: header fields, text, HTML, and the bytes themselves."""
    return "\n".join((*(f"{k}: {v}" for k, v in mail.fields.items()), mail.text, mail.html, mail.raw.decode("latin-1")))


def plain_letter(seat: str, lines: str, to: str, number: int) -> bytes:
    """A letter in nobody's thread."""
    message = EmailMessage()
    message["From"] = ADDRESS[seat]
    message["To"] = to
    message["Subject"] = "a thought"
    message["Message-ID"] = f"<stray.{number}@{seat}.example>"
    message.set_content(lines)
    return message.as_bytes()
