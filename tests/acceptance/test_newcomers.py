"""A stranger's letter that says BOOT CAMP, where the host lets strangers in: a camp of his own, within bounds, else silence."""

import contextlib
import shutil
from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path

import pytest

from pbem.kernel.values import replace
from pbem.mail.trust import Trust
from pbem.service.config.settings import BootCampSettings, Config, HostSettings, MailboxSettings, Settings
from pbem.service.open_campaign import Campaign
from pbem.service.referee import Referee
from pbem.store.folder.disk import Disk
from tests.acceptance.conftest import CONFIG
from tests.acceptance.table import START, Mail, Postman, QuickDisk, Table, audited, plain
from tests.store.failing_disk import FailingDisk, Killed, Trouble

NELL = "nell@new.example"
PLACES = 2


def asking(sender: str = NELL, text: str = "BOOT CAMP\n", **fields: str) -> bytes:
    """A newcomer's letter, as an ordinary mail program writes it."""
    message = EmailMessage()
    message["From"], message["To"] = sender, "referee@club.example"
    message["Subject"] = fields.pop("subject", "hello")
    message["Message-ID"] = f"<1.{sender}>"
    message["Date"] = "Mon, 23 Nov 2026 09:00:00 +0000"
    for field, value in fields.items():
        message[field.replace("_", "-")] = value
    message.set_content(text)
    return message.as_bytes()


def letting_in(config: Config, places: int = PLACES) -> Config:
    """The configuration with the host's switch."""
    return replace(config, settings=config.settings.model_copy(update={"boot_camp": BootCampSettings(places=places)}))


class Club(Table):
    """A table beside which newcomers may have camps."""

    def __init__(self, folder: Path, places: int = PLACES) -> None:
        super().__init__(folder, QuickDisk())
        self.folder = folder
        self.referee.office.config = letting_in(self.referee.config, places)

    def gets(self, raw: bytes) -> None:
        """A letter arrives and is handled."""
        self.deliver(raw)
        self.run()

    def bag(self, address: str) -> list[Mail]:
        """What an address was sent."""
        return [self.opener.open(raw) for raw in self.postman.bags.get(address, [])]

    def replies(self, address: str, text: str) -> list[Mail]:
        """Somebody answers his newest letter; what he is sent of it."""
        before = self.bag(address)
        message = EmailMessage()
        message["From"], message["To"] = address, before[-1].reply_to
        message["Subject"], message["In-Reply-To"] = f"Re: {before[-1].subject}", before[-1].message_id
        self.count += 1
        message["Message-ID"] = f"<r{self.count}.{address}>"
        message.set_content(text)
        self.gets(message.as_bytes())
        return self.bag(address)[len(before) :]

    @property
    def camps(self) -> list[Campaign]:
        """The newcomers' campaigns."""
        return [c for name, c in self.referee.campaigns.items() if name != "test"]


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Club]:
    """A club that lets newcomers in."""
    (tmp_path / "pbem.toml").write_text(CONFIG, encoding="utf-8")
    table = Club(tmp_path)
    yield table
    table.close()
    said, sound = audited(table, tmp_path / "pbem.toml")
    assert sound, said


def test_a_newcomer_gets_a_camp_of_his_own_and_is_taught(club: Club) -> None:
    club.gets(asking(text="Boot camp!\n\nGreetings,\nNell\n"))
    (invitation,) = club.bag(NELL)
    assert "This is a boot camp" in " ".join(invitation.text.split()) and "INVITATION" in invitation.text
    letters = club.replies(NELL, "ACCEPT")
    assert "LESSON 1 OF 9" in letters[-1].text
    assert "LESSON PASSED" in club.replies(NELL, "MAP 13.11")[-1].text
    assert club.campaign.state.admin.stage == "inviting", "nothing of it touches another campaign"


@pytest.mark.parametrize("said", [{"text": "Hi,\n\nBOOT CAMP please!\nNell\n"}, {"subject": "Boot camp", "text": "Thank you.\n"}])
def test_it_is_heard_after_a_greeting_and_in_the_subject(club: Club, said: dict[str, str]) -> None:
    club.gets(asking(**said))
    assert "This is a boot camp" in " ".join(club.bag(NELL)[0].text.split())


@pytest.mark.parametrize("raw", [
    asking(text="I want to play\n"), asking(text="Hello\nis there a BOOT CAMP?\n"), asking(text="Boot camp opens today\n"),
    asking(text="BOOTCAMP\n"), asking(text="> BOOT CAMP\n"), asking(Auto_Submitted="auto-replied"), asking(Precedence="bulk"),
    asking(List_Id="<club.example>"), asking("MAILER-DAEMON@new.example"), asking("referee@club.example"),
    asking("a@b.example, c@d.example"), asking("", text="BOOT CAMP\n"),
])  # fmt: skip
def test_everybody_else_and_every_machine_gets_silence(club: Club, raw: bytes) -> None:
    posted = sum(map(len, club.postman.bags.values()))
    club.gets(raw)
    assert club.camps == [] and sum(map(len, club.postman.bags.values())) == posted


def test_without_the_hosts_switch_there_is_silence(tmp_path: Path) -> None:
    table = Club(tmp_path, places=0)
    table.gets(asking())
    assert table.camps == [] and table.bag(NELL) == []
    table.close()


def test_an_address_has_one_camp_at_a_time(club: Club) -> None:
    club.gets(asking())
    club.gets(asking())  # the same bytes once more
    club.gets(asking(Keywords="again"))
    assert len(club.camps) == 1 and len(club.bag(NELL)) == 1
    club.replies(NELL, "ACCEPT")
    club.gets(asking(Keywords="in play"))
    assert len(club.camps) == 1
    club.replies(NELL, "CLOSE CAMP")
    letters = len(club.bag(NELL))
    club.gets(asking(Keywords="from the beginning"))
    assert len(club.camps) == 2 and len(club.bag(NELL)) == letters + 1


def test_there_are_so_many_places_and_no_more_and_so_many_a_day(club: Club) -> None:
    for number in range(4):
        club.gets(asking(f"n{number}@new.example"))
    assert len(club.camps) == PLACES and club.bag("n2@new.example") == []
    for number in range(PLACES):
        club.replies(f"n{number}@new.example", "ACCEPT")
        club.replies(f"n{number}@new.example", "CLOSE CAMP")
    club.gets(asking("n4@new.example"))
    assert len(club.camps) == PLACES, "the places of the day are taken"
    club.wait(days=1)
    club.gets(asking("n5@new.example"))
    assert len(club.camps) == PLACES + 1


def test_an_invitation_that_nobody_answers_keeps_its_place_for_a_week(club: Club) -> None:
    for number in range(PLACES):
        club.gets(asking(f"n{number}@new.example"))
    club.wait(days=6)
    club.gets(asking())
    assert club.bag(NELL) == []
    club.wait(days=2)
    club.gets(asking(Keywords="now"))
    assert len(club.bag(NELL)) == 1


def test_where_a_providers_proof_is_asked_for_a_forged_letter_brings_nothing(club: Club) -> None:
    club.referee.office.trust = Trust("mx.club.example", False)
    club.gets(asking())
    assert club.camps == []
    verdict = b"Authentication-Results: mx.club.example; dkim=pass header.d=new.example\n"
    club.gets(verdict + asking(Keywords="proved"))
    assert [c.state.admin.proof for c in club.camps] == ["token+dkim"]


def test_who_holds_a_seat_elsewhere_may_learn_too(club: Club) -> None:
    club.gets(asking("al@allied.example"))
    assert len(club.camps) == 1 and "boot camp" in club.bag("al@allied.example")[-1].text


def test_the_same_letter_brings_the_same_camp_where_the_folder_was_lost(tmp_path: Path) -> None:
    letters = []
    for name in ("before", "after"):
        table = Club(tmp_path / name)
        table.gets(asking())
        letters.append([mail.raw for mail in table.bag(NELL)])
        table.close()
    assert letters[0] == letters[1] and len(letters[0]) == 1, "name, token and the hash that binds the dice"


def test_the_host_hosts_newcomers_camps_too(club: Club) -> None:
    settings = club.referee.config.settings
    club.referee.office.config = replace(
        club.referee.config, settings=settings.model_copy(update={"host": HostSettings(address="henk@host.example")})
    )
    club.gets(asking())
    assert len(club.bag("henk@host.example")) == 1 and len(club.bag(NELL)) == 1


# ---------------------------------------------------------------- killed in the middle


def through(folder: Path, disk: Disk, postman: Postman, raw: bytes) -> None:
    """The letter comes, is handled and answered; after a death a fresh process goes on, and what was not taken is brought again."""
    mailbox = MailboxSettings(address="referee@club.example")
    settings = Settings(data=str(folder / "data"), mailbox=mailbox, free_mb=0, pictures=False)
    config, taken = letting_in(Config(settings, folder)), False
    for now in (disk, QuickDisk()):
        try:
            with Referee(config, now) as referee:
                if not taken:
                    referee.take(raw, START, "test:1")
                    taken = True
                referee.work(START)
                referee.post(postman, START)
            return
        except Killed:
            continue


def outcome(folder: Path, postman: Postman) -> tuple[list[bytes], list[str], list[Path]]:
    """What came of it: the letters posted, the campaigns there are, what waits in the spool."""
    homes = sorted(p.name for p in (folder / "data" / "campaigns").glob("*"))
    return sorted(set(postman.bags.get(NELL, []))), homes, sorted((folder / "data" / "spool").rglob("*.eml"))


@pytest.mark.parametrize("trouble", ["kill", "power"])
def test_a_newcomers_letter_that_is_struck_brings_one_camp_and_one_invitation(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, trouble: Trouble
) -> None:
    monkeypatch.setattr("secrets.token_bytes", lambda n: bytes(range(n)))
    quiet, post = QuickDisk(), Postman()
    through(tmp_path / "quiet", quiet, post, asking())
    wanted = outcome(tmp_path / "quiet", post)
    assert (len(wanted[0]), len(wanted[1]), wanted[2]) == (1, 1, [])
    for n in range(1 if trouble == "kill" else 2, quiet.operations, max(1, quiet.operations // 30)):
        disk, post = FailingDisk(n, trouble), Postman()
        through(tmp_path / f"{trouble}-{n}", disk, post, asking())
        assert disk.failed and outcome(tmp_path / f"{trouble}-{n}", post) == wanted, n


# ---------------------------------------------------------------- camps that are over go


def over(club: Club) -> Campaign:
    """A camp that its pupil has closed."""
    club.gets(asking())
    club.replies(NELL, "ACCEPT")
    club.replies(NELL, "CLOSE CAMP")
    (camp,) = club.camps
    assert camp.state.admin.stage == "over"
    return camp


def later(club: Club, days: int) -> None:
    """Time goes by, and mail of others comes: whose age is counted by the newest letter, too."""
    club.wait(days=days)
    club.gets(asking("stranger@new.example", text=f"hello, {days}\n"))
    club.wait(hours=2)


def test_a_camp_that_is_over_goes_after_keep_days_and_no_old_letter_brings_it_back(club: Club) -> None:
    camp = over(club)
    later(club, 179)
    assert club.camps == [camp]
    later(club, 2)
    assert club.camps == [] and not camp.home.exists()
    letters = len(club.bag(NELL))
    club.gets(asking())
    assert club.camps == [] and len(club.bag(NELL)) == letters, "the letter that founded it"
    assert club.replies(NELL, "STATUS") == [], "a reply to it"
    assert club.replies(NELL, "BOOT CAMP") == []
    club.gets(asking(Keywords="a new one"))
    assert len(club.camps) == 1 and len(club.bag(NELL)) == letters + 1
    club.close()
    again = Club(club.folder)
    assert camp.id not in again.referee.campaigns
    again.close()


def test_a_camp_that_nobody_entered_goes_too_and_one_in_play_never(club: Club) -> None:
    club.gets(asking())
    club.gets(asking("otto@new.example"))
    club.replies("otto@new.example", "ACCEPT")
    later(club, 27)
    later(club, 160)
    assert [c.state.admin.seats["allied"].address for c in club.camps] == ["otto@new.example"]


def test_with_keep_days_0_nothing_goes_nor_while_the_clock_alone_says_so(club: Club) -> None:
    camp = over(club)
    club.wait(days=2000)
    assert club.camps == [camp], "a clock that leaps"
    kept = club.referee.config.settings.model_copy(update={"keep_days": 0})
    club.referee.office.config = replace(club.referee.config, settings=kept)
    later(club, 400)
    assert club.camps == [camp]


@pytest.mark.parametrize("trouble", ["kill", "full"])
def test_a_camp_goes_whole_whatever_happens_to_the_disk(tmp_path: Path, trouble: Trouble) -> None:
    (tmp_path / "pbem.toml").write_text(CONFIG, encoding="utf-8")
    first = Club(tmp_path / "first")
    camp = over(first).id
    later(first, 1)
    first.wait(days=200)
    first.deliver(asking("stranger@new.example", text="hello\n"))
    first.close()
    step, failed = 0, True
    while failed:
        step += 13
        folder = tmp_path / f"{step}"
        shutil.copytree(first.folder, folder)
        disk, at = FailingDisk(step, trouble), first.at
        with contextlib.suppress(Killed, OSError):
            struck = Club(folder)
            struck.at = at
            struck.referee.disk = disk
            try:
                struck.run()
                struck.wait(hours=2)
            finally:
                struck.close()
        failed = disk.failed
        whole = Club(folder)
        whole.at = at
        whole.run()
        whole.wait(hours=2)
        assert whole.camps == [] and whole.referee.damaged == {}
        assert [p.name for p in (whole.referee.data / "gone").iterdir()] == [f"{camp}.json"]
        whole.close()
        shutil.rmtree(folder)


def test_what_stands_below_an_accept_is_answered_or_named(tmp_path: Path) -> None:
    """Questions have an answer of their own, those for the time of play say so, and orders are named as not done."""
    table = Table(tmp_path)
    table.write("allied", "ACCEPT\nHELP START\nWHAT CAN A/504\nREPORT\nA/504: recon 13.11")
    welcome, answer, report = table.mail("allied")[1:]
    assert "Welcome" in welcome.subject
    assert "HELP START" in answer.text and "WHAT CAN: ask again once play has begun" in plain(answer)
    assert "ACCEPT takes your seat and does nothing else: send your other lines again" in plain(answer)
    assert "There is no report before play begins." in plain(report)
    table.write("german", "I accept, thank you!\n\nACCEPT")
    assert [mail.subject for mail in table.mail("german")[2:]] == [table.mail("german")[2].subject], "the first report alone"
    table.close()
