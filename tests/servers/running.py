"""Real Dovecot and Postfix for tests: own configuration, own folders, own ports, started and stopped by process id.

Nothing of the system's own servers is read, started or stopped.
"""

import contextlib
import itertools
import os
import random
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

NEEDED = ("dovecot", "/usr/lib/postfix/sbin/master", "postfix", "s-nail", "setpriv", "openssl")
USERS = ("referee", "alice", "bob", "mallory", "bert", "fred", "hans", "franz")
PASSWORD = "secret"
DOMAIN = "example.org"

_NUMBERS = itertools.count(1)


def missing() -> str:
    """Why the servers cannot run here, "" when they can."""
    if os.geteuid() != 0:
        return "not root"
    lacking = [name for name in NEEDED if shutil.which(name, path=f"{os.environ['PATH']}:/usr/sbin") is None]
    return f"missing: {' '.join(lacking)}" if lacking else ""


PORTS = range(10_000, 32_000)
"""Below those that the system gives to outgoing connections: one of them could sit on the port of a server that is just stopped,
and the server would not come back."""


def free_port() -> int:
    """A port of the loopback that nobody uses just now."""
    while True:
        port = random.choice(PORTS)
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(("127.0.0.1", port))
            return port


@contextlib.contextmanager
def work_folder() -> Iterator[Path]:
    """A folder with a short name (Unix sockets allow about 100 characters) that any user may enter."""
    folder = Path(tempfile.mkdtemp(prefix="pbem-"))
    folder.chmod(0o755)
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def wait_until(ready: Callable[[], bool], seconds: float = 20.0) -> None:
    """Wait for something a server does; TimeoutError when it does not."""
    end = time.monotonic() + seconds
    while not ready():
        if time.monotonic() > end:
            raise TimeoutError("the server did not get there")
        time.sleep(0.02)


def _listens(port: int) -> bool:
    with socket.socket() as probe:
        probe.settimeout(1)
        return probe.connect_ex(("127.0.0.1", port)) == 0


def _runs(process: subprocess.Popen[bytes] | None) -> bool:
    return process is not None and process.poll() is None


def _stop(process: subprocess.Popen[bytes]) -> None:
    if process.poll() is None:
        process.send_signal(signal.SIGTERM)
    try:
        process.wait(3)
    except subprocess.TimeoutExpired:  # Dovecot waits for those who are still logged in by TLS
        os.killpg(process.pid, signal.SIGKILL)  # what it has started listens on its port too
        process.wait(60)


def certificate(folder: Path) -> tuple[Path, Path]:
    """(certificate, key) for 127.0.0.1, signed by itself."""
    cert, key = folder / "cert.pem", folder / "key.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=127.0.0.1", "-addext",
         "subjectAltName=IP:127.0.0.1", "-keyout", str(key), "-out", str(cert)],
        check=True, capture_output=True,
    )  # fmt: skip
    key.chmod(0o644)
    return cert, key


@dataclass
class Dovecot:
    """An IMAP server without privileges over Maildirs at `folder`/mail/<user>."""

    folder: Path
    port: int
    tls_port: int
    ca_file: Path
    settings: str = ""
    process: subprocess.Popen[bytes] | None = None

    def maildir(self, user: str) -> Path:
        return self.folder / "mail" / user

    def deliver(self, user: str, raw: bytes) -> None:
        """Put a mail into a user's Maildir as an MTA would, under a name that never comes again."""
        box = self.maildir(user)
        name = f"{next(_NUMBERS)}.test.pbem"
        (box / "tmp" / name).write_bytes(raw)
        shutil.chown(box / "tmp" / name, "nobody", "nogroup")
        (box / "tmp" / name).rename(box / "new" / name)

    def start(self) -> None:
        if _runs(self.process):
            return
        conf = self.folder / "dovecot.conf"
        conf.write_text(self._configuration())
        (self.folder / "users").write_text("".join(f"{user}:{{PLAIN}}{PASSWORD}::::::\n" for user in USERS))
        for user in USERS:
            for part in ("tmp", "new", "cur"):
                (self.maildir(user) / part).mkdir(parents=True, exist_ok=True)
        (self.folder / "run").mkdir(exist_ok=True)
        subprocess.run(["chown", "-R", "nobody:nogroup", str(self.folder)], check=True)
        self.process = subprocess.Popen(
            ["setpriv", "--reuid", "nobody", "--regid", "nogroup", "--clear-groups", "dovecot", "-F", "-c", str(conf)],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True,
        )  # fmt: skip
        wait_until(lambda: _listens(self.port), 60)

    def stop(self) -> None:
        if self.process is not None:
            _stop(self.process)
            self.process = None
            wait_until(lambda: not _listens(self.port), 60)

    def _configuration(self) -> str:
        return f"""
base_dir = {self.folder}/run
state_dir = {self.folder}/run
log_path = {self.folder}/dovecot.log
protocols = imap
listen = 127.0.0.1
ssl = yes
ssl_cert = <{self.ca_file}
ssl_key = <{self.ca_file.with_name("key.pem")}
disable_plaintext_auth = no
default_login_user = nobody
default_internal_user = nobody
default_internal_group = nogroup
mail_uid = nobody
mail_gid = nogroup
first_valid_uid = 1
mail_location = maildir:{self.folder}/mail/%u
mail_home = {self.folder}/mail/%u
passdb {{
  driver = passwd-file
  args = {self.folder}/users
}}
userdb {{
  driver = static
  args = uid=nobody gid=nogroup home={self.folder}/mail/%u
}}
service anvil {{
  chroot =
}}
service imap-login {{
  chroot =
  inet_listener imap {{
    port = {self.port}
  }}
  inet_listener imaps {{
    port = {self.tls_port}
  }}
}}
namespace inbox {{
  inbox = yes
}}
{self.settings}
"""


@contextlib.contextmanager
def dovecot_in(folder: Path, settings: str = "") -> Iterator[Dovecot]:
    """A running Dovecot; it may be stopped and started again meanwhile."""
    cert, _ = certificate(folder)
    server = Dovecot(folder, free_port(), free_port(), cert, settings)
    server.start()
    try:
        yield server
    finally:
        server.stop()


@dataclass
class Postfix:
    """An MTA that delivers for `DOMAIN` into Dovecot's Maildirs and knows nothing else."""

    folder: Path
    port: int
    ca_file: Path
    process: subprocess.Popen[bytes] | None = None

    @property
    def configuration(self) -> Path:
        return self.folder / "etc"

    def start(self) -> None:
        if _runs(self.process):
            return
        self.process = subprocess.Popen(
            ["/usr/lib/postfix/sbin/master", "-c", str(self.configuration), "-d"],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True,
        )  # fmt: skip
        wait_until(lambda: _listens(self.port), 60)

    def stop(self) -> None:
        if self.process is not None:
            _stop(self.process)
            self.process = None
            wait_until(lambda: not _listens(self.port), 60)

    def log(self) -> str:
        return (self.folder / "var" / "mail.log").read_text()

    def prepare(self, mail: Path) -> None:
        for name in ("etc", "queue", "var"):
            (self.folder / name).mkdir()
        shutil.chown(self.folder / "var", "postfix")
        boxes = " ".join(f"{{ {user}@{DOMAIN} = {user}/ }}" for user in (*USERS, "gone")).replace("} {", "}, {")
        (self.configuration / "main.cf").write_text(self._main(mail, boxes))
        (self.configuration / "master.cf").write_text(MASTER.format(port=self.port, gone=self.configuration / "gone"))
        (self.configuration / "gone").write_text("exit 67  # the answer of sysexits.h for: no such user\n")
        command = ["postfix", "-c", str(self.configuration), "check"]
        checked = subprocess.run(command, capture_output=True, text=True, env=_environment(), check=False)
        assert checked.returncode == 0, checked.stderr

    def _main(self, mail: Path, boxes: str) -> str:
        return f"""
compatibility_level = 3.6
config_directory = {self.configuration}
queue_directory = {self.folder}/queue
data_directory = {self.folder}/var
maillog_file = {self.folder}/var/mail.log
maillog_file_prefixes = {self.folder}
myhostname = mx.{DOMAIN}
mydestination =
mynetworks = 127.0.0.0/8
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
alias_maps =
alias_database =
local_recipient_maps =
recipient_delimiter = +
virtual_mailbox_domains = {DOMAIN}
virtual_mailbox_base = {mail}
virtual_mailbox_maps = inline:{{ {boxes} }}
transport_maps = inline:{{ {{ gone@{DOMAIN} = failing: }} }}
virtual_uid_maps = static:65534
virtual_gid_maps = static:65534
virtual_mailbox_limit = 0
default_transport = error:this test delivers nowhere else
relay_transport = error:this test delivers nowhere else
smtpd_relay_restrictions = reject_unauth_destination
smtpd_tls_security_level = may
smtpd_tls_cert_file = {self.ca_file}
smtpd_tls_key_file = {self.ca_file.with_name("key.pem")}
smtpd_tls_loglevel = 1
"""


MASTER = """
127.0.0.1:{port} inet n - n - - smtpd
pickup unix n - n 60 1 pickup
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
tlsmgr unix - - n 1000? 1 tlsmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
verify unix - - n - 1 verify
flush unix n - n 1000? 0 flush
proxymap unix - - n - - proxymap
proxywrite unix - - n - 1 proxymap
showq unix n - n - - showq
error unix - - n - - error
retry unix - - n - - error
failing unix - n n - - pipe user=nobody argv=/bin/sh {gone}
discard unix - - n - - discard
local unix - n n - - local
virtual unix - n n - - virtual
anvil unix - - n - 1 anvil
scache unix - - n - 1 scache
postlog unix-dgram n - n - 1 postlogd
"""


def _environment() -> dict[str, str]:
    return {**os.environ, "PATH": f"{os.environ['PATH']}:/usr/sbin:/sbin"}


@contextlib.contextmanager
def postfix_in(folder: Path, mail: Path, ca_file: Path) -> Iterator[Postfix]:
    """A running Postfix; it may be stopped and started again meanwhile."""
    server = Postfix(folder, free_port(), ca_file)
    server.prepare(mail)
    server.start()
    try:
        yield server
    finally:
        server.stop()


def send_with_s_nail(port: int, arguments: list[str], text: str, home: Path) -> None:
    """Send a mail as a person with a terminal would."""
    subprocess.run(
        ["s-nail", "-n", "-S", "v15-compat", "-S", f"mta=smtp://127.0.0.1:{port}", "-S", "smtp-auth=none", "-S", "sendwait",
         "-S", "ttycharset=utf-8", *arguments],
        check=True, capture_output=True, input=text.encode(), timeout=30,
        env={"HOME": str(home), "MAILRC": "/dev/null", "PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8"},
    )  # fmt: skip
