"""The directory of all seats answers as if every seat were compared, whatever has changed, and as quickly for many as for few."""

from time import perf_counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.mail.directory import Directory
from pbem.mail.letter import Letter
from pbem.mail.sender import Enrolment, identify, token

KEY = b"k" * 32
CAMPAIGNS = ("arnhem", "nijmegen", "son", "veghel")
SEATS = ("allied", "german", "host")
ADDRESSES = ("alice@example.org", "bob@example.org", "carl@example.org", "dora@example.org", "")

enrolments = st.builds(
    Enrolment, st.just(""), st.sampled_from(SEATS), st.sampled_from(ADDRESSES[:-1]), st.integers(1, 3),
    st.sampled_from(("token", "token+dkim")), st.sampled_from(ADDRESSES),
)  # fmt: skip
changes = st.lists(st.tuples(st.sampled_from(CAMPAIGNS), st.lists(enrolments, max_size=6)), min_size=1, max_size=8)


def shown(campaign: str, seat: str, address: str, generation: int) -> str:
    return token(KEY, campaign, seat, address, generation)


tokens = st.one_of(
    st.sampled_from(("", "aaaaaaaaaaaaaaaa", "ünïcödé", "\ud800")),
    st.builds(shown, st.sampled_from(CAMPAIGNS), st.sampled_from(SEATS), st.sampled_from(ADDRESSES[:-1]), st.integers(1, 3)),
)
letters = st.builds(
    lambda sender, proof, campaign: Letter(sha256="0" * 64, sender=sender, token=proof, campaign=campaign),
    st.sampled_from((*ADDRESSES, "mallory@evil.example")), tokens, st.sampled_from((*CAMPAIGNS, "")),
)  # fmt: skip


@settings(max_examples=150)
@given(changes, st.lists(letters, min_size=1, max_size=6), st.booleans())
def test_it_answers_as_if_every_seat_were_compared(
    told: list[tuple[str, list[Enrolment]]], mails: list[Letter], vouched: bool
) -> None:
    """Seats given to others, tokens turned, addresses added, seats left: every campaign is told of several times."""
    directory, now = Directory(KEY), dict[str, tuple[Enrolment, ...]]()
    for campaign, seats in told:
        of = tuple(Enrolment(campaign, s.seat, s.address, s.generation, s.proof, s.first) for s in seats)
        now[campaign] = of
        directory.enter(campaign, of)
        everybody = [enrolment for each in now.values() for enrolment in each]
        for mail in mails:
            found = identify(mail, directory.near(mail), KEY, lambda: vouched)
            assert found == identify(mail, everybody, KEY, lambda: vouched)
    assert len(directory) == len(now)


def test_a_campaign_that_was_set_aside_is_nobodys_and_the_others_are_as_before() -> None:
    directory, mail = Directory(KEY), Letter(sha256="0" * 64, sender=ADDRESSES[0])
    for campaign in CAMPAIGNS[:2]:
        directory.enter(campaign, (Enrolment(campaign, "allied", ADDRESSES[0], 1, "token", ""),))
    directory.leave("arnhem")
    directory.leave("never told of")
    assert len(directory) == 1 and directory.campaigns() == {"nijmegen"}
    assert [enrolment.campaign for enrolment in directory.near(mail)] == ["nijmegen"]


@pytest.mark.parametrize("count", [2_000, pytest.param(10_000, marks=pytest.mark.soak)])
def test_thousands_of_campaigns_of_nine_seats_cost_a_letter_less_than_a_millisecond(count: int) -> None:
    """113 ms at a thousand campaigns of nine before."""
    directory = Directory(KEY)
    for number in range(count):
        name = f"c{number}"
        directory.enter(name, tuple(Enrolment(name, f"s{seat}", f"p{seat}.{name}@example.org", 1) for seat in range(9)))
    mails = [
        Letter(sha256="0" * 64, sender=f"p4.{name}@example.org", token=token(KEY, name, "s4", f"p4.{name}@example.org", 1))
        for name in (f"c{n * 19}" for n in range(100))
    ]
    begun = perf_counter()
    found = [identify(mail, directory.near(mail), KEY) for mail in mails]
    took = (perf_counter() - begun) / len(mails) * 1000
    assert {type(who).__name__ for who in found} == {"Known"}
    assert took < 1, f"{took:.3f} ms"
