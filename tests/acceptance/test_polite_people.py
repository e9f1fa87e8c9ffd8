"""Polite people are right, and what cannot be taken back is asked back: letters as people write them, and their answers."""

from collections.abc import Callable

import pytest

from pbem.orders.tree import Act
from pbem.rulesets.tocs.actions import closing
from tests.acceptance.looking import asked, points, where, world
from tests.acceptance.table import Table, plain

FAULTY = "A/504: move 12.10\nB/504: move 12.10; atack 13.11 hasty\nI/504: move 12.11"


def draft(table: Table) -> tuple[str, ...]:
    """The lines that wait."""
    waits = table.campaign.state.admin.drafts.get("allied")
    return waits.lines if waits else ()


# ------------------------------------------------------------ chat


def test_a_polite_letter_of_orders_runs_and_says_what_was_read_as_chat(table: Table) -> None:
    text = asked(table, "allied", "Hi ref,\nFirst time so be gentle\n\nA/504: move 12.10\nCheers\nBob")
    assert "executed" in text and where(table)["A/504"] == "12.10"
    assert "read as chat, not as orders: “Hi ref,” · “First time so be gentle” · “Cheers” · “Bob”" in text
    assert "READ: 1 line; left out: 4 lines of chat" in text


@pytest.mark.parametrize("form", ["{n}. {text}", "{n}) {text}", "   {n}. {text}", "({n}) {text}", "{n}.{text}", "{n} - {text}"])
def test_a_numbered_list_is_one_of_orders_while_no_draft_waits(table: Table, form: str) -> None:
    """As mail programs make one of lines; it was answered "you have no draft to fix", and all of it was lost."""
    lines = ("A/504: move 12.10", "STATUS", "B/504: move 12.10")
    text = asked(table, "allied", "Hi,\n\n" + "\n".join(form.format(n=n, text=line) for n, line in enumerate(lines, 1)) + "\nBob")
    assert (where(table)["A/504"], where(table)["B/504"]) == ("12.10", "12.10"), text
    assert "in play" in text and "draft to fix" not in text
    table.write("allied", "C/504: mvoe 12.11\nI/504: move 12.11")
    table.write("allied", "1. C/504: move 12.10\n2. drop")
    assert (where(table)["C/504"], where(table)["I/504"]) == ("12.10", "11.12"), "of a draft that waits they are its lines"


@pytest.mark.parametrize(
    "said", ["1. drop\n2. A/504: move 12.10", "2. A/504: move 12.10\n3. B/504: move 12.10", "1. A/504: move 12.10"]
)
def test_a_change_to_a_draft_that_is_gone_is_no_list(table: Table, said: str) -> None:
    before = world(table)
    assert "no draft to fix" in asked(table, "allied", said)
    assert world(table) == before


def test_the_numbers_in_a_message_are_its_writers(table: Table) -> None:
    table.write("allied", "MESSAGE enemy\n1. Hello\n2. Bye\nEND MESSAGE\n1. A/504: move 12.10\n2. B/504: move 12.10")
    told = next(mail for mail in table.mail("german") if "message" in mail.subject)
    assert "1. Hello" in told.text and "2. Bye" in told.text


@pytest.mark.parametrize("said", ["I'm done", "All done, thanks!", "That's all for now", "Fertig."])
def test_who_says_in_chat_that_all_is_ordered_reads_how_it_is_said(table: Table, said: str) -> None:
    pointer = "if you order nothing more: END IMPULSE on a line of its own says so"
    assert pointer in asked(table, "allied", f"A/504: move 12.10\n{said}")
    assert pointer not in asked(table, "allied", f"STATUS\nHi, all!\nI hope that you are well, {said} is what my son says")
    assert pointer not in plain(table.write("allied", f"B/504: move 12.10\n{said}\nEND IMPULSE"))


def test_orders_where_nobody_looks_are_told_where_they_are_looked_for(table: Table) -> None:
    """In the subject, in a forwarded letter: "no orders found", and no word of why."""
    raw = table.letter("allied", "", table.mail("allied")[-1]).replace(b"Subject: Re: ", b"Subject: A/504: move 12.10 ")
    forwarded = "---------- Forwarded message ---------\nFrom: Bob <bob@home.example>\nSubject: x\n\nA/504: move 12.10"
    for answer in (table.send("allied", raw), table.write("allied", forwarded)):
        assert "Orders are read in the letter itself: not in its subject, not in what it quotes or forwards" in plain(answer)
    assert "Orders are read" not in plain(table.write("allied", "Hello, Bob here!"))
    assert where(table)["A/504"] == "12.11"


def test_chat_alone_is_answered_and_nothing_waits(table: Table) -> None:
    before = world(table)
    assert "fixing" not in asked(table, "allied", "Right\nSure!\nLove\nBob")
    assert world(table) == before and not draft(table)


@pytest.mark.parametrize("said", ["The end", "the end.", "THE END!", "To end, thanks", "The pass", "The recall"])
def test_a_thing_that_is_named_closes_nothing(table: Table, said: str) -> None:
    """An article makes a noun of an order word: `The end` below a letter ended the impulse, with no OP spent and unasked."""
    before = world(table)
    assert "read as chat, not as orders" in asked(table, "allied", f"Hi ref,\n{said}\nBob")
    assert world(table) == before and not draft(table)


@pytest.mark.parametrize(
    ("said", "told"),
    [("Tell the German: we are coming over the bridge", "as chat it tells nobody: a message begins with MESSAGE enemy"),
     ("Message enemy: Hallo Jens", "as chat it tells nobody: a message begins with MESSAGE enemy"),
     ("Pause", "only the host can PAUSE; EXTEND and ABSENT give you time (HELP DEADLINES)"),
     ("Thats all from me, end impulse, cheers!", "END IMPULSE is an order on a line of its own alone")],
)  # fmt: skip
def test_chat_that_was_meant_for_more_is_told_how_it_is_written(table: Table, said: str, told: str) -> None:
    before = world(table)
    answer = asked(table, "allied", f"Hi ref\n{said}")
    assert "read as chat, not as orders" in answer and told in answer
    assert told not in asked(table, "allied", "Hi ref\nTell me more, and take a pause!\nAsk us: it was great")
    assert world(table) == before


def test_a_change_to_a_draft_that_is_gone_says_what_runs_the_order_beside_it(table: Table) -> None:
    answer = table.write("allied", "3 move 12.10\nA/504: move 12.10")
    assert "you have no draft to fix" in plain(answer) and where(table)["A/504"] != "12.10"
    assert "REPLY YES (run what is ready) | CANCEL" in plain(answer)
    table.write("allied", "YES", answer)
    assert where(table)["A/504"] == "12.10"


@pytest.mark.parametrize(
    "meant",
    ["Please bring A/504 over to 12.12 too, as quickly as possible", "I want A/504 to go to 12.10 before dark",
     "No wait, leave A/504 where it is", "Our mortars should shell 13.11 before that", "Attack the enemy at dawn with all we have"],
)  # fmt: skip
def test_what_may_be_meant_as_an_order_is_asked_about_and_end_impulse_below_it_waits(table: Table, meant: str) -> None:
    table.write("allied", "STATUS")
    text = f"B/504: move 12.10\n{meant}\nI/504: move 12.11\nEND IMPULSE"
    before = world(table)
    answer = table.write("allied", text, table.mail("allied")[-1])
    assert "END IMPULSE waits: 1 line needs fixing" in answer.subject and meant in plain(answer)
    assert (table.impulse, world(table), draft(table)) == ("T1.1", before, tuple(text.split("\n")))
    table.write("allied", "2 drop")
    assert table.impulse == "T1.2" and where(table)["B/504"] == "12.10"


@pytest.mark.parametrize(
    "said",
    ["Accept! Looking forward to this", "Oh sorry. I accept.", "Yes, I accept", "Hi,\nACCEPT\nThanks, Bob",
     "Happy to accept\nRegards\nBob", "Happy to accept the command", "Yes, I accept\nBob",
     "Sorry, please accept my apologies for the delay. I accept the command.",
     "I hereby accept your kind invitation", "Hiermit akzeptiere ich das Kommando", "Ik accepteer de uitnodiging graag",
     "J'accepte le commandement", "Acepto el mando"],
)  # fmt: skip
def test_a_sentence_accepts(invited: Table, said: str) -> None:
    invited.write("allied", said)
    assert invited.campaign.state.admin.seats["allied"].accepted


@pytest.mark.parametrize(
    "said",
    ["I don't accept", "I can't accept this yet", "Should I accept?", "I cannot possibly\naccept this.",
     "If I accept, how long is it?",
     "Thanks, I shall accept tomorrow", "Please accept my apologies for the delay, I'll answer next week.",
     "Please accept\nmy apologies", "We accept visitors from 9 to 5.", "Your message was accepted for delivery.",
     "By replying you accept the terms",
     "We accept no responsibility for this mail", "Please accept this as confirmation",
     "I am afraid that I do not\naccept"],
)  # fmt: skip
def test_a_sentence_in_doubt_does_not_accept_and_is_asked_about(invited: Table, said: str) -> None:
    answer = invited.write("allied", said)
    assert not invited.campaign.state.admin.seats["allied"].accepted
    assert "REPLY ACCEPT (take your seat) | DECLINE" in plain(answer)
    assert "Whether you accept is not clear" in plain(answer)
    assert answer.html.index(">ACCEPT</a>") < answer.html.index(">DECLINE</a>")


def test_one_faulty_question_spoils_no_other_and_no_orders(table: Table) -> None:
    text = asked(table, "allied", "STATUS\nCOST Q9/504 to 12.10\nWHAT CAN A/504\nA/504: move 12.10")
    assert "NOT UNDERSTOOD" in text and "not one of your units" in text
    assert "WHAT CAN A/504" in text and "executed" in text and "fixing" not in text
    assert where(table)["A/504"] == "12.10"
    assert "answer" in table.write("allied", "STATUS\nCOST Q9/504 to 12.10\nORDERS").subject


# ------------------------------------------------------------ drafts


def test_yes_takes_the_hints_and_leaves_out_what_has_none(table: Table) -> None:
    text = asked(table, "allied", f"{FAULTY}\nQ9/504: move 12.10")
    assert "REPLY YES (take the hints, leave out line 4, run the rest)" in text
    asked(table, "allied", "YES")
    there = where(table)
    assert (there["A/504"], there["B/504"], there["I/504"]) == ("12.10", "12.10", "12.11")


def test_yes_does_not_leave_out_a_line_whose_hint_turns_out_not_to_do(table: Table) -> None:
    asked(table, "allied", "A/504: mvoe 20.08\nI/504: move 12.11")
    before = world(table)
    assert "fixing" in asked(table, "allied", "YES")
    assert world(table) == before and draft(table) == ("A/504: move 20.08", "I/504: move 12.11")


def test_the_first_button_helps_and_cancel_is_last_and_grey(table: Table) -> None:
    page = table.write("allied", "A/504: move 12.10\nQ9/504: move 12.10").html
    assert page.index(">YES</a>") < page.index(">CANCEL</a>")
    for lines in ("Q9/504: move 12.10", FAULTY):
        table.write("allied", "CANCEL")
        page = table.write("allied", lines).html
        taps = [part for part in page.split("<a ")[1:] if 'class="tap' in part]
        assert len(taps) > 1 and 'class="tap quiet"' in taps[-1] and ">CANCEL</a>" in taps[-1]
        assert not any('class="tap quiet"' in tap for tap in taps[:-1])


@pytest.mark.parametrize(
    "said",
    ["A/504: move 12.10, move 12.11", "A/504: move 12.10, then move 12.11", "A/504: move 12.10 and then move 12.11",
     "A/504: move 12.10 and move 12.11"],
)  # fmt: skip
def test_acts_without_a_semicolon_between_run_with_yes_and_an_order_word_is_no_place(table: Table, said: str) -> None:
    text = asked(table, "allied", said)
    assert "REPLY YES (take the hint, run all)" in text and "mook" not in text
    assert "executed" in asked(table, "allied", "YES")
    assert where(table)["A/504"] == "12.11"


def test_who_shall_stay_is_not_hinted_to_stop(table: Table) -> None:
    text = asked(table, "allied", "A/504: stay put for now please\nI/504: move 12.11")
    assert "REPLY YES (leave out line 1, run the rest)" in text and "did you mean" not in text.lower()


def test_a_battle_may_be_asked_after_as_the_report_calls_it(table: Table) -> None:
    text = asked(table, "allied", "Why battle 9?\nWhat does AP mean?\nWhat is an OP?")
    assert "NOT UNDERSTOOD" not in text and "WHY 9" in text and "no topic" not in text.lower()
    assert "HELP AP" in text and "HELP OP " in text


def test_every_answer_says_that_a_draft_still_waits(table: Table) -> None:
    assert "DRAFT:" not in asked(table, "allied", FAULTY)  # it is shown in full
    for said in ("Thanks, what fun!", "STATUS", "Ja, passt so. YES!"):
        waits = "DRAFT: 3 lines wait, none executed, until the faulty ones are fixed: YES, CANCEL or HELP DRAFTS"
        assert waits in asked(table, "allied", said)
    assert "DRAFT:" not in asked(table, "allied", "CANCEL") and "DRAFT:" not in asked(table, "allied", "STATUS")
    asked(table, "allied", "PASS")
    assert "DRAFT: PASS waits for your YES; CANCEL discards it" in asked(table, "allied", "Ja, YES bitte")


def test_end_impulse_with_a_draft_waits_for_it_and_says_so_in_the_subject(table: Table) -> None:
    table.write("allied", FAULTY)
    had = points(table)
    answer = table.write("allied", "END IMPULSE")
    assert "END IMPULSE waits: 1 line needs fixing" in answer.subject
    assert "YES END (run what is ready, end the impulse) | END ANYWAY (discard all of it, end the impulse)" in plain(answer)
    assert (table.impulse, points(table), draft(table)) == ("T1.1", had, (*FAULTY.split("\n"), "END IMPULSE"))
    table.write("allied", "YES END")
    assert table.impulse == "T1.2"
    assert (where(table)["A/504"], where(table)["B/504"], where(table)["I/504"]) == ("12.10", "12.11", "12.11")


def test_end_impulse_beside_other_orders_waits_with_the_draft_that_they_join(table: Table) -> None:
    table.write("allied", FAULTY)
    had = points(table)
    answer = table.write("allied", "C/504: move 12.11\nEND IMPULSE")
    assert "END IMPULSE waits: 1 line needs fixing" in answer.subject
    assert (table.impulse, points(table), draft(table)) == ("T1.1", had, (*FAULTY.split("\n"), "C/504: move 12.11", "END IMPULSE"))
    table.write("allied", "YES")
    there = where(table)
    assert table.impulse == "T1.2"
    assert [there[call] for call in ("A/504", "B/504", "C/504", "I/504")] == ["12.10", "12.10", "12.11", "12.11"]


def test_units_of_one_formation_are_no_line_of_the_draft(table: Table) -> None:
    """`1,2/HG` orders two companies; it is no change to lines 1 and 2."""
    table.means("allied", "PASS")
    while table.phasing() != "german":
        table.means("allied", "END IMPULSE ANYWAY")
    lines = ("AUFKL: mvoe 15.09", "STUG: recon 15.09")
    table.write("german", "\n".join(lines))
    waited = table.campaign.state.admin.drafts["german"].lines
    answer = table.write("german", "1,2/HG: move 15.10")
    assert table.campaign.state.admin.drafts["german"].lines == (*waited, "1,2/HG: move 15.10"), plain(answer)


@pytest.mark.parametrize("answer", ["YES", "2 B/504: move 12.10", "B/504: move 12.10"])
def test_a_draft_with_an_end_runs_and_ends_when_it_is_fixed(table: Table, answer: str) -> None:
    table.write("allied", FAULTY)
    table.write("allied", "END IMPULSE")
    table.write("allied", answer)
    assert table.impulse == "T1.2"
    assert {where(table)[call] for call in ("A/504", "B/504")} == {"12.10"}


def test_pass_beside_a_draft_that_marches_is_told_that_nothing_is_activated_yet(table: Table) -> None:
    table.write("allied", "march 505 to 20.12\nB/504: move 12.10; atack 13.11 hasty\nEND IMPULSE")
    text = asked(table, "allied", "PASS")
    assert "the lines above it activate units" in text and "CANCEL them first" in text
    assert "units have been activated" not in text
    assert "in place of the draft's: END IMPULSE" in text, "the draft's END has not vanished unsaid"
    assert table.impulse == "T1.1" and draft(table)[-1] == "PASS"


def test_end_anyway_drops_the_draft_and_ends(table: Table) -> None:
    table.write("allied", FAULTY)
    answer = table.write("allied", "END ANYWAY")
    assert "your draft of 3 lines that waited is dropped" in plain(answer)
    assert table.impulse == "T1.2" and where(table)["A/504"] != "12.10"


def test_orders_for_other_units_join_the_draft_and_those_for_the_same_take_their_place(table: Table) -> None:
    table.write("allied", FAULTY)
    table.write("allied", "C/504: move 12.11")
    assert draft(table) == (*FAULTY.split("\n"), "C/504: move 12.11")
    text = asked(table, "allied", "Sorry!\nB/504: move 12.10")
    assert "in place of the draft's: B/504: move 12.10; atack 13.11 hasty" in text
    there = where(table)
    assert [there[call] for call in ("A/504", "B/504", "C/504", "I/504")] == ["12.10", "12.10", "12.11", "12.11"]


def test_a_line_for_several_units_keeps_those_that_are_not_ordered_afresh(table: Table) -> None:
    table.write("allied", "A,B/504: move 12.10; atack 13.11 hasty")
    table.write("allied", "B/504: move 12.10")
    assert draft(table) == ("A/504: move 12.10; atack 13.11 hasty", "B/504: move 12.10")


@pytest.mark.parametrize(
    ("said", "then"),
    [("1 recon 13.11", "A/504: recon 13.11"), ("1 recon 13.11; if empty move 13.11", "A/504: recon 13.11; if empty move 13.11"),
     ("2 attack 13.11 hasty", "B/504: move 12.10; attack 13.11 hasty"),
     ("2 move 12.10; recon 13.11", "B/504: move 12.10; recon 13.11")],
)  # fmt: skip
def test_a_line_written_again_without_its_units_keeps_them(table: Table, said: str, then: str) -> None:
    """One act stands for the one that is faulty; else what is written is all that the line does, as HELP says."""
    table.write("allied", FAULTY.replace("move 12.10\nB", "move 12.10; recon 12.09\nB"))
    answer = plain(table.write("allied", said))
    assert then in draft(table) or (not draft(table) and f"2 · {then}" in answer)


@pytest.mark.parametrize(
    "said", ["I am out of office until 13.12 and shall attack my mail then.", "Thank you, I am away until Monday.", "zzz 12.10"]
)
def test_a_machines_sentence_leaves_the_draft_alone(table: Table, said: str) -> None:
    table.write("allied", FAULTY)
    table.write("allied", said)
    assert draft(table) == tuple(FAULTY.split("\n"))


# ------------------------------------------------------------ what cannot be taken back


CROWD = "C,I/504: move 12.11\n376A: move 12.11"


def test_end_impulse_that_would_destroy_a_company_asks_though_it_stands_in_the_same_letter(table: Table) -> None:
    assert "END IMPULSE would destroy what stands over the stacking limit" in asked(table, "allied", f"CHECK\n{CROWD}\nEND IMPULSE")
    assert "puts 12.11 over the stacking limit by 1: what is over it" in asked(table, "allied", f"CHECK\n{CROWD}")
    answer = table.write("allied", f"{CROWD}\nEND IMPULSE")
    assert "END IMPULSE waits for your YES" in answer.subject
    assert "END IMPULSE would destroy what stands over the stacking limit at 12.11" in plain(answer)
    assert table.impulse == "T1.1" and list(where(table).values()).count("12.11") > 6
    units = len(where(table))
    table.write("allied", "376A: move 12.10\nEND IMPULSE")
    assert table.impulse == "T1.2" and len(where(table)) == units


def test_a_yes_ends_the_impulse_all_the_same(table: Table) -> None:
    table.write("allied", f"{CROWD}\nEND IMPULSE")
    units = len(where(table))
    table.write("allied", "YES")
    assert table.impulse == "T1.2" and len(where(table)) < units


def test_end_impulse_is_asked_back_when_it_does_not_answer_the_last_letter_and_nothing_is_spent(table: Table) -> None:
    report = table.mail("allied")[-1]
    table.write("allied", "STATUS")
    answer = table.write("allied", "END IMPULSE", report)
    assert "END IMPULSE waits for your YES" in answer.subject and table.impulse == "T1.1"
    table.write("allied", "YES")
    assert table.impulse == "T1.2"


@pytest.mark.parametrize("lines", ["END IMPULSE ANYWAY", "A/504: move 12.10\nEND IMPULSE"])
def test_end_impulse_is_not_asked_back_when_it_says_so_or_something_is_done(table: Table, lines: str) -> None:
    report = table.mail("allied")[-1]
    table.write("allied", "STATUS")
    table.write("allied", lines, report)
    assert table.impulse == "T1.2"


@pytest.mark.parametrize("lines", ["A/504: move 12.10\nEND IMPULSE", "A/504: move 12.10", "END IMPULSE ANYWAY", "PASS"])
def test_orders_that_were_on_their_way_through_an_impulse_wait_for_a_yes(table: Table, lines: str) -> None:
    """A letter of T1.1 that came in T1.3 was executed there, and closed the impulse with its points unspent."""
    late = table.letter("allied", lines, table.mail("allied")[-1])
    table.write("allied", "END IMPULSE")
    table.write("german", "END IMPULSE")
    before = world(table)
    answer = table.send("allied", late)
    assert "your orders wait for your YES" in answer.subject
    assert "Your letter answers A-3, from before T1.3: with your YES it is executed in T1.3." in plain(answer)
    assert table.impulse == "T1.3" and world(table) == before
    table.write("allied", "YES", answer)
    assert (table.impulse, where(table)["A/504"]) == ("T1.4" if "A/504" not in lines or "END" in lines else "T1.3",
                                                     "12.10" if "A/504" in lines else "12.11")  # fmt: skip


FINAL: dict[str, Callable[[Table], bool]] = {
    "CONCEDE": lambda t: t.campaign.state.admin.stage == "over",
    "CONCEDE YES": lambda t: t.campaign.state.admin.stage == "over",
    "RESIGN": lambda t: bool(t.campaign.state.admin.seats["allied"].left),
    "NEW TOKEN": lambda t: t.campaign.state.admin.seats["allied"].generation == 2,
    "OFFER DRAW": lambda t: t.campaign.state.admin.hosting.offers == ("allied",),
    "ADD ADDRESS al@phone.example": lambda t: t.campaign.state.admin.seats["allied"].also == ("al@phone.example",),
}


@pytest.mark.parametrize("word", FINAL)
def test_what_cannot_be_taken_back_counts_by_a_yes_to_the_letter_that_asks(table: Table, word: str) -> None:
    before = table.mail("allied")[-1]
    ask = table.write("allied", f"Hi,\n{word}\nYES")
    assert "waits for your YES" in ask.subject and "Nothing is done yet" in plain(ask)
    assert not FINAL[word](table)
    assert "only in answer to" in plain(table.write("allied", "YES", before))
    assert not FINAL[word](table)
    table.write("allied", "Yes please", ask)
    assert FINAL[word](table)


def test_yes_end_is_said_of_orders_and_concedes_nothing(table: Table) -> None:
    """It answers the letter that asks, but for another purpose: the impulse ends, and what was asked about goes on waiting."""
    asking = table.write("allied", "CONCEDE")
    table.write("allied", "YES END", asking)
    assert table.campaign.state.admin.stage == "playing" and table.phasing() == "german"
    table.write("allied", "YES", asking)
    assert table.campaign.state.admin.stage == "over"


@pytest.mark.parametrize("word", FINAL)
def test_cancel_and_three_days_drop_what_was_asked_about(table: Table, word: str) -> None:
    ask = table.write("allied", word)
    assert "discarded: nothing was done" in plain(table.write("allied", "CANCEL", ask))
    table.write("allied", "YES", ask)
    assert not FINAL[word](table)
    table.write("allied", "EXTEND")
    ask = table.write("allied", word)
    table.at += table.campaign.state.admin.asked["allied"].until - table.at
    assert "came too late" in plain(table.write("allied", "YES", ask))
    assert not FINAL[word](table)


def test_orders_beside_a_word_that_is_asked_back_run(table: Table) -> None:
    table.write("allied", "NEW TOKEN\nA/504: move 12.10")
    assert where(table)["A/504"] == "12.10"
    assert table.campaign.state.admin.asked["allied"].lines == ("NEW TOKEN",)


def test_accepting_a_draw_is_asked_back_too(table: Table) -> None:
    table.means("german", "OFFER DRAW")
    ask = table.write("allied", "ACCEPT DRAW")
    assert table.campaign.state.admin.stage == "playing"
    table.write("allied", "YES", ask)
    assert table.campaign.state.admin.stage == "over"


# ------------------------------------------------------------ budgets and units


def test_a_refused_line_tires_nobody(table: Table) -> None:
    text = asked(table, "allied", "A/504: recon 12.12; move 20.08\nA/504: recon 13.11; move 12.10; recon 12.09")
    assert "1 line needs fixing" in text


def test_a_deficit_beyond_three_is_told_and_so_is_one_that_is_used_up(table: Table) -> None:
    assert "DEFICIT 4: three OPs are the most (TOCS-3.5-2)" in asked(table, "allied", "DEFICIT 4\nA/504: move 12.10")
    homes = where(table)
    lines = [f"{call}: move {hex_}" for call, hex_ in homes.items()] * 3
    table.write("allied", "\n".join(lines[: points(table)]))
    table.write("allied", "DEFICIT 3\nCARRY OUT WHAT YOU CAN\n" + "\n".join(lines[:5]))
    assert "all three deficit points are used up" in asked(table, "allied", "DEFICIT 3\n82rcn: recon around")


@pytest.mark.parametrize("off", ["HOLD MY LETTERS OFF", "HOLD MY LETTERS 0"])
def test_letters_are_held_no_more(table: Table, off: str) -> None:
    table.write("allied", "HOLD MY LETTERS 10")
    assert "Your letters no longer wait" in asked(table, "allied", off)


def test_recall_acts_at_once_whatever_stands_beside_it(table: Table) -> None:
    table.write("allied", "HOLD MY LETTERS 10")
    table.write("allied", "A/504: move 12.10")
    text = asked(table, "allied", "RECALL\nB/504: move 12.10")
    assert "1 letter withdrawn" in text
    table.wait(minutes=30)
    assert (where(table)["A/504"], where(table)["B/504"]) == ("12.11", "12.10")


def test_a_line_that_is_fixed_into_a_word_of_the_letter_closes_nothing(table: Table) -> None:
    """A word such as DIGEST or a question does what it does in any letter; the orders beside it run, and the impulse goes on."""
    impulse = table.impulse
    table.write("allied", "A/504: move 12.10\nDIGEST ONN\nDELEGATE A/504X TO 504\nB/504: move 12.10\nEZOC NEVR")
    told = plain(table.write("allied", "2 DIGEST ON\n3 STATUS\n5 EZOC NEVER"))
    assert (where(table)["A/504"], where(table)["B/504"]) == ("12.10", "12.10"), told
    assert table.impulse == impulse and "impulse closed" not in told.lower()
    assert "standing order filed: EZOC NEVER" in told and "STATUS The Heumen Bridge: in play" in told
    assert "now come once a day" in told and not draft(table)


def test_a_unit_that_is_spelt_right_is_hinted_to_be_nobody_else(table: Table) -> None:
    """A YES would hand over a battalion in the place of a company."""
    told = plain(table.write("allied", "A/504: move 12.10\nDELEGATE C/307 TO allied"))
    assert "`C/307`: not expected here" in told and "Meant:" not in told and "YES (leave out line 2, run the rest)" in told


def test_no_word_but_those_that_close_ends_an_impulse() -> None:
    """TOCS-3.4-1."""
    assert closing.no_order(Act("end impulse")) is closing.no_order(Act("pass")) is None
    refused = closing.no_order(Act("delegate"))
    assert refused and refused.words == "DELEGATE is no order: write it in a letter of its own"


def test_a_pass_of_the_enemys_stands_where_it_is_read_first(table: Table) -> None:
    """TOCS-3.11-3, TOCS-3.11-4: a second one would end the turn."""
    table.means("allied", "END IMPULSE")
    table.means("german", "PASS")
    told = plain(table.mail("allied")[-1])
    assert "is your impulse: you have" in told
    assert "The enemy passed: if you PASS, the turn ends." in told.partition("1. SITUATION")[0]
    assert "if you PASS" not in plain(table.mail("german")[-1])
