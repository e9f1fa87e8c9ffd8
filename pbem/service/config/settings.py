"""The host's configuration: pbem.toml, checked key by key. Every setting is documented where it is defined, and nowhere else."""

import re
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, Strict, ValidationError, field_validator
from pydantic.fields import FieldInfo

from pbem.kernel.i18n import speak
from pbem.kernel.values import Value
from pbem.mail.access import AccessToken
from pbem.mail.account import Account
from pbem.mail.sender import canonical_address
from pbem.mail.trust import endpoint
from pbem.modules import library
from pbem.service.config import faults as config_faults

LARGEST_PORT = 65535


class ConfigError(Exception):
    """The configuration cannot be used: every fault with the file and its key path."""


def _an_address(text: str) -> str:
    if canonical_address(text) is None or "<" in text:
        raise ValueError(f"{text!r} is not a mail address; write it like referee@club.example")
    return text.strip()


def _an_address_or_nothing(text: str) -> str:
    return text and _an_address(text).lower()  # as letters from there are compared


def _a_language(text: str) -> str:
    if not re.fullmatch("[a-z]{2,3}(_[A-Z]{2})?", text):
        raise ValueError(f"{text!r} is not the code of a language, such as en, de or pt_BR")
    return text


def _a_plain_word(text: str) -> str:
    if not re.fullmatch(r"[a-z][a-z0-9_]{0,40}", text):
        raise ValueError(f"{text!r} is not a name of small letters, digits and _")
    return text


def _a_folder(text: str) -> str:
    if not text.strip():
        raise ValueError("must name a folder")
    return text


def _a_name_server_or_nothing(text: str) -> str:
    if text:
        try:
            endpoint(text)
        except ValueError:
            raise ValueError(f"{text!r} is not an IP address, nor one with a port (127.0.0.1:5353)") from None
    return text


Whole = Annotated[int, Strict()]  # true is no number, and "60" is a text
YesNo = Annotated[bool, Strict()]
Port = Annotated[Whole, Field(ge=0, le=LARGEST_PORT)]
Security = Literal["tls", "starttls", "none"]


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True)

    @field_validator("*")
    @classmethod
    def _one_line(cls, value: object) -> object:
        if isinstance(value, str) and not value.isprintable():
            raise ValueError(f"{value!r} holds a line break or another control character")
        return value


class MailboxSettings(_Strict):
    """The referee's own address."""

    address: Annotated[
        str, AfterValidator(_an_address), Field(description="the address commanders write to; plus-addresses of it must arrive too")
    ]
    name: Annotated[str, Field(description="the name shown with it")] = "pbem referee"
    domain: Annotated[str, Field(description="domain of the Message-IDs; the address's own when empty")] = ""


class Server(_Strict):
    """A mail server to log in to."""

    host: Annotated[str, Field(description="its name")] = "localhost"
    port: Annotated[Port, Field(description="its port")] = 993
    user: Annotated[str, Field(description="the login; empty: nobody logs in")] = ""
    password_file: Annotated[str, Field(description="file that holds the password; read again for every login; chmod 600")] = ""
    token_command: Annotated[
        str, Field(description="instead of a password: a command that prints an OAuth2 access token (Gmail, Microsoft 365)")
    ] = ""
    security: Annotated[Security, Field(description="tls, starttls or none")] = "tls"
    ca_file: Annotated[str, Field(description="certificates to trust instead of the system's")] = ""

    def account(self, base: Path = Path()) -> Account:
        """The login as the mail rooms take it; relative paths start from `base`, the folder of the configuration."""
        secret = base / self.password_file
        reads: Callable[[], str] | None = None
        if self.token_command:
            reads = AccessToken(self.token_command)
        elif self.password_file:
            reads = lambda: secret.read_text(encoding="utf-8").rstrip("\r\n")  # noqa: E731
        ca_file = str(base / self.ca_file) if self.ca_file else None
        return Account(self.host, self.port, self.user, reads, self.security, ca_file=ca_file)


class InboxSettings(Server):
    """Where letters come from. For kind = "imap" also set host, user and password_file (or token_command)."""

    kind: Annotated[
        Literal["maildir", "imap", "lmtp", "smtp"],
        Field(description="maildir; imap; or lmtp, smtp: your own mail server hands letters over at 127.0.0.1, port"),
    ] = "maildir"
    folder: Annotated[
        str, Field(description="imap: the mailbox, INBOX when empty; else the Maildir letters lie in, mail/in when empty")
    ] = ""
    processed: Annotated[
        str, AfterValidator(_a_folder), Field(description="imap: the mailbox that letters are moved to when they are read")
    ] = "Processed"
    spam: Annotated[
        str,
        Field(description="imap: the spam folder, found by itself when empty; commanders' letters in it are read; -: none is"),
    ] = ""


class OutboxSettings(Server):
    """Where letters go. For kind = "smtp" also set host, user and password_file."""

    kind: Annotated[Literal["maildir", "smtp"], Field(description="maildir or smtp")] = "maildir"
    return_marks: Annotated[
        YesNo,
        Field(description="each letter comes back to a plus-address that tells whose it was; false if your server refuses that"),
    ] = True
    letters_an_hour: Annotated[
        Whole, Field(ge=0, description="letters posted within an hour at most, the rest waits, reports less; 0 for no limit")
    ] = 0
    folder: Annotated[
        str, Field(description="maildir: the folder under which each address has its Maildir, mail/out when empty")
    ] = ""
    dkim_selector: Annotated[
        str, Field(description="sign letters (DKIM) under this selector of your domain; only if you deliver yourself")
    ] = ""
    dkim_key_file: Annotated[str, Field(description="the private key to sign with, RSA in PEM; chmod 600")] = ""
    port: Annotated[Port, Field(description="its port")] = 587
    security: Annotated[Security, Field(description="tls, starttls or none")] = "starttls"


class TrustSettings(_Strict):
    """Whose word is taken that a letter's sender is who he says: campaigns of policy token+dkim ask for it."""

    authserv_id: Annotated[
        str,
        Field(
            description="the name with which your own mail server signs its Authentication-Results; - when it gives none"
            " (Microsoft 365). It must strip foreign fields of that name: pbem doctor tries"
        ),
    ] = ""
    dkim: Annotated[YesNo, Field(description="check DKIM signatures here when the server has no verdict; asks the DNS")] = False
    name_server: Annotated[
        str,
        AfterValidator(_a_name_server_or_nothing),
        Field(description="whom to ask for the keys of signatures, such as 127.0.0.1 or 127.0.0.1:5353; the system's when empty"),
    ] = ""


class HostSettings(_Strict):
    """You."""

    address: Annotated[
        str,
        AfterValidator(_an_address_or_nothing),
        Field(
            description="hosts the campaigns set up from now on by mail: words, codes, a digest a night; told when mail cannot be"
            " taken or posted, a journal is damaged or a process of a league is gone, once a day at most; nobody if empty"
        ),
    ] = ""


class BootCampSettings(_Strict):
    """Newcomers: whoever writes BOOT CAMP to the referee is sent an invitation to a boot camp on The Heumen Bridge. One for an
    address; others get silence."""

    places: Annotated[Whole, Field(ge=0, description="so many such camps at a time, and so many new ones a day; 0: none")] = 0


class MetricsSettings(_Strict):
    """Figures for Prometheus while `pbem serve` runs: http://127.0.0.1:PORT/metrics, on this machine only."""

    port: Annotated[Port, Field(description="0: off")] = 0


def _a_database_or_nothing(text: str) -> str:
    if re.search(r"password\s*=|://[^@/]*:[^@/]*@", text, re.IGNORECASE):
        raise ValueError("holds a password: it belongs into ~/.pgpass, chmod 600, or into a service file")
    return text


class LeagueSettings(_Strict):
    """Thousands of campaigns on PostgreSQL, on several machines: README, When one machine is not enough. Needs pbem[league]."""

    database: Annotated[
        str,
        AfterValidator(_a_database_or_nothing),
        Field(description="where it is, as libpq has it, such as service=pbem or host=db dbname=pbem; empty: the data folder"),
    ] = ""
    schema_name: Annotated[
        str, AfterValidator(_a_plain_word), Field(description="the schema in it; each league has one of its own")
    ] = "pbem"


class Settings(_Strict):
    """pbem.toml."""

    data: Annotated[str, AfterValidator(_a_folder), Field(description="the data folder: journals, letters, the secret key")] = (
        "data"
    )
    poll_seconds: Annotated[Whole, Field(ge=1, description="how often the inbox is polled at the latest")] = 60
    live_poll_seconds: Annotated[Whole, Field(ge=1, description="the same while a live evening runs (HELP LIVE)")] = 10
    outage_hours: Annotated[
        Whole,
        Field(ge=0, description="after so many hours without a look into the inbox no deadline counts until RESUME; 0: never"),
    ] = 24
    free_mb: Annotated[Whole, Field(ge=0, description="free disk space, in megabytes, below which no mail is taken")] = 50
    keep_days: Annotated[
        Whole,
        Field(
            ge=0,
            le=36_500,
            description="letters that were held or ignored, and boot camps that are over go after so many days; 0: never",
        ),
    ] = 180
    pictures: Annotated[YesNo, Field(description="reports show the map as a picture; painting it takes a second a letter")] = True
    language: Annotated[
        str,
        AfterValidator(_a_language),
        Field(description="the language of all letters; another than en wants its catalogue"),
    ] = "en"
    mailbox: MailboxSettings
    inbox: InboxSettings = InboxSettings()
    outbox: OutboxSettings = OutboxSettings()
    trust: TrustSettings = TrustSettings()
    host: HostSettings = HostSettings()
    boot_camp: BootCampSettings = BootCampSettings()
    metrics: MetricsSettings = MetricsSettings()
    league: LeagueSettings = LeagueSettings()


class Config(Value):
    """The settings, and the folder their relative paths start from."""

    settings: Settings
    base: Path

    def path(self, text: str) -> Path:
        """A path of the configuration, relative to the file it stands in."""
        return (self.base / text).resolve()

    @property
    def piped(self) -> Path:
        """The Maildir that keeps a copy of every letter that came by pipe, for the day after a restore."""
        return self.path("mail/piped")

    @property
    def said(self) -> Path:
        """The spool that keeps a copy of every word the host said from the shell, for the same day."""
        return self.path("mail/said")

    @property
    def data(self) -> Path:
        """The data folder."""
        return self.path(self.settings.data)


def load(path: Path) -> Config:
    """The configuration in a file, whose language is spoken from here on. ConfigError names file, key path and what is wrong."""
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as trouble:
        raise ConfigError(f"{path}: cannot be read: {trouble.strerror}; `pbem init` writes one") from None
    except UnicodeDecodeError as trouble:
        raise ConfigError(f"{path}: is not UTF-8 text (byte {trouble.start})") from None
    return _spoken(path, parse(path, text))


def _spoken(path: Path, config: Config) -> Config:
    """From here on everything is said in the language of the configuration."""
    language, folder = config.settings.language, config.path("locale")
    try:
        speak(language, library.catalogue(language, folder))
    except (LookupError, ValueError) as trouble:
        raise ConfigError(f"{path}: language: {trouble}") from None
    return config


def parse(path: Path, text: str) -> Config:
    """The configuration that a file of this text is."""
    try:
        settings = Settings.model_validate(tomllib.loads(text))
    except tomllib.TOMLDecodeError as trouble:
        raise ConfigError(f"{path}: {trouble}") from None
    except ValidationError as trouble:
        faults = (f"{path}: {'.'.join(map(str, e['loc']))}: {config_faults.words(Settings, e)}" for e in trouble.errors())
        raise ConfigError("\n".join(faults)) from None
    return Config(settings, path.resolve().parent)


def sections() -> Iterator[tuple[str, type[BaseModel]]]:
    """The sections by name, "" for what stands above them."""
    return config_faults.sections(Settings)


def plain_settings(model: type[BaseModel]) -> dict[str, FieldInfo]:
    """The settings of a section; of a mail server first what it is, then how to log in."""
    plain = {name: item for name, item in model.model_fields.items() if not config_faults.is_section(item)}
    return dict(sorted(plain.items(), key=lambda pair: pair[0] in Server.model_fields)) if issubclass(model, Server) else plain
