"""A seat's mail is a function of its own letters, its desk's observations and the public clock."""

from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from pbem.campaign.admin_events import DraftDropped, DraftKept
from pbem.campaign.records import Cause
from pbem.kernel.numbered_lines import NumberedLine
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
        if number in (15, 35):
            drafted(stage)
            for side in SIDES:
                stage.say(side, "CANCEL")
        if number in (20, 60):
            drafted(stage)  # lapses
            stage.wait(days=4)  # the reminder, then silence
        if number in (40, 44):
            stage.at += SECOND
            picture = stage.campaign.state.pictures["allied"]
            word = f"{'PAUSE' if number == 40 else 'RESUME'} {stage.campaign.table.ruleset.sequence.named(picture)}"
            stage.campaign.handle(Cause("host", f"host/{number}", stage.at, lines=(NumberedLine(1, word),)))
            stage.run()
        if number == 30:
            stage.hand_in(plain_letter("allied", "STATUS", "referee@club.example", number))  # no token: held
            stage.hand_in(b"From: al@allied.example\nTo: " + stage.last("allied").reply_to.encode() + b"\n\n")  # nothing in it
    yield stage
    stage.close()


def drafted(stage: Stage) -> None:
    """Whoever's turn it is writes orders with a slip, which wait for his answer."""
    for side in SIDES:
        stage.say(side, "B/504: atack 14.12\n1/HG: mvoe 15.09")


@pytest.mark.parametrize("side", SIDES)
def test_a_referee_who_knows_only_one_side_writes_that_side_the_same_mail(finished: Stage, side: str) -> None:
    assert rewritten(finished, side) == []


def test_the_game_has_silence_reminders_messages_and_held_letters(finished: Stage) -> None:
    kinds = {sent.kind for r in finished.records() for sent in r.letters if hasattr(sent, "kind")}
    assert {"reminder", "held", "message", "receipt", "sitrep", "welcome", "invitation", "digest"} <= kinds
    assert {"start", "letter", "deadline", "held", "host", "daily"} <= {r.cause.kind for r in finished.records()}
    papers = [paper for record in finished.records() for paper in record.papers]
    assert len([paper for paper in papers if isinstance(paper, DraftKept)]) >= 4
    lapsed = [r for r in finished.records() if r.cause.kind == "deadline" and any(isinstance(p, DraftDropped) for p in r.papers)]
    assert lapsed, "silence closed an impulse in which a draft waited"
    assert not finished.playing


def test_a_sealed_board_cannot_be_opened() -> None:
    with pytest.raises(BoardOpenedError):
        getattr(Sealed(), "public")  # noqa: B009


# ---------------------------------------------------------------- one letter more of the enemy's

Written = Callable[[Stage, str], bytes]


def answer(lines: str) -> Written:
    """An answer to the newest letter."""
    return lambda stage, side: stage.letter(side, lines, stage.last(side))


# A draft is dropped again before the game goes on: it would be joined by the next orders, and the game itself go otherwise. What
# an END is asked about with a draft on file, and that it is taken back, is his own affair.
EXTRA: tuple[tuple[Written, ...], ...] = (
    (answer("STATUS"),),
    (answer("HELP\nORDERS\nREPORT\nWHAT CAN 1/HG\nRESEND X-1"),),
    (answer("CHECK\nB/504: move 14.12"),),
    (answer("COST Z/999 to 14.12\nWHY 99\nHELP NONSENSE"),),
    (answer("EZOC ALWAYS"),),
    (lambda stage, side: plain_letter(side, "STATUS", "referee@club.example", stage.count),),
    (lambda stage, side: plain_letter(side, "", stage.last(side).reply_to, stage.count),),
    (answer("B/504: atack 14.12\n2/LS: move 99.99"), answer("CANCEL")),
    (answer("B/504: atack 14.12\n2/LS: move 99.99"), answer("END IMPULSE"), answer("CANCEL"), answer("CANCEL")),
)


def mail_of(folder: Path, side: str, extra: int | None, seed: int) -> tuple[list[bytes], int]:
    """The side's mail in a game of a few impulses; its enemy writes an extra letter after every other one."""
    stage = Stage(folder, seed)
    stage.begin()
    written = 0
    for number, letter in enumerate(_some(game(stage, seed), 14)):
        stage.say(letter.seat, letter.lines)
        if extra is not None and number % 2 and not stage.campaign.state.admin.drafts:  # a PASS may wait for its YES
            before, playing = (stage.at, stage.count), stage.impulse
            for more in EXTRA[extra]:
                stage.hand_in(more(stage, OTHER[side]), SECOND)
                written += 1
            assert stage.impulse == playing and not stage.campaign.state.admin.drafts
            stage.at, stage.count = before
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
