"""Section 1 of a situation report: ground gained and lost, battles, enemy recon, and what else happened; the rolls of all of it."""

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import Any, NamedTuple, TypeVar

from pbem.documents.document import Block, block, listed
from pbem.kernel.hexes import Hex
from pbem.kernel.i18n import phrase, say
from pbem.kernel.rulebook import rule
from pbem.orders.line_numbers import in_runs
from pbem.rulesets.tocs import observations as o
from pbem.rulesets.tocs import told_events as t
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.reports import flights, sea_report, supply
from pbem.rulesets.tocs.reports.flights import LOADS
from pbem.rulesets.tocs.reports.focus import Calls, beside, large, within
from pbem.rulesets.tocs.reports.headline import ENDS, ending, field_ending, turned
from pbem.rulesets.tocs.reports.sentences import sentence
from pbem.rulesets.tocs.reports.ships import zone_name
from pbem.rulesets.tocs.reports.wording import call, calls_in_short, place, places, times

MANY = 2  # hexes in which the enemy came down that are told in one line
ELSEWHERE = (t.EngagementMarked, t.EngagementLifted, t.IncomeEarned, t.ReplacementsChanged)
"""What a large side's letter tells elsewhere: in its first lines, in sections 2 and 3."""
MOST_LISTED = 5  # other events of a large side that have a line each
ROLL = re.compile(r"(\d+d\d+) (\d+(?:\+\d+)*) = \d+ (\[[^\]]+\])")  # as `wording.dice` writes it
SEVERAL = 2  # units of a large side of which the same is told in one line
ALIKE = {
    "entered the map": phrase("{calls} entered the map"),
    "left the map": phrase("{calls} left the map"),
    "had to be gone by now": phrase("{calls} were taken off the map: their turns to leave it are over"),
    "waits to enter": phrase("{calls} wait to enter"),
    "out of supply": phrase("{count} units are out of supply: section 5 names them"),
    "in supply again": phrase("{count} units are in supply again: {calls}"),
    "starving": phrase("{count} units were out of supply all day and are worse for it: {calls}"),
}
"""What is told so, by why they have changed."""
LETTERED = (
    phrase(" a. Gained: {said}"), phrase(" b. Lost: {said}"), phrase(" c. Battles: {said}"),
    phrase(" d. Enemy recon of your hexes: {said}"), phrase(" e. Other events: {said}"),
)  # fmt: skip


def lines(game: Game, picture: Picture, news: Iterable[Any], calls: Calls = None, below: Collection[int] = ()) -> tuple[str, ...]:
    """What happened since the last report: five lettered points, of which none is left out, and the other events a line each.
    calls: the units of which a large side's letter tells in full; below: the battles, by number, that are not told again here."""
    last: tuple[Any, ...] = _lapsed(o.whats(news))
    gained, lost = turned(picture, last)
    told, short = _shortened(game, picture, sea_report.apart(last).rest, calls)
    others = list(dict.fromkeys((*short, *(line for what in told for line in sentence(what).report(game, picture, what)))))
    points = (places(game, gained), places(game, lost), _battles(game, picture, last, below), _recon(game, picture, last))
    said = [say(form, said=point or say("NEGATIVE")) for form, point in zip(LETTERED, points, strict=False)]
    if large(picture.forces) and len(others) > MOST_LISTED:
        return (*said, say(LETTERED[-1], said="; ".join(others)))
    return (*said, say(LETTERED[-1], said="" if others else say("NEGATIVE")).rstrip(), *listed(others, "    - "))


def _shortened(game: Game, picture: Picture, news: tuple[Any, ...], calls: Calls) -> tuple[tuple[Any, ...], tuple[str, ...]]:
    """What is told a line each, and in short lines of its own: where the enemy came down is told in one line. Of a large side the
    first lines tell that; each gun that shot has a line, each flight that met something, what happens to several units alike."""
    if large(picture.forces):
        return _of_a_large_side(game, picture, news, calls)
    many = _came_down(news)
    left = tuple(what for what in news if not (_fell(what) and what.load in many))
    words = phrase("enemy {load} came down in {places}")
    return left, tuple(say(words, load=say(LOADS[load]), places=places(game, hexes)) for load, hexes in many.items())


def _of_a_large_side(game: Game, picture: Picture, news: tuple[Any, ...], calls: Calls) -> tuple[tuple[Any, ...], tuple[str, ...]]:
    """The same of a large side."""
    news = tuple(w for w in news if _concerns(picture, w, calls) and not _told_elsewhere(picture, w))
    alike = _alike(picture, news)
    apart = (t.FlakFired, t.FlightFlown)
    joined = _Joined.of(news)
    rest = tuple(w for w in news if not (_fell(w) or isinstance(w, apart) or _change(w) in alike or w in joined.all))
    return rest, (
        *flights.by_gun(game, picture, _shots(picture, news, calls)), *_ways(game, picture, news, calls),
        *(say(ALIKE[why], count=len(names), calls=calls_in_short(names)) for why, names in alike.items()),
        *joined.lines(game, picture),
    )  # fmt: skip


class _Joined(NamedTuple):
    """What is told in one line where there are several: own units that were destroyed, enemies, what became of one store."""

    dead: tuple[t.UnitChanged, ...]
    enemies: tuple[o.EnemyDestroyed, ...]
    stores: tuple[t.SourceChanged, ...]

    @classmethod
    def of(cls, news: tuple[Any, ...]) -> "_Joined":
        """Those of the news."""
        dead = tuple(
            w for w in news if isinstance(w, t.UnitChanged) and w.unit.status == "dead" and w.why != "no longer in reserve"
        )
        enemies = tuple(w for w in news if isinstance(w, o.EnemyDestroyed))
        stores = tuple(w for w in news if isinstance(w, t.SourceChanged) and w.why not in ("moved", "dropped"))
        times = Counter(w.source.id for w in stores)
        return cls(_if_several(dead), _if_several(enemies), tuple(w for w in stores if times[w.source.id] >= SEVERAL))

    @property
    def all(self) -> tuple[Any, ...]:
        """All that needs no line of its own."""
        return (*self.dead, *self.enemies, *self.stores)

    def lines(self, game: Game, picture: Picture) -> Iterator[str]:
        """`destroyed: 1/NCO in 16.09, 2/NCO in 18.08 (battle)`, `base at 32.10 Kleve: drawn by HQBECKER, HQFELDT; 6 SP left`."""
        for why, dead in _alike_in(self.dead, lambda seen: seen.why).items():
            units = [_Fallen(call(picture.forces, seen.unit.id), seen.unit.hex) for seen in dead]
            yield say("destroyed: {units} ({why})", units=_in_hexes(units), why=say(why))
        if self.enemies:
            yield say("enemy destroyed: {units}", units=_in_hexes(_Fallen(seen.call, seen.hex) for seen in self.enemies))
        for changes in _alike_in(self.stores, lambda seen: seen.source.id).values():
            yield supply.stocked_by_turns(game, changes)


V = TypeVar("V")


def _if_several(seen: tuple[V, ...]) -> tuple[V, ...]:
    return seen if len(seen) >= SEVERAL else ()


def _alike_in(seen: Iterable[V], key: Callable[[V], str]) -> dict[str, list[V]]:
    """What has the same key, in order."""
    found: dict[str, list[V]] = {}
    for what in seen:
        found.setdefault(key(what), []).append(what)
    return found


class _Fallen(NamedTuple):
    """A unit that was destroyed, by its call, and where that was seen."""

    call: str
    hex: Hex | None


def _in_hexes(units: Iterable[_Fallen]) -> str:
    """`A,B/508 in 16.09, C/504`."""
    where = _alike_in(units, lambda unit: str(unit.hex or ""))
    said = ((calls_in_short(unit.call for unit in some), hex_) for hex_, some in where.items())
    return ", ".join(say("{calls} in {hex}", calls=calls, hex=hex_) if hex_ else calls for calls, hex_ in said)


def _concerns(picture: Picture, what: Any, calls: Calls) -> bool:
    """Is it told in a letter of these units? All is but what became of other units that are still there, and what happened
    in places far from these."""
    unit = what.task.unit if isinstance(what, (t.TaskWent, t.TaskEnded)) else getattr(what, "unit", "")
    name = getattr(unit, "id", unit)
    dead = isinstance(what, t.UnitChanged) and what.unit.status == "dead"
    if calls is None or dead:
        return True
    there = getattr(what, "hex", None)
    if isinstance(what, (o.InterdictionSeen, o.EnemyDestroyed)):
        return there is not None and beside(picture.forces, calls, there)
    return name not in picture.forces.counters or within(picture.forces, calls, (name,))


def _told_elsewhere(picture: Picture, what: Any) -> bool:
    """Do other lines of a large side's letter tell it, such as the roll of a refit, or the work that stands below?"""
    refit = isinstance(what, (t.TaskWent, t.TaskEnded)) and what.task.kind == "refit" and what.why in ("begun", "went on", "done")
    if isinstance(what, o.OwnImpulseOver):  # what is left stands in the first lines of who writes next, as kept
        return picture.public.phasing == picture.side and not any(pool.deficit for pool in what.pools)
    opened = isinstance(what, t.IncomeEarned) and what.reserve  # once: what came out of the module's reserve is told
    return refit or (isinstance(what, ELSEWHERE) and not opened) or _change(what) == "made good"


def _change(what: Any) -> str:
    """Why an own unit has changed, where it has."""
    return what.why if isinstance(what, t.UnitChanged) else ""


def _alike(picture: Picture, news: Iterable[Any]) -> dict[str, list[str]]:
    """The calls of units that have all changed in one way, by that way, where there are several."""
    found: dict[str, list[str]] = {}
    for what in news:
        if _change(what) in ALIKE:
            found.setdefault(what.why, []).append(call(picture.forces, what.unit.id))
    return {why: names for why, names in found.items() if len(names) >= SEVERAL}


def _ways(game: Game, picture: Picture, news: Iterable[Any], calls: Calls) -> Iterator[str]:
    """What met the flights that a letter of a large side tells of, a line each."""
    flown = (what for what in news if isinstance(what, t.FlightFlown) and what.legs)
    return (flights.way(game, seen) for seen in flown if flights.carries(picture, seen.flight, calls))


def _fell(what: Any) -> bool:
    """Came the enemy down, and nothing was taken there?"""
    return isinstance(what, t.DescentSeen) and not what.gained


def _came_down(news: tuple[Any, ...]) -> dict[str, tuple[Hex, ...]]:
    """Where the enemy came down, by the way down, where that was in many hexes."""
    down: dict[str, list[Hex]] = {}
    for what in filter(_fell, news):
        down.setdefault(what.load, []).append(what.hex)
    return {load: tuple(dict.fromkeys(hexes)) for load, hexes in down.items() if len(hexes) >= MANY}


def _shots(picture: Picture, news: Iterable[Any], calls: Calls) -> Iterator[t.FlakFired]:
    """What the guns shot that a letter of a large side tells of."""
    return (w for w in news if isinstance(w, t.FlakFired) and within(picture.forces, calls, (w.unit.id,)))


def rolls(game: Game, picture: Picture, news: Iterable[Any], calls: Calls = None) -> tuple[str, ...]:
    """The rolls behind the events of a report, each with its occasion: `pbem verify` reads them back. On a large side they stand in
    the reports of who commands all of it. calls: the units of which the letter tells in full."""
    news, apart = o.whats(news), large(picture.forces)
    if apart and calls is not None:
        return ()
    one_by_one = (what for what in news if not (apart and isinstance(what, t.FlakFired)))
    guns = flights.rolls_by_gun(picture, _shots(picture, news, calls)) if apart else ()
    told = (*guns, *(line for what in one_by_one for line in sentence(what).rolls(game, picture, what)))
    return (f" {'; '.join(told)}",) if apart and told else tuple(f" {line}" for line in told)


def rolls_alone(told: tuple[Block, ...]) -> tuple[Block, ...]:
    """A block of rolls without words: each with its occasion, which says what it was for and is all that `pbem verify` reads."""
    rolled = [roll for part in told for roll in _rolled(part)]
    return block(told[0].title, (f" {'; '.join(rolled)}",)) if told else ()


def _rolled(told: Block) -> Iterator[str]:
    return (f"{spec} {faces} {occasion}" for line in told.lines for spec, faces, occasion in ROLL.findall(str(line)))


@rule("TOCS-3.5-3")
def _lapsed(news: tuple[Any, ...]) -> tuple[Any, ...]:
    """The news without deficit OPs that came to us and lapsed before we read of them: their end alone is told."""
    ends = [number for number, seen in enumerate(news) if isinstance(seen, o.CreditLapsed)]
    earned = [number for number, seen in enumerate(news) if isinstance(seen, t.IncomeEarned)]
    gone = {n for n, seen in enumerate(news) if isinstance(seen, o.EnemyCredit)
            and any(n < end and not any(n < turn < end for turn in earned) for end in ends)}  # fmt: skip
    return tuple(seen for number, seen in enumerate(news) if number not in gone)


def _battles(game: Game, picture: Picture, news: tuple[Any, ...], below: Collection[int]) -> str:
    """`battle 1: 13.11 Malden bridge taken; battle 2: attack on 14.12 Heumen failed`: each has a block of its own. below: those of
    which no more than that is said."""
    over = [n for n in news if isinstance(n, o.BattleFoughtSeen) and n.number not in below]
    of_one = phrase("battle {number}: {ended}")
    said = [say("{numbers}, under BATTLES", numbers=in_runs(below))] if below else []
    said += [say(of_one, number=n.number, ended=say(ENDS[ending(picture.side, n)][0], place=place(game, n.hex))) for n in over]
    fought = (n for n in news if isinstance(n, o.FieldBattleEndedSeen) and not n.thrown)
    words = phrase("battle {number}: {ended} (field battle)")
    for n in fought:
        ended = say(ENDS[field_ending(picture.side, n)][0], place=place(game, n.battle.hex))
        said.append(say(words, number=n.battle.number, ended=ended))
    fights = sea_report.apart(news).fights
    said += [
        say("battle {number}: at sea in {zone}", number=f"S{f.began.number}", zone=zone_name(game, f.began.zone)) for f in fights
    ]
    return "; ".join(said)


def _recon(game: Game, picture: Picture, news: tuple[Any, ...]) -> str:
    """Where the enemy looked, how often, and what that told the enemy: hexes of which the same was learnt stand together; of a
    large side by their numbers alone."""
    if large(picture.forces):
        return _recon_in_short({seen.hex: seen for seen in news if isinstance(seen, o.EnemyLooked)})
    looks = Counter((_learnt(seen), seen.hex) for seen in news if isinstance(seen, o.EnemyLooked))
    told: dict[str, list[str]] = {}
    for (learnt, hex_), count in looks.items():
        where = place(game, hex_)
        told.setdefault(learnt, []).append(where if count == 1 else say("{place} {times}", place=where, times=times(count)))
    return "; ".join(say("{places} ({learnt})", places=", ".join(said), learnt=learnt) for learnt, said in told.items())


def _recon_in_short(looks: Mapping[Hex, o.EnemyLooked]) -> str:
    """`known to be held: 19.11, 20.12; known to be empty: 07.13`. looks: the last look at each hex."""
    alike: dict[str, list[str]] = {}
    for hex_, seen in sorted(looks.items()):
        alike.setdefault(_known(seen), []).append(str(hex_))
    return "; ".join(f"{known}: {', '.join(where)}" for known, where in alike.items())


def _known(seen: o.EnemyLooked) -> str:
    if seen.occupied:
        return say("known to be held")
    return say("empty, your ZOC known") if seen.ezoc else say("known to be empty")


def _learnt(seen: o.EnemyLooked) -> str:
    how = say("seen from a hill") if seen.sighted else say("probed") if seen.probe else say("by patrol")
    return f"{how}: {_known(seen)}"
