"""Quotes and signatures of the mail programs people use, in the languages they write."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.kernel.numbered_lines import NumberedLine, numbered
from pbem.mail.fence import sort_text
from pbem.mail.quotes import Origin, origins, unflowed

NO_ATTRIBUTIONS = [
    "Am Montag schrieb er mir:", "On the map my friend wrote:", "Le commandant a écrit :",  # neither date nor address
    f"On Thu, 26 Nov 2026 {'and again ' * 40} Referee <referee@example.net> wrote:",
]  # fmt: skip
ATTRIBUTIONS = [
    "On Thu, 26 Nov 2026 at 19:00, Referee <referee@example.net> wrote:",
    "Am 26.11.2026 um 19:00 schrieb Referee <referee@example.net>:",
    "Am Do., 26. Nov. 2026 um 19:00 Uhr schrieb Referee <\nreferee@example.net>:",
    "On Thu, Nov 26, 2026 at 7:00 PM Referee of the Campaign\n<referee+nijmegen-abcdefghijklmnop@example.net>\nwrote:",
    "Le jeu. 26 nov. 2026 à 19:00, Referee <referee@example.net> a écrit :",
    "El jue, 26 nov 2026 a las 19:00, Referee (<referee@example.net>) escribió:",
    "Il giorno gio 26 nov 2026 alle ore 19:00 Referee <referee@example.net> ha scritto:",
    "Em qui., 26 de nov. de 2026 às 19:00, Referee <referee@example.net> escreveu:",
    "Op do 26 nov 2026 om 19:00 schreef Referee <referee@example.net>:",
    "Den tors 26 nov. 2026 kl 19:00 skrev Referee <referee@example.net>:",
    "czw., 26 lis 2026 o 19:00 Referee <referee@example.net> napisał(a):",
    "чт, 26 нояб. 2026 г. в 19:00, Referee <referee@example.net> написал:",
    "2026年11月26日(木) 19:00 Referee <referee@example.net> 書きました:",
    "2026-11-26 19:00 GMT+01:00 Referee <referee@example.net>:",
]
SIGNATURES = [
    "-- ",
    "--",
    "Sent from my iPhone",
    "Sent from Outlook for iOS",
    "Get Outlook for Android",
    "Von meinem iPhone gesendet",
    "Von meinem Samsung Galaxy Smartphone gesendet.",
    "Von meinem/meiner Galaxy gesendet",
    "Diese Nachricht wurde von meinem Android-Gerät mit K-9 Mail gesendet.",
    "Holen Sie sich Outlook für Android",
    "Envoyé de mon iPhone",
    "Verzonden vanaf mijn iPhone",
    "Enviado desde mi iPhone",
    "Sendt fra min iPhone",
    "Inviato da iPhone",
]
DIVIDERS = [
    "-----Original Message-----",
    "-----Ursprüngliche Nachricht-----",
    "-------- Message d'origine --------",
    "-----Oorspronkelijk bericht-----",
    "---------- Forwarded message ---------",
    "Begin forwarded message:",
    "From: Referee <referee@example.net>\nSent: Thursday\nTo: Alice\nSubject: x",
    "*From:* Referee\n*Date:* Thursday\n*To:* Alice",
    "De : Referee\nEnvoyé : jeudi\nÀ : Alice\nObjet : x",
    "Van: Referee\nVerzonden: donderdag\nAan: Alice\nOnderwerp: x",
    "Von: Referee\nGesendet: Donnerstag\nAn: Alice\nBetreff: x",
]
ORDERS = [
    "E/504: recon 08.12; attack deliberate",
    "On contact: stop",
    "From: 0405",
    "To: 0506",
    "1/504:",
    "a@b: move",
    "MESSAGE enemy",
    "--- E/504 ---",
    "Am 08.12: halt",
    "Op 12.07: recon",
    "sent two companies to 08.12",
]


def own(text: str) -> list[str]:
    return [line for _, line in sort_text(list(numbered(text.split("\n"), start=1))).own]


@pytest.mark.parametrize("attribution", ATTRIBUTIONS)
def test_the_attribution_above_marked_quotes_goes_with_them(attribution: str) -> None:
    assert own(f"PASS\n\n{attribution}\n> old\n> older") == ["PASS"]
    assert own(f"{attribution}\n\n> old\n\nPASS") == ["PASS"]


@pytest.mark.parametrize("attribution", ATTRIBUTIONS[:-1])
def test_below_an_attribution_without_marks_all_is_old(attribution: str) -> None:
    assert own(f"PASS\n\n{attribution}\n\nold\nBEGIN ORDERS\nold orders\nEND ORDERS") == ["PASS"]


@pytest.mark.parametrize("signature", SIGNATURES)
def test_a_signature_ends_the_orders(signature: str) -> None:
    assert own(f"PASS\n{signature}\nAlice\n> old") == ["PASS"]


@pytest.mark.parametrize("divider", DIVIDERS)
def test_below_a_divider_all_is_old(divider: str) -> None:
    assert own(f"PASS\n\n{divider}\nold\n\nBEGIN ORDERS\nold orders\nEND ORDERS") == ["PASS"]


@pytest.mark.parametrize("order", ORDERS)
def test_an_order_is_never_taken_for_a_quote_or_a_signature(order: str) -> None:
    assert own(f"PASS\n{order}\nPASS") == ["PASS", order, "PASS"]
    assert own(f"{order}\n\n> old") == [order]


@pytest.mark.parametrize("line", [*SIGNATURES, *ATTRIBUTIONS, *DIVIDERS])
def test_inside_a_fence_only_the_quote_mark_quotes(line: str) -> None:
    block = sort_text(list(numbered(f"BEGIN ORDERS\nPASS\n{line}\nPASS\n> no\nEND ORDERS".split("\n")))).blocks[0]
    assert [text for _, text in block.lines] == ["PASS", *line.split("\n"), "PASS"]


@pytest.mark.parametrize(
    "mark",
    ["BEGIN ORDERS", "begin orders", "*BEGIN ORDERS*", "-----BEGIN ORDERS-----", "BEGIN ORDERS:", "ＢＥＧＩＮ ＯＲＤＥＲＳ",
     "BEGIN\u00a0ORDERS", "  BEGIN ORDERS nijmegen", "BEGIN ORDERS nijmegen abcdefghijklmnop"],
)  # fmt: skip
def test_a_fence_is_known_in_any_dress(mark: str) -> None:
    text = sort_text([NumberedLine(1, mark), NumberedLine(2, "PASS"), NumberedLine(3, "End Orders.")])
    assert [block.lines for block in text.blocks] == [((2, "PASS"),)]


@pytest.mark.parametrize("mark", ["begin orders with the unit", "to begin orders, write", "BEGIN ORDER", "> BEGIN ORDERS"])
def test_a_sentence_is_no_fence(mark: str) -> None:
    assert not sort_text([NumberedLine(1, mark), NumberedLine(2, "PASS"), NumberedLine(3, "END ORDERS")]).blocks


@given(st.lists(st.sampled_from(["> q", "own", "", "-- ", "On 1 x wrote:", "BEGIN ORDERS", "END ORDERS", "From: x", "To: y"])))
def test_every_line_has_one_origin_and_marked_lines_are_never_own(lines: list[str]) -> None:
    marks = origins(lines)
    assert len(marks) == len(lines)
    assert all(mark is Origin.QUOTED for line, mark in zip(lines, marks, strict=True) if line.startswith(">"))


@given(st.lists(st.text(st.sampled_from("ab >-"), max_size=6)))
def test_unflowing_loses_no_letter_and_keeps_numbers_in_order(lines: list[str]) -> None:
    joined = unflowed(list(numbered(lines, start=1)), drop_space=False)
    letters = "".join(lines).replace(" ", "").replace(">", "")
    assert "".join(text for _, text in joined).replace(" ", "").replace(">", "") == letters
    assert [number for number, _ in joined] == sorted({number for number, _ in joined})


@pytest.mark.parametrize("line", NO_ATTRIBUTIONS)
def test_a_line_of_the_writers_own_that_ends_in_a_colon_announces_nothing(line: str) -> None:
    """Without a date or an address, or longer than any program's, it is the writer's, and so is what stands below it."""
    assert origins([line, "A/504: move 12.12"]) == [Origin.OWN, Origin.OWN]
