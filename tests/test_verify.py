"""`pbem verify`: one player's own letters are enough, and the first that does not fit is named."""

import mailbox
import re
from collections.abc import Callable
from datetime import UTC, datetime
from email import policy
from email.parser import BytesParser
from pathlib import Path

import pytest

from pbem.admin.verify import verify
from pbem.kernel.dice import Dice, commitment, dice_key
from pbem.mail.chain import FIELD, START, ChainPlace, link
from pbem.mail.compose import Mailbox, Named, Outgoing, compose

SEED = bytes(range(32))
NONCES = {"allied": bytes([1]) * 32, "german": bytes([2]) * 32}
KEY = dice_key(SEED, [NONCES[s] for s in sorted(NONCES)])
REFEREE = Mailbox("referee@club.example", "", "club.example")
FITS = "7 letters, 6 rolls shown, 5 occasions: every roll fits\nallied: letters A-1 to A-7: none is changed, none is missing\n"


def shown(occasion: str, change: int = 0) -> str:
    throw = Dice(KEY).throw(occasion, "2d6")
    faces = [throw.faces[0] % 6 + 1 if change else throw.faces[0], throw.faces[1]]
    return f"From the staff: 2d6 {'+'.join(map(str, faces))} = {sum(faces)} [{occasion}]\n"


def texts(wrong: tuple[int, ...] = (), seed: bytes = SEED, bound: bytes = SEED) -> list[str]:
    """An invitation, five letters with a throw each, and the last one."""
    nonces = "".join(f"Nonce von {seat}\n  {nonce.hex()}\n" for seat, nonce in NONCES.items())
    battles = [shown(f"battle/{n}/crt", int(n in wrong)) for n in range(2, 7)]
    last = f"seed\n  {seed.hex()}\n{nonces}{shown('battle/2/crt')}"
    return [f"gebunden durch diese Zahl:\n{commitment(bound)}.\n", *battles, last]


def letters(campaign: str = "spring", written: list[str] | None = None) -> list[bytes]:
    """A seat's letters as they are sent."""
    raws, before = list[bytes](), START
    for n, text in enumerate(written or texts(), 1):
        whole, at = f"{text}\n-- \nspring · letter A-{n}\n", datetime(2026, 9, n, 12, tzinfo=UTC)
        out = Outgoing(
            Named(campaign, "allied", f"A-{n}"), "al@a.example", f"[{campaign}] T1.{n}", at, whole, place=ChainPlace(before)
        )
        raws.append(compose(out, REFEREE, b"k" * 32, "abcdefghijklmnop"))
        before = link(before, f"A-{n}", whole)
    return raws


def kept(folder: Path, raws: list[bytes]) -> Path:
    """As files whose names tell nothing of the order."""
    folder.mkdir(exist_ok=True)
    for n, raw in enumerate(raws, 1):
        (folder / f"{n * 7 % 11}.eml").write_bytes(raw)
    return folder


def again(raw: bytes, change: Callable[[str], str]) -> bytes:
    """The letter with other words, by somebody who knows how a link is made."""
    message = BytesParser(policy=policy.default).parsebytes(raw)
    text, (before, _) = change(message.get_content()), str(message[FIELD]).split()
    message.set_content(text)
    number = str(message["Message-ID"]).split(".")[2]
    message.replace_header(FIELD, f"{before} {link(before, number, text)}")
    return message.as_bytes()


def test_letters_of_one_player_verify_every_die_and_every_letter(tmp_path: Path) -> None:
    assert verify(kept(tmp_path, letters())) == (FITS, True)


def test_the_first_letter_whose_dice_do_not_fit_is_named(tmp_path: Path) -> None:
    words, fits = verify(kept(tmp_path, letters(written=texts((3, 5)))))
    assert not fits and words.startswith("10.eml ([spring] T1.3): the roll of [battle/3/crt] does not fit")


def test_without_the_last_letter_nothing_can_be_said_of_the_dice_yet(tmp_path: Path) -> None:
    words, fits = verify(kept(tmp_path, letters()[:-1]))
    assert not fits and "not among them yet" in words
    assert "allied: letters A-1 to A-6: none is changed, none is missing" in words


@pytest.mark.parametrize(
    ("written", "words"),
    [
        (texts(seed=bytes(32)), "not the one the invitation is bound to"),
        (texts(bound=bytes(32)), "not the one the invitation is bound to"),
        (["hello\n", *texts()[1:]], "no invitation among them"),
    ],
)
def test_another_seed_than_the_one_bound_is_caught(tmp_path: Path, written: list[str], words: str) -> None:
    said, fits = verify(kept(tmp_path, letters(written=written)))
    assert not fits and words in said


# ---------------------------------------------------------------- as mail programs save them


def as_mbox(folder: Path, raws: list[bytes]) -> None:
    box = mailbox.mbox(folder / "spring", create=True)
    for raw in raws:
        box.add(raw.replace(b"\r\n", b"\n"))
    box.close()


def as_mbox_of_bare_lines(folder: Path, raws: list[bytes]) -> None:
    """Decoded by a program that escapes lines of the body."""
    box = mailbox.mbox(folder / "spring", create=True)
    for raw in raws:
        message = BytesParser(policy=policy.default).parsebytes(raw)
        message.set_content(message.get_content(), cte="8bit")
        box.add(message.as_bytes())
    box.close()
    assert b"\n>From the staff" in (folder / "spring").read_bytes()


def as_maildir(folder: Path, raws: list[bytes]) -> None:
    box = mailbox.Maildir(folder / "spring", create=True)
    for raw in raws:
        box.add(raw)


def as_files(folder: Path, raws: list[bytes]) -> None:
    kept(folder, raws)


def as_files_of_unix_lines(folder: Path, raws: list[bytes]) -> None:
    kept(folder, [raw.replace(b"\r\n", b"\n") for raw in raws])


def in_base64_with_other_headers(folder: Path, raws: list[bytes]) -> None:
    """As a server passes it on that codes bodies afresh, and a program that pads lines and adds a footer."""
    found = []
    for raw in raws:
        message = BytesParser(policy=policy.default).parsebytes(raw)
        text = "  \r\n".join(message.get_content().splitlines()) + "\r\n" + "sent through a gateway\n"
        message.set_content(text, cte="base64")
        message.replace_header("Subject", f"[EXTERN] {message['Subject']}")
        found.append(b"Received: from a by b; Thu, 1 Jan 2026 00:00:00 +0000\r\n" + message.as_bytes())
    kept(folder, found)


def every_letter_twice(folder: Path, raws: list[bytes]) -> None:
    kept(folder, raws)
    kept(folder / "once more", raws)


def beside_other_mail(folder: Path, raws: list[bytes]) -> None:
    kept(folder, raws)
    (folder / "mine").write_bytes(b"Message-ID: <1@a.example>\r\nSubject: Re\r\n\r\n> 2d6 1+1 [battle/2/crt]\r\n")
    (folder / "notes.txt").write_text("2d6 1+1 [battle/2/crt]\nFrom here on\n")
    (folder / "picture").write_bytes(bytes(range(256)) * 40)
    (folder / "odd").write_bytes(b"From: =?utf-8?q?\xff\r\nMessage-ID: =?x\r\nContent-Type: text/plain; charset*=x\r\n\r\n")


@pytest.mark.parametrize(
    "saved",
    [as_files, as_files_of_unix_lines, as_mbox, as_mbox_of_bare_lines, as_maildir, in_base64_with_other_headers, every_letter_twice,
     beside_other_mail],
)  # fmt: skip
def test_it_is_all_the_same_how_letters_were_saved(tmp_path: Path, saved: Callable[[Path, list[bytes]], None]) -> None:
    saved(tmp_path, letters())
    assert verify(tmp_path) == (FITS, True)


def test_one_mbox_file_is_a_folder_too(tmp_path: Path) -> None:
    as_mbox(tmp_path, letters())
    assert verify(tmp_path / "spring") == (FITS, True)


# ---------------------------------------------------------------- what was done to them


def test_a_letter_that_was_changed_is_named(tmp_path: Path) -> None:
    raws = letters()
    raws[3] = raws[3].replace(b"staff", b"stuff")
    words, fits = verify(kept(tmp_path, raws))
    assert not fits and "6.eml ([spring] T1.4): letter A-4 is not as it was sent" in words and "every roll fits" in words


@pytest.mark.parametrize("n", range(7))
def test_whatever_is_changed_in_any_letter_is_found(tmp_path: Path, n: int) -> None:
    raw = letters()[n]
    head, _, body = raw.partition(b"\r\n\r\n")
    for at in range(0, body.index(b"--"), 5):
        changed = bytearray(body)
        changed[at] ^= 1
        if changed[at : at + 1].isspace() or body[at : at + 1].isspace():
            continue
        raws = [*letters()[:n], head + b"\r\n\r\n" + bytes(changed), *letters()[n + 1 :]]
        words, fits = verify(kept(tmp_path, raws))
        assert not fits and f"letter A-{n + 1} is not as it was sent" in words, bytes(changed)


def test_a_letter_changed_with_its_link_does_not_fit_the_next(tmp_path: Path) -> None:
    raws = letters()
    raws[3] = again(raws[3], lambda text: text.replace("staff", "stuff"))
    words, fits = verify(kept(tmp_path, raws))
    assert not fits and "letter A-5 does not follow letter A-4 as that lies here" in words


@pytest.mark.parametrize(("gone", "words"), [(1, "letter A-2, which comes before it"), (4, "letter A-5, which comes before it")])
def test_a_letter_left_out_is_named(tmp_path: Path, gone: int, words: str) -> None:
    said, fits = verify(kept(tmp_path, [raw for n, raw in enumerate(letters()) if n != gone]))
    assert not fits and f"{words}, is missing; RESEND" in said
    assert f"T1.{gone + 2}" in said, "the letter that it comes before"


def test_letters_that_changed_places_are_named(tmp_path: Path) -> None:
    raws = letters()
    names = [re.search(rb"Message-ID: (\S+)", raw)[1] for raw in raws[2:4]]  # type: ignore[index]
    raws[2:4] = raws[2].replace(names[0], names[1]), raws[3].replace(names[1], names[0])
    words, fits = verify(kept(tmp_path, raws))
    assert not fits and "letter A-3 is not as it was sent" in words


def test_a_letter_of_another_campaign_in_its_place_is_named(tmp_path: Path) -> None:
    raws, other = letters(), letters(written=["an invitation\n", *texts()[1:]])
    words, fits = verify(kept(tmp_path, [*raws[:3], *other[3:]]))
    assert not fits and "letter A-4 does not follow letter A-3" in words
    assert "backup" not in words


def test_a_letter_without_its_link_is_named_and_letters_of_before_there_were_links_are_not(tmp_path: Path) -> None:
    def bare(raw: bytes) -> bytes:
        return re.sub(rb"X-Pbem-Chain: \w+\r\n \w+\r\n", b"", raw)

    raws = letters()
    words, fits = verify(kept(tmp_path / "one", [bare(raw) if n == 3 else raw for n, raw in enumerate(raws)]))
    assert not fits and "letter A-4 does not follow letter A-3" in words
    words, fits = verify(kept(tmp_path / "all", list(map(bare, raws))))
    assert fits and "they are of before letters were chained" in words


def test_of_two_that_claim_one_number_both_are_judged(tmp_path: Path) -> None:
    raws = letters()
    forged = again(raws[3], lambda text: text.replace("staff", "stuff"))
    words, fits = verify(kept(tmp_path, [*raws, forged]))
    assert not fits and "letter A-4 does not follow letter A-4" in words
    assert "restored from a backup and numbered its letters afresh" in words


def test_who_took_a_seat_over_checks_from_his_first_letter_on(tmp_path: Path) -> None:
    words, _ = verify(kept(tmp_path, letters()[2:]))
    assert "allied: letters A-3 to A-7: none is changed, none is missing" in words


def test_several_campaigns_in_one_folder_are_told_apart(tmp_path: Path) -> None:
    kept(tmp_path / "spring", letters())
    kept(tmp_path / "autumn", letters("autumn", texts((3,))))
    words, fits = verify(tmp_path)
    assert not fits
    assert "autumn: 10.eml ([autumn] T1.3): the roll of [battle/3/crt] does not fit" in words
    assert "spring: 7 letters, 6 rolls shown, 5 occasions: every roll fits" in words


def test_a_folder_without_letters_says_so(tmp_path: Path) -> None:
    assert verify(tmp_path) == ("no letter of a referee's lies there: no invitation, nothing to check against\n", False)


@pytest.mark.parametrize("break_", [" ", "\n    "])
def test_a_die_whose_occasion_is_of_two_words_is_thrown_again_like_any_other(tmp_path: Path, break_: str) -> None:
    """`weather/T1.1/wind from`, wherever the line ends."""
    written = texts()
    written[2] += shown("weather/T1.1/wind from", 1).replace("wind from", f"wind{break_}from")
    said, fits = verify(kept(tmp_path, letters(written=written)))
    assert not fits and "T1.3" in said and "weather/T1.1/wind from" in said


def remade(n: int) -> bytes:
    """A letter that the referee lost and made again, with other words, under the link that the first one had."""
    before, own = re.findall(r"\b[0-9a-f]{64}", letters()[n - 1].partition(FIELD.encode())[2].decode())[:2]
    text = f"{texts()[n - 1].replace('From the staff', 'Vom Stab')}\n-- \nspring · letter A-{n}\n"
    at = datetime(2026, 9, n, 12, tzinfo=UTC)
    out = Outgoing(Named("spring", "allied", f"A-{n}"), "al@a.example", "[spring] x", at, text, place=ChainPlace(before, own))
    return compose(out, REFEREE, b"k" * 32, "abcdefghijklmnop")


def test_a_letter_made_again_with_another_text_is_told_apart_and_breaks_no_chain(tmp_path: Path) -> None:
    raws = letters()
    raws[3] = remade(4)
    words, fits = verify(kept(tmp_path, raws))
    assert not fits and words.splitlines()[0].endswith("every roll fits")
    assert words.splitlines()[1] == (
        "allied: letters A-1 to A-7: none is missing; A-4 was made again when letters had another look: its text proves nothing"
    )


def test_beside_the_letter_that_was_sent_the_one_made_again_says_nothing(tmp_path: Path) -> None:
    assert verify(kept(tmp_path, [*letters(), remade(4)])) == (FITS.replace("6 rolls", "7 rolls"), True)


def test_what_says_that_it_was_made_again_hides_no_change_elsewhere(tmp_path: Path) -> None:
    raws = letters()
    raws[3], raws[4] = remade(4), again(raws[4], lambda text: text.replace("staff", "stuff"))
    words, fits = verify(kept(tmp_path, raws))
    assert not fits and "letter A-6 does not follow letter A-5" in words
