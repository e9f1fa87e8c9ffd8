"""The order form: a line a unit with where it is, what it can do and what it was last told; what is left alone orders nothing."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pbem.documents.station import Heading
from pbem.kernel.numbered_lines import numbered
from pbem.kernel.values import replace
from pbem.orders.parser import read_orders
from pbem.orders.tree import UnitLine, Vocabulary
from pbem.rulesets.tocs.reports.order_form import block
from pbem.rulesets.tocs.units import Task
from tests.acceptance.table import TEAMS, Mail, Table, begun, opened, plain
from tests.letter_words import WORDS
from tests.mail.clients import Reply, filled, sent
from tests.opened import as_game, as_picture, found


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    """An impulse of each side is over: some units have been told something, some are engaged."""
    table = Table(tmp_path_factory.mktemp("form"))
    table.begin()
    table.write("allied", "A/504: recon 13.11; if empty move, else attack deliberate\nB,C/504: move 13.12\nend impulse")
    table.write("german", "2/HG: move 15.10\nend impulse")
    yield table
    table.close()


def form(mail: Mail) -> list[str]:
    """The lines of the form, fences included."""
    lines = mail.text.split("\n")
    start = next(i for i, line in enumerate(lines) if line.startswith("BEGIN ORDERS"))
    return lines[start : lines.index("END ORDERS") + 1]


def words(table: Table, side: str = "allied") -> Vocabulary:
    own = table.campaign.table.ruleset.actions.vocabulary(table.campaign.table.game, table.campaign.state.pictures[side])
    return replace(own, verbs=(*WORDS.verbs, *own.verbs))


def last_report(table: Table, side: str) -> Mail:
    return next(mail for mail in reversed(table.mail(side)) if "BEGIN ORDERS" in mail.text)


def test_it_tells_where_a_unit_is_what_it_can_do_and_what_it_was_last_told(table: Table) -> None:
    lines = form(last_report(table, "allied"))
    assert re.fullmatch(r"BEGIN ORDERS test T1\.3 A-\d+ [a-z2-7]{16}", lines[0])
    assert "B,C/504 [13.12, 2 AP, move 13.12]:" in lines
    assert "82rcn [11.12 Overasselt, 3 AP]:" in lines
    assert "376A, 376B, 376C [11.11, 3 AP]:" in lines
    assert any(line.startswith("A/504 [13.11 Malden bridge, SW bank, engaged, recon 13.11") for line in lines)
    assert any(line.startswith("[standing orders, version 1") for line in lines)
    assert lines[-2:] == ["# end impulse", "END ORDERS"]
    assert max(map(len, lines[1:])) <= 60


def test_what_is_at_work_is_named_and_left_alone(table: Table) -> None:
    game, picture = table.campaign.table.game, table.campaign.state.pictures["allied"]
    unit = as_picture(picture).forces.unit_called("C/307")
    task = Task(found(unit).id, "footbridge", "a [wooden] footbridge", found(unit).hex, 4, 1)
    busy = replace(as_picture(picture), forces=replace(as_picture(picture).forces, tasks={found(unit).id: task}))
    heading = Heading("A-9", "", "", "BEGIN ORDERS x", (), closing="end impulse")
    lines = block(as_game(game), as_picture(busy), heading).lines
    assert [line for line in lines if "C/307" in line] == ["[at work: C/307: a (wooden) footbridge in 11.11, 1 of 4 tu…]"]
    others = block(as_game(game), as_picture(busy), replace(heading, mine=frozenset({"82rcn"}))).lines
    assert others[2:] == ("82rcn [11.12 Overasselt, 3 AP]:", "# end impulse", "END ORDERS")


def test_its_lines_name_the_units_that_wait_and_no_others(table: Table) -> None:
    picture, lines = table.campaign.state.pictures["allied"], form(last_report(table, "allied"))[1:-2]
    filled = [f"{line} dig" for line in lines if line.endswith("]:")]
    sheet = read_orders(tuple(numbered(filled, 1)), words(table))
    named = [call for line in sheet.lines if isinstance(line.command, UnitLine) for call in line.command.units]
    assert sorted(named) == sorted(table.campaign.table.ruleset.reports.idle(picture))


@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_lines_that_are_filled_order_and_lines_that_are_left_do_not(table: Table, data: st.DataObject) -> None:
    lines = form(last_report(table, "allied"))[1:-1]
    heads = [i for i, line in enumerate(lines) if line.endswith("]:")]
    chosen = data.draw(st.sets(st.sampled_from(heads)))
    written = [f"{line} dig" if i in chosen else line for i, line in numbered(lines)]
    sheet = read_orders(tuple(numbered(written, 1)), words(table))
    assert [line.text.partition(":")[0] for line in sheet.lines] == [lines[i].partition(" [")[0] for i in sorted(chosen)]
    assert all(isinstance(line.command, UnitLine) for line in sheet.lines)


def test_a_form_sent_back_as_it_is_does_nothing_and_says_so(table: Table) -> None:
    report = last_report(table, "allied")
    before = len(table.campaign.state.admin.ran)
    table.write("allied", "\n".join(form(report)))
    answer = table.mail("allied")[-1]
    assert "NOTHING TO READ" in answer.text
    assert len(table.campaign.state.admin.ran) == before


def test_the_form_of_the_other_side_tells_nothing_of_ours(table: Table) -> None:
    ours, theirs = (set(" ".join(form(last_report(table, side))).split()) for side in ("allied", "german"))
    assert not {word for word in ours & theirs if word.endswith("/504")}


# ---------------------------------------------------------------- filled in where it stands


@pytest.fixture
def fresh(tmp_path: Path) -> Iterator[Table]:
    """A campaign at its first impulse."""
    with begun(tmp_path) as table:
        yield table


def returned(mail: Mail, client: str, orders: dict[str, str], top: str = "") -> bytes:
    """The whole of a report sent back by a mail program, with these orders written into its form."""
    text, page = filled(mail.text, orders), filled(mail.html, orders)
    return sent(client, Reply(text, page, top, mail.reply_to, mail.subject, mail.message_id, mail.to))


@pytest.mark.parametrize("client", ["gmail_web", "ios_mail", "outlook_plain", "outlook_mobile", "gmx", "thunderbird_plain"])
def test_a_whole_report_with_its_form_filled_in_is_carried_out(fresh: Table, client: str) -> None:
    report = last_report(fresh, "allied")
    orders = {"C/504": "move 13.12", "D/505": "recon 20.12; if empty move, else attack hasty"}
    answer = fresh.send("allied", returned(report, client, orders))
    assert "executed" in answer.subject
    assert "1 · C/504: move 13.12" in answer.text
    assert "2 · D/505: recon 20.12; if empty move, else attack hasty" in answer.text
    ran = fresh.campaign.state.admin.ran["allied"]
    assert [line.partition(":")[0] for line in ran] == ["C/504", "D/505"]


def test_the_same_reply_once_more_is_a_repeat(fresh: Table) -> None:
    report = last_report(fresh, "allied")
    fresh.send("allied", returned(report, "gmail_web", {"C/504": "move 13.12"}))
    again = fresh.send("allied", returned(report, "mutt", {"C/504": "move 13.12"}))
    assert "a repeat of" in again.subject


def test_a_fault_in_the_form_keeps_the_letter_as_a_draft(fresh: Table) -> None:
    answer = fresh.send("allied", returned(last_report(fresh, "allied"), "outlook_web", {"C/504": "move 13.12; atack 14.12 hasty"}))
    assert "1 ✗ C/504: move 13.12; atack 14.12 hasty" in answer.text
    assert "Meant:  C/504: move 13.12; attack 14.12 hasty" in answer.text
    done = fresh.write("allied", "YES")
    assert "C/504: move 13.12; attack 14.12 hasty" in done.text


def test_orders_in_the_form_and_above_it_are_turned_away_whole(fresh: Table) -> None:
    report = last_report(fresh, "allied")
    answer = fresh.send("allied", returned(report, "apple_mail", {"C/504": "move 13.12"}, "D/505: move 20.12"))
    assert "NOTHING DONE" in answer.text
    assert "wrote orders beside it too" in plain(answer)
    assert "allied" not in fresh.campaign.state.admin.ran


def test_chatter_above_the_form_is_left_out_and_counted(fresh: Table) -> None:
    report = last_report(fresh, "allied")
    answer = fresh.send("allied", returned(report, "apple_mail", {"C/504": "move 13.12"}, "Hello referee,\nhere you are. Regards"))
    assert "executed" in answer.subject
    assert "2 lines outside the order block" in plain(answer)


def test_the_form_of_an_impulse_that_is_over_is_turned_away(fresh: Table) -> None:
    old = last_report(fresh, "allied")
    fresh.write("allied", "end impulse")
    fresh.write("german", "end impulse")
    assert fresh.impulse == "T1.3"
    answer = fresh.send("allied", returned(old, "gmail_android", {"C/504": "move 13.12"}))
    assert "The form you filled in is that of T1.1; T1.3 is being played." in plain(answer)
    assert fresh.campaign.state.admin.ran.get("allied", ()) == ("end impulse",)
    own = "\n".join(form(old)).replace("C/504 [12.10, 3 AP]:", "C/504 [12.10, 3 AP]: move 13.12")
    assert "is that of T1.1" in plain(fresh.write("allied", own))
    refused = fresh.write("allied", own.replace("END ORDERS", "RESEND A-2\nEND ORDERS"))
    assert "is that of T1.1" in plain(refused)
    assert fresh.mail("allied")[-1] == fresh.mail("allied")[1], "what was asked for comes all the same"


def test_yesterdays_form_quoted_in_todays_is_never_carried_out(fresh: Table) -> None:
    """His reply to the first report quoted in his reply to his own mail: only what stands above counts."""
    report = last_report(fresh, "allied")
    first = opened(returned(report, "gmail_web", {"C/504": "move 13.12"}))
    raw = sent("gmail_web", Reply(first.text, first.html, "D/505: move 20.12", report.reply_to, report.subject, report.message_id))
    answer = fresh.send("allied", raw)
    assert "1 · D/505: move 20.12" in answer.text
    assert fresh.campaign.state.admin.ran["allied"] == ("D/505: move 20.12",)


def test_two_forms_filled_in_differently_are_refused(fresh: Table) -> None:
    report = last_report(fresh, "allied")
    text = filled(report.text, {"C/504": "move 13.12"}) + filled(report.text, {"C/504": "move 12.11"})
    answer = fresh.send("allied", sent("mutt", Reply(text, "", "", report.reply_to, report.subject, report.message_id)))
    assert "two forms that were filled in" in plain(answer)


def test_a_form_whose_end_is_lost_is_refused(fresh: Table) -> None:
    report = last_report(fresh, "allied")
    text = filled(report.text, {"C/504": "move 13.12"}).partition("END ORDERS")[0]
    answer = fresh.send("allied", sent("mutt", Reply(text, "", "", report.reply_to, report.subject, report.message_id)))
    assert "BEGIN ORDERS stands there without END ORDERS" in plain(answer)


def test_text_and_page_filled_in_differently_are_refused(fresh: Table) -> None:
    report = last_report(fresh, "allied")
    page = filled(report.html, {"C/504": "move 12.11"})
    reply = Reply(filled(report.text, {"C/504": "move 13.12"}), page, "", report.reply_to, report.subject, report.message_id)
    assert "differs from the one in its HTML" in plain(fresh.send("allied", sent("gmail_web", reply)))


def test_a_commander_of_a_formation_fills_in_his_own(tmp_path: Path) -> None:
    table = Table(tmp_path, seats=TEAMS, tempo="on-end")
    table.begin()
    report = last_report(table, "allied.505")
    assert {line.partition(" [")[0] for line in form(report)[2:] if line.endswith("]:")} == {"D/505", "E/505", "HQ505"}
    answer = table.send("allied.505", returned(report, "gmx", {"D/505": "move 20.12"}))
    assert "on file" in answer.subject
    table.close()
