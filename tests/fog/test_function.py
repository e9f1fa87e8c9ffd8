"""A seat's mail is a function of its own letters, its desk's observations and the public clock."""

from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from pbem.chronicle import Cause
from tests.fog.blind import BoardOpenedError, Sealed, rewritten
from tests.fog.stage import OTHER, SIDES, Letter, Stage, canary_module, game, plain_letter

SECOND = timedelta(seconds=1)


@pytest.fixture(scope="module", params=((4, "never"), (5, "always")))
def finished(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    """A whole game with questions, messages, drafts, a commander who is silent twice, and a host who stops the clock."""
    folder, (seed, windows) = tmp_path_factory.mktemp("function"), request.param
    stage = Stage(folder, seed, str(canary_module(folder / "module", windows)))
    stage.begin()
    for number, letter in enumerate(game(stage, seed, curious=True)):
        stage.say(letter.seat, letter.lines)
        if number == 10:
            stage.say("german", "DIGEST 18:00")
        if number in (20, 60):
            stage.wait(days=4)  # the reminder, then silence
        if number in (40, 44):
            stage.at += SECOND
            picture = stage.campaign.state.pictures["allied"]
            word = f"{'PAUSE' if number == 40 else 'RESUME'} {stage.campaign.table.ruleset.reports.impulse(picture)}"
            stage.campaign.handle(Cause("host", f"host/{number}", stage.at, lines=((1, word),)))
            stage.run()
        if number == 30:
            stage.hand_in(plain_letter("allied", "STATUS", "referee@club.example", number))  # no token: held
            stage.hand_in(b"From: al@allied.example\nTo: " + stage.last("allied").reply_to.encode() + b"\n\n")  # nothing in it
    yield stage
    stage.close()


@pytest.mark.parametrize("side", SIDES)
def test_a_referee_who_knows_only_one_side_writes_that_side_the_same_mail(finished: Stage, side: str) -> None:
    assert rewritten(finished, side) == []


def test_the_game_has_silence_reminders_messages_and_held_letters(finished: Stage) -> None:
    kinds = {sent.kind for r in finished.records() for sent in r.letters if hasattr(sent, "kind")}
    assert {"reminder", "held", "message", "receipt", "sitrep", "welcome", "invitation", "digest"} <= kinds
    assert {"start", "letter", "deadline", "held", "host", "daily"} <= {r.cause.kind for r in finished.records()}
    assert not finished.playing


def test_a_sealed_board_cannot_be_opened() -> None:
    with pytest.raises(BoardOpenedError):
        getattr(Sealed(), "public")  # noqa: B009


# ---------------------------------------------------------------- one letter more of the enemy's

EXTRA: tuple[Callable[[Stage, str], bytes], ...] = (
    lambda stage, side: stage.letter(side, "STATUS", stage.last(side)),
    lambda stage, side: stage.letter(side, "HELP\nORDERS\nREPORT\nWHAT CAN 1/HG\nRESEND X-1", stage.last(side)),
    lambda stage, side: stage.letter(side, "CHECK\nB/504: move 14.12", stage.last(side)),
    lambda stage, side: stage.letter(side, "B/504: atack 14.12", stage.last(side)),
    lambda stage, side: stage.letter(side, "EZOC ALWAYS", stage.last(side)),
    lambda stage, side: plain_letter(side, "STATUS", "referee@club.example", stage.count),
    lambda stage, side: plain_letter(side, "", stage.last(side).reply_to, stage.count),
)


def mail_of(folder: Path, side: str, extra: int | None, seed: int) -> tuple[list[bytes], int]:
    """The side's mail in a game of a few impulses; its enemy writes an extra letter after every other one."""
    stage = Stage(folder, seed)
    stage.begin()
    written = 0
    for number, letter in enumerate(_some(game(stage, seed), 14)):
        stage.say(letter.seat, letter.lines)
        if extra is not None and number % 2:
            before = stage.at, stage.count
            stage.hand_in(EXTRA[extra](stage, OTHER[side]), SECOND)
            stage.at, stage.count = before
            written += 1
    mail = stage.bag(side)
    stage.close()
    return mail, written


def _some(letters: Iterator[Letter], most: int) -> Iterator[Letter]:
    for _, letter in zip(range(most), letters, strict=False):
        yield letter


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[bytes]]:
    """Either side's mail when nobody writes more than he must."""
    return {side: mail_of(tmp_path_factory.mktemp("quiet"), side, None, 6)[0] for side in SIDES}


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("extra", range(len(EXTRA)))
def test_a_letter_more_of_the_enemys_changes_no_byte(
    tmp_path: Path, extra: int, side: str, undisturbed: dict[str, list[bytes]]
) -> None:
    """Not the number, the date, the Message-ID nor the length of a letter counts what the enemy writes between stations."""
    mail, written = mail_of(tmp_path, side, extra, 6)
    assert written > 3
    assert mail == undisturbed[side]
