"""The host's configuration: pbem.toml, checked key by key. Every setting is documented where it is defined."""

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError
from rapidfuzz.distance import OSA

from pbem.mail.account import Account


class ConfigError(Exception):
    """The configuration cannot be used: every fault with the file and its key path."""


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class MailboxSettings(_Strict):
    """The referee's own address."""

    address: Annotated[str, Field(description="the address commanders write to; plus-addresses of it must arrive too")]
    name: Annotated[str, Field(description="the name shown with it")] = "pbem referee"
    domain: Annotated[str, Field(description="domain of the Message-IDs; the address's own when empty")] = ""


class Server(_Strict):
    """A mail server to log in to."""

    host: Annotated[str, Field(description="host name")] = "localhost"
    port: Annotated[int, Field(description="port")] = 993
    user: Annotated[str, Field(description="login; none when empty")] = ""
    password_file: Annotated[str, Field(description="file that holds the password, readable by you alone")] = ""
    security: Annotated[Literal["tls", "starttls", "none"], Field(description="tls, starttls or none")] = "tls"
    ca_file: Annotated[str, Field(description="certificates to trust instead of the system's")] = ""

    def account(self, base: Path = Path()) -> Account:
        """The login as the mail rooms take it; relative paths start from `base`, the folder of the configuration."""
        secret = base / self.password_file
        reads = (lambda: secret.read_text(encoding="utf-8").rstrip("\r\n")) if self.password_file else None
        ca_file = str(base / self.ca_file) if self.ca_file else None
        return Account(self.host, self.port, self.user, reads, self.security, ca_file=ca_file)


class InboxSettings(Server):
    """Where letters come from."""

    kind: Annotated[Literal["maildir", "imap"], Field(description="maildir or imap")] = "maildir"
    folder: Annotated[str, Field(description="maildir: its folder; imap: the mailbox")] = ""
    processed: Annotated[str, Field(description="imap: the mailbox read letters are moved to")] = "Processed"


class OutboxSettings(Server):
    """Where letters go."""

    kind: Annotated[Literal["maildir", "smtp"], Field(description="maildir or smtp")] = "maildir"
    folder: Annotated[str, Field(description="maildir: the folder under which each address has its Maildir")] = ""
    port: Annotated[int, Field(description="port")] = 587
    security: Annotated[Literal["tls", "starttls", "none"], Field(description="tls, starttls or none")] = "starttls"


class Settings(_Strict):
    """pbem.toml."""

    data: Annotated[str, Field(description="the data folder: journals, letters, the secret key")] = "data"
    poll_seconds: Annotated[int, Field(ge=1, description="how often the inbox is read at the latest")] = 60
    free_mb: Annotated[int, Field(ge=0, description="free disk space below which no mail is taken")] = 50
    mailbox: MailboxSettings
    inbox: InboxSettings = InboxSettings()
    outbox: OutboxSettings = OutboxSettings()


@dataclass(frozen=True, slots=True)
class Config:
    """The settings, and the folder their relative paths start from."""

    settings: Settings
    base: Path

    def path(self, text: str) -> Path:
        """A path of the configuration, relative to the file it stands in."""
        return (self.base / text).resolve()

    @property
    def data(self) -> Path:
        """The data folder."""
        return self.path(self.settings.data)


def load(path: Path) -> Config:
    """The configuration in a file. ConfigError names file, key path and what is wrong."""
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as trouble:
        raise ConfigError(f"{path}: cannot be read: {trouble.strerror}; `pbem init` writes one") from None
    try:
        settings = Settings.model_validate(tomllib.loads(text))
    except tomllib.TOMLDecodeError as trouble:
        raise ConfigError(f"{path}: {trouble}") from None
    except ValidationError as trouble:
        faults = (f"{path}: {'.'.join(map(str, e['loc']))}: {_words(e)}" for e in trouble.errors())
        raise ConfigError("\n".join(faults)) from None
    return Config(settings, path.resolve().parent)


def _words(error: object) -> str:
    kind, loc, message = error["type"], error["loc"], error["msg"]  # type: ignore[index]
    if kind != "extra_forbidden":
        return str(message)
    known = sorted({name for model in _MODELS for name in model.model_fields})
    near = [name for name in known if OSA.distance(str(loc[-1]), name) <= 2]
    return "no such setting" + (f"; did you mean {' or '.join(near)}?" if near else "")


_MODELS: tuple[type[BaseModel], ...] = (Settings, MailboxSettings, InboxSettings, OutboxSettings)


def documented() -> tuple[str, ...]:
    """Every setting with its default, as `pbem help configuration` prints it."""
    lines: list[str] = []
    for title, model in (("", Settings), ("mailbox", MailboxSettings), ("inbox", InboxSettings), ("outbox", OutboxSettings)):
        if title:
            lines += ["", f"[{title}]"]
        for name, item in model.model_fields.items():
            if name in ("mailbox", "inbox", "outbox"):
                continue
            default = "required" if item.is_required() else repr(item.default)
            lines.append(f"{name:<14} {item.description} ({default})")
    return tuple(lines)
