"""Debian's Firefox in hand by Marionette, the protocol that it speaks itself: JSON with its length before it, over a socket."""

import json
import socket
import subprocess
import time
from pathlib import Path
from typing import Any

NO_NETWORK = {
    "network.proxy.type": 1, "network.proxy.http": "127.0.0.1", "network.proxy.http_port": 9, "network.proxy.ssl": "127.0.0.1",
    "network.proxy.ssl_port": 9, "datareporting.policy.dataSubmissionEnabled": False, "browser.shell.checkDefaultBrowser": False,
}  # fmt: skip


class Firefox:
    """A Firefox without a window, with a profile of its own."""

    def __init__(self, program: str, profile: Path, width: int, height: int) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        profile.mkdir()
        prefs = {"marionette.port": port, "app.normandy.enabled": False, **NO_NETWORK}
        text = "".join(f'user_pref("{name}", {json.dumps(value)});\n' for name, value in prefs.items())
        (profile / "user.js").write_text(text, encoding="utf-8")
        command = [
            program,
            "--headless",
            "--marionette",
            "--no-remote",
            "--profile",
            str(profile),
            f"--width={width}",
            f"--height={height}",
        ]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.wire = self._wire(port)
        self.count = 0
        self._read()
        self.ask("WebDriver:NewSession", {"capabilities": {"alwaysMatch": {"acceptInsecureCerts": False}}})

    def _wire(self, port: int) -> socket.socket:
        for _ in range(300):
            try:
                return socket.create_connection(("127.0.0.1", port), timeout=30)
            except OSError:
                time.sleep(0.1)
        self.process.kill()
        raise AssertionError("Firefox does not come up")

    def _read(self) -> Any:
        length = b""
        while not length.endswith(b":"):
            length += self.wire.recv(1)
        left, data = int(length[:-1]), b""
        while len(data) < left:
            data += self.wire.recv(left - len(data))
        return json.loads(data)

    def ask(self, command: str, given: dict[str, Any]) -> Any:
        """One command, and its answer."""
        self.count += 1
        data = json.dumps([0, self.count, command, given])
        self.wire.sendall(f"{len(data.encode())}:{data}".encode())
        _, _, trouble, found = self._read()
        assert trouble is None, f"{command}: {trouble}"
        return found.get("value", found) if isinstance(found, dict) else found

    def script(self, text: str, *given: Any) -> Any:
        """What a script returns, run in the page."""
        return self.ask("WebDriver:ExecuteScript", {"script": text, "args": list(given), "sandbox": None})

    def open(self, file: Path) -> None:
        """A file."""
        self.ask("WebDriver:Navigate", {"url": file.as_uri()})

    def click(self, x: float, y: float, kind: str = "mouse") -> None:
        """At a place of the window, with a mouse or a finger ("touch")."""
        moves = [
            {"type": "pointerMove", "x": round(x), "y": round(y)},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        hand = {"type": "pointer", "id": kind, "parameters": {"pointerType": kind}, "actions": moves}
        self.ask("WebDriver:PerformActions", {"actions": [hand]})

    def press(self, selector: str) -> None:
        """An element, where it is shown."""
        element = self.ask("WebDriver:FindElement", {"using": "css selector", "value": selector})
        self.ask("WebDriver:ElementClick", {"id": next(iter(element.values()))})

    def close(self) -> None:
        """It is gone."""
        try:
            self.ask("Marionette:Quit", {"flags": ["eForceQuit"]})
        finally:
            self.wire.close()
            try:
                self.process.wait(20)
            except subprocess.TimeoutExpired:
                self.process.kill()
