"""Access tokens (OAuth2): a command of the host's prints one, as terminal mail clients do it; we keep it for a while."""

import shlex
import subprocess
import time
from collections.abc import Callable

KEPT_SECONDS = 600.0  # providers' tokens live an hour: one as old as this is asked for afresh, long before it runs out
COMMAND_SECONDS = 60.0
_LONGEST = 16 << 10


class NoToken(Exception):  # noqa: N818 (what happened)
    """The command gave no token; the words never hold what it printed."""


class AccessToken:
    """Called for every login: the token, from the command or as kept. `forget` after a login with it was refused."""

    def __init__(self, command: str, clock: Callable[[], float] = time.monotonic) -> None:
        self._command, self._clock = shlex.split(command), clock
        self._token, self._since = "", 0.0

    def __call__(self) -> str:
        if not self._token or self._clock() - self._since >= KEPT_SECONDS:
            self._token, self._since = self._fresh(), self._clock()
        return self._token

    def forget(self) -> None:
        """The next call asks the command."""
        self._token = ""

    def _fresh(self) -> str:
        name = self._command[0] if self._command else ""
        try:
            done = subprocess.run(
                self._command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                timeout=COMMAND_SECONDS, check=False,
            )  # fmt: skip
        except subprocess.TimeoutExpired:
            raise NoToken(f"token_command: {name} printed no token in {COMMAND_SECONDS:.0f} seconds") from None
        except (OSError, IndexError, ValueError) as trouble:
            raise NoToken(f"token_command: {name} cannot be run: {type(trouble).__name__}") from None
        if done.returncode:
            raise NoToken(f"token_command: {name} ended with {done.returncode}")
        token = done.stdout[:_LONGEST].decode("ascii", "replace").strip()
        if not token or not token.isprintable() or " " in token or "\ufffd" in token:
            raise NoToken(f"token_command: what {name} printed is no token")
        return token
