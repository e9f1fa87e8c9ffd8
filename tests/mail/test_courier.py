"""The courier: letters go out beside the work, every one has its verdict once, and trouble stops him."""

import contextlib
import threading
from collections.abc import Iterator, Sequence

import pytest

from pbem.mail.outbox import Outbox, Post, PostVerdict
from pbem.mail.outbox.courier import BUNDLE, Courier

from .test_smtp import Script, free_port, outbox, posts, serving, states


@pytest.fixture
def script() -> Script:
    return Script()


@pytest.fixture
def port(script: Script) -> Iterator[int]:
    with serving(script) as port:
        yield port


class Book:
    """An outbox that is no server; it remembers what came together and who called."""

    def __init__(self, state: str = "posted") -> None:
        self.state = state
        self.calls: list[list[str]] = []
        self.threads: set[str] = set()
        self.closed = 0

    def post(self, letters: Sequence[Post]) -> list[PostVerdict]:
        self.calls.append([post.ref for post in letters])
        self.threads.add(threading.current_thread().name)
        return [PostVerdict(post.ref, self.state) for post in letters]  # type: ignore[arg-type]

    def close(self) -> None:
        self.closed += 1


def brought(way: Outbox, *names: str) -> tuple[list[tuple[str, str]], Courier]:
    """Everything the courier brings of these letters."""
    heard: list[PostVerdict] = []
    with contextlib.closing(Courier(way, heard.extend)) as courier:
        for post in posts(*names):
            courier.give(post)
        while courier.out:
            courier.back(wait=True)
    return states(heard), courier


def test_every_letter_given_to_a_server_has_its_verdict_in_order_over_one_connection(script: Script, port: int) -> None:
    names = ("alice", "busy", "unknown", *(f"bob{n}" for n in range(30)))
    found, courier = brought(outbox(port), *names)
    assert found == list(zip(names, ("posted", "deferred", "refused", *["posted"] * 30), strict=True))
    assert len(script.connections) == 1
    assert courier.takes


def test_letters_go_out_while_others_are_still_being_made(script: Script, port: int) -> None:
    with contextlib.closing(Courier(outbox(port))) as courier:
        courier.give(posts("alice")[0])
        assert states(courier.back(wait=True)) == [("alice", "posted")]
        courier.give(posts("bob")[0])
        while courier.out:
            courier.back(wait=False)  # never waits
    assert len(script.taken) == 2
    assert len(script.connections) == 1


def test_without_a_server_he_knocks_once_and_takes_no_more() -> None:
    found, courier = brought(outbox(free_port()), "alice", "bob", "carol")
    assert found == [(name, "deferred") for name in ("alice", "bob", "carol")]
    assert not courier.takes


def test_letters_that_are_put_off_one_by_one_stop_nobody(script: Script, port: int) -> None:
    _, courier = brought(outbox(port), "busy", "slow", "slow2")
    assert courier.takes
    assert script.taken == []


def test_into_a_folder_letters_go_at_the_end_in_bundles_and_in_the_callers_thread() -> None:
    book = Book()
    with contextlib.closing(Courier(book)) as courier:
        for post in posts(*(f"p{n}" for n in range(BUNDLE + 1))):
            courier.give(post)
        assert courier.back(wait=False) == []
        assert len(courier.back(wait=True)) == BUNDLE
        assert len(courier.back(wait=True)) == 1
        assert courier.back(wait=True) == []
    assert [len(call) for call in book.calls] == [BUNDLE, 1]
    assert book.threads == {threading.current_thread().name}
    assert book.closed == 1


def test_what_an_outbox_raises_comes_out_where_the_verdict_was_awaited(port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    way = outbox(port)

    def bug(letters: object) -> list[PostVerdict]:
        raise RuntimeError("a bug")

    monkeypatch.setattr(way, "post", bug)
    with contextlib.closing(Courier(way)) as courier:
        courier.give(posts("alice")[0])
        with pytest.raises(RuntimeError, match="a bug"):
            courier.back(wait=True)
        assert not courier.takes
        assert courier.back(wait=True) == []


def test_a_courier_who_is_sent_home_leaves_what_he_has_not_shown(script: Script, port: int) -> None:
    courier = Courier(outbox(port))
    courier.close()
    assert script.taken == []


def test_he_is_idle_when_all_that_he_was_given_has_its_verdict(port: int) -> None:
    for way in (outbox(port), Book()):
        with contextlib.closing(Courier(way)) as courier:
            assert courier.idle
            for post in posts("alice", "bob"):
                courier.give(post)
            assert not (courier.idle and isinstance(way, Book)), "a folder is written at the end"
            while courier.out:
                courier.back(wait=True)
            assert courier.idle
