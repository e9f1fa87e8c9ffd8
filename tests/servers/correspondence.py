"""A host's office at real mail servers, and commanders who read by IMAP and answer with s-nail."""

import contextlib
import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from click.testing import CliRunner
from imapclient import IMAPClient

from pbem import admin as care
from pbem.cli import main
from tests.acceptance.table import Mail, opened

from .running import DOMAIN, PASSWORD, Dovecot, Postfix, wait_until

ROOT = Path(__file__).resolve().parents[2]
CHECKOUT = (sys.executable, "-m", "pbem")
SIDES = {"allied": "alice", "german": "bob"}

CONFIGURATION = """
data = "data"
free_mb = 0
pictures = false

[mailbox]
address = "referee@{domain}"

[inbox]
kind = "imap"
host = "127.0.0.1"
port = {imap}
user = "referee"
password_file = "password"
ca_file = "{ca_file}"

[outbox]
kind = "smtp"
host = "127.0.0.1"
port = {smtp}
ca_file = "{ca_file}"
"""


@dataclass
class Office:
    """A folder with a configuration for the servers, and the command line as the host uses it."""

    folder: Path
    dovecot: Dovecot
    postfix: Postfix
    campaign: str
    errors: list[Path] = field(default_factory=list)
    program: tuple[str, ...] = CHECKOUT
    place: Path = ROOT
    environment: dict[str, str] | None = None

    def command(self, *arguments: str) -> list[str]:
        return [*self.program, "--config", str(self.folder / "pbem.toml"), *arguments]

    def pbem(self, *arguments: str, letter: bytes = b"") -> subprocess.CompletedProcess[str]:
        """Run a command to its end."""
        done = subprocess.run(self.command(*arguments), input=letter, capture_output=True, timeout=60, cwd=self.place,
                              env=self.environment, check=False)  # fmt: skip
        return subprocess.CompletedProcess(done.args, done.returncode, done.stdout.decode(), done.stderr.decode())

    def typed(self, *arguments: str) -> None:
        """A command by which an office is set up: without a process of its own, where the program is the checkout's."""
        if self.program == CHECKOUT:
            typed = CliRunner().invoke(main, ["--config", str(self.folder / "pbem.toml"), *arguments])
            assert typed.exit_code == 0, typed.output
        else:
            done = self.pbem(*arguments)
            assert done.returncode == 0, done.stderr

    def open(self, module: str = "heumen-bridge", *more: str) -> None:
        """init, servers, campaign new; more: of its options."""
        self.typed("init", "--address", f"referee@{DOMAIN}")
        text = CONFIGURATION.format(domain=DOMAIN, imap=self.dovecot.tls_port, smtp=self.postfix.port, ca_file=self.dovecot.ca_file)
        (self.folder / "pbem.toml").write_text(text)
        (self.folder / "password").write_text(f"{PASSWORD}\n")
        (self.folder / "password").chmod(0o600)
        seats = [part for side, user in SIDES.items() for part in ("--seat", f"{side}={user}@{DOMAIN}")]
        self.typed("campaign", "new", module, self.campaign, *seats, *more)

    def start(self) -> subprocess.Popen[bytes]:
        """Start the daemon; it holds the data folder when this returns."""
        self.errors.append(self.folder / f"serve-{len(self.errors)}.log")
        with self.errors[-1].open("wb") as log:
            process = subprocess.Popen(
                self.command("serve"), cwd=self.place, env=self.environment, stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL, stderr=log,
            )  # fmt: skip
        lock = self.folder / "data" / "lock"
        wait_until(lambda: process.poll() is not None or lock.read_text().strip() == str(process.pid), 120.0)
        assert process.poll() is None, self.errors[-1].read_text()
        return process

    @contextlib.contextmanager
    def serving(self) -> Iterator[subprocess.Popen[bytes]]:
        """The daemon runs meanwhile and ends well on SIGTERM."""
        process = self.start()
        try:
            yield process
            assert stop(process) == 0
        except BaseException as trouble:
            trouble.add_note(f"the daemon's log:\n{self.errors[-1].read_text()[-3000:]}")
            raise
        finally:
            process.kill()
            process.wait(10)

    def log(self) -> list[dict[str, str]]:
        """What all daemons logged so far."""
        return [json.loads(line) for path in self.errors for line in path.read_text().splitlines()]

    def causes(self) -> list[str]:
        """The journal, a word for each record: kind of cause and seat."""
        listed = care.chronicle(self.folder / "pbem.toml", self.campaign).splitlines()  # what `campaign log` prints, and no start
        return [":".join(words[:1] if words[0] == "start" else words[:2]) for words in (line.split()[2:] for line in listed)]


def stop(process: subprocess.Popen[bytes], number: int = signal.SIGTERM) -> int:
    """Signal the daemon; its exit code."""
    process.send_signal(number)
    return process.wait(20)


@dataclass
class Commander:
    """Somebody with a mailbox in Dovecot and s-nail on his desk."""

    user: str
    office: Office

    @property
    def address(self) -> str:
        return f"{self.user}@{DOMAIN}"

    @contextlib.contextmanager
    def mailbox(self, folder: str = "INBOX") -> Iterator[IMAPClient]:
        """His mailbox, or the folder of the name in it."""
        with IMAPClient("127.0.0.1", self.office.dovecot.port, ssl=False, timeout=10) as client:
            client.login(self.user, PASSWORD)
            client.select_folder(folder, readonly=True)
            yield client

    def raw(self, folder: str = "INBOX") -> list[bytes]:
        """All mails in a folder, in the order of their coming."""
        with self.mailbox(folder) as client:
            found = client.fetch(client.search("ALL"), ["BODY.PEEK[]"])
        return [found[uid][b"BODY[]"] for uid in sorted(found)]

    def letters(self) -> list[Mail]:
        """The letters of this campaign."""
        return [mail for mail in map(opened, self.raw()) if mail.subject.startswith(f"[{self.office.campaign}] ")]

    def waits_for(self, wanted: Callable[[Mail], bool]) -> Mail:
        """The first letter of the kind, as soon as it is there."""
        found: list[Mail] = []

        def there() -> bool:
            found[:] = filter(wanted, self.letters())
            return bool(found)

        wait_until(there, 30)
        return found[0]

    def count(self, number: int) -> list[Mail]:
        """All letters, as soon as there are so many."""
        wait_until(lambda: len(self.letters()) >= number, 30)
        return self.letters()

    def reply(self, text: str) -> None:
        """Answer the newest mail in the box with s-nail: quote above, orders below, to its Reply-To."""
        box = f"imap://{self.user}:{PASSWORD}@127.0.0.1:{self.office.dovecot.port}/INBOX"
        quoting = ["-S", "quote", "-S", "indentprefix=> ", "-S", "reply-to-honour=yes"]
        self._s_nail([*quoting, "-f", box], f"reply $\n{text}\n~.\nquit\n")

    def write(self, to: str, subject: str, text: str) -> None:
        """A mail out of the blue."""
        self._s_nail(["-s", subject, to], f"{text}\n~.\n")

    def _s_nail(self, arguments: list[str], typed: str) -> None:
        port = self.office.postfix.port
        own = ["-S", f"mta=smtp://127.0.0.1:{port}", "-S", "smtp-auth=none", "-S", f"from={self.address}"]
        common = ["-n", "-#", "-S", "v15-compat", "-S", "sendwait", "-S", "ttycharset=utf-8"]
        home = {"HOME": str(self.office.folder), "MAILRC": "/dev/null", "LC_ALL": "C.UTF-8"}
        subprocess.run(
            ["s-nail", *common, *own, *arguments], input=typed.encode(), check=True, capture_output=True, timeout=30,
            env={"PATH": os.environ["PATH"], **home},
        )  # fmt: skip
