"""`pbem verify`: one player's own letters are enough, and the first that does not fit is named."""

from email.message import EmailMessage
from pathlib import Path

import pytest

from pbem.kernel.dice import Dice, commitment, dice_key
from pbem.verify import verify

SEED = bytes(range(32))
NONCES = {"allied": bytes([1]) * 32, "german": bytes([2]) * 32}
KEY = dice_key(SEED, [NONCES[s] for s in sorted(NONCES)])


def letter(folder: Path, name: str, day: int, text: str) -> None:
    message = EmailMessage()
    message["Message-ID"] = f"<{name}@referee.example>"
    message["Subject"] = f"T1.{day}"
    message["Date"] = f"{day:02d} Sep 2026 12:00:00 +0000"
    message.set_content(text)
    (folder / name).write_bytes(bytes(message))


def shown(occasion: str, change: int = 0) -> str:
    throw = Dice(KEY).throw(occasion, "2d6")
    faces = [throw.faces[0] % 6 + 1 if change else throw.faces[0], throw.faces[1]]
    return f"the roll: 2d6 {'+'.join(map(str, faces))} = {sum(faces)} [{occasion}]\n"


def folder_of(path: Path, wrong: tuple[int, ...] = (), last: bool = True) -> Path:
    """An invitation, five letters with a throw each, and the last one; named so that names tell nothing of the order."""
    letter(path, "z.eml", 1, f"bound by this hash of their seed: {commitment(SEED)}.\n")
    for day in range(2, 7):
        letter(path, f"{9 - day}.eml", day, shown(f"battle/{day}/crt", int(day in wrong)))
    nonces = "".join(f"nonce {seat}\n  {nonce.hex()}\n" for seat, nonce in NONCES.items())
    if last:
        letter(path, "a.eml", 8, f"seed {SEED.hex()}\n{nonces}{shown('battle/2/crt')}")
    return path


def test_letters_of_one_player_verify_every_die(tmp_path: Path) -> None:
    assert verify(folder_of(tmp_path)) == ("7 letters, 6 throws shown, 5 occasions: every die fits\n", True)


def test_the_first_letter_that_does_not_fit_is_named(tmp_path: Path) -> None:
    words, fits = verify(folder_of(tmp_path, (3, 5)))
    assert not fits and words.startswith("6.eml (T1.3): the dice of [battle/3/crt] do not fit")


def test_without_the_last_letter_nothing_can_be_said_yet(tmp_path: Path) -> None:
    words, fits = verify(folder_of(tmp_path, last=False))
    assert not fits and "not among them yet" in words


@pytest.mark.parametrize("bad", ["seed", "invitation"])
def test_another_seed_than_the_one_bound_is_caught(tmp_path: Path, bad: str) -> None:
    folder_of(tmp_path)
    if bad == "seed":
        letter(tmp_path, "a.eml", 8, f"seed {bytes(32).hex()}\n")
    else:
        letter(tmp_path, "z.eml", 1, "hello\n")
    words, fits = verify(tmp_path)
    assert not fits and words
