"""A scripted commander: writes legal order letters from his own picture, for the demo, rehearsals and tests.

He goes by the roads and bridges there are toward what pays, leaves a garrison in what he holds of it, attacks where he has the
strength to, keeps headquarters and guns behind, and never puts more into a hex than it holds. He knows nothing but what a desk
knows, and speaks nothing but the order language.
"""

from collections.abc import Iterable, Mapping, Sequence

from pbem.kernel.decisions import Refusal
from pbem.kernel.hexes import Hex, distance
from pbem.kernel.values import replace
from pbem.orders.parser import read_line
from pbem.orders.tree import Act, Command, LetterWord, UnitLine, Vocabulary
from pbem.rulesets.form import Mind
from pbem.rulesets.tocs import sea_bot
from pbem.rulesets.tocs.actions import ACTIONS, DEEDS, MANEUVERS, control
from pbem.rulesets.tocs.actions.form import Halt, ManeuverTurn, Went
from pbem.rulesets.tocs.actions.vocabulary import vocabulary
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.ground import terrains_of
from pbem.rulesets.tocs.nearness import Nearness, pays
from pbem.rulesets.tocs.oob import Counter
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.reports import advice
from pbem.rulesets.tocs.rules import stacking
from pbem.rulesets.tocs.units import Unit
from pbem.rulesets.tocs.view import Public

FIGHTERS = ("company", "half_company", "vehicle_platoon")
WORKS = {"dig": 0.5, "mine": 0.5, "roadblock": 0.2}  # what they are worth at most, in front of the enemy
NEAR = 2  # hexes from an enemy who is known, within which he sees to his works
FAR = 3  # hexes from what pays, beyond which a formation marches rather than its units one by one
MOST_TURNS = 60
MOST_MARCHES = 2  # that he looks into for a letter
FEWEST = 3  # units that make a march worth a line
MOST_DEEDS = 2  # lines of the staff's own in a letter
GARRISON = 4  # strength that a hex held by the enemy is taken to have, of which no more is known
HOUSES = {"city": 2, "suburb": 2, "town": 1, "village": 1}  # and what its ground adds
RELIEF = 3.0  # what it is worth to leave a hex that is over the stacking limit
GUARDED = 4  # points of a hex for which the most careful leave one more in it
SELDOM = 0.3  # how often he looks whether a unit that is no gun might look out or go out of the enemy's way
SHARE = {"refit": 0.4, "assign": 0.25, "split": 0.02, "join": 0.5, "disband": 0.02, "recover": 0.5}
"""How often he does a thing his staff could do, by verb."""


def letter(game: Game, picture: Picture, mind: Mind, end: bool) -> str:
    """Orders for the whole impulse, every line legal on the picture there is."""
    return _Commander(game, mind).letter(picture, end)


class _Commander:
    """One side's scripted commander."""

    def __init__(self, game: Game, mind: Mind) -> None:
        self.game, self.chance, self.temper, self.verbs = game, mind.chance, mind.temper, mind.verbs
        self.near: Nearness | None = None
        self.known: tuple[Public, tuple[Hex, ...]] | None = None
        self.paid: Mapping[Hex, int] = {}
        self.began: Mapping[Hex, frozenset[str]] = {}

    def letter(self, picture: Picture, end: bool) -> str:
        """Orders for the whole impulse, every line legal on the picture he has."""
        words = self._words(picture)
        self.read: dict[str, Command | None] = {}
        self.paid = pays(self.game, picture)
        self.began = {hex_: frozenset(u.id for u in _counted(picture, hex_)) for hex_ in {u.hex for u in picture.forces.on_map()}}
        lines: list[str] = []
        for found in (self._at_sea, self._thins, self._enters, self._deeds, self._takes, self._marches, self._others):
            made, picture = found(picture, words)
            lines += made
        lines += self._enters(picture, words)[0]  # where others have made room
        return "\n".join([*lines, *(["end impulse"] if end else [])]) + "\n"

    def _words(self, picture: Picture) -> Vocabulary:
        own = vocabulary(self.game, picture)
        return replace(own, verbs=(*self.verbs, *own.verbs))

    def _at_sea(self, picture: Picture, words: Vocabulary) -> tuple[list[str], Picture]:
        """What ships do, and who lands out of them."""
        return sea_bot.lines(self.game, picture, self.chance, words)

    def _thins(self, picture: Picture, words: Vocabulary) -> tuple[list[str], Picture]:
        """First who stands in a hex that holds too many: those over its limit would be lost."""
        lines = list[str]()
        for hex_ in stacking.overstacked(picture.forces):
            calls = [c for c in advice.idle(picture) if self._where(picture, c) == hex_]
            for call in self._in_order(picture, calls):
                if hex_ in stacking.overstacked(picture.forces):
                    made, picture = self._one(picture, call, words)
                    lines += made
        return lines, picture

    def _others(self, picture: Picture, words: Vocabulary) -> tuple[list[str], Picture]:
        """Then everybody, fighters before those who serve them."""
        lines = list[str]()
        for call in self._in_order(picture, advice.idle(picture)):
            made, picture = self._one(picture, call, words)
            lines += made
        return lines, picture

    def _in_order(self, picture: Picture, calls: Iterable[str]) -> list[str]:
        mixed = list(calls)
        self.chance.shuffle(mixed)
        return sorted(mixed, key=lambda call: not fights(picture, unit_called(picture, call)))

    def _one(self, picture: Picture, call: str, words: Vocabulary) -> tuple[list[str], Picture]:
        """The line of a unit, and what goes with it."""
        acts, after = self._unit(picture, call, words)
        return ([f"{call}: {'; '.join(acts)}", *self._script(picture, acts)], after) if acts else ([], picture)

    # ------------------------------------------------------------ the staff's own orders

    def _enters(self, picture: Picture, words: Vocabulary) -> tuple[list[str], Picture]:
        """Who waits off the board comes on, as long as there is room."""
        for text in (lines := advice.enters(self.game, picture)):
            picture = self._deed(picture, text, words) or picture
        return list(lines), picture

    def _deeds(self, picture: Picture, words: Vocabulary) -> tuple[list[str], Picture]:
        """Now and then what his staff can see to: assets, refits, half-companies, wrecks; each for an HQ's action point."""
        lines = list[str]()
        for text in advice.deeds(self.game, picture):
            if len(lines) < MOST_DEEDS and self.chance.random() < SHARE.get(text.partition(" ")[0], 0.1):
                after = self._deed(picture, text, words)
                if after is not None:
                    lines.append(text)
                    picture = after
        return lines, picture

    def _deed(self, picture: Picture, text: str, words: Vocabulary) -> Picture | None:
        """The picture after a line of the staff's, None when it is illegal."""
        command = read_line(text, words).command
        if not isinstance(command, LetterWord):
            return None
        action = DEEDS[command.act.verb]
        order = action.order(command.act, picture)
        if isinstance(order, Refusal) or action.check(self.game, picture, order):
            return None
        return action.expect(self.game, picture, order)

    # ------------------------------------------------------------ several units together

    def _takes(self, picture: Picture, words: Vocabulary) -> tuple[list[str], Picture]:
        """Known enemies beside whom two of his own stand, or can come to stand together, what pays first."""
        goals, lines = advice.goals(self.game, picture), list[str]()
        for target in sorted(picture.held_by_enemy(), key=lambda h: (h not in goals, h)):
            text = self._take(picture, target)
            after = self._maneuver(picture, text, words) if text and self.chance.random() < self.temper.boldness else None
            if after is not None:
                lines.append(text)
                picture = after
        return lines, picture

    def _take(self, picture: Picture, target: Hex) -> str:
        """The line that attacks a hex from where most of his own can come to; "" when fewer than two can."""
        best: tuple[Hex, list[str]] = (target, [])
        for origin in self.game.ground.neighbours[target]:
            if picture.public.owner[origin] == picture.side and origin not in picture.public.engaged:
                near = self._together(picture, origin)[: stacking.MOST_UNITS - len(_launched(picture, target))]
                best = max(best, (origin, near), key=lambda pair: len(pair[1]))
        if len(best[1]) < 2 or not self._enough(picture, target, (unit_called(picture, c) for c in best[1])):
            return ""
        effort = "deliberate" if self.chance.random() < self.temper.boldness else "hasty"
        scout = f" scout {best[1][0]}" if self.chance.random() > self.temper.boldness else ""
        return f"take {target} with {', '.join(best[1])} from {best[0]} {effort}{scout} if at least 2"

    def _together(self, picture: Picture, origin: Hex) -> list[str]:
        """Who could attack out of a hex: those in it, and as many from beside it as it has room for."""
        free = [c for c in self._free(picture) if not self._keeps(picture, unit_called(picture, c))]
        here = [c for c in free if self._where(picture, c) == origin]
        others = [c for c in free if distance(self._where(picture, c), origin) == 1]
        room = stacking.MOST_UNITS - len({u.id for u in _counted(picture, origin)} | self.began.get(origin, frozenset()))
        return [*here, *others[: max(0, room)]][: stacking.MOST_UNITS]

    def _enough(self, picture: Picture, target: Hex, units: Iterable[Unit]) -> bool:
        """Are these strong enough for a hex, as far as he can judge who holds it? The bolder, the sooner."""
        ours = sum(strength(picture, unit) for unit in units)
        works, owner = picture.works.get(target, ("", ""))
        theirs = GARRISON + max(HOUSES.get(kind, 0) for kind in terrains_of(self.game.ground, target))
        theirs += 2 if works and owner != picture.side else 0
        return ours >= theirs * (2 - self.temper.boldness)

    def _keeps(self, picture: Picture, unit: Unit) -> bool:
        """Is it of those that hold a hex that pays? The more it pays, and the more careful he is, the more stay."""
        worth = self.paid.get(unit.hex, 0)
        if not worth or not fights(picture, unit):
            return False
        others = (u for u in picture.forces.at(unit.hex) if u.id != unit.id)
        more = round((1 - self.temper.boldness) * worth / GUARDED)
        return sum(fights(picture, u) and not picture.forces.attack_of(u.id) for u in others) <= more

    def _free(self, picture: Picture) -> list[str]:
        """Companies and platoons that have not acted and can fight."""
        forces = picture.forces
        units = (unit_called(picture, call) for call in advice.idle(picture))
        fit = [u for u in units if u.hex not in picture.public.engaged and u.state < 2 and not u.reserve]
        return [forces.counter(u).call for u in fit if forces.counter(u).kind in FIGHTERS and forces.counter(u).strength > 0]

    def _where(self, picture: Picture, call: str) -> Hex:
        return unit_called(picture, call).hex

    def _marches(self, picture: Picture, words: Vocabulary) -> tuple[list[str], Picture]:
        """Formations far from everything that pays: all but their headquarters go toward it."""
        goals, tries = advice.goals(self.game, picture), 0
        for name, calls in sorted(words.formations.items(), key=lambda item: len(item[1])):
            text = self._march(picture, name, calls, goals) if goals and tries < MOST_MARCHES else ""
            tries += bool(text)
            after = self._maneuver(picture, text, words) if text else None
            if after is not None:
                return [text], after
        return [], picture

    def _march(self, picture: Picture, name: str, calls: Sequence[str], goals: Sequence[Hex]) -> str:
        """The line that sends a formation to the nearest goal; "" when too few are free, it is near, or he does not care to."""
        ready = self._free(picture)
        free = [call for call in calls if call in ready]
        if len(free) < FEWEST or self.chance.random() > 0.5:
            return ""
        where = [self._where(picture, call) for call in free]
        goal = min(goals, key=lambda g: (sum(distance(h, g) for h in where), g))
        if min(distance(h, goal) for h in where) < FAR:
            return ""
        left = ", ".join(call for call in calls if call not in free)
        manner = self.chance.choice(("scout", "scout", "safe", "bold" if self.temper.boldness > 0.6 else "scout"))
        return f"march {name} to {goal} {manner}{f' leave {left}' if left else ''} max {len(free)} op"

    def _maneuver(self, picture: Picture, text: str, words: Vocabulary) -> Picture | None:
        """The picture a line for several units would bring about; None when it is illegal or does nothing."""
        command = read_line(text, words).command
        if not isinstance(command, LetterWord):
            return None
        maneuver = MANEUVERS[command.act.verb]
        order = maneuver.order(command.act, picture)
        if isinstance(order, Refusal) or maneuver.check(self.game, picture, order):
            return None
        past: tuple[Went, ...] = ()
        turn = maneuver.turn(self.game, picture, order, past)
        while isinstance(turn, ManeuverTurn) and len(past) < MOST_TURNS:
            after = self._taken(picture, turn)
            past = (*past, Went(turn.call, turn.act, after is not None))
            picture = picture if after is None else after
            turn = maneuver.turn(self.game, picture, order, past)
        return picture if any(went.ok for went in past) and not (isinstance(turn, Halt) and turn.off) else None

    def _taken(self, picture: Picture, turn: ManeuverTurn) -> Picture | None:
        take = control.check_activate if ACTIONS[turn.act.verb].pays else control.check_take_up
        refusals, ready = take(self.game, picture, turn.call, 0)
        after = None if refusals else self._done(ready, turn.act)
        return control.assume(after, turn.counts_on, True) if after is not None and turn.counts_on else after

    # ------------------------------------------------------------ one unit

    def _unit(self, picture: Picture, call: str, words: Vocabulary) -> tuple[list[str], Picture]:
        refusals, now = control.check_activate(self.game, picture, call, 0)
        gun = self._fire(picture, call, words) if self._may_fire(picture, call) else None
        if refusals or gun:
            return gun or ([], picture)
        acts: list[str] = []
        while len(acts) < 3 and control.active_unit(now) == call:
            found = self._act(now, call, words)
            if found is None:
                break
            text, now = found
            acts.append(text)
        return acts, (now if acts else picture)

    def _may_fire(self, picture: Picture, call: str) -> bool:
        """Is there anything it may do without being activated? Guns may, and who is engaged; others now and then."""
        unit = unit_called(picture, call)
        guns = picture.forces.counter(unit).artillery > 0
        return guns or unit.hex in picture.public.engaged or self.chance.random() < SELDOM

    def _fire(self, picture: Picture, call: str, words: Vocabulary) -> tuple[list[str], Picture] | None:
        """The best act that needs no activation before it (guns), if he wants one."""
        refusals, now = control.check_take_up(self.game, picture, call, 0)
        unit = unit_called(picture, call).id
        verbs = [action for action in ACTIONS.values() if not action.pays and not refusals]
        options = [option for action in verbs for option in action.options(self.game, now, unit)]
        worth = sorted(((self._worth(picture, unit, option), option) for option in options), key=lambda p: (-p[0], p[1]))
        found = self._first_legal(now, unit, (option for value, option in worth if value > 0.3), words)
        return ([found[0]], found[1]) if found else None

    def _act(self, picture: Picture, call: str, words: Vocabulary) -> tuple[str, Picture] | None:
        """The best legal act now and the picture it would bring about."""
        unit = unit_called(picture, call).id
        paid = [action for action in ACTIONS.values() if action.pays]
        options = [o for action in paid for o in action.options(self.game, picture, unit)]
        options += ["recon around"] if any(o.startswith("recon ") for o in options) else []
        scored = sorted(((self._worth(picture, unit, o), o) for o in options), key=lambda p: (-p[0], p[1]))
        if self.chance.random() < self.temper.noise:
            self.chance.shuffle(scored)
        return self._first_legal(picture, unit, (option for worth, option in scored if worth > 0), words)

    def _first_legal(self, picture: Picture, unit: str, options: Iterable[str], words: Vocabulary) -> tuple[str, Picture] | None:
        for option in options:
            line = self._read(option, words)
            act = line.steps[0] if isinstance(line, UnitLine) else None
            after = self._done(picture, act) if isinstance(act, Act) else None
            if after is not None and not self._crowded(unit, picture, after):
                return option, after
        return None

    def _read(self, option: str, words: Vocabulary) -> Command | None:
        """A line as it is understood; one that others have thought of in this letter is not read again."""
        if option not in self.read:
            self.read[option] = read_line(option, words).command
        return self.read[option]

    def _crowded(self, name: str, before: Picture, after: Picture) -> bool:
        """Does a unit come into a hex that may end up over its limit? Who stood there as the letter began counts, whatever was
        ordered since: it may not come away."""
        unit = after.forces.units[name]
        if unit.status != "map" or unit.hex == before.forces.units[name].hex:
            return False
        there = {u.id for u in _counted(after, unit.hex)} | self.began.get(unit.hex, frozenset())
        counters = (after.forces.counter(u) for u in stacking.afoot(after.forces, unit.hex))
        return (name in there and len(there) > stacking.MOST_UNITS) or any(stacking.over(counters))

    def _done(self, picture: Picture, act: Act) -> Picture | None:
        """The picture after an act, None when it is illegal."""
        action = ACTIONS[act.verb]
        order = action.order(act, picture)
        if isinstance(order, Refusal) or action.beyond(self.game, picture, order) or action.check(self.game, picture, order):
            return None
        return action.expect(self.game, picture, order)

    def _worth(self, picture: Picture, unit: str, option: str) -> float:
        """Attack what is known to be there, look before leaping, move toward what pays; the rest now and then."""
        verb, *words = option.split()
        place = _place_in(words)
        if place is None:
            return self._placeless(picture, unit, verb, words)
        occupied, some = place in picture.held_by_enemy(), self.chance.random
        match verb:
            case "attack":
                return 2 + some() if occupied and some() < self.temper.boldness and self._may_attack(picture, unit, place) else 0
            case "recon":
                return 0.2 if occupied or place in picture.looks else 1 + some()
            case "move":
                return 0 if occupied else self._moved(picture, unit, place)
            case "strike" | "bombard" | "harass" | "interdict" | "support":
                return (1.5 if occupied else 0) * some()
            case "withdraw" | "infiltrate":
                return 1.2 * some() - self.temper.boldness / 2
            case _:
                return (0.5 if occupied else 0.3) * some()

    def _placeless(self, picture: Picture, unit: str, verb: str, words: list[str]) -> float:
        """Acts that name no hex: a look all round, following, reserves, rallying, works, orders of a headquarters."""
        if verb == "recon":
            near = self.game.ground.neighbours[picture.forces.units[unit].hex]
            unknown: int = sum(picture.public.owner[h] != picture.side and h not in picture.looks for h in near)
            return 0.6 * unknown * self.chance.random()
        if verb == "follow":
            return self._closer(picture, unit, self._where(picture, words[0]))
        if verb == "rally":
            return 1 + self.chance.random()
        if verb in WORKS:
            here = picture.forces.units[unit].hex
            near_by = any(distance(here, h) <= NEAR for h in picture.held_by_enemy())
            return WORKS[verb] * self.chance.random() if near_by else 0
        return 0.4 * self.chance.random() if verb in ("reserve", "order") else 0.1 * self.chance.random()

    def _script(self, picture: Picture, acts: Sequence[str]) -> list[str]:
        """What the units he has just put into reserve do when the hexes they stand beside are attacked."""
        lines = []
        for call in (act.partition(" ")[2] for act in acts if act.startswith("reserve ")):
            near = self.game.ground.neighbours[self._where(picture, call)]
            own = [h for h in near if picture.forces.at(h) and h not in picture.public.engaged]
            lines += [f"{call}: when {', '.join(own[:2])} attacked move {own[0]}, else hold"] if own else []
        return lines

    def _may_attack(self, picture: Picture, unit: str, place: Hex) -> bool:
        """It can fight, is not the last in what pays, and is strong enough with those who attack already or stand beside it."""
        who = picture.forces.units[unit]
        if not fights(picture, who) or self._keeps(picture, who):
            return False
        beside = [u for u in picture.forces.at(who.hex) if u.id not in picture.forces.activated and fights(picture, u)]
        launched = _launched(picture, place)
        if len(launched) >= stacking.MOST_UNITS:  # all that attack may have to stand in the hex
            return False
        return self._enough(picture, place, {u.id: u for u in (who, *beside, *launched)}.values())

    def _moved(self, picture: Picture, unit: str, place: Hex) -> float:
        """What a move to a hex is worth: out of a crowd; on for who fights; for the others only where they are behind the front."""
        who = picture.forces.units[unit]
        if any(stacking.over(picture.forces.counter(u) for u in stacking.afoot(picture.forces, who.hex))):
            return RELIEF + self._closer(picture, unit, place)
        if self._keeps(picture, who):
            return 0
        if fights(picture, who):
            return self._closer(picture, unit, place)
        if picture.public.owner[place] != picture.side or not picture.held_by_enemy().isdisjoint(self._round(place)):
            return 0
        return 0.5 * self._closer(picture, unit, place)

    def _round(self, place: Hex) -> tuple[Hex, ...]:
        """A hex and those beside it: where an enemy would be nearer than he wants him to headquarters, guns and assets."""
        return place, *self.game.ground.neighbours[place]

    def _closer(self, picture: Picture, unit: str, place: Hex) -> float:
        """How many hexes a move brings a unit nearer to what draws it, by the ways there are; less into ground nobody has seen."""
        near = self._nearness(picture)
        if not near.goals:
            return 0
        who = picture.forces.units[unit]
        counter = picture.forces.counter(who)
        gain = near.gain(counter, who, place)
        looked = picture.public.owner[place] == picture.side or place in picture.looks
        return gain * (1.5 if looked else self.temper.boldness)

    def _nearness(self, picture: Picture) -> Nearness:
        """What draws his units; measured afresh when a goal has fallen."""
        if self.known is None or self.known[0] is not picture.public:
            self.known = (picture.public, advice.goals(self.game, picture))
        goals = self.known[1]
        if self.near is None or self.near.goals != goals:
            self.near = Nearness(self.game, picture, goals)
        return self.near


def fights(picture: Picture, unit: Unit) -> bool:
    """Is it a company or a platoon that can attack?"""
    counter: Counter = picture.forces.counter(unit)
    return counter.kind in FIGHTERS and counter.strength > 0


def strength(picture: Picture, unit: Unit) -> int:
    """What it is good for in an attack, by what it has left."""
    counter = picture.forces.counter(unit)
    return max(0, counter.strength - unit.lost - unit.state)


def _launched(picture: Picture, target: Hex) -> list[Unit]:
    """The own units that attack a hex already, or stand in it: all of them may have to share it."""
    attacks = (u for u in picture.forces.on_map() if (made := picture.forces.attack_of(u.id)) and made.target == target)
    return [*attacks, *_counted(picture, target)]


def _counted(picture: Picture, hex_: Hex) -> list[Unit]:
    """The units in a hex that take room there."""
    forces = picture.forces
    return [u for u in stacking.afoot(forces, hex_) if forces.counter(u).kind not in ("hq", "asset")]


def _place_in(words: Sequence[str]) -> Hex | None:
    """The first hex that an option names."""
    return next((Hex(word) for word in words if word[:1].isdigit() and "." in word), None)


def unit_called(picture: Picture, call: str) -> Unit:
    """The own unit of a call. ValueError for a call that is nobody's."""
    unit = picture.forces.unit_called(call)
    if unit is None:
        raise ValueError(f"{call} is not of this side")
    return unit
