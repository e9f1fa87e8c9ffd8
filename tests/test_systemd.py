"""What systemd hears of the daemon, at a socket that plays its part."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.service.config.words import template
from pbem.service.systemd import notify

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture(params=["file", "abstract"])
def systemd(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[socket.socket]:
    """The socket of NOTIFY_SOCKET: a file, or a name in no file system."""
    path = str(tmp_path / "notify")
    name = path if request.param == "file" else f"@pbem-test-{os.getpid()}-{tmp_path.name}"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as heard:
        heard.bind(name.replace("@", "\0", 1) if name.startswith("@") else name)
        heard.settimeout(30)
        monkeypatch.setenv("NOTIFY_SOCKET", name)
        yield heard


def said(systemd: socket.socket) -> list[str]:
    return systemd.recv(1000).decode().splitlines()


def until(systemd: socket.socket, word: str) -> list[str]:
    """Everything said until this is."""
    words = said(systemd)
    while words[-1] != word:
        words += said(systemd)
    return words


def test_a_word_arrives(systemd: socket.socket) -> None:
    notify("RELOADING=1", "MONOTONIC_USEC=17")
    assert said(systemd) == ["RELOADING=1", "MONOTONIC_USEC=17"]


@pytest.mark.parametrize("name", ["", "/nowhere/at/all", "vsock:2:1234", "@nobody-listens-here"])
def test_without_systemd_a_word_is_lost_quietly(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NOTIFY_SOCKET", name)
    notify("READY=1")


def test_a_full_socket_stops_nobody(systemd: socket.socket) -> None:
    begun = time.monotonic()
    for _ in range(3000):
        notify("WATCHDOG=1")
    assert time.monotonic() - begun < 20


def test_serve_says_that_it_is_ready_that_it_lives_and_that_it_stops(systemd: socket.socket, tmp_path: Path) -> None:
    file = tmp_path / "pbem.toml"
    file.write_text(template({"mailbox.address": "referee@club.example", "free_mb": 0, "pictures": False}))
    (tmp_path / "data").mkdir()
    with subprocess.Popen(
        [sys.executable, "-m", "pbem", "--config", str(file), "serve"], cwd=ROOT, stdin=subprocess.DEVNULL, stderr=subprocess.PIPE
    ) as daemon:
        try:
            assert said(systemd) == ["READY=1"], "nothing before it holds the data folder"
            assert set(until(systemd, "WATCHDOG=1")) == {"WATCHDOG=1"}
            assert said(systemd) == ["WATCHDOG=1"], "again, while nothing happens"
            daemon.send_signal(signal.SIGHUP)
            words = until(systemd, "READY=1")
            assert "RELOADING=1" in words
            monotonic = next(int(word.partition("=")[2]) for word in words if word.startswith("MONOTONIC_USEC="))
            assert abs(time.monotonic_ns() // 1000 - monotonic) < 60_000_000
            daemon.send_signal(signal.SIGTERM)
            assert "STOPPING=1" in until(systemd, "STOPPING=1")
            assert daemon.wait(20) == 0
        finally:
            daemon.kill()
