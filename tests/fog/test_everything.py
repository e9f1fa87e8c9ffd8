"""The nets over campaigns in which everything is done that letters can do: the blind referee, pairs of worlds, planted leaks."""

from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from pbem.handlers.unit_of_work import UnitOfWork
from pbem.kernel.values import replace
from pbem.letters.desk import Out, Resend
from tests.fog.blind import rewritten
from tests.fog.everything import SCRIPTS, play, staged, step
from tests.fog.stage import OTHER, SIDES, Stage
from tests.fog.test_worlds import AMERICAN, GERMAN
from tests.fog.worlds import Fact, first_difference
from tests.opened import as_board


@pytest.fixture(scope="module")
def stages(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Stage]]:
    """Every script, played."""
    found = {name: staged(tmp_path_factory.mktemp("everything"), name) for name in SCRIPTS}
    for name, stage in found.items():
        play(stage, SCRIPTS[name])
    yield found
    for stage in found.values():
        stage.close()


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("script", SCRIPTS)
def test_a_referee_who_knows_only_one_side_writes_that_side_the_same_mail(stages: dict[str, Stage], script: str, side: str) -> None:
    assert rewritten(stages[script], side) == []


KINDS = {"receipt", "sitrep", "brief", "dispute", "notice", "evening", "reminder", "intsum", "digest", "held", "waits", "message"}


def test_everything_is_done_in_them(stages: dict[str, Stage]) -> None:
    records = [record for stage in stages.values() for record in stage.records()]
    assert {record.cause.kind for record in records} >= {"letter", "deadline", "held", "host", "daily", "outage", "missed"}
    assert {sent.kind for record in records for sent in record.letters if hasattr(sent, "kind")} >= KINDS
    assert {type(paper).__name__ for record in records for paper in record.papers} >= {
        "FieldFiled", "IntentFiled", "PlanFiled", "LiveOffered", "EveningSet", "DrawOffered", "AbsenceFiled", "OutageSeen",
        "MessagesMuted", "AddressAdded", "LetterWaits", "AppealMade", "WishKept",
    }  # fmt: skip


# ---------------------------------------------------------------- pairs of worlds


def compared(folder: Path, fact: Fact, script: str, eye: str) -> list[str]:
    """Play both worlds in step until that side sees a difference, or all is said."""
    here, there = staged(folder / "here", script), staged(folder / "there", script)
    with closing(here), closing(there):
        for stage in (here, there):
            stage.begin()
        there.campaign.state = fact.change(there.campaign.state)
        eyes = [seat for seat in here.address if seat.partition(".")[0] == eye]
        for seat, words in SCRIPTS[script]:
            known = {e: len(here.bag(e)) for e in eyes}
            seen = [_seen(stage, (seat, words), eye) for stage in (here, there)]
            faults: list[str] = []
            if first_difference(fact, seen[0], seen[1], faults):
                return faults
            for e in eyes:
                if here.bag(e)[known[e] :] != there.bag(e)[known[e] :]:
                    return [f"{fact.name}: after `{words[:40]}` the mail of {e} differs and no observation does"]
    return []


def _seen(stage: Stage, said: tuple[str, str], eye: str) -> list[Any]:
    before = len(stage.handled)
    step(stage, *said)
    return [item for record in stage.handled[before:] for desk, item in record.seen if desk == eye]


SEEN_BY = {"allied": GERMAN, "german": AMERICAN}
Pair = tuple[Fact, str, str]
ALL: tuple[Pair, ...] = tuple((f, eye, script) for eye, facts in SEEN_BY.items() for f in facts for script in SCRIPTS)
FEW = ("the howitzers stand at Malden", "everybody waits in reserve", "Malden has no works", "the mortars go with A Company")


def name_of(value: Fact | str) -> str:
    """What a pair is called by."""
    return value.name if isinstance(value, Fact) else value


@pytest.mark.parametrize(("fact", "eye", "script"), [p for p in ALL if p[0].name in FEW and p[2] == "agreed"], ids=name_of)
def test_a_hidden_fact_changes_no_byte_of_what_the_features_say(tmp_path: Path, fact: Fact, eye: str, script: str) -> None:
    assert compared(tmp_path, fact, script, eye) == []


@pytest.mark.soak
@pytest.mark.parametrize(("fact", "eye", "script"), ALL, ids=name_of)
def test_no_hidden_fact_changes_a_byte_of_what_the_features_say(tmp_path: Path, fact: Fact, eye: str, script: str) -> None:
    assert compared(tmp_path, fact, script, eye) == []


# ---------------------------------------------------------------- what is planted is found

SECRETS: dict[str, Callable[[UnitOfWork, str], object]] = {
    "receipt": lambda work, enemy: work.state.admin.intents.get(enemy),
    "sitrep": lambda work, enemy: [p for s, p in work.state.admin.plans.items() if s.startswith(enemy)],
    "brief": lambda work, enemy: [f.seats.get(enemy) for f in work.state.admin.fields.values()],
    "dispute": lambda work, enemy: enemy in work.state.pictures,
    "notice": lambda work, enemy: len(work.state.admin.hosting.appeals),
    "evening": lambda work, enemy: sorted(work.state.admin.hosting.zones),
    "reminder": lambda work, enemy: sorted(work.state.admin.hosting.muted),
    "intsum": lambda work, enemy: work.state.admin.standing.get(enemy),
    "digest": lambda work, enemy: sum(work.state.admin.sent.values()),
    "held": lambda work, enemy: sorted(work.state.admin.last_in),
    "waits": lambda work, enemy: sorted(work.state.admin.effects.values()),
    "message": lambda work, enemy: work.state.admin.seats[enemy].address,
}
"""By kind of letter, what of the other side's it might tell by mistake."""


def test_a_leak_in_any_kind_of_letter_is_found_by_the_blind_referee(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    send = UnitOfWork.send

    def leaking(work: UnitOfWork, out: Out | Resend) -> str:
        if not isinstance(out, Resend) and out.kind in SECRETS:
            side = work.state.admin.seats[out.seat].side
            told = str(SECRETS[out.kind](work, OTHER[side]))
            out = replace(out, document=replace(out.document, small=(*out.document.small, told)))
        return send(work, out)

    monkeypatch.setattr(UnitOfWork, "send", leaking)
    faults: list[str] = []
    for script in ("settled by the host", "late"):
        with closing(staged(tmp_path / script, script)) as stage:
            play(stage, SCRIPTS[script])
            faults += [fault for side in SIDES for fault in rewritten(stage, side)]
    found = {kind for kind in SECRETS if any(f"kind='{kind}'" in fault for fault in faults)}
    assert found == KINDS == set(SECRETS)


def test_a_leak_from_the_board_into_a_brief_is_found_by_the_pairs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """How many steps the enemy has, in the letters that only the features write."""
    send = UnitOfWork.send

    def leaking(work: UnitOfWork, out: Out | Resend) -> str:
        if not isinstance(out, Resend) and out.kind in ("brief", "digest", "dispute"):
            forces = as_board(work.state.situation.board).forces[OTHER[work.state.admin.seats[out.seat].side]]
            told = str(sum(u.reserve for u in forces.on_map()))
            out = replace(out, document=replace(out.document, small=(*out.document.small, told)))
        return send(work, out)

    monkeypatch.setattr(UnitOfWork, "send", leaking)
    fact = next(f for f in GERMAN if f.name == FEW[1])
    assert compared(tmp_path, fact, "agreed", "allied") != []
