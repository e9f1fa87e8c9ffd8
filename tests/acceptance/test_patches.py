"""PATCH: the module is fixed from a turn on, by mail and by shell; each side is told what it may know (TOCS-1.1-1)."""

import re
from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path

import pytest

from pbem import admin as care
from pbem.admin.verify import verify
from pbem.kernel.hexes import Hex
from pbem.service.open_campaign import CampaignError, open_campaign
from tests.acceptance.table import Mail, Table, begun, plain, unsound
from tests.acceptance.test_host_by_mail import SEATS, code, say
from tests.care.club import Club
from tests.opened import as_board, as_game, as_picture, found

STRONGER = '["oob-allied.toml".unit."A/504"]\nstrength = 9\nmp = 3\n'
RULE = '["tables/rally.toml".drm.demoralized]\nvalue = 2\n'


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    """A campaign with a host, in its first impulse."""
    with begun(tmp_path, seats=SEATS) as table:
        yield table
    assert unsound(table) == []


def turn_of(table: Table) -> int:
    """The turn that is being played."""
    number: int = as_board(table.campaign.state.situation.board).public.turn
    return number


def on_to(table: Table, turn: int) -> None:
    """Both sides end their impulses until this turn has begun."""
    for _ in range(40):
        if turn_of(table) >= turn:
            return
        table.write(table.phasing(), "END IMPULSE")
    raise AssertionError("the turn never came")


def counter(table: Table, call: str, side: str = "allied") -> tuple[int, int]:
    """Strength and movement points of a unit, which board and picture agree on."""
    camps = (as_board(table.campaign.state.situation.board).forces[side], as_picture(table.campaign.state.pictures[side]).forces)
    found = {(c.strength, c.mp) for camp in camps for c in camp.counters.values() if c.call == call}
    assert len(found) == 1
    return found.pop()


def notices(table: Table, seat: str) -> list[Mail]:
    """What a seat was told of patches."""
    return [mail for mail in table.mail(seat) if "module · turn" in mail.subject]


def patch(table: Table, toml: str, turn: int = 2, why: str = "") -> str:
    """Say PATCH and send its code back; the statement that was read before."""
    asked = table.write("host", f"PATCH {table.impulse} FROM T{turn} {why}\n{toml}END PATCH")
    done = table.write("host", f"CONFIRM {code(asked)}")
    assert f"the patch from turn {turn} on is on file" in plain(done), done.text
    return plain(asked)


def test_a_secret_of_one_side_is_patched_from_a_turn_on_and_that_side_alone_is_told(table: Table) -> None:
    before = len(table.mail("german"))
    stated = patch(table, STRONGER, why="it had its bazookas")
    assert "oob-allied.toml: unit A/504 strength: 6 → 9" in stated and "The German command is told nothing" in stated
    (told,) = notices(table, "allied")
    assert "From turn 2 on, and not before" in plain(told) and "mp: 2 → 3" in plain(told)
    assert "it had its bazookas" in plain(told)
    assert len(table.mail("german")) == before and not notices(table, "german")
    assert counter(table, "A/504") == (6, 2)
    on_to(table, 2)
    assert counter(table, "A/504") == (9, 3) and counter(table, "B/504") == (6, 2)
    assert "patch of your side is in force from now on" in plain(table.mail("allied")[-1])
    assert "patched" not in "".join(m.text for m in table.mail("german"))
    assert "from turn 2 on: > oob-allied.toml: unit A/504 strength: 6 → 9" in plain(table.write("allied", "RULINGS"))
    assert "PATCHES" not in table.write("german", "RULINGS").text


def test_who_takes_a_seat_over_is_told_what_was_patched_for_his_side(table: Table) -> None:
    patch(table, STRONGER + RULE)
    told = {}
    for side, address in (("allied", "nora@a.example"), ("german", "otto@g.example")):
        say(table, f"REPLACE {side} BY {address}")
        table.address[side] = address
        handed_over = table.write(side, "ACCEPT")
        assert "HAND-OVER" in handed_over.text
        told[side] = plain(handed_over)
    assert "A/504 strength: 6 → 9" in told["allied"] and "drm demoralized" in told["allied"]
    assert "A/504" not in told["german"] and "drm demoralized" in told["german"]


def test_a_rule_is_patched_and_both_sides_are_told_the_same(table: Table) -> None:
    stated = patch(table, RULE + STRONGER)
    assert "The American command is told:" in stated and "The German command is told:" in stated
    assert "drm demoralized value: 1 → 2" in plain(notices(table, "german")[0])
    assert "A/504" not in notices(table, "german")[0].text and "A/504" in notices(table, "allied")[0].text
    assert as_game(table.campaign.table.game).check("rally").drms["demoralized"].value == 1
    on_to(table, 2)
    assert as_game(table.campaign.table.game).check("rally").drms["demoralized"].value == 2


def test_the_map_and_the_schedule_are_patched(table: Table) -> None:
    toml = (
        '["map.toml".hex."13.12"]\nterrain = "woods"\n'
        '["scenario-1.toml".turn."17-1800"]\nlight = "night"\nmoon = "new"\n'
        '[["oob-german.toml".unit]]\nid = "ge-late"\ncall = "LATE"\nname = "Late"\nnation = "german"\nkind = "company"\n'
        'mobility = "foot"\nsteps = 4\nstrength = 5\nmp = 2\nml = 8\nelr = 4\n'
        '[["scenario-1.toml".reinforcement]]\nside = "german"\nturn = "17-1800"\nunits = ["LATE"]\nhexes = ["20.12"]\nby = "edge"\n'
    )
    patch(table, toml)
    assert "LATE" in notices(table, "german")[0].text and "LATE" not in notices(table, "allied")[0].text
    assert "terrain: farmland → woods" in plain(notices(table, "allied")[0])
    before = table.campaign.table.game
    on_to(table, 2)
    game = table.campaign.table.game
    assert (as_game(before).ground.terrain[Hex("13.12")], as_game(game).ground.terrain[Hex("13.12")]) == ("farmland", "woods")
    assert (as_game(before).turns[2].light, as_game(game).turns[2].light) == ("dusk", "night")
    assert found(as_board(table.campaign.state.situation.board).forces["german"].unit_called("LATE")).status == "off"
    assert "LATE" in table.mail("german")[-1].text
    on_to(table, 3)
    while table.phasing() != "german":
        table.write(table.phasing(), "END IMPULSE")
    assert "LATE moved to 20.12" in plain(table.write("german", "enter LATE at 20.12"))
    assert "LATE" not in "".join(m.text for m in table.mail("allied"))


FAULTY = {
    "no TOML": ("strength = = 9\n", "line 1 of the patch: patch: not TOML"),
    "an unknown file": ('["oob-alied.toml".unit."A/504"]\nmp = 3\n',
                        'line 1 of the patch: oob-alied.toml: no file of this module has this name: did you mean "oob-al'),
    "an unknown entry": ('["oob-allied.toml".unit."Z/504"]\nmp = 3\n',
                         'line 1 of the patch: oob-allied.toml: unit Z/504: no entry is called so: did you mean'),
    "an entry that goes out by its id and changes by its call": (
        '["oob-allied.toml".unit]\n"us-504-b" = false\n"B/504" = { mp = 3 }\n',
        "line 3 of the patch: oob-allied.toml: unit B/504: no entry is called so"),
    "an unknown key": ('["oob-allied.toml".unit."A/504"]\nmp = 3\nstrenght = 9\n',
                       'line 3 of the patch: oob-allied.toml: unit[2].strenght: unknown key "strenght": did you mean "strength"?'),
    "a value that breaks the module": ('["scenario-1.toml".turn."17-1800"]\nlight = "noon"\n',
                                       "line 2 of the patch: scenario-1.toml: turn[2].light: should be 'day'"),
    "a unit that nobody commands": ('["oob-allied.toml".unit."A/504"]\nparent = "us-999"\n',
                                    "line 2 of the patch: oob-allied.toml: unit[2].parent: "),
    "what is so already": ('["oob-allied.toml".unit."A/504"]\nmp = 2\n', "it says so already"),
    "how play began": ('["oob-allied.toml".unit."A/504"]\nsetup = "11.12"\n', "CORRECT puts right what is so now"),
    "a chart with an entry less": ('["tables/rally.toml".drm]\ndemoralized = false\n', "in a chart values change, and nothing"),
    "a chart with another kind of value": ('["tables/rally.toml".drm.demoralized]\nvalue = "two"\n', "should be like 1"),
    "a bridge that is gone": ('["map.toml".bridge]\nheumen = false\n', "it crosses the water in 14.12, where no bridge carries"),
    "nothing": ("\n", "no TOML stands below it, and none is attached"),
    "a turn that is played": ('["scenario-1.toml".turn."17-1200"]\nlight = "dusk"\n',
                              "turns before turn 2 have gone by when it takes effect"),
    "another owner": ('["scenario-1.toml".pool.american]\nside = "german"\n', "whose something is cannot be patched"),
}  # fmt: skip


@pytest.mark.parametrize("what", FAULTY)
def test_a_faulty_patch_is_refused_with_line_and_key_and_nobody_is_told(table: Table, what: str) -> None:
    toml, why = FAULTY[what]
    before = {seat: len(table.mail(seat)) for seat in ("allied", "german")}
    answer = table.write("host", f"PATCH T1.1 FROM T2\n{toml}END PATCH")
    assert "PATCH is refused" in answer.subject and "Nothing was done." in answer.text
    assert why in plain(answer), plain(answer)
    assert "CONFIRM" not in answer.text and table.campaign.state.admin.hosting.patches == ()
    assert {seat: len(table.mail(seat)) for seat in before} == before


@pytest.mark.parametrize(
    ("words", "why"),
    (
        ("PATCH T1.1 FROM T1", "turn 1 is being played: a patch takes effect from turn 2 on"),
        ("PATCH T2.1 FROM T3", "it names T2.1, and T1.1 is being played"),
        ("PATCH T1.1 FROM T7", "turn 7 would not be played any more"),
        ("PATCH T1.1 DROP T3", "no patch from turn 3 on is on file"),
    ),
)
def test_a_patch_for_the_wrong_time_is_refused(table: Table, words: str, why: str) -> None:
    body = "" if "DROP" in words else f"\n{STRONGER}END PATCH"
    assert why in plain(table.write("host", f"{words}{body}"))


def test_two_patches_are_filed_in_the_order_of_their_turns_and_the_last_may_be_dropped(table: Table) -> None:
    patch(table, STRONGER, 3)
    weaker = '["oob-allied.toml".unit."A/504"]\nstrength = 4\n'
    for turn in (2, 3):
        answer = plain(table.write("host", f"PATCH T1.1 FROM T{turn}\n{weaker}END PATCH"))
        assert "a patch from turn 3 on is on file: this one must come after it, or PATCH T1.1 DROP T3 comes first" in answer
    patch(table, weaker, 4)
    assert "the patch from turn 4 on was made over it: discard that first" in plain(table.write("host", "PATCH T1.1 DROP T3"))
    say(table, "PATCH T1.1 DROP T4")
    assert "does not come to pass" in plain(notices(table, "allied")[-1]) and not notices(table, "german")
    on_to(table, 3)
    assert counter(table, "A/504") == (9, 3)
    assert "has taken effect" in plain(table.write("host", f"PATCH {table.impulse} DROP T3"))
    on_to(table, 4)
    assert counter(table, "A/504") == (9, 3)


def test_a_rollback_before_its_turn_leaves_the_patch_on_file(table: Table) -> None:
    table.write("allied", "B/504: move 12.10\nEND IMPULSE")
    patch(table, STRONGER)
    asked = table.write("host", f"ROLLBACK {table.impulse} TO T1.1")
    assert "The patch from turn 2 on stays on file and takes effect then." in plain(asked)
    table.write("host", f"CONFIRM {code(asked)}")
    on_to(table, 2)
    assert counter(table, "A/504") == (9, 3)
    say(table, f"ROLLBACK {table.impulse} TO {impulses(table)[-2]}")
    assert turn_of(table) == 1 and counter(table, "A/504") == (6, 2)
    on_to(table, 2)
    assert counter(table, "A/504") == (9, 3)


def impulses(table: Table) -> list[str]:
    """The impulses that a rollback could go back to."""
    answer = plain(table.write("host", f"ROLLBACK {table.impulse} TO T9.9"))
    return re.search(r"there are ([T0-9., ]+)", answer)[1].strip(" .").split(", ")  # type: ignore[index]


def test_a_unit_that_lost_more_than_it_now_has_keeps_a_step(table: Table) -> None:
    say(table, "CORRECT T1.1 allied A/504 steps 2")
    patch(table, '["oob-allied.toml".unit."A/504"]\nsteps = 2\n')
    on_to(table, 2)
    camp = as_board(table.campaign.state.situation.board).forces["allied"]
    unit = found(camp.unit_called("A/504"))
    assert unit.status == "map" and camp.counter(unit).steps - unit.lost == 1


def test_a_patch_comes_as_an_attached_file_too(table: Table) -> None:
    message = EmailMessage()
    last = table.mail("host")[-1]
    message["From"], message["To"], message["Subject"] = table.address["host"], last.reply_to, f"Re: {last.subject}"
    message["Message-ID"], message["In-Reply-To"] = "<patch@host.example>", last.message_id
    message.set_content("PATCH T1.1 FROM T2 as attached\n")
    message.add_attachment(STRONGER.encode(), maintype="application", subtype="octet-stream", filename="Patch.toml")
    asked = table.send("host", message.as_bytes())
    assert "strength: 6 → 9" in plain(asked)
    assert "on file" in plain(table.write("host", f"CONFIRM {code(asked)}"))
    on_to(table, 2)
    assert counter(table, "A/504") == (9, 3)


def test_a_players_attached_toml_is_nothing(table: Table) -> None:
    raw = table.letter("allied", "STATUS\n")
    assert b"multipart" not in raw
    message = EmailMessage()
    last = table.mail("allied")[-1]
    message["From"], message["To"], message["Subject"] = table.address["allied"], last.reply_to, f"Re: {last.subject}"
    message["Message-ID"], message["In-Reply-To"] = "<toml@allied.example>", last.message_id
    message.set_content("STATUS\n")
    message.add_attachment(b"A/504: move 12.10\n", maintype="application", subtype="toml", filename="orders.toml")
    answer = table.send("allied", message.as_bytes())
    assert "an attachment was not read" in plain(answer) and not table.campaign.state.admin.ran


def test_curly_quotation_marks_of_a_mail_program_are_taken_as_straight_ones(table: Table) -> None:
    assert "strength: 6 → 9" in patch(table, STRONGER.replace('"A/504"', "“A/504”"))


def test_the_proof_holds_over_a_patch_and_the_campaign_opens_as_it_was(table: Table, tmp_path: Path) -> None:
    patch(table, STRONGER + RULE)
    on_to(table, 2)
    table.write(table.phasing(), "END IMPULSE")
    again = open_campaign(table.campaign.shelf)
    snapshot = again.script.snapshot
    assert snapshot(again.state) == snapshot(table.campaign.state) == snapshot(again.from_the_beginning())
    assert unsound(table) == []
    table.means(table.phasing(), "CONCEDE")
    assert "the module is patched for American" in "".join(m.text for m in table.mail("german"))
    folder = tmp_path / "letters"
    folder.mkdir()
    for number, mail in enumerate(table.mail("german")):
        (folder / f"{number}.eml").write_bytes(mail.raw)
    text, clean = verify(folder)
    assert clean, text


def test_the_shell_says_the_same_words_and_a_restored_campaign_is_the_same(tmp_path: Path) -> None:
    club = Club(tmp_path / "club").found()
    club.play(0, 2)
    words = f"PATCH T1.1 FROM T2 as agreed\n{STRONGER}"
    with pytest.raises(CampaignError, match="line 1 of the patch: oob-alied"):
        care.host(club.file, "spring", words.replace("oob-allied", "oob-alied"), club.now)
    assert "unit A/504 strength: 6 → 9" in care.host(club.file, "spring", words, club.now)
    assert club.campaign().state.admin.hosting.patches == ()
    assert "the patch from turn 2 on is on file" in care.host(club.file, "spring", words, club.now, True)
    while as_board(club.campaign().state.situation.board).public.turn < 2:
        club.write(as_board(club.campaign().state.situation.board).public.phasing, "END IMPULSE")
    camp = as_board(club.campaign().state.situation.board).forces["allied"]
    assert [c.strength for c in camp.counters.values() if c.call == "A/504"] == [9]
    before = club.state()
    care.backup(club.file, tmp_path / "b.tar.gz", club.now())
    club.data.rename(tmp_path / "away")
    care.restore(club.file, tmp_path / "b.tar.gz")
    text, clean = care.audit(club.file)
    assert clean and club.state() == before, text


STORES = """[["scenario-1.toml".supply]]
side = "german"
id = "depot-1"
kind = "dump"
hex = "17.11"
points = 3
[["scenario-1.toml".supply]]
side = "german"
id = "rear"
kind = "base"
hex = "18.11"
points = 5
[["scenario-1.toml".facility]]
side = "german"
id = "lazarett"
kind = "hospital"
name = "Feldlazarett 4"
hex = "17.11"
[["scenario-1.toml".train]]
side = "german"
call = "ZUG 7"
hex = "17.10"
turn = "17-1800"
steps = 8
points = 2
units = ["NACHSCH"]
[["oob-german.toml".unit]]
id = "ge-nachschub"
call = "NACHSCH"
name = "Nachschub"
nation = "german"
kind = "company"
mobility = "foot"
steps = 4
strength = 5
mp = 2
ml = 8
elr = 4
"""


def test_stores_a_facility_and_a_train_that_are_new_come_into_play(table: Table) -> None:
    """TOCS-W12.7-1, TOCS-W8.1-1, TOCS-W12.0-2, TOCS-W12.3-1: from the patch's turn on, and the train when it is due; a base is
    known to both, the rest to their own side."""
    stated = patch(table, STORES)
    assert "The German command is told:" in stated and "The American command is told nothing" in stated
    assert "Feldlazarett" not in table.mail("allied")[-1].text
    on_to(table, 2)
    board, seen = (table.campaign.state.situation.board, as_picture(table.campaign.state.pictures["german"]).forces)
    camp = as_board(board).forces["german"]
    stores = {(s.kind, s.hex, s.sp) for s in camp.sources.values()}
    assert {("dump", "17.11", 3), ("base", "18.11", 5)} <= stores and as_board(board).public.bases[Hex("18.11")] == "german"
    assert camp.trains["ZUG 7"].status == "off" and found(camp.unit_called("NACHSCH")).status == "off"
    assert [s.name for s in seen.sites] == ["Feldlazarett 4"] and not as_board(board).forces["allied"].sites and seen == camp
    assert "comes into play" in plain(table.mail("german")[-1])
    on_to(table, 3)
    camp = as_board(table.campaign.state.situation.board).forces["german"]
    assert camp.trains["ZUG 7"].status == "on" and found(camp.unit_called("NACHSCH")).train == "ZUG 7"
    for secret in ("Lazarett", "lazarett", "NACHSCH", "ZUG 7"):
        assert secret not in "".join(m.text for m in table.mail("allied"))


def test_what_has_been_in_play_stands_and_a_train_to_come_may_change(table: Table) -> None:
    """TOCS-1.14-1, TOCS-W12.3-1."""
    for toml in ('["scenario-1.toml".supply.groesbeek]\npoints = 9\n', '["scenario-1.toml".supply]\ngroesbeek = false\n'):
        answer = plain(table.write("host", f"PATCH T1.1 FROM T2\n{toml}END PATCH"))
        assert "german: groesbeek: that is how play began, and what has come of it since stands (TOCS-1.14-1)" in answer
    patch(table, STORES)
    on_to(table, 2)
    later = '["scenario-1.toml".train."ZUG 7"]\nturn = "17-2100"\nsteps = 6\n'
    gone = '["scenario-1.toml".facility]\nlazarett = false\n'
    answer = plain(table.write("host", f"PATCH {table.impulse} FROM T3\n{gone}END PATCH"))
    assert "Feldlazarett 4: that is how play began, and what has come of it since stands (TOCS-1.14-1)" in answer
    patch(table, later, 3)
    on_to(table, 3)
    train = as_board(table.campaign.state.situation.board).forces["german"].trains["ZUG 7"]
    assert (train.status, train.due, train.steps) == ("off", 4, 6)
    early = '["scenario-1.toml".train]\n"ZUG 7" = false\n["oob-german.toml".unit]\nNACHSCH = false\n'
    patch(table, early, 4)
    on_to(table, 4)
    camp = as_board(table.campaign.state.situation.board).forces["german"]
    assert not camp.trains and camp.unit_called("NACHSCH") is None
    assert as_picture(table.campaign.state.pictures["german"]).forces == camp
