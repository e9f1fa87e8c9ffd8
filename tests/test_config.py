"""The configuration: documented and written from one place, and every fault named with file and key path."""

import re
import tomllib
from pathlib import Path

import pytest

from pbem.service.config.settings import ConfigError, Settings, load
from pbem.service.config.words import documented, template

ADDRESS = {"mailbox.address": "referee@club.example"}
KEYS = {
    "data", "poll_seconds", "live_poll_seconds", "free_mb", "outage_hours", "keep_days", "pictures", "language",
    "mailbox.address", "mailbox.name", "mailbox.domain", "host.address", "boot_camp.places", "metrics.port",
    "league.database", "league.schema_name",
    "trust.authserv_id", "trust.dkim", "trust.name_server",
    *(f"{road}.{name}" for road in ("inbox", "outbox") for name in Settings.model_fields[road].annotation.model_fields),  # type: ignore[union-attr]
}  # fmt: skip


def written(folder: Path, text: str) -> Path:
    file = folder / "pbem.toml"
    file.write_text(text)
    return file


def faults(folder: Path, text: str) -> list[str]:
    """The lines that refuse a configuration, without the file's name, which each begins with."""
    file = written(folder, text)
    with pytest.raises(ConfigError) as refused:
        load(file)
    lines = str(refused.value).splitlines()
    assert all(line.startswith(f"{file}: ") for line in lines)
    return [line.removeprefix(f"{file}: ") for line in lines]


def keys(settings: dict[str, object]) -> set[str]:
    """Key paths of a TOML document."""
    tables = {name: table for name, table in settings.items() if isinstance(table, dict)}
    return (settings.keys() - tables) | {f"{name}.{key}" for name, table in tables.items() for key in table}


def with_defaults_set(text: str) -> str:
    return re.sub(r"^#(?=[a-z_]+ = )", "", text, flags=re.MULTILINE)


def test_the_written_configuration_is_good_as_it_stands(tmp_path: Path) -> None:
    settings = load(written(tmp_path, template(ADDRESS))).settings
    assert settings == Settings.model_validate({"mailbox": {"address": "referee@club.example"}})
    assert keys(tomllib.loads(template(ADDRESS))) == {"mailbox.address"}


def test_every_setting_stands_in_it_with_its_default(tmp_path: Path) -> None:
    everything = with_defaults_set(template(ADDRESS))
    assert keys(tomllib.loads(everything)) == KEYS
    assert load(written(tmp_path, everything)).settings == load(written(tmp_path, template(ADDRESS))).settings


def test_every_setting_stands_in_it_under_its_meaning() -> None:
    lines = template(ADDRESS).splitlines()
    for at, line in enumerate(lines):
        if re.match(r"#?[a-z_]+ = ", line):
            assert lines[at - 1].startswith("# "), line


def test_help_prints_every_setting_with_its_default() -> None:
    section, found = "", {}
    for line in documented():
        section = line[1:-1] + "." if line.startswith("[") else section
        if match := re.fullmatch(r"  ([a-z_]+)(?: = (.*))?", line):
            found[section + match[1]] = match[2]
    assert found.keys() == KEYS
    defaults = tomllib.loads(with_defaults_set(template(ADDRESS)))
    for key, default in found.items():
        table, _, name = key.rpartition(".")
        expected = (defaults[table] if table else defaults)[name]
        assert key == "mailbox.address" or tomllib.loads(f"x = {default}")["x"] == expected, key
    assert max(map(len, documented())) <= 72


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("adress = 'a@b.example'", "adress: no such setting; did you mean mailbox.address or host.address?"),
        ("[mailbox]\nadress = 'a@b.example'", "mailbox.adress: no such setting; did you mean address?"),
        ("[inbox]\npasword_file = 'x'", "inbox.pasword_file: no such setting; did you mean password_file?"),
        ("[metric]\nport = 9", "metric: no such setting; did you mean metrics?"),
        ("[outbox]\nzork = 9", "outbox.zork: no such setting; `pbem help configuration` lists all"),
        ("[inbox]\nPORT = 993", "inbox.PORT: no such setting; did you mean port?"),
        ("[inbox]\nport = 'imaps'", "inbox.port: 'imaps' is not a whole number from 0 to 65535, such as 993"),
        ("[inbox]\nport = '993'",
         "inbox.port: '993' is not a whole number from 0 to 65535, such as 993; write 993, without quotes"),
        ("[inbox]\nport = 99999", "inbox.port: 99999 is not a whole number from 0 to 65535, such as 993"),
        ("[outbox]\nkind = 'imap'", "outbox.kind: 'imap' is not one of 'maildir', 'smtp'"),
        ("[inbox]\nkind = 'IMAPS'", "inbox.kind: 'IMAPS' is not one of 'maildir', 'imap', 'lmtp', 'smtp'; did you mean 'imap'?"),
        ("poll_seconds = 0", "poll_seconds: 0 is not a whole number, 1 or more, such as 60"),
        ("poll_seconds = true", "poll_seconds: true is not a whole number, 1 or more, such as 60"),
        ("pictures = 'true'", "pictures: 'true' is not true or false; write true, without quotes"),
        ("data = 3", "data: 3 is not text in quotes"),
        ("data = ''", "data: must name a folder"),
        ('data = "a\\u0000b"', "data: 'a\\x00b' holds a line break or another control character"),
        ("language = 'German'", "language: 'German' is not the code of a language, such as en, de or pt_BR"),
        ("inbox = 3", "inbox: 3 is not a section: write [inbox] in a line of its own, and its settings below"),
        ("[mailbox]\naddress = 'Ref <r@club.example>'",
         "mailbox.address: 'Ref <r@club.example>' is not a mail address; write it like referee@club.example"),
        ("[mailbox]\naddress = 'The Referee'",
         "mailbox.address: 'The Referee' is not a mail address; write it like referee@club.example"),
        ("[host]\naddress = 'me'", "host.address: 'me' is not a mail address; write it like referee@club.example"),
        ("data = 'data'", "mailbox: must be set"),
        ("[mailbox]\nname = 'Ref'", "mailbox.address: must be set"),
    ],
)  # fmt: skip
def test_a_fault_is_named_with_its_key(tmp_path: Path, text: str, said: str) -> None:
    assert said in faults(tmp_path, text)


def test_all_faults_are_named_at_once(tmp_path: Path) -> None:
    assert len(faults(tmp_path, "free_mb = -1\nzork = 1\n[mailbox]\naddress = 'a@b.example'\n[inbox]\nkind = 'pop3'")) == 3


def test_broken_toml_is_named_with_its_line(tmp_path: Path) -> None:
    (said,) = faults(tmp_path, "data = 'data'\n[mailbox\n")
    assert "line 2" in said


def test_a_file_in_another_encoding_is_refused(tmp_path: Path) -> None:
    (tmp_path / "pbem.toml").write_bytes("data = 'd\xe4ta'".encode("latin-1"))
    with pytest.raises(ConfigError, match=r"pbem\.toml: is not UTF-8 text"):
        load(tmp_path / "pbem.toml")


def test_a_missing_file_says_how_to_get_one(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"pbem\.toml: cannot be read: .*; `pbem init` writes one"):
        load(tmp_path / "pbem.toml")


def test_the_environment_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DATA", "PBEM_DATA", "PBEM__DATA", "MAILBOX__NAME"):
        monkeypatch.setenv(name, "elsewhere")
    settings = load(written(tmp_path, template(ADDRESS))).settings
    assert (settings.data, settings.mailbox.name) == ("data", "pbem referee")


def test_relative_paths_start_from_the_folder_of_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir("/")
    config = load(written(tmp_path, template(ADDRESS)))
    assert config.data == tmp_path.resolve() / "data"
