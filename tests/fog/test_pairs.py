"""What was once told and may not be: each fault as a pair of worlds that its reader cannot tell apart, and as a leak that is
planted again and found by the same pair."""

from collections.abc import Callable
from datetime import timedelta
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from pbem.campaign.state import Seat, host_seat
from pbem.handlers.deadlines import running_out
from pbem.kernel.hexes import Hex
from pbem.kernel.values import replace
from pbem.mail import sender
from pbem.modules import library
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs import observations as o
from pbem.rulesets.tocs.moment import Moment
from pbem.rulesets.tocs.reports import battle_report
from pbem.rulesets.tocs.resolution import banks, turn
from pbem.rulesets.tocs.rules import battle as sums
from pbem.rulesets.tocs.rules.zoc import covers, zone
from tests.acceptance.table import ADDRESS, PREFIX, the_clock
from tests.fog.pairs import Worlds, at_once, owned, played, told_apart
from tests.fog.stage import Stage
from tests.fog.test_planted import _observing
from tests.fog.worlds import printed, unit
from tests.opened import as_board, as_game

Plant = Callable[[pytest.MonkeyPatch], None]
COMMANDERS = tuple(Seat(s, s, "commander", ADDRESS[s], PREFIX[s]) for s in ("allied", "german"))
ENDS = "END IMPULSE ANYWAY"

# ---------------------------------------------------------------- S3: a message to a host who commands the other side


def writes_to_the_host(stage: Stage) -> None:
    """He is asked whether he means it, and says nothing more."""
    stage.say("allied", "MESSAGE host\nOur bridge is weak.\nEND MESSAGE")


HOSTED = Worlds("a message to a host who plays", "german", seats=(*COMMANDERS, host_seat(ADDRESS["german"])),
                acts=(writes_to_the_host, lambda stage: None), letters=(("allied", ENDS), ("german", "REPORT")))  # fmt: skip


def host_is_nobodys_commander(patch: pytest.MonkeyPatch) -> None:
    """Nothing is asked back: the message goes out."""
    patch.setattr("pbem.handlers.asking.hosts_eyes", lambda work: SimpleNamespace(led=()))


# ---------------------------------------------------------------- S5: how the enemy's impulse ended


def _its_last_moment(stage: Stage) -> None:
    """Up to the moment at which silence closes the impulse, and not yet there."""
    running = the_clock(stage.campaign.state)
    assert running is not None
    stage.at = running.due
    stage.run()
    over = running_out(stage.campaign.state)
    assert over is not None
    stage.at = over[0] - timedelta(seconds=1)


def ends_it(stage: Stage) -> None:
    """He ends it at that very moment, which on his clock is not the last."""
    _its_last_moment(stage)
    state = stage.campaign.state
    running = the_clock(state)
    assert running is not None
    later = replace(running, last=running.last + timedelta(hours=1))
    stage.campaign.state = replace(state, admin=replace(state.admin, clocks={later.side: later}))
    stage.say("german", ENDS, timedelta(seconds=1))


def sleeps(stage: Stage) -> None:
    """He says nothing."""
    _its_last_moment(stage)
    stage.wait(seconds=1)


ASLEEP = Worlds("an impulse that ends, or is slept through", "allied", before=(("allied", ENDS),), acts=(ends_it, sleeps),
                letters=(("allied", "REPORT\nSTATUS"),))  # fmt: skip


def silence_is_told(patch: pytest.MonkeyPatch) -> None:
    """Both sides are told how an impulse was closed."""

    def change(before: Any, event: e.Event, desk: str, seen: o.Seen) -> o.Seen:
        silent = isinstance(seen, o.ImpulseClosedSeen) and isinstance(event, e.ImpulseClosed) and event.how == "silence"
        return replace(seen, how="pass") if silent else seen

    _observing(patch, change)


# ---------------------------------------------------------------- S6: a prisoner who says nothing

BEATEN = {"battle/1/crt": (6, 6), "prisoner/1/": (1, 1)}
CAPTIVE = Worlds(
    "what a prisoner is who says nothing", "allied",
    common=at_once(unit("german", "FLAK1", hex=Hex("20.11")), owned("allied", "13.12"), *(
        unit("allied", call, hex=Hex("13.12"), bank=0) for call in ("A/504", "B/504", "C/504"))),
    differs=(printed("german", "2/LS", recon=False), printed("german", "2/LS", recon=True)),
    before=(("allied", "A,B,C/504: attack 14.12 hasty"), ("allied", ENDS)),
    letters=(("allied", "REPORT\nINTSUM\nWHY 1"),), dice=BEATEN,
)  # fmt: skip


def silence_has_a_modifier(patch: pytest.MonkeyPatch) -> None:
    """The throw is told with what modified it, whatever came of it, and read in the letter."""
    patch.setattr(import_module("pbem.rulesets.tocs.observing.battles"), "_modified", lambda answer, drm, drms: (drm, drms))
    patch.setattr(battle_report, "heard", lambda seen: f"{seen.answer.words}; {seen.throw.faces} {seen.drm:+d}")


# ---------------------------------------------------------------- S7: on which bank the strength of an attack lies


def _strengths(*strengths: int) -> Any:
    calls = ("A/504", "B/504", "C/504")
    return at_once(*(printed("allied", call, strength=n) for call, n in zip(calls, strengths, strict=True)))


BANKS = Worlds(
    "on which bank an attack is strong", "german",
    common=at_once(
        owned("allied", "13.12", "13.13", "15.12"), unit("allied", "A/504", hex=Hex("13.12"), bank=0),
        unit("allied", "B/504", hex=Hex("13.13"), bank=0), unit("allied", "C/504", hex=Hex("15.12"), bank=0),
    ),
    differs=(_strengths(4, 4, 8), _strengths(2, 2, 12)),
    before=(("german", "BANK NEAR IN 14.12"), ("allied", "A/504: attack 14.12 hasty"), ("allied", "B/504: attack 14.12 hasty"),
            ("allied", "C/504: attack 14.12 hasty"), ("allied", ENDS)),
    letters=(("german", "REPORT\nWHY 1"),),
)  # fmt: skip


def near_is_where_he_is_strong(patch: pytest.MonkeyPatch) -> None:
    """The near bank is the one to which more strength comes."""

    def by_strength(facts: sums.Battle) -> dict[int, int]:
        weight: dict[int, int] = {}
        for fighter in facts.attackers:
            weight[fighter.bank] = weight.get(fighter.bank, 0) + fighter.counter.strength
        return weight

    patch.setattr(banks, "_hexsides", by_strength)


# ---------------------------------------------------------------- S8: how the company that claims is deployed

LAPSES = Worlds(
    "a claim that lapses", "allied",
    common=unit("german", "1/LS", state=3),
    differs=(unit("german", "2/LS", extended=""), unit("german", "2/LS", extended="NW")),
    before=(("allied", "A/504: move 13.12"), ("allied", ENDS), ("german", ENDS)),
    letters=(("allied", "REPORT\nSTATUS\nMAP 13.12 2\nCHECK\nHQ1/504: reserve A/504\nCHECK\nA/504: move 13.13"),),
)  # fmt: skip


def lapse_is_told(patch: pytest.MonkeyPatch) -> None:
    """At the end of an impulse a claim is struck off where only companies in extended deployment stand by it."""
    stacking = turn._stacking

    def planted(moment: Moment, side: str, grace: bool) -> tuple[e.Event, ...]:
        board = moment.board
        enemy = board.view(moment.game, moment.game.other(side))
        held = (hex_ for hex_ in board.public.claims[side] if board.occupants(hex_, side) and zone(enemy, hex_) == "extended")
        return (*stacking(moment, side, grace), *(e.EzocAnswered(side, hex_, False) for hex_ in held))

    patch.setattr(turn, "_stacking", planted)


# ---------------------------------------------------------------- S9: a base that may be set up

SETUP = '[[setup]]\nside = "german"\nstores = ["goffert"]\n\n[[brief]]'


def printed_at(hex_: str) -> Callable[[Path], str]:
    """The training module, in which the Germans may set up their base, with its printed site there."""

    def make(folder: Path) -> str:
        for name, text in library.module_files(library.module_folder("heumen-bridge")).items():
            told = text.replace('kind = "base"\nhex = "15.08"', f'kind = "base"\nhex = "{hex_}"').replace("[[brief]]", SETUP, 1)
            told += f"\n# {folder}\n"  # no other opening is kept for it
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(told if name == "scenario-1.toml" else text, encoding="utf-8")
        return str(folder)

    return make


BASE = Worlds(
    "where a base was printed", "allied", modules=(printed_at("15.08"), printed_at("16.08")),
    before=(("allied", "REPORT\nMAP"), ("german", "SETUP BASE AT 15.09"), ("german", ENDS)),
    letters=(("allied", "REPORT\nMAP"),),
)  # fmt: skip


def printed_sites_are_known(patch: pytest.MonkeyPatch) -> None:
    """Both sides begin with the bases as they are printed."""
    scenario = import_module("pbem.rulesets.tocs.scenario")  # the package's attribute of that name is the form's part
    patch.setattr(scenario, "known_before_play", lambda public, side, forces_of: public)


# ---------------------------------------------------------------- S11: a token that is not his


def uses_a_stolen_token(stage: Stage) -> None:
    """From his own address, with a letter of the enemy's."""
    stolen = stage.letter("allied", "CONCEDE", stage.last("allied"), sender=ADDRESS["german"])
    stage.hand_in(stolen)


STOLEN = Worlds("that a stolen token was tried", "german", acts=(uses_a_stolen_token, lambda stage: None),
                letters=(("allied", ENDS), ("german", "REPORT\nSTATUS")))  # fmt: skip


def _steals_after(lines: str) -> Callable[[Stage], None]:
    """The owner writes once more before the thief comes with a letter of before."""

    def write(stage: Stage) -> None:
        stolen = stage.letter("allied", "CONCEDE", stage.last("allied"), sender=ADDRESS["german"])
        stage.say("allied", lines)
        stage.say("allied", "YES")
        stage.hand_in(stolen)

    return write


TURNED = Worlds("that the owner of a stolen token has turned it", "german",
                acts=(_steals_after("NEW TOKEN"), _steals_after("STATUS")), letters=(("german", "REPORT\nSTATUS"),))  # fmt: skip


def old_tokens_are_invented(patch: pytest.MonkeyPatch) -> None:
    """A token that was turned is as any that nobody ever had."""
    patch.setattr(sender, "spent", lambda key, enrolment: ())


def address_before_token(patch: pytest.MonkeyPatch) -> None:
    """A letter is first of all about him whose address it bears."""
    patch.setattr(sender, "_TOKEN_ONLY", sender._ADDRESS_ONLY)
    patch.setattr(sender, "_ADDRESS_ONLY", sender._TOKEN_ONLY - 1)


# ---------------------------------------------------------------- S12: letters of one second


def _on_the_hour(later: timedelta) -> Callable[[Stage], None]:
    def write(stage: Stage) -> None:
        stage.at = stage.at.replace(minute=0, second=0, microsecond=0) + timedelta(hours=1)
        raws = [stage.letter("allied", text, stage.last("allied")) for text in ("STATUS", "A/504: recon 13.11")]
        stage.hand_in(raws[0], later)
        stage.hand_in(raws[1], timedelta(hours=1))

    return write


SECOND = Worlds("whether a letter of the enemy's came in the same second", "allied",
                acts=(_on_the_hour(timedelta(0)), _on_the_hour(timedelta(microseconds=1))),
                letters=(("allied", "REPORT"),))  # fmt: skip


def microseconds_count(patch: pytest.MonkeyPatch) -> None:
    """Time left is computed to the last digit of a letter's hour."""
    patch.setattr("pbem.kernel.calendar._second", lambda moment: moment)


# ---------------------------------------------------------------- all of them

PAIRS: tuple[tuple[Worlds, Plant], ...] = (
    (HOSTED, host_is_nobodys_commander), (ASLEEP, silence_is_told), (CAPTIVE, silence_has_a_modifier),
    (BANKS, near_is_where_he_is_strong), (LAPSES, lapse_is_told), (BASE, printed_sites_are_known), (STOLEN, address_before_token),
    (TURNED, old_tokens_are_invented), (SECOND, microseconds_count),
)  # fmt: skip
"""Each pair with the leak that it finds."""


@pytest.mark.parametrize("worlds", [worlds for worlds, _ in PAIRS], ids=lambda worlds: worlds.name)
def test_a_side_cannot_tell_which_world_it_lives_in(worlds: Worlds, tmp_path: Path) -> None:
    assert told_apart(tmp_path, worlds) == []


@pytest.mark.parametrize(("worlds", "plant"), PAIRS, ids=lambda value: getattr(value, "__name__", ""))
def test_the_old_fault_planted_again_is_found(
    worlds: Worlds, plant: Plant, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plant(monkeypatch)
    assert told_apart(tmp_path, worlds) != []


# ---------------------------------------------------------------- that the pairs are about what they say


def words(stage: Stage, seat: str) -> str:
    """All that a seat was sent."""
    return " ".join(" ".join(mail.text.split()) for mail in stage.mail(seat))


SAID = {
    "a message to a host who plays": (("allied", "MESSAGE host waits for your YES"), None),
    "an impulse that ends, or is slept through": (("allied", "enemy impulse over"),) * 2,
    "what a prisoner is who says nothing": (("allied", "nothing obtained"),) * 2,
    "on which bank an attack is strong": (("german", "14.12"),) * 2,
    "a claim that lapses": (("allied", "Enemy ZOC (unconfirmed, may be out of date): 13.12"),) * 2,
    "where a base was printed": (("allied", "the supply base at 15.09"),) * 2,
    "that a stolen token was tried": (("allied", "A letter with your reply token came from an address that is not yours"), None),
    "that the owner of a stolen token has turned it": (
        ("allied", "Your reply token is turned"),
        ("allied", "came from an address that is not yours"),
    ),
    "whether a letter of the enemy's came in the same second": (("allied", "(in 2 days 9 h)"),) * 2,
}
"""What a seat reads in either world of a pair: else its letters would be alike for want of anything to tell."""


@pytest.mark.parametrize("worlds", [worlds for worlds, _ in PAIRS], ids=lambda worlds: worlds.name)
def test_there_was_something_to_tell(worlds: Worlds, tmp_path: Path) -> None:
    with played(tmp_path, worlds) as stages:
        for stage, said in zip(stages, SAID[worlds.name], strict=True):
            assert said is None or said[1] in words(stage, said[0]), words(stage, said[0])


def test_the_claim_has_lapsed_in_one_of_the_two(tmp_path: Path) -> None:
    with played(tmp_path, LAPSES) as stages:
        for stage, lapsed in zip(stages, (False, True), strict=True):
            board, game = stage.campaign.state.situation.board, stage.campaign.table.game
            assert as_board(board).forces["allied"].at(Hex("13.12"))
            assert covers(as_board(board).view(as_game(game), "german"), Hex("13.12"), stood=True) != lapsed


def test_one_of_the_two_was_slept_through(tmp_path: Path) -> None:
    with played(tmp_path, ASLEEP) as stages:
        assert [stage.campaign.state.admin.hosting.silences.get("german", 0) for stage in stages] == [0, 1]
