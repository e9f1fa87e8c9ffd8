"""A word to systemd, if it started us: the whole of sd_notify that a daemon needs."""

import contextlib
import os
import socket


def notify(*state: str) -> None:
    """Send states such as "READY=1" or "WATCHDOG=1" to the socket in NOTIFY_SOCKET; without one, or on trouble, nothing."""
    path = os.environ.get("NOTIFY_SOCKET", "")
    if not path.startswith(("/", "@")):
        return
    address = f"\0{path[1:]}" if path.startswith("@") else path  # "@": an abstract socket, which has no file
    with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as carrier:
        carrier.setblocking(False)
        carrier.sendto("\n".join(state).encode(), address)
