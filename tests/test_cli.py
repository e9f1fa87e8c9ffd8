"""The command line over Maildirs in a folder of its own: every command that --help names, with --now as the only clock."""

import contextlib
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

from pbem.cli import BUSY, main
from pbem.documents.cartography.job import MapJob
from pbem.letters.map_worker import Studio
from pbem.letters.painted import Dried
from pbem.mail.inbox import MailboxMissing
from pbem.mail.inbox.maildir import MaildirInbox
from pbem.store.folder.disk import Disk
from pbem.store.folder.spool import FolderSpool
from tests.acceptance.table import Mail, opened
from tests.store.failing_disk import FailingDisk, Killed

ROOT = Path(__file__).resolve().parents[1]
NOW = datetime(2031, 5, 6, 9, 0, tzinfo=UTC)
ADDRESSES = {"allied": "al@allied.example", "german": "gustav@german.example"}
COMMANDS = {
    "audit", "backup", "campaign list", "campaign log", "campaign new", "campaign show", "check", "demo", "doctor", "help",
    "hold-all", "host", "init", "outbox", "outbox export", "rebuild", "receive", "report", "restore", "resume-all", "serve",
    "status", "tick", "unshunt", "verify",
}  # fmt: skip
TO_A_PORT_WHERE_NOBODY_LISTENS = """data = "data"
free_mb = 0
pictures = false
[mailbox]
address = "referee@club.example"
[inbox]
folder = "mail/in"
[outbox]
kind = "smtp"
host = "127.0.0.1"
port = 1
security = "none"
"""


@dataclass
class House:
    """A host at his shell: a folder, a clock that every command moves on by a minute, and the Maildirs of his commanders."""

    folder: Path
    now: datetime = NOW
    written: int = 0

    @property
    def file(self) -> Path:
        return self.folder / "pbem.toml"

    def pbem(self, *arguments: str, letter: bytes | None = None) -> Result:
        """Run a command as the shell would."""
        self.now += timedelta(minutes=1)
        common = ["--config", str(self.file), "--now", self.now.isoformat()]
        return CliRunner().invoke(main, [*common, *arguments], input=letter)

    def says(self, *arguments: str, letter: bytes | None = None) -> str:
        """What a command prints that must succeed."""
        done = self.pbem(*arguments, letter=letter)
        logged = [json.loads(line)["level"] for line in done.stderr.splitlines()]
        assert (done.exit_code, set(logged) - {"info"}) == (0, set()), done.output
        return done.stdout

    def refuses(self, *arguments: str, code: int = 2) -> str:
        """The one line in which a command is refused."""
        done = self.pbem(*arguments)
        assert done.exit_code == code, done.output
        assert done.stderr.startswith("pbem: ")
        assert done.stderr.count("\n") == 1
        return done.stderr

    def new(self, campaign: str = "spring", **addresses: str) -> str:
        """campaign new."""
        seats = [part for side, address in {**ADDRESSES, **addresses}.items() for part in ("--seat", f"{side}={address}")]
        return self.says("campaign", "new", "heumen-bridge", campaign, *seats)

    def mail(self, side: str) -> list[Mail]:
        """The letters a commander has got, in the order of their numbers."""
        box = self.folder / "mail" / "out" / ADDRESSES[side] / "new"
        return sorted(map(opened, map(Path.read_bytes, box.glob("*"))), key=lambda mail: (len(mail.message_id), mail.message_id))

    def letter(self, side: str, text: str) -> bytes:
        """A reply to the last letter of a side."""
        self.written += 1
        message, last = EmailMessage(), self.mail(side)[-1]
        message["From"], message["To"], message["Subject"] = ADDRESSES[side], last.reply_to, f"Re: {last.subject}"
        message["Message-ID"], message["In-Reply-To"] = f"<{self.written}@{side}.example>", last.message_id
        message.set_content(text)
        return message.as_bytes()

    def deliver(self, raw: bytes) -> None:
        """The carrier puts a letter into the referee's Maildir."""
        path = self.folder / "mail" / "in" / "new" / f"{self.written}.carrier"
        path.write_bytes(raw)
        os.utime(path, (self.now.timestamp(), self.now.timestamp()))

    def begin(self) -> None:
        """Both accept."""
        for side in ADDRESSES:
            self.deliver(self.letter(side, "ACCEPT"))
            assert self.says("tick") == "1 handled\n"


@pytest.fixture
def house(tmp_path: Path) -> House:
    house = House(tmp_path)
    house.says("init", "--address", "referee@club.example")
    house.file.write_text(house.file.read_text().replace("#pictures = true", "pictures = false"))  # no map is looked at here
    return house


@pytest.fixture
def playing(house: House) -> House:
    house.new()
    house.begin()
    return house


def _commands(group: click.Group, before: str = "") -> Iterator[tuple[str, click.Command]]:
    for name, command in group.commands.items():
        if isinstance(command, click.Group):
            yield from _commands(command, f"{before}{name} ")
        if not isinstance(command, click.Group) or command.invoke_without_command:
            yield before + name, command


def test_the_commands_are_there_and_each_says_what_it_does() -> None:
    found = dict(_commands(main))
    assert set(found) >= COMMANDS
    for name in found:
        shown = CliRunner().invoke(main, [*name.split(), "--help"])
        assert shown.exit_code == 0
        assert " ".join(shown.stdout.split("Options:")[0].split()).endswith((".", ")")), name


def test_init_writes_a_configuration_for_its_owner_alone_and_never_over_an_old_one(house: House) -> None:
    before = house.file.read_bytes()
    assert b"referee@club.example" in before
    assert house.file.stat().st_mode & 0o077 == 0
    assert (house.folder / "data").stat().st_mode & 0o077 == 0
    assert f"{house.file} is there already" in house.refuses("init", "--address", "other@club.example")
    assert house.file.read_bytes() == before


def test_a_new_campaign_invites_its_commanders(house: House) -> None:
    said = house.new()
    assert said.startswith("spring: The Heumen Bridge; 2 invitations written\nidentity: token")
    assert [len(house.mail(side)) for side in ADDRESSES] == [1, 1]


@pytest.mark.parametrize("arguments, named", [
    (("nowhere", "x", "--seat", "allied=a@b.example"), "no module 'nowhere'"),
    (("heumen-bridge", "../x", "--seat", "allied=a@b.example"), "'../x'"),
    (("heumen-bridge", "x", "--seat", "allied=a@b.example"), "no commander for: german"),
    (("heumen-bridge", "x", "--seat", "allied=a@b.example", "--seat", "french=c@d.example"), "no such side: french"),
    (("heumen-bridge", "x", "--seat", "allied=a@b.example", "--seat", "german=nobody"), "'nobody' is not a mail address"),
    (("heumen-bridge", "x", "--zone", "Mars/One", "--seat", "allied=a@b.example", "--seat", "german=c@d.example"), "Mars/One"),
    (("heumen-bridge", "x", "--seat", "allied=a@b.example", "--seat", "allied=a@b.example", "--seat", "german=c@d.example"),
     "named twice: allied"),
    (("heumen-bridge", "x", "--seat", "allied.506=a@b.example"), "the allied side has no such seat or formation: allied.1-504,"),
    (("heumen-bridge", "x", "--seat", "allied=a@b.example", "--seat", "german=c@d.example", "--observer", "dutch=e@f.example"),
     "no such side: dutch"),
    *((("heumen-bridge", "x", "--seat", f"allied={address}", "--seat", "german=c@d.example"), named) for address, named in (
        ("Postmaster@b.example", "allied: postmaster@b.example is a machine's"), ("noreply@b.example", "a machine's"),
        ("no-reply+allied@b.example", "a machine's"), ("Referee@Club.example", "referee@club.example is the referee's own"),
        ("referee+me@club.example", "is the referee's own"), ("C@d.example", "c@d.example is named for both sides"),
    )),
    (("heumen-bridge", "x", "--seat", "allied=a@b.example", "--seat", "german=c@d.example", "--observer", "german=a@b.example"),
     "a@b.example is named for both sides"),
    (("heumen-bridge", "x", "--seat", "allied=a@b.example", "--seat", "german=c@d.example", "--reserve", "mailer-daemon@b.example"),
     "reserve1: mailer-daemon@b.example is a machine's"),
    (("heumen-bridge", "x", "--boot-camp", "--seat", "allied=referee@club.example"), "is the referee's own"),
])  # fmt: skip
def test_a_campaign_that_cannot_be_is_refused_in_one_line(house: House, arguments: tuple[str, ...], named: str) -> None:
    assert named in house.refuses("campaign", "new", *arguments)
    assert house.says("campaign", "list") == "no campaigns\n"


def test_a_campaign_of_teams_names_a_seat_for_each_formation(house: House) -> None:
    seats = ("allied=a@b.example", "allied.504=e@f.example", "allied.1-504=g@h.example", "german=c@d.example")
    said = house.says("campaign", "new", "heumen-bridge", "teams", *(p for s in seats for p in ("--seat", s)),
                      "--observer", "allied=o@b.example", "--observer", "german=i@j.example")  # fmt: skip
    assert "6 invitations written" in said
    assert "seat allied.1-504: g@h.example, invited, 1 letter" in house.says("campaign", "show", "teams")
    # counted side by side: the number does not tell how many watch the other side
    assert "seat german.observer1: i@j.example, invited" in house.says("campaign", "show", "teams")


def test_nijmegen_is_set_up_for_two_and_for_teams_of_four_with_field_commanders(house: House) -> None:
    """MASL-2.1-1, MASL-2.1-2: formations are offered under the names that the module gives their commands."""
    teams = {"allied": ("", ".504", ".505", ".508"), "german": ("", ".henke", ".406", ".reinhold")}
    seats = [f"{side}{name}={side}{name.strip('.')}@x.example" for side, names in teams.items() for name in names]
    field = ("--field", "allied=fa@x.example", "--field", "german=fg@x.example")
    said = house.says("campaign", "new", "omg-nijmegen", "market", *(p for s in seats for p in ("--seat", s)), *field)
    assert "10 invitations written" in said, said
    shown = house.says("campaign", "show", "market")
    assert all(f"seat {seat.partition('=')[0]}: {seat.partition('=')[2]}, invited" in shown for seat in seats)
    two = ("--seat", "allied=a@b.example", "--seat", "german=c@d.example")
    assert "2 invitations written" in house.says("campaign", "new", "omg-nijmegen", "two", *two)


def test_a_boot_camp_is_set_up_for_one_pupil(house: House) -> None:
    said = house.says("campaign", "new", "heumen-bridge", "camp", "--boot-camp", "--seat", f"allied={ADDRESSES['allied']}")
    assert said.startswith("camp: The Heumen Bridge; 1 invitation written\nidentity: token")
    assert "This is a boot camp" in house.mail("allied")[0].text.replace("\n", " ")
    assert "seat german: the referee, accepted, 0 letters" in house.says("campaign", "show", "camp")
    pupil = ("--boot-camp", "--seat", "allied=a@b.example")
    for more in (("--seat", "german=c@d.example"), ("--observer", "german=c@d.example"), ("--tempo", "on-end")):
        assert "a boot camp has one pupil" in house.refuses("campaign", "new", "heumen-bridge", "x", *pupil, *more)
    french = ("--boot-camp", "--seat", "french=a@b.example")
    assert "no such side: french" in house.refuses("campaign", "new", "heumen-bridge", "x", *french)


def test_a_seat_is_given_to_somebody_else(house: House) -> None:
    house.new()
    assert "is not a mail address" in house.refuses("host", "spring", "REPLACE german BY nobody")
    assert "on the other side" in house.refuses("host", "spring", f"REPLACE german BY {ADDRESSES['allied']}")
    told = "is invited to take over German command (german)"
    assert told in house.says("host", "spring", "--yes", "REPLACE german BY nora@german.example")
    assert "seat german: nora@german.example, invited, 3 letters" in house.says("campaign", "show", "spring")


def _hosted_by_mail(house: House) -> None:
    template = house.file.read_text()
    house.file.write_text(template.replace("[host]", '[host]\naddress = "Host@Club.Example"'))
    house.new()
    house.begin()


def test_who_hosts_by_mail_says_the_same_words_at_the_shell(house: House) -> None:
    _hosted_by_mail(house)
    assert "seat host: host@club.example" in house.says("campaign", "show", "spring")  # as his letters' senders are compared
    assert "spring: paused" in house.says("host", "spring", "--yes", "PAUSE T1.1")
    assert "spring: " in house.says("host", "spring", "--yes", "RESUME T1.1")
    assert "spring: paused" in house.says("hold-all")
    assert "spring: resumed" in house.says("resume-all")
    before = len(house.mail("allied"))
    house.says("receive", "-", letter=house.letter("allied", "STATUS"))
    assert len(house.mail("allied")) == before + 1


def test_a_pass_that_cannot_look_into_the_inbox_answers_what_is_there(house: House) -> None:
    _hosted_by_mail(house)
    text = house.file.read_text()
    house.file.write_text(text.replace("[inbox]", '[inbox]\nkind = "imap"\nport = 1\nsecurity = "none"\nhost = "127.0.0.1"'))
    done = house.pbem("tick")
    assert (done.exit_code, done.stdout) == (1, "0 handled\n")  # a script learns of it
    assert "inbox: 127.0.0.1" in done.stderr


def test_a_maildir_that_was_renamed_is_told_as_a_mailbox_is(playing: House) -> None:
    box = playing.folder / "mail" / "in"
    inbox = MaildirInbox(Disk(), box)
    box.rename(box.with_name("elsewhere"))
    with pytest.raises(MailboxMissing, match=r"there is no Maildir .*mail/in \(renamed\?\)"):
        list(inbox.fetch(frozenset()))


def test_what_no_command_foresees_is_told_in_one_line_without_its_text(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    def bug(*_: object) -> str:
        raise KeyError("A/504: move 12.12")

    monkeypatch.setattr("pbem.admin.list_campaigns", bug)
    said = house.refuses("campaign", "list", code=1)
    assert said.startswith("pbem: a fault of pbem's own, please report it: KeyError at test_cli.py:")
    assert "A/504" not in said


def test_a_module_in_another_encoding_is_told_with_file_and_line(house: House) -> None:
    module = house.folder / "latin"
    module.mkdir()
    (module / "module.toml").write_bytes('schema = "pbem-module/1"\ntitle = "Die M\xfchle"\n'.encode("latin-1"))
    checked = house.pbem("check", str(module))
    said = "module.toml:2: is not UTF-8 text; save the file in that encoding\n"
    assert (checked.exit_code, checked.stdout) == (1, f"{module}/{said}")
    assert house.refuses("map", str(module)) == f"pbem: {said}"


def test_a_rehearsal_is_refused_as_a_campaign_is(house: House) -> None:
    shipped = (
        "shipped are arracourt-bezange, ford-wire, groesbeek-drop, heumen-bridge, omg-nijmegen, omg-nijmegen-long, "
        "tcs-arracourt, tcs-training, westkapelle"
    )
    assert f"no module 'nowhere': {shipped}" in house.refuses("rehearse", "nowhere")
    assert f"no module 'nowhere': {shipped}" in house.refuses("map", "nowhere")
    assert "'Mars/One' is no time zone" in house.refuses("rehearse", "heumen-bridge", "--zone", "Mars/One")
    for wrong in (("--evening", "25"), ("--hours", "0"), ("--grace", "-1")):
        done = house.pbem("rehearse", "heumen-bridge", *wrong)
        assert (done.exit_code, f"Invalid value for '{wrong[0]}'" in done.stderr) == (2, True)


def test_a_pipe_needs_no_word_and_a_file_that_is_not_there_is_a_doubt(playing: House) -> None:
    before = len(playing.mail("allied"))
    assert playing.pbem("receive", letter=playing.letter("allied", "STATUS")).exit_code == 0
    assert len(playing.mail("allied")) == before + 1
    assert playing.pbem("receive", str(playing.folder / "nothing.eml")).exit_code == 75


def test_a_file_that_cannot_be_written_is_named_in_one_line(house: House) -> None:
    said = house.refuses("map", "heumen-bridge", str(house.folder / "nowhere" / "map.svg"))
    assert said == f"pbem: {house.folder}/nowhere/map.svg: No such file or directory\n"


def test_a_campaign_id_is_taken_once(house: House) -> None:
    house.new()
    seats = [part for side, address in ADDRESSES.items() for part in ("--seat", f"{side}={address}")]
    assert "spring" in house.refuses("campaign", "new", "heumen-bridge", "spring", *seats)


def test_list_show_and_log_tell_where_a_campaign_stands_and_nothing_a_side_knows(playing: House) -> None:
    listed, shown, log = (playing.says("campaign", *a) for a in (("list",), ("show", "spring"), ("log", "spring")))
    assert listed.startswith("spring ")
    assert "T1.1 allied until " in listed
    assert "seat german: gustav@german.example, accepted, 3 letters" in shown
    assert [line.split()[2] for line in log.splitlines()] == ["start", "letter", "letter"]
    for secret in ("A/504", "HQHENKE", "12.11", "15.08"):
        assert secret not in listed + shown + log


def test_a_tick_takes_letters_answers_and_puts_them_away(playing: House) -> None:
    playing.deliver(playing.letter("allied", "WHAT CAN A/504"))
    assert playing.says("tick") == "1 handled\n"
    assert "A/504 in 12.11" in playing.mail("allied")[-1].text
    assert not list((playing.folder / "mail" / "in" / "new").iterdir())
    assert len(list((playing.folder / "mail" / "in" / ".Processed" / "cur").iterdir())) == 3
    assert playing.says("tick") == "0 handled\n"


def test_a_tick_ends_with_1_and_words_when_a_campaign_is_set_aside(playing: House) -> None:
    journal = playing.folder / "data" / "campaigns" / "spring" / "journal" / "T000.jsonl"
    whole = journal.read_bytes()
    journal.write_bytes(whole[:50] + b"x" + whole[51:])
    done = playing.pbem("tick")
    assert done.exit_code == 1
    assert done.stdout.startswith("0 handled\nset aside, its letters wait, the others play on: spring: T000.jsonl, line 1")
    journal.write_bytes(whole)
    assert playing.says("tick") == "0 handled\n"


@pytest.mark.parametrize("step", [6, 12, 18])
def test_a_full_disk_is_called_a_full_disk_and_nothing_is_lost(playing: House, monkeypatch: pytest.MonkeyPatch, step: int) -> None:
    before = len(playing.mail("allied"))
    playing.deliver(playing.letter("allied", "WHAT CAN A/504"))
    with monkeypatch.context() as full:
        full.setattr("pbem.service.opening.Disk", lambda: FailingDisk(step, "full"))
        done = playing.pbem("tick")
    assert done.exit_code == 1
    assert "disk full: " in done.stdout
    assert "letters stay where they are" in done.stdout
    assert not [line for line in done.stderr.splitlines() if json.loads(line)["level"] == "critical"]
    assert "1 handled" in playing.says("tick") + playing.says("tick")
    assert len(playing.mail("allied")) == before + 1


def test_a_disk_that_is_full_from_the_first_step_is_called_so(playing: House, monkeypatch: pytest.MonkeyPatch) -> None:
    (playing.folder / "data" / "version").unlink()  # the start has something to write
    monkeypatch.setattr("pbem.service.opening.Disk", lambda: FailingDisk(1, "full"))
    assert "No space left on device" in playing.refuses("tick")


def test_a_receive_that_was_killed_at_any_step_leaves_nothing_behind_for_ever(playing: House) -> None:
    spool, step, failed = playing.folder / "data" / "spool", 0, True
    while failed:
        step += 1
        disk = FailingDisk(step, "kill")
        with contextlib.suppress(Killed):
            FolderSpool(disk, spool).put(b"From: nobody@x.example\n\nhello\n", playing.now, f"pipe:{step}")
        failed = disk.failed
    assert step > 8
    assert list((spool / "new").glob("*.json"))
    playing.says("tick")
    assert list((spool / "new").glob("*.json")), "it may be being written at this moment"
    playing.now += timedelta(hours=2)
    playing.says("tick")
    assert list((spool / "new").iterdir()) == []


def test_receive_takes_a_letter_from_a_pipe_or_a_file(playing: House) -> None:
    before = len(playing.mail("allied"))
    assert playing.pbem("receive", "-", letter=playing.letter("allied", "WHAT CAN A/504")).exit_code == 0
    file = playing.folder / "letter.eml"
    file.write_bytes(playing.letter("allied", "WHAT CAN B/504"))
    assert playing.pbem("receive", str(file)).exit_code == 0
    assert [("A/504 in" in m.text, "B/504 in" in m.text) for m in playing.mail("allied")[before:]] == [(True, False), (False, True)]


def test_two_letters_piped_in_the_same_moment_are_both_handled(playing: House) -> None:
    letters = [playing.letter("allied", f"WHAT CAN {unit}") for unit in ("A/504", "B/504")]
    at, before = playing.now, len(playing.mail("allied"))
    for raw in letters:
        playing.now = at
        assert playing.pbem("receive", "-", letter=raw).exit_code == 0
    assert len(playing.mail("allied")) == before + 2


@pytest.mark.parametrize("configuration", [None, "data = [", "[mailbox]\nadress = 'x'"])
def test_receive_leaves_a_letter_to_the_carrier_on_any_doubt(tmp_path: Path, configuration: str | None) -> None:
    house = House(tmp_path)
    if configuration:
        house.file.write_text(configuration)
    done = house.pbem("receive", "-", letter=b"From: a@b.example\r\n\r\nsecret plans\r\n")
    assert done.exit_code == 75
    assert "secret" not in done.output


def test_the_outbox_lists_what_waits_and_posts_it(playing: House) -> None:
    assert playing.says("outbox") == "nothing waits\n"
    configuration = playing.file.read_text()
    playing.file.write_text(TO_A_PORT_WHERE_NOBODY_LISTENS)
    playing.deliver(playing.letter("allied", "STATUS"))
    before = len(playing.mail("allied"))
    assert playing.says("tick") == "1 handled\n"
    assert playing.says("outbox") == f"spring allied A-{before + 1} (1 try)\n"
    assert playing.says("outbox", "--post") == f"spring allied A-{before + 1} (2 tries)\n"
    playing.file.write_text(configuration)
    playing.now += timedelta(hours=1)
    assert playing.says("outbox", "--post") == "nothing waits\n"
    assert len(playing.mail("allied")) == before + 1


def test_a_report_is_what_the_seat_knows(playing: House) -> None:
    report = playing.says("report", "spring", "allied")
    assert "T1.1 is your impulse" in report
    assert "HQHENKE" not in report
    assert "HQHENKE" in playing.says("report", "spring", "german")
    assert "allied, german" in playing.refuses("report", "spring", "french")


def test_a_host_who_plays_is_blind(house: House) -> None:
    house.file.write_text(house.file.read_text().replace("[host]", '[host]\naddress = "host@club.example"'))
    house.new(german="Host@Club.example")
    for seat in ADDRESSES:
        assert "blind" in house.refuses("report", "spring", seat)


def test_check_names_every_fault_of_a_module(house: House) -> None:
    assert "heumen-bridge: The Heumen Bridge" in house.says("check")
    missing = house.pbem("check", str(house.folder / "nothing"))
    assert (missing.exit_code, "no module there" in missing.stdout) == (1, True)
    broken = house.folder / "broken"
    broken.mkdir()
    for path in (ROOT / "games" / "heumen-bridge").glob("*.toml"):
        (broken / path.name).write_bytes(path.read_bytes())
    (broken / "module.toml").write_text((broken / "module.toml").read_text() + "\n[colour]\nred = 1\n")
    faulty = house.pbem("check", str(broken))
    assert faulty.exit_code == 1
    assert "module.toml" in faulty.stdout
    assert "colour" in faulty.stdout


def test_audit_finds_an_index_that_is_gone_and_rebuild_makes_it_again(playing: House) -> None:
    assert playing.says("audit") == "spring: sound\n"
    index = playing.folder / "data" / "campaigns" / "spring" / "index.json"
    before = index.read_bytes()
    index.unlink()
    found = playing.pbem("audit")
    assert (found.exit_code, "pbem rebuild" in found.stdout) == (1, True)
    assert playing.says("rebuild") == "spring: rebuilt\n"
    assert index.read_bytes() == before
    assert playing.says("audit") == "spring: sound\n"


def test_verify_says_what_is_lacking_while_the_seed_is_closed(playing: House, tmp_path: Path) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    for folder, words in ((empty, "no invitation"), (playing.folder / "mail" / "out" / ADDRESSES["allied"], "not among them yet")):
        done = playing.pbem("verify", str(folder))
        assert (done.exit_code, words in done.stdout) == (1, True), done.output


def test_unshunt_puts_letters_back_to_be_read_again(playing: House) -> None:
    assert playing.says("unshunt") == "0 put back\n"
    before = len(playing.mail("allied"))
    spool = FolderSpool(Disk(), playing.folder / "data" / "spool")
    entries = [spool.put(playing.letter("allied", f"WHAT CAN {u}"), playing.now, f"test:{u}") for u in ("A/504", "B/504")]
    for entry in entries:
        spool.move_to(entry, "shunt", "a bug")
    assert playing.says("unshunt", entries[0].name) == "1 put back\n"
    assert len(playing.mail("allied")) == before + 1
    assert "could not be handled: 1" in playing.pbem("tick").stderr
    assert playing.says("unshunt") == "1 put back\n"
    assert len(playing.mail("allied")) == before + 2
    assert playing.says("tick") == "0 handled\n"


def test_a_shunted_letter_is_given_up_by_name_and_kept(playing: House) -> None:
    spool = FolderSpool(Disk(), playing.folder / "data" / "spool")
    entry = spool.put(playing.letter("allied", "STATUS"), playing.now, "test:1")
    spool.move_to(entry, "shunt", "a bug")
    assert "name the letter" in playing.refuses("unshunt", "--discard")
    assert "no letter x was set aside" in playing.refuses("unshunt", "--discard", "x")
    before = len(playing.mail("allied"))
    assert playing.says("unshunt", "--discard", entry.name) == "given up; it lies in spool/ignored\n"
    assert playing.says("tick") == "0 handled\n"
    assert len(playing.mail("allied")) == before
    assert [e.reason for e in spool.entries("ignored")] == ["given up by the host"]


def test_help_is_the_same_as_by_mail(playing: House) -> None:
    playing.deliver(playing.letter("allied", "HELP end impulse"))
    assert playing.says("tick") == "1 handled\n"
    assert playing.says("help", "end", "impulse") in playing.mail("allied")[-1].text
    contents = playing.says("help")
    assert "begin with HELP START" in contents
    assert "the host's words: " in contents
    for word in ("ROLLBACK", "CO-HOST", "PREVIEW"):  # which by mail the host alone asks about
        assert word in contents
        assert playing.says("help", word.lower()) == playing.says("host", "spring", "HELP", word)
    for word, told in (
        ("tea", "no topic 'tea'"),
        ("rollbck", "among the host's words: ROLLBACK"),
        ("suply", "did you mean SUPPLY"),
    ):
        unknown = playing.pbem("help", word)
        assert (unknown.exit_code, told in unknown.stdout) == (1, True)
    both = playing.says("help", "map,", "units")
    assert both == playing.says("help", "map") + "\n" + playing.says("help", "units")


def test_help_configuration_names_the_settings(house: House) -> None:
    printed = house.says("help", "configuration")
    for key in ("password_file", "poll_seconds", "[inbox]", "[outbox]", "ca_file"):
        assert key in printed


def test_a_setting_that_does_not_exist_is_named_with_file_and_key(house: House) -> None:
    house.file.write_text('[mailbox]\naddress = "referee@club.example"\n[inbox]\nfoldr = "x"\n')
    for command in (("tick",), ("serve",), ("campaign", "list"), ("outbox",), ("audit",), ("rebuild",), ("unshunt",)):
        said = house.refuses(*command)
        assert said.startswith(f"pbem: {house.file}: inbox.foldr: ")
        assert "folder" in said


def test_the_clock_is_read_from_now_alone(playing: House) -> None:
    playing.deliver(playing.letter("allied", "STATUS\nend impulse"))
    playing.says("tick")
    dates = [mail.fields["date"] for side in ADDRESSES for mail in playing.mail(side)]
    assert all("May 2031" in date for date in dates)
    times = [line.split()[1] for line in playing.says("campaign", "log", "spring").splitlines()]
    assert all(NOW.isoformat() < at < playing.now.isoformat() for at in times)
    assert "Thu 8 May 20:00 CEST" in playing.says("campaign", "show", "spring")
    today = str(time.gmtime().tm_year)
    facts = (playing.folder / "data" / "mailroom.jsonl").read_text()
    assert f'"{today}-' not in facts


@pytest.mark.parametrize("moment, good", [("2031-05-06T09:00", True), ("2031-05-06T09:00+02:00", True), ("tomorrow", False)])
def test_now_is_a_moment_in_iso_form(house: House, moment: str, good: bool) -> None:
    done = CliRunner().invoke(main, ["--config", str(house.file), "--now", moment, "tick"])
    assert (done.exit_code == 0) is good
    assert good or "2026-11-24T20:00+01:00" in done.stderr


def test_serve_runs_until_sigterm_and_others_are_told_who_holds_the_folder(playing: House) -> None:
    lock = playing.folder / "data" / "lock"
    daemon = subprocess.Popen(
        [sys.executable, "-m", "pbem", "--config", str(playing.file), "serve"],
        cwd=ROOT, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL,
    )  # fmt: skip
    try:
        while lock.read_text().strip() != str(daemon.pid):
            assert daemon.poll() is None
            time.sleep(0.02)
        busy = f"process {daemon.pid}: a pbem runs here already; it fetches, handles and posts by itself"
        for command in (("tick",), ("outbox", "--post")):
            assert busy in playing.refuses(*command)
        assert busy in playing.refuses("serve", code=BUSY)
        assert playing.says("campaign", "list").startswith("spring ")
        before = len(playing.mail("allied"))
        playing.deliver(playing.letter("allied", "WHAT CAN A/504"))
        end = time.monotonic() + 20
        while len(playing.mail("allied")) == before and time.monotonic() < end:
            time.sleep(0.02)
        assert "A/504 in 12.11" in playing.mail("allied")[-1].text
        daemon.send_signal(signal.SIGTERM)
        _, errors = daemon.communicate(timeout=20)
        assert daemon.returncode == 0
        assert b"Traceback" not in errors
    finally:
        daemon.kill()
        daemon.wait()


PAINTED = 6  # reports of the demo whose maps are painted; to paint them all is most of its work


def test_the_demo_plays_to_the_end_and_every_die_of_its_letters_is_verified(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Reports after the first few show the last map that was painted."""
    begin, look, painted = Studio.begin, Studio.look, list[tuple[Dried, ...] | None]()

    def begins(self: Studio, name: str, job: MapJob, folder: Path) -> None:
        if len(painted) < PAINTED:
            begin(self, name, job, folder)

    def looks(self: Studio, name: str) -> tuple[Dried, ...] | None:
        if len(painted) < PAINTED:
            painted.append(look(self, name))
        return painted[-1]

    monkeypatch.setattr(Studio, "begin", begins)
    monkeypatch.setattr(Studio, "look", looks)
    played = CliRunner().invoke(main, ["demo", "--folder", str(tmp_path / "demo")])
    assert played.exit_code == 0, played.output
    assert "played to its end" in played.output and len(painted) == PAINTED
    shown = Path(next(line for line in played.output.splitlines() if line.startswith("Every report")).rpartition(" ")[2])
    picture = shown.with_suffix(".map.png")  # what a newcomer opens, and the map that it shows
    assert f'src="{picture.name}"' in shown.read_text(encoding="utf-8") and picture.read_bytes()[:4] == b"\x89PNG"
    (folder, *_) = sorted(path for path in (tmp_path / "demo" / "letters").iterdir() if path.is_dir())
    verified = CliRunner().invoke(main, ["verify", str(folder)])
    assert (verified.exit_code, "every roll fits" in verified.stdout) == (0, True), verified.output


def test_init_says_what_comes_next_in_the_order_it_is_done(tmp_path: Path) -> None:
    told = House(tmp_path).says("init", "--address", "referee@club.example")
    steps = [told.index(word) for word in ("fill it in", "[host]", "`pbem doctor`", "`pbem campaign new")]
    assert steps == sorted(steps)


def test_the_commands_of_the_readme_are_commands() -> None:
    """What a reader copies: every `pbem …` of its shell blocks is there, and it builds with nothing that is not installed."""
    text = (Path(__file__).parents[1] / "README.md").read_text(encoding="utf-8")
    blocks = "\n".join(re.findall(r"```sh\n(.*?)```", text, re.DOTALL))
    names = dict(_commands(main))
    firsts = {words.split()[0] for words in re.findall(r"^pbem ([a-z][a-z -]*)", blocks, re.MULTILINE)}
    assert {"init", "doctor", "campaign", "serve"} <= firsts <= {name.split()[0] for name in names}
    assert "pipx install ." in blocks and "hatchling build" not in text
