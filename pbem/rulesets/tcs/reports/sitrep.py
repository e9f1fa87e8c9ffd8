"""The report to one seat: what has happened and what is wanted first, then numbered sections, then the order form."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from pbem.documents.document import Block, Document, Letterhead, block, section, table, theirs
from pbem.documents.station import Heading
from pbem.kernel.hexes import Hex
from pbem.kernel.i18n import counted, phrase, say, text
from pbem.kernel.rulebook import rule
from pbem.rulesets.form import Station
from pbem.rulesets.tcs import observations as o
from pbem.rulesets.tcs import told_events as t
from pbem.rulesets.tcs.game import TacticalGame
from pbem.rulesets.tcs.picture import EnemyCounter, TacticalPicture
from pbem.rulesets.tcs.reports import sentences
from pbem.rulesets.tcs.reports.artillery_lines import artillery_lines, artillery_news
from pbem.rulesets.tcs.reports.fire_sentences import plain, struck_so, summary
from pbem.rulesets.tcs.reports.in_use import not_in_use
from pbem.rulesets.tcs.reports.obstacle_lines import enemy_works
from pbem.rulesets.tcs.reports.order_form import form
from pbem.rulesets.tcs.reports.score import held_by, score, victory
from pbem.rulesets.tcs.reports.sheet_lines import sheet_lines
from pbem.rulesets.tcs.reports.weather_lines import air_lines
from pbem.rulesets.tcs.reports.wording import MODES, TARGETS, allowance, marked, markers, on_ground, place
from pbem.rulesets.tcs.sheets import OpSheet
from pbem.rulesets.tcs.units import TacticalUnit

FOUGHT = (t.AreaFired, t.PointFired, t.AtThrown, t.UnitStruck, t.MissionAdjusted)
"""Own events before which the way of a move is told, even where its end was not kept."""
SECTIONS = {
    "SITUATION": "changed",
    **dict.fromkeys(
        (
            "OWN FORCES", "ENEMY", "OP SHEETS", "SUPPORT", "INTENTIONS ON FILE", "VISIBILITY", phrase("POINTS, as you know them"),
            "TREND",
        ),
        "state",
    ),
}  # fmt: skip
"""The sections of a report by their plain titles, and the part of the letter each belongs to."""
WANTS = {
    "A": phrase("Letter A is for command and artillery: op sheets, reserves, plots, policies."),
    "B": phrase("Letter B is for action: modes, moves, fire, assaults, policies."),
    "AB": phrase("Your letter is for command and action: op sheets, plots, modes, moves, fire, policies."),
}
MP = phrase("MP: what it has in its mode / what MOVE MODE would leave it.")
MP_OF_ARMOR = phrase("MP: what it has in its mode / what MOVE MODE would leave it; armor: initial-normal-final.")
CLOSES = {
    "done": phrase("REPLY BY {due}: orders, or DONE when all your orders are in."),
    "": phrase("REPLY BY {due}."),
}


def station(news: tuple[o.Seen, ...]) -> Station:
    """The last public moment among observations: "began" where both sides are awaited, "end", or "" for none."""
    found: Station = ""
    for event in (seen.event for seen in news if isinstance(seen, o.PublicNews)):
        found = "began" if isinstance(event, t.PauseOpened) else "end" if isinstance(event, t.BattleOver) else found
    return found


def turn_began(news: tuple[o.Seen, ...]) -> bool:
    """Did a turn begin?"""
    return any(isinstance(seen, o.PublicNews) and isinstance(seen.event, t.TurnOpened) for seen in news)


def sitrep(game: TacticalGame, picture: TacticalPicture, news: tuple[o.Seen, ...], heading: Heading) -> Document:
    """The report of a picture and of its news."""
    facts = letterhead(game, picture)
    said = dict(facts)
    head = ((said["staff"].upper(), said["dtg"]), (f"{said['report']} · {said['moment']}", heading.number))
    body = (
        section("1. SITUATION", story(game, news, whole=True)),
        *table("2. OWN FORCES", own_rows(game, picture), (say(_mp(game)),)),
        section("3. ENEMY", (*enemy(game, picture), *enemy_works(game, picture))),
        section("4. OP SHEETS", sheet_lines(game, picture)),
        section("5. SUPPORT", (*artillery_lines(game, picture), *to_come(game, picture))),
        section("6. INTENTIONS ON FILE", (f" {line}" for line in heading.intentions)),
        section("7. VISIBILITY", air_lines(picture)),
        section("8. POINTS, as you know them", score(game, picture)),
        *heading.extra,
        *((form(game, picture, heading),) if awaits(picture) else ()),
    )
    taps = (heading.closing.upper(),) if awaits(picture) and heading.closing else ()
    wanted = (*headline(game, picture, news), *_wanted(game, picture, heading))
    return Document(_subject(game, picture, news, heading), head, wanted, body, heading.small, taps,
                    letterhead=Letterhead("sitrep", (*facts, ("letter", heading.number))))  # fmt: skip


def _mp(game: TacticalGame) -> str:
    return MP_OF_ARMOR if game.switches["armor"] is True else MP


def wants(game: TacticalGame, picture: TacticalPicture) -> str:
    """What the letter that is awaited is for."""
    if game.switches["pace"] == "one_letter" and picture.public.letter == "A":
        return WANTS["AB"]
    return WANTS["A" if picture.public.letter == "A" else "B"]


def awaits(picture: TacticalPicture) -> bool:
    """Is a letter of this side awaited?"""
    waits = picture.public.waits
    return bool(picture.public.letter) and not picture.public.over and (not waits or picture.side in waits)


def letterhead(game: TacticalGame, picture: TacticalPicture) -> tuple[tuple[str, str], ...]:
    """(name, value) of what a report may be headed with."""
    staff, hour = game.staff(picture.side), game.clock(picture.public.turn)
    month = ("JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC").index(game.month) + 1
    return (
        ("staff", staff.heading), ("report", staff.report), ("moment", picture.public.name),
        ("weather", picture.public.weather.replace("_", " ")),
        ("dtg", f"{game.day:02d}{hour}{game.zone_letter} {game.month} {game.year % 100:02d}"),
        ("day", str(game.day)), ("hh", hour[:2]), ("mm", hour[2:]), ("zone", game.zone_letter), ("month", game.month),
        ("month_number", str(month)), ("year", str(game.year)), ("yy", f"{game.year % 100:02d}"),
    )  # fmt: skip


# ---------------------------------------------------------------- what has happened


def story(game: TacticalGame, news: tuple[o.Seen, ...], whole: bool = False) -> Iterator[str]:
    """What was learnt, in the order it happened; the hexes of one way in one sentence, up to the enemy's fire. whole: the news have
    all that was seen, so that fire of which nothing was seen is told to have had no effect."""
    teller, told = _StoryTeller(game, news), tuple(plain(news))
    for number, seen in enumerate(told):
        yield from teller.tell(seen)
        fired = seen.event if whole and isinstance(seen, o.OwnNews) and isinstance(seen.event, t.AreaFired) else None
        if fired and fired.manner not in ("assault", "overrun") and not _has_effect(fired, told[number + 1 :]):
            yield from teller.add(say("No effect seen at {where}.", where=place(game, fired.hex)))
    yield from teller.close(None)


def _has_effect(fired: t.AreaFired, later: Iterable[o.Seen]) -> bool:
    """Was anything seen of what own fire did in its hex, before the next fire or the end of the action phase?"""
    for seen in later:
        if isinstance(seen, o.EnemyHurt) and seen.hex == fired.hex:
            return True
        if isinstance(seen, o.OwnNews) and isinstance(seen.event, (t.AreaFired, t.PointFired, t.MoveBegan)):
            return False
        if isinstance(seen, o.PublicNews):
            return False
    return False


class _ByItself(NamedTuple):
    """How units went by themselves: along which hexes, why, and what halted them."""

    path: tuple[Hex, ...]
    why: str
    halted: str

    def sentence(self, units: tuple[str, ...]) -> str:
        """The same of these units."""
        who, path = ", ".join(units), ", ".join(self.path)
        if not self.path:
            return say("{units} set out without orders: {why}.", units=who, why=self.why)
        if self.halted:
            words = phrase("{units} moved to {path} without orders and halted, {halted}: {why}.")
            return say(words, units=who, path=path, halted=text(self.halted), why=self.why)
        return say("{units} moved to {path} without orders: {why}.", units=who, path=path, why=self.why)


class _SetOut:
    """A unit on a way that it goes by itself."""

    def __init__(self, event: t.UnitsObliged) -> None:
        self.event, self.path, self.ended = event, list[Hex](), ""
        self.over = False

    def is_of(self, event: t.OwnTold | None) -> bool:
        """Is an event part of this way?"""
        if self.over or not isinstance(event, (t.ModeChanged, t.MoveBegan, t.UnitsEntered, t.MoveEnded)):
            return False
        return (event.units if not isinstance(event, t.ModeChanged) else (event.unit,)) == (self.event.unit,)

    def note(self, event: t.OwnTold | None) -> None:
        """An event that is part of it."""
        if isinstance(event, t.UnitsEntered):
            self.path.append(event.hex)
        elif isinstance(event, t.MoveEnded):
            self.over, self.ended = True, event.why

    @property
    def told(self) -> _ByItself:
        """The way, as it is told."""
        return _ByItself(tuple(self.path), sentences.duty(self.event), self.ended)


class _StoryTeller:
    """Tells a story. way: the hexes of a way, fire: what the enemy's fire did to which units, neither told yet; beside: whom it
    made visible; turned: units that changed to one mode, and alone: those that set out by themselves for one reason, told in one
    sentence each; phase: whose action phase it is, segment: which part of it; within: something of it is told; smoked: where own
    smoke went up; gone: enemies that were destroyed."""

    def __init__(self, game: TacticalGame, news: tuple[o.Seen, ...]) -> None:
        self.game, self.smoked, self.gone = game, _smoked(news), _gone(news)
        self.way: list[t.UnitsEntered] = []
        self.fire: list[str] = []
        self.beside: list[str] = []
        self.turned: list[t.ModeChanged] = []
        self.alone: list[_SetOut] = []
        self.phase, self.segment, self.within = "", "", False

    def tell(self, seen: o.Seen) -> Iterator[str]:
        """What there is to say once this was learnt: under the side whose action phase it is."""
        if isinstance(seen, o.PublicNews) and isinstance(seen.event, (t.ActionBegan, t.ActionEnded)):
            yield from self.close(None)
            self.phase = seen.event.side if isinstance(seen.event, t.ActionBegan) else ""
            self.within, self.segment = False, ""
            return
        if isinstance(seen, o.PublicNews):
            yield from self.close(None)
        if isinstance(seen, o.PublicNews) and isinstance(seen.event, t.SegmentBegan):
            self.within = self.within and self.phase == seen.event.side
            self.phase, self.segment = seen.event.side, sentences.tell(self.game, seen)
            return
        for line in self._tell(seen):
            yield from self._placed(line)

    def add(self, line: str) -> Iterator[str]:
        """A sentence about what was told last."""
        yield from self._placed(line)

    def _placed(self, line: str) -> Iterator[str]:
        if self.phase and not self.within:
            yield say(" {side} action phase:", side=self.game.staff(self.phase).adjective)
            self.within = True
        if self.segment:
            yield f"  {self.segment}"
            self.segment = ""
        yield f"   - {line}" if self.phase else f" {line}"

    def _tell(self, seen: o.Seen) -> Iterator[str]:
        event = seen.event if isinstance(seen, o.OwnNews) else None
        hit = struck_so(self.game, event) if self.fire and isinstance(event, t.UnitStruck) else ""
        if hit:
            self.fire.append(hit)
            return
        if self.fire and isinstance(seen, o.EnemySeen):
            self.beside.append(sentences.tell(self.game, seen))
            return
        yield from self._fired()
        if isinstance(event, t.UnitsObliged):
            yield from (*self._turned(), *self._close(None))
            self.alone.append(_SetOut(event))
        elif self.alone and self.alone[-1].is_of(event):
            self.alone[-1].note(event)
        else:
            yield from self._gone_alone()
            yield from self._of_itself(seen, event)

    def _of_itself(self, seen: o.Seen, event: t.OwnTold | None) -> Iterator[str]:
        """What belongs to no fire and to nobody's way that they go by themselves."""
        if not (isinstance(event, t.ModeChanged) and {one.mode for one in self.turned} == {event.mode}):
            yield from self._turned()
        if isinstance(event, t.ModeChanged):
            yield from self._close(None)
            self.turned.append(event)
        elif isinstance(seen, o.FireSeen):
            yield from self._close(None)
            self.fire = [sentences.tell(self.game, seen)]
        else:
            yield from self._on_the_way(seen, event)

    def _on_the_way(self, seen: o.Seen, event: t.OwnTold | None) -> Iterator[str]:
        """A step of a way, its end, or what comes between."""
        if isinstance(event, t.UnitsEntered) and (not self.way or self.way[-1].units == event.units):
            self.way.append(event)
            return
        ended = _end_of(self.way, event)
        if ended or isinstance(event, (t.UnitsEntered, *FOUGHT)):
            yield from self._close(ended)
        if isinstance(event, t.UnitsEntered):
            self.way = [event]
        elif not ended and (said := self._said(seen)):
            yield said

    def _gone_alone(self) -> Iterator[str]:
        """Who went by themselves, those of one way and reason together."""
        for told in dict.fromkeys(one.told for one in self.alone):
            alike = [one for one in self.alone if one.told == told]
            yield told.sentence(tuple(one.event.unit for one in alike))
        self.alone = []

    def _turned(self) -> Iterator[str]:
        """Who changed to a mode."""
        if self.turned:
            units, mode = ", ".join(event.unit for event in self.turned), self.turned[0].mode
            words = phrase("{units} is in {mode}.") if len(self.turned) == 1 else phrase("{units} are in {mode}.")
            yield say(words, units=units, mode=text(MODES[mode]))
        self.turned = []

    def _said(self, seen: o.Seen) -> str:
        """One thing by itself. Smoke of an action phase, where it is not their own, may be gone before the report."""
        if isinstance(seen, o.EnemiesForgotten):
            return sentences.tell(self.game, o.EnemiesForgotten(tuple(name for name in seen.names if name not in self.gone)))
        if not isinstance(seen, o.SmokeSeen):
            return sentences.tell(self.game, seen)
        fresh = [place(self.game, one.hex) for one in seen.smoke if one.many and one.hex not in self.smoked]
        return say("Smoke went up at {where}.", where=", ".join(fresh)) if self.phase and fresh else ""

    def close(self, ended: t.MoveEnded | None) -> Iterator[str]:
        """What is not told yet."""
        for line in (*self._fired(), *self._gone_alone(), *self._turned(), *self._close(ended)):
            yield from self._placed(line)

    def _fired(self) -> Iterator[str]:
        """The enemy's fire in a sentence, with what it did to whom, if there is one."""
        if self.fire:
            first, *struck = self.fire
            yield f"{first.removesuffix('.')}: {'; '.join(struck)}." if struck else first
        yield from self.beside
        self.fire, self.beside = [], []

    def _close(self, ended: t.MoveEnded | None) -> Iterator[str]:
        """The way in a sentence, if there is one."""
        if self.way:
            yield _way(self.game, self.way, ended)
        self.way = []


def _smoked(news: Iterable[o.Seen]) -> frozenset[Hex]:
    """Where smoke of the own side went up."""
    own = (seen.event for seen in news if isinstance(seen, o.OwnNews))
    return frozenset(event.hex for event in own if isinstance(event, (t.SmokeMade, t.MortarFired)))


def _gone(news: Iterable[o.Seen]) -> frozenset[str]:
    """Enemies that are told to be destroyed, so that nobody need be told that they are not spotted any more."""
    return frozenset(seen.name for seen in news if isinstance(seen, o.EnemyHurt) and seen.gone)


def _end_of(way: list[t.UnitsEntered], event: t.OwnTold | None) -> t.MoveEnded | None:
    """The end of a way, if an event is that."""
    return event if isinstance(event, t.MoveEnded) and way and way[-1].units == event.units else None


def _way(game: TacticalGame, way: list[t.UnitsEntered], ended: t.MoveEnded | None) -> str:
    """`A-1 moved to 05.02, 05.03.`"""
    units, path = ", ".join(way[0].units), ", ".join(step.hex for step in way)
    if ended and ended.why:
        return say("{units} moved to {path} and halted: {why}.", units=units, path=path, why=text(ended.why))
    return say("{units} moved to {path}.", units=units, path=path)


class _Digest(NamedTuple):
    """What a report is about, by weight."""

    over: str
    spotted: tuple[str, ...]
    sheets: tuple[str, ...]
    moved: int
    arrived: int
    fire: tuple[str, ...]


def _digest(game: TacticalGame, news: tuple[o.Seen, ...]) -> _Digest:
    own = [seen.event for seen in news if isinstance(seen, o.OwnNews)]
    ends = [seen.event for seen in news if isinstance(seen, o.PublicNews) and isinstance(seen.event, t.BattleOver)]
    spotted = tuple(f"{seen.look.title} {seen.look.hex}" for seen in news if isinstance(seen, o.EnemySeen) and seen.new)
    moved = len({unit for event in own if isinstance(event, t.UnitsEntered) for unit in event.units})
    over = sentences.over(game, ends[-1].winner, ends[-1].points, ends[-1].how) if ends else ""
    arrived = sum(len(event.units) for event in own if isinstance(event, t.UnitsArrived))
    return _Digest(over, spotted, _sheets(game, own), moved, arrived, summary(news))


def _sheets(game: TacticalGame, own: Iterable[object]) -> tuple[str, ...]:
    """What became of sheets, a line each."""
    changed = (event for event in own if isinstance(event, t.SheetChanged))
    return tuple(sentences.own(game, event).rstrip(".") for event in changed if event.why in ("in force", "failed", "committed"))


def headline(game: TacticalGame, picture: TacticalPicture, news: tuple[o.Seen, ...]) -> tuple[str, ...]:
    """The first line of the letter: what has happened, by weight."""
    digest, said = _digest(game, news), list[str]()
    if digest.over:
        said.append(digest.over)
    said += [f"{line}." for line in digest.sheets]
    said += [*digest.fire, *artillery_news(game, news)]
    if digest.spotted:
        said.append(say("Enemy spotted: {names}.", names=", ".join(digest.spotted)))
    if digest.arrived:
        said.append(counted(digest.arrived, "{number} of your units arrived.", "{number} of your units arrived."))
    if digest.moved and not said:
        said.append(counted(digest.moved, "{number} of your units moved.", "{number} of your units moved."))
    if not said and news:
        said.append(say("No losses and no new contacts."))
    return (" ".join(said),) if said else ()


def _spotted(names: tuple[str, ...]) -> str:
    """`spotted Heavy MG section 05.04`, `3 enemy units spotted`."""
    if len(names) == 1:
        return say("spotted {name}", name=names[0])
    return say("{number} enemy units spotted", number=len(names))


def _subject(game: TacticalGame, picture: TacticalPicture, news: tuple[o.Seen, ...], heading: Heading) -> str:
    """`T2.A spotted Pz IV 06.02 · letter A by Wed 20:00 CET`."""
    if picture.public.over:
        ends = _digest(game, news).over
        return " · ".join((say("the battle is over"), *([ends.partition(".")[0]] if ends else [])))
    digest, name = _digest(game, news), picture.public.name
    wants = say("letter {letter} by {due}", letter=picture.public.letter, due=heading.due_short) if heading.due_short else say(
        "letter {letter}", letter=picture.public.letter)  # fmt: skip
    first = (
        *digest.sheets,
        *(line.rstrip(".") for line in (*digest.fire, *artillery_news(game, news))),
        *((_spotted(digest.spotted),) if digest.spotted else ()),
    )
    return f"{name} {_within(first[0])} · {wants}" if first else f"{name} · {wants}"


def _within(sentence: str) -> str:
    """A sentence without the capital of its first word, if that is no name."""
    return f"{sentence[0].lower()}{sentence[1:]}" if sentence[1:2].islower() else sentence


def _wanted(game: TacticalGame, picture: TacticalPicture, heading: Heading) -> tuple[str, ...]:
    """What is wanted of the reader, and by when."""
    if picture.public.over:
        return (say("THE BATTLE IS OVER. NO REPLY NEEDED."),)
    if not awaits(picture):
        return (say("NO REPLY NEEDED."),)
    last = (say("This is the last turn."),) if picture.public.turn == game.turns else ()
    by = (say(CLOSES.get(heading.closing, CLOSES[""]), due=heading.due),) if heading.due else ()
    return (*last, *by, f"{say(wants(game, picture))} {say('The order form is at the end of this letter.')}")


# ---------------------------------------------------------------- how things stand


def own_rows(game: TacticalGame, picture: TacticalPicture) -> Iterator[tuple[str, ...]]:
    """Own counters: where, how, with what strength, and what they may do."""
    yield (say("unit"), say("at"), say("state"), say("steps"), say("MP"), say("sheet"))
    for unit in picture.forces.units.values():
        state = ", ".join(part for part in (text(MODES[unit.mode]), *_as_armor(game, unit), markers(marked(unit))) if part)
        sheet = picture.forces.sheet_of(unit)
        ride = say("on {carrier}", carrier=unit.rides) if unit.rides else allowance(game, unit)
        steps = f"{unit.steps}/{unit.counter.steps}"
        yield (f"{unit.id} {unit.counter.title}", on_ground(game, unit.hex), state, steps, ride, _on(unit, sheet))


def _as_armor(game: TacticalGame, unit: TacticalUnit) -> Iterator[str]:
    """What the rules for armor add to the state of a tank: that it leads, and where it faces."""
    if game.switches["armor"] is True and unit.counter.armor:
        if unit.leader:
            yield say("leader")
        if unit.facing:
            yield say("faces {side}", side=unit.facing)


def _on(unit: TacticalUnit, sheet: OpSheet | None) -> str:
    """The sheet that a unit is on, and whether by a FragOrd."""
    if sheet is None:
        return "-"
    return say("{sheet} FragOrd", sheet=sheet.id) if unit.fragord else sheet.id


@rule("TCS3-10-1", "TCSB-7-11")
def enemy(game: TacticalGame, picture: TacticalPicture) -> Iterator[str]:
    """Enemy counters that are shown, then those that are remembered, with the turn."""
    enemies = sorted(picture.enemies.values(), key=lambda enemy: (not enemy.spotted, enemy.look.hex, enemy.name))
    for enemy in enemies:
        yield f" {_enemy(game, enemy)}"


def _enemy(game: TacticalGame, enemy: EnemyCounter) -> str:
    look = enemy.look
    if enemy.under:
        return say("{name}, {title}: under another counter in {where}", name=enemy.name, title=look.title,
                   where=on_ground(game, look.hex))  # fmt: skip
    if not enemy.spotted:
        return say("{name}, {title}: last seen at {where} in turn {turn}", name=enemy.name, title=look.title,
                   where=on_ground(game, look.hex), turn=enemy.turn)  # fmt: skip
    faces = say("faces {side}", side=look.facing) if game.switches["armor"] is True and look.facing else ""
    state = ", ".join(part for part in (text(MODES[look.mode]), faces, markers(look.markers)) if part)
    others = ", ".join(text(TARGETS[target]) for target in look.classes)
    return say("{name}, {title}: {where}, {state}; targets seen in its hex: {classes}", name=enemy.name, title=look.title,
               where=on_ground(game, look.hex), state=state, classes=others)  # fmt: skip


@rule("TCSB-28-1")
def to_come(game: TacticalGame, picture: TacticalPicture) -> Iterator[str]:
    """Who is still to come onto the map, when and where."""
    for group in picture.forces.due:
        units, hexes = ", ".join(unit.id for unit in group.units), ", ".join(place(game, hex_) for hex_ in group.hexes)
        if group.turn > picture.public.turn:
            yield say(" Turn {turn}, at {hexes}: {units} arrive", turn=group.turn, hexes=hexes, units=units)
        else:
            yield say(" Waiting behind {hexes} until one has room and no enemy in it: {units}", hexes=hexes, units=units)


def brief(game: TacticalGame, picture: TacticalPicture, seat: str) -> tuple[Block, ...]:
    """The welcome: the brief of the side or of a seat that the module has one for, what counts, its troops and sheets."""
    told = picture.seat_briefs.get(seat) or picture.brief
    paragraphs = (" ".join(part.split("\n")) for part in told.split("\n\n"))
    words = tuple(line for part in paragraphs for line in (part, ""))[:-1]
    earned = [(award.side, award.each, award.what) for award in game.awards]
    earned += [(way.side, way.each, way.what) for way in game.exits if way.each]
    awards = (f" {game.staff(side).adjective}: {each}, {what}" for side, each, what in earned)
    return (
        Block("YOUR BRIEF", theirs(words), "quote"),
        *block("POINTS, both sides know them", (*awards, *held_by(game), *victory(game))),
        *table("OWN FORCES", own_rows(game, picture), (say(_mp(game)),)),
        *block("REINFORCEMENTS", to_come(game, picture)),
        *block("OP SHEETS", sheet_lines(game, picture)),
        *block("RULES NOT IN USE", not_in_use(game)),
    )
