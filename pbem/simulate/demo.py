"""`make demo`: a whole campaign of the training module by mail on this machine.

An SMTP receiver in this process is everybody's mail server: it puts what is written to the referee into his Maildir
and what he writes into the commanders'. The referee is the real one; two scripted commanders write real letters.
"""

import random
import shutil
import smtplib
import socket
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email import policy
from email.message import EmailMessage
from email.parser import BytesParser
from email.utils import make_msgid
from pathlib import Path
from typing import Protocol

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import Envelope

from pbem.campaign.deadlines import Pace
from pbem.campaign.state import Seat
from pbem.handlers.bot import Commander
from pbem.kernel.i18n import counted
from pbem.mail.inbox.maildir import MaildirInbox
from pbem.mail.outbox import Post
from pbem.mail.outbox.maildir import MaildirOutbox
from pbem.mail.outbox.smtp import SmtpOutbox
from pbem.modules import library
from pbem.service.config.settings import Config, InboxSettings, MailboxSettings, OutboxSettings, Settings
from pbem.service.daemon import tick
from pbem.service.open_campaign import Campaign, Setup
from pbem.service.referee import Referee
from pbem.store.folder.disk import Disk

REFEREE = "referee@club.example"
COMMANDERS = {"allied": "tucker@504.example", "german": "henke@nijmegen.example"}
MOST_LETTERS = 120
TYPO = """# across the canal before dark
A/504: recon 13.11; if empty move, else attack deliberate
B,C/504: move 13.12; atack 14.12 hasty
"""
STANDING = "EZOC WITHIN 3 OF 14.12\n"

Say = Callable[[str], object]


class Verify(Protocol):
    """`pbem verify`."""

    def __call__(self, folder: Path, /) -> tuple[str, bool]:
        """What was found in a folder of letters, in words, and whether everything fits."""


class DemoServer:
    """Everybody's mail server: SMTP in, Maildirs out."""

    def __init__(self, mail: Path) -> None:
        self.mail, self.disk = mail, Disk()
        self.port = _free_port()
        self.controller = Controller(self, hostname="127.0.0.1", port=self.port)

    async def handle_DATA(self, server: object, session: object, envelope: Envelope) -> str:  # noqa: ARG002, N802
        """Deliver to the Maildir of each recipient; a plus-address is the referee's."""
        for to in envelope.rcpt_tos:
            box = REFEREE if to.partition("@")[0].partition("+")[0] == "referee" else to
            verdicts = MaildirOutbox(self.disk, self.mail).post([Post("", box, envelope.original_content or b"")])
            if verdicts[0].state != "posted":
                return f"451 {verdicts[0].text}"
        return "250 delivered"


def _free_port() -> int:
    """A port nobody listens on; the receiver cannot be asked to choose one itself."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@dataclass
class Player:
    """A commander at his desk: his seat, his mailbox, his scripted mind, and what he wants shown."""

    seat: str
    mailbox: Path
    mind: Commander
    port: int
    read: dict[str, EmailMessage] = field(default_factory=dict)

    def letters(self) -> list[EmailMessage]:
        """His mail, by number."""
        for path in sorted((self.mailbox / "new").glob("*")):
            if path.name not in self.read:
                self.read[path.name] = _opened(path.read_bytes())
        return sorted(self.read.values(), key=lambda m: int(str(m["Message-ID"]).split(".")[2].split("-")[1]))

    def write(self, text: str) -> None:
        """A reply to his last letter, by SMTP."""
        last = self.letters()[-1]
        message = EmailMessage()
        message["From"] = COMMANDERS[self.seat]
        message["To"] = str(last["Reply-To"])
        message["Subject"] = f"Re: {last['Subject']}"
        message["Message-ID"] = make_msgid(domain=COMMANDERS[self.seat].partition("@")[2])
        message["In-Reply-To"] = str(last["Message-ID"])
        message.set_content(text)
        with smtplib.SMTP("127.0.0.1", self.port) as client:
            client.send_message(message)


def _opened(raw: bytes) -> EmailMessage:
    return BytesParser(policy=policy.default).parsebytes(raw)


def text_of(message: EmailMessage) -> str:
    """The text of a letter."""
    part = message.get_body(("plain",))
    return part.get_content() if part else ""


class Demo:
    """The demo in hand."""

    def __init__(self, folder: Path, server: DemoServer, say: Say, verify: Verify) -> None:
        self.folder, self.server, self.say, self.verify = folder, server, say, verify
        settings = Settings(
            data="data", free_mb=0, mailbox=MailboxSettings(address=REFEREE),
            inbox=InboxSettings(folder=f"mail/{REFEREE}"),
            outbox=OutboxSettings(kind="smtp", host="127.0.0.1", port=server.port, security="none"),
        )  # fmt: skip
        self.config = Config(settings, folder)
        self.inbox = MaildirInbox(Disk(), folder / "mail" / REFEREE)
        self.outbox = SmtpOutbox(settings.outbox.account(), REFEREE)

    def tick(self, referee: Referee) -> None:
        """One pass of the daemon."""
        tick(referee, self.inbox, self.outbox, lambda: datetime.now(UTC))


def play(folder: Path, say: Say, verify: Verify) -> int:
    """Play it in `folder` (emptied first), show its letters, and have them checked (`verify`). 0 when all went as it should."""
    folder = folder.resolve()
    if folder.exists():
        if any(folder.iterdir()) and not (folder / "data" / "campaigns").is_dir():
            say(f"{folder} is not a demo folder; name another with --folder")
            return 2
        shutil.rmtree(folder)
    server = DemoServer(folder / "mail")
    server.controller.start()
    try:
        demo = Demo(folder, server, say, verify)
        with Referee(demo.config) as referee:
            return _campaign(demo, referee)
    finally:
        server.controller.stop()


def _campaign(demo: Demo, referee: Referee) -> int:
    say = demo.say
    say("Setting up a campaign of the training module, The Heumen Bridge; inviting two commanders by mail …")
    seats = tuple(Seat(s, s, "commander", a, s[0].upper()) for s, a in COMMANDERS.items())
    module = library.module_folder("heumen-bridge")
    campaign = referee.new_campaign(Setup("heumen", module, seats, Pace()), datetime.now(UTC))
    demo.tick(referee)
    players = {s: _player(demo, campaign, s) for s in COMMANDERS}
    for player in players.values():
        player.write("ACCEPT\n")
        demo.tick(referee)
        say(f"  {player.seat}: ACCEPT → {player.letters()[-1]['Subject']}")
    shown = _first_impulse(demo, referee, players["allied"])
    _the_rest(demo, referee, campaign, players)
    shown.append(("The Germans' first situation report", _of_kind(players["german"], "your impulse", first=True)))
    shown.append(("The end, for the Allied commander", players["allied"].letters()[-1]))
    for title, letter in shown:
        say(f"\n{'=' * 72}\n{title}\n{'=' * 72}\n{text_of(letter)}")
    return _finish(demo, campaign, players)


def _player(demo: Demo, campaign: Campaign, seat: str) -> Player:
    mind = Commander(campaign.table.ruleset, campaign.table.words, campaign.table.game, random.Random(seat))
    return Player(seat, demo.folder / "mail" / COMMANDERS[seat], mind, demo.server.port)


def _first_impulse(demo: Demo, referee: Referee, allied: Player) -> list[tuple[str, EmailMessage]]:
    """A letter with a typo comes back as a draft and is fixed with YES."""
    shown = [("What the Allied commander reads first", allied.letters()[-1])]
    for text, title in ((TYPO, "A letter with a typo comes back as a draft"), ("YES\n", "YES fixes it, and it runs"),
                        (STANDING, "A standing order is filed"), ("end impulse\n", "The impulse is closed")):  # fmt: skip
        before = len(allied.letters())
        allied.write(text)
        demo.tick(referee)
        answer = allied.letters()[before]
        demo.say(f"  allied writes {counted(len(text.splitlines()), '{number} line', '{number} lines')} → {answer['Subject']}")
        if title:
            shown.append((f"{title}\n\n{_quoted(text)}", answer))
    return shown[:3]


def _quoted(text: str) -> str:
    return "\n".join(f"    > {line}" for line in text.splitlines())


def _the_rest(demo: Demo, referee: Referee, campaign: Campaign, players: dict[str, Player]) -> None:
    """Both sides, impulse by impulse, to the end of the last turn."""
    for _ in range(MOST_LETTERS):
        state = campaign.state
        if state.admin.stage != "playing":
            return
        side, running = min(state.admin.clocks.items())
        player = players[side]
        before = len(player.letters())
        text = player.mind.letter(state.pictures[player.seat])
        player.write(text)
        demo.tick(referee)
        answer = player.letters()[before]
        lines = counted(len(text.splitlines()), "{number} line", "{number} lines")
        demo.say(f"  {running.moment} {player.seat} writes {lines} → {answer['Subject']}")
        still = campaign.state.admin.clock(side)
        if still and still.moment == running.moment and not campaign.state.situation.owed:
            player.write("end impulse anyway\n")  # a draft, or what stands over the limit: he can spare both
            demo.tick(referee)


def _pictures(letter: EmailMessage) -> list[EmailMessage]:
    """The pictures that a letter's page shows."""
    return [part for part in letter.walk() if part.get_content_maintype() == "image" and part.get_filename()]


def _of_kind(player: Player, words: str, first: bool) -> EmailMessage:
    found = [m for m in player.letters() if words in str(m["Subject"])]
    return found[0 if first else -1]


def _finish(demo: Demo, campaign: Campaign, players: dict[str, Player]) -> int:
    """Write every letter out for reading, check the dice as a player would, and say where everything lies."""
    for player in players.values():
        target = demo.folder / "letters" / player.seat
        target.mkdir(parents=True)
        for letter in player.letters():
            number = str(letter["Message-ID"]).split(".")[2]
            html = letter.get_body(("html",))
            (target / f"{number}.eml").write_bytes(letter.as_bytes())
            (target / f"{number}.txt").write_text(text_of(letter), encoding="utf-8")
            page = html.get_content() if html else ""
            for picture in _pictures(letter):
                name = f"{number}.{picture.get_filename()}"
                (target / name).write_bytes(picture.get_content())
                page = page.replace(f"cid:{str(picture['Content-ID']).strip('<>')}", name)
            (target / f"{number}.html").write_text(page, encoding="utf-8")
    count = sum(len(p.letters()) for p in players.values())
    demo.say(f"{'=' * 72}\n{count} letters lie in {demo.folder / 'letters'}: .eml, .txt and .html of each.")
    first = _of_kind(players["allied"], "your impulse", first=True)
    seen = demo.folder / "letters" / "allied" / str(first["Message-ID"]).split(".")[2]
    demo.say(f"Every report shows its map; open the first one in a browser: {seen}.html\n(the map alone: {seen}.map.png)")
    words, clean = demo.verify(demo.folder / "letters" / "allied")
    demo.say(f"pbem verify, from the Allied commander's own letters: {words.strip()}")
    over = campaign.state.admin.stage == "over"
    demo.say("The campaign was played to its end." if over else "The campaign did not come to its end.")
    return 0 if clean and over else 1
