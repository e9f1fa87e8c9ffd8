"""The door for LMTP and SMTP in a league: a letter that is taken lies in the database before the 250 goes out. While the server is
away nothing is taken: the MTA hears 451, keeps the letter and tries again.

The door has a thread, and so connections, of its own. It keeps the letter under the name and hour that the next look into its
folder gives it too, so that it is kept once.
"""

import contextlib

from pbem.mail.inbox import FetchedMail
from pbem.service.config.settings import Config
from pbem.service.league_opening import DatabaseStore, league_of
from pbem.store.ports import ArrivedMail, StoreTrouble


class Doorkeeper:
    """Keeps what the door has taken. It connects with the first letter, and again after trouble."""

    def __init__(self, config: Config) -> None:
        self._config = config
        self._store: DatabaseStore | None = None

    def answers(self) -> bool:
        """Does the server take letters now?"""
        try:
            self._opened().now()
        except OSError:
            self.close()
            return False
        return True

    def keep(self, mail: FetchedMail) -> None:
        """Keep a letter, durable on return. StoreTrouble."""
        if mail.raw is None or mail.oversized:
            return  # the look into the folder takes its header alone
        try:
            self._opened().spool.put_all([ArrivedMail(mail.raw, mail.arrival, mail.transport)])
        except StoreTrouble:
            self.close()
            raise

    def _opened(self) -> DatabaseStore:
        if self._store is None:
            store = league_of(self._config)
            store.hold()
            self._store = store
        return self._store

    def close(self) -> None:
        """Let go of the connections."""
        store, self._store = self._store, None
        if store is not None:
            with contextlib.suppress(OSError):
                store.release()
