"""The liaison: battles of a campaign that are campaigns of their own. It founds them, and carries between the two what either must
hear of the other.

What is to be done follows from what both show, and nothing is kept beside it: after a crash between two campaigns it is found
again, and a deed that is done is not due any more.
"""

import hmac
import logging
from collections.abc import Iterator
from datetime import datetime
from itertools import chain
from pathlib import Path

from pbem.campaign.deadlines import Pace
from pbem.campaign.module_versions import module_of, order_words
from pbem.campaign.records import Cause
from pbem.campaign.state import AdminState, BattleOf, FieldFile, Seat
from pbem.handlers.liaison import FOR
from pbem.kernel.dice import dice_key
from pbem.kernel.i18n import say
from pbem.kernel.numbered_lines import numbered
from pbem.kernel.values import Value, replace
from pbem.modules import library
from pbem.modules.battlefield import BattleStory, StatedBattle
from pbem.rulesets import RULESETS
from pbem.rulesets.form import OpaqueFieldBattles, OpaqueSkirmishes
from pbem.service.founder import Founder
from pbem.service.office import Office
from pbem.service.open_campaign import Campaign, Setup
from pbem.service.shelves import SetAside
from pbem.service.worker import Worker, place_of

HOURS = 12
"""Of a letter of such a battle at the least: then the next evening ends it, a day after the last run."""
SILENT = 2
"""So many letters in a row that neither commander wrote leave the battle to the table."""
MOST_SEEN = 6
log = logging.getLogger("pbem.service.referee")


class LiaisonDeed(Value):
    """Something to be done. campaign: whose cause it becomes; words: of that cause, the deed first; battle: the campaign that is
    the battle."""

    campaign: str
    words: tuple[str, ...]
    battle: str


class FieldLiaison:
    """Looks at campaigns that have changed, and at their battles."""

    def __init__(self, office: Office, worker: Worker, founder: Founder) -> None:
        self.office, self.worker, self.founder = office, worker, founder
        self._open: set[str] = set()  # campaigns whose battles are to be looked at
        self._battles: dict[str, set[str]] = {}  # the battles of a campaign, by their names

    def hear(self, moved: frozenset[str]) -> None:
        """These campaigns show something new, have come or gone."""
        for name in moved & frozenset(self.office.campaigns):
            admin = self.office.campaigns.shelf(name).shown.admin
            if admin.battle:
                self._battles.setdefault(admin.battle.campaign, set()).add(name)
                self._open.add(admin.battle.campaign)
            elif any(file.game for file in admin.fields.values()) or name in self._battles:
                self._open.add(name)

    def next(self) -> LiaisonDeed | None:
        """What is due first of all, if anything is."""
        while self._open:
            name = min(self._open)
            if deed := self._next(name):
                return deed
            self._open.discard(name)
        return None

    # ------------------------------------------------------------ what is due

    def _next(self, name: str) -> LiaisonDeed | None:
        """What is due first between a campaign and its battles."""
        if name not in self.office.campaigns:
            return None
        admin = self.office.campaigns.shelf(name).shown.admin
        return next(chain(self._of_files(name, admin), self._of_battles(name, admin)), None)

    def _of_files(self, name: str, admin: AdminState) -> Iterator[LiaisonDeed]:
        """Of battles that are out."""
        for number, file in sorted(admin.fields.items()):
            if not file.game or file.stage == "agreed" or admin.stage != "playing":
                continue
            battle = self._shown(file.game)
            if battle is not None:
                yield from _between(name, admin, number, battle)
            elif not admin.paused and _is_led(admin, file) and not self.founder.is_there(file.game):
                yield LiaisonDeed(name, ("found", str(number)), file.game)

    def _of_battles(self, name: str, admin: AdminState) -> Iterator[LiaisonDeed]:
        """Of battles that the campaign has no use for any more, or whose secrets may be told."""
        out = {file.game for file in admin.fields.values() if file.stage != "agreed"} if admin.stage == "playing" else set()
        for battle in sorted(self._battles.get(name, set())):
            shown = self._shown(battle)
            if shown is None or shown.battle is None:
                continue
            if shown.stage == "playing" and battle not in out:
                yield LiaisonDeed(battle, ("recalled",), battle)
            elif shown.stage == "over" and admin.stage == "over" and not shown.battle.opened:
                yield LiaisonDeed(battle, ("opened",), battle)

    def _shown(self, name: str) -> AdminState | None:
        return self.office.campaigns.shelf(name).shown.admin if name in self.office.campaigns else None

    # ------------------------------------------------------------ what is done

    def carry(self, deed: LiaisonDeed, now: datetime) -> None:
        """Do it. Where a campaign of it is set aside, or another worker's, or where a bug stops it, it is looked at again when it
        shows something."""
        try:
            campaign = self.office.campaigns[deed.campaign]
            if deed.words[0] == "found":
                self._found(campaign, int(deed.words[1]), now)
            else:
                lines = self._reports(campaign, deed) if deed.words[0] == "fought" else ()
                name = f"liaison/{deed.words[0]}/{deed.battle}/{campaign.journal.number}"
                self.worker.handle(campaign, Cause("liaison", name, now, words=deed.words, lines=tuple(numbered(lines, 1))))
        except SetAside:
            self._leave(deed)
        except OSError:  # the disk, as with letters
            raise
        except Exception as bug:
            log.exception("stopped", extra={"campaign": deed.battle})
            self.office.stopped[deed.campaign] = place_of(bug)
            self._leave(deed)

    def _leave(self, deed: LiaisonDeed) -> None:
        """Leave it until something of it changes."""
        self._open -= {deed.campaign, *(name for name, battles in self._battles.items() if deed.battle in battles)}

    def _found(self, campaign: Campaign, number: int, now: datetime) -> None:
        """The battle becomes a campaign. A crash before its journal stands brings it again, the same to the letter."""
        file = campaign.state.admin.fields[number]
        founded = self.founder.new_campaign(_setup(campaign, number, file), now)
        log.info("founded", extra={"campaign": founded.id})
        self.office.tray.answered(founded, [])

    def _reports(self, campaign: Campaign, deed: LiaisonDeed) -> tuple[str, ...]:
        """Both reports of a battle that is over, as their sides' commanders would have written them from what they saw."""
        battle, number = self.office.campaigns[deed.battle], int(deed.words[1])
        skirmishes, editions = _skirmishes(battle.table.ruleset.name), battle.table.editions
        if editions is None:
            raise RuntimeError("a battle without a module")
        board = battle.state.situation.board
        module = module_of(editions.texts, editions.scenario)
        outcome = skirmishes.outcome(module, battle.table.game, board, _winner(battle))
        told = _fields(campaign).reports(campaign.table.game, campaign.state.situation.board, number, outcome)
        stories = {side: _story(battle, skirmishes, side) for side in told}
        return tuple(line for side in sorted(told) for line in (f"{FOR}{side}", *told[side], *_words(stories[side])))


def _between(name: str, admin: AdminState, number: int, battle: AdminState) -> Iterator[LiaisonDeed]:
    """What is due between a campaign and a battle of it that is out."""
    if battle.stage == "over":
        yield LiaisonDeed(name, ("fought", str(number)), battle.campaign)
        return
    halted, stands = bool(admin.paused), bool(battle.paused)
    if halted and not stands:
        yield LiaisonDeed(battle.campaign, ("held",), battle.campaign)
    if not halted and not admin.hosting.outage and (stands or battle.hosting.outage):
        yield LiaisonDeed(battle.campaign, ("goes on",), battle.campaign)
    file = admin.fields[number]
    for side, held in sorted(file.seats.items()):
        yield from _of_seat(LiaisonDeed(name, ("passed on", str(number), side), file.game), admin.seats[held], battle.seats[side])
    if all(battle.hosting.silences.get(side, 0) >= SILENT for side in file.seats):
        yield LiaisonDeed(name, ("silent", str(number)), battle.campaign)


def _of_seat(passed: LiaisonDeed, holder: Seat, seat: Seat) -> Iterator[LiaisonDeed]:
    """Who commands in the battle is who has it from the campaign; who gives it up there passes it on here."""
    if holder.left:  # it is the next one's in a moment
        return
    if seat.address != holder.address and not holder.accepted:  # who is only invited is told nothing: the next in command has it
        yield from (passed,) if holder.role == "field commander" else ()
    elif seat.address != holder.address:
        yield LiaisonDeed(passed.battle, ("relieved", seat.side, holder.address, *holder.also), passed.battle)
    elif seat.left and holder.role == "field commander":
        yield passed


def _is_led(admin: AdminState, file: FieldFile) -> bool:
    """Has each side a commander for it?"""
    sides = {seat.side for seat in admin.seats.values() if seat.side and seat.role == "commander"}
    return sides <= file.seats.keys() and all(not admin.seats[held].left for held in file.seats.values())


# ---------------------------------------------------------------- founding


def _setup(campaign: Campaign, number: int, file: FieldFile) -> Setup:
    admin, state = campaign.state.admin, campaign.state
    fields = _fields(campaign)
    ruleset = fields.played_with(campaign.table.game)
    key = dice_key(bytes.fromhex(state.seed), [bytes.fromhex(nonce) for _, nonce in sorted(admin.nonces.items())])
    seed = hmac.digest(key, f"battle/{file.game}".encode(), "sha256")
    stated = replace(fields.statement(campaign.table.game, state.situation.board, number), id=file.game, seed=seed)
    seats = tuple(_seat(stated, side, admin.seats[held]) for side, held in sorted(file.seats.items()))
    sit = {side: tuple(_sit(admin, side)) for side in sorted(file.seats)}
    words = order_words(campaign.table.words.verbs, RULESETS[ruleset])
    return Setup(
        file.game, Path(), seats, _pace(campaign.table.pace), seed=seed, proof=admin.proof,
        files=_skirmishes(ruleset).files(stated, library.charts(ruleset), words),
        battle=BattleOf(admin.campaign, admin.title, number, file.hex, sit),
    )  # fmt: skip


def _seat(stated: StatedBattle, side: str, holder: Seat) -> Seat:
    prefix = next(party.prefix for party in stated.parties if party.id == side)
    return Seat(
        side, side, "commander", holder.address, prefix, accepted=True, also=holder.also, plain=holder.plain, bare=holder.bare
    )


def _sit(admin: AdminState, side: str) -> Iterator[str]:
    """Every address that a side's letters may go to."""
    yield from sorted({a for seat in admin.seats_of(side) for a in (seat.address, *seat.also) if a})


def _pace(pace: Pace) -> Pace:
    """A letter a day: each ends with the next evening."""
    return replace(pace, hours=min(HOURS, pace.hours), weekdays="", after=0)


# ---------------------------------------------------------------- the end


def _winner(battle: Campaign) -> str:
    """Who has won it, by the record that ended it."""
    tally = battle.table.ruleset.rehearsals
    winners = [found.winner for _, record in battle.past() if tally and (found := tally.tally(record.events)).points is not None]
    return winners[-1] if winners else ""


def _story(battle: Campaign, skirmishes: OpaqueSkirmishes, side: str) -> BattleStory:
    seen = tuple(observed for _, record in battle.past() for desk, observed in record.seen if desk == side)
    return skirmishes.story(battle.table.game, battle.state.pictures[side], seen)


def _words(story: BattleStory) -> tuple[str, ...]:
    """The items of a report that are a commander's own words."""
    seen = ", ".join(story.seen[:MOST_SEEN]) or say("none")
    return (f"ENEMY SEEN {seen}", "NARRATIVE", *(story.told or (say("Nothing was seen of the enemy."),)))


def _fields(campaign: Campaign) -> OpaqueFieldBattles:
    found = campaign.table.ruleset.field_battles
    if found is None:
        raise RuntimeError(f"{campaign.table.ruleset.name} has no field battles")
    return found


def _skirmishes(ruleset: str) -> OpaqueSkirmishes:
    found = RULESETS[ruleset].skirmishes
    if found is None:
        raise RuntimeError(f"{ruleset} fights no battles of others")
    return found
