"""A scripted commander: writes legal order letters from his own picture, for the demo, rehearsals and tests.

He knows nothing but what a desk knows, and speaks nothing but the order language.
"""

from collections.abc import Iterable, Sequence

from pbem.kernel.decisions import Refusal
from pbem.kernel.hexes import Hex, distance
from pbem.kernel.values import replace
from pbem.orders.parser import read_line
from pbem.orders.tree import Act, LetterWord, UnitLine, Vocabulary
from pbem.rulesets.form import Mind
from pbem.rulesets.tocs import sea_bot
from pbem.rulesets.tocs.actions import ACTIONS, DEEDS, MANEUVERS, control
from pbem.rulesets.tocs.actions.form import Halt, ManeuverTurn, Went
from pbem.rulesets.tocs.actions.vocabulary import vocabulary
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.reports import advice
from pbem.rulesets.tocs.units import Unit

FIGHTERS = ("company", "half_company", "vehicle_platoon")
WORKS = {"dig": 0.5, "mine": 0.5, "roadblock": 0.2}  # what they are worth at most, in front of the enemy
NEAR = 2  # hexes from an enemy who is known, within which he sees to his works
FAR = 3  # hexes from what pays, beyond which a formation marches rather than its units one by one
MOST_TURNS = 60
FEWEST = 3  # units that make a march worth a line
MOST_DEEDS = 2  # lines of the staff's own in a letter
SHARE = {"refit": 0.4, "assign": 0.25, "split": 0.02, "join": 0.5, "disband": 0.2, "recover": 0.5}
"""How often he does a thing his staff could do, by verb."""


def letter(game: Game, picture: Picture, mind: Mind, end: bool) -> str:
    """Orders for the whole impulse, every line legal on the picture there is."""
    return _Commander(game, mind).letter(picture, end)


class _Commander:
    """One side's scripted commander."""

    def __init__(self, game: Game, mind: Mind) -> None:
        self.game, self.chance, self.temper, self.verbs = game, mind.chance, mind.temper, mind.verbs

    def letter(self, picture: Picture, end: bool) -> str:
        """Orders for the whole impulse, every line legal on the picture he has."""
        words = self._words(picture)
        lines: list[str] = []
        for found in (self._at_sea, self._enters, self._deeds, self._takes, self._marches):
            made, picture = found(picture, words)
            lines += made
        calls = list(advice.idle(picture))
        self.chance.shuffle(calls)
        for call in calls:
            acts, after = self._unit(picture, call, words)
            if acts:
                lines += [f"{call}: {'; '.join(acts)}", *self._script(picture, acts)]
                picture = after
        lines += self._enters(picture, words)[0]  # where others have made room
        return "\n".join([*lines, *(["end impulse"] if end else [])]) + "\n"

    def _words(self, picture: Picture) -> Vocabulary:
        own = vocabulary(self.game, picture)
        return replace(own, verbs=(*self.verbs, *own.verbs))

    def _at_sea(self, picture: Picture, words: Vocabulary) -> tuple[list[str], Picture]:
        """What ships do, and who lands out of them."""
        return sea_bot.lines(self.game, picture, self.chance, words)

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
                near = [c for c in self._free(picture) if distance(self._where(picture, c), origin) <= 1]
                best = max(best, (origin, near[:4]), key=lambda pair: len(pair[1]))
        if len(best[1]) < 2:
            return ""
        effort = "deliberate" if self.chance.random() < self.temper.boldness else "hasty"
        scout = f" scout {best[1][0]}" if self.chance.random() > self.temper.boldness else ""
        return f"take {target} with {', '.join(best[1])} from {best[0]} {effort}{scout} if at least 2"

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
        goals = advice.goals(self.game, picture)
        for name, calls in sorted(words.formations.items(), key=lambda item: len(item[1])):
            text = self._march(picture, name, calls, goals) if goals else ""
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
        gun = self._fire(picture, call, words)
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

    def _fire(self, picture: Picture, call: str, words: Vocabulary) -> tuple[list[str], Picture] | None:
        """The best act that needs no activation before it (guns), if he wants one."""
        refusals, now = control.check_take_up(self.game, picture, call, 0)
        unit = unit_called(picture, call).id
        verbs = [action for action in ACTIONS.values() if not action.pays and not refusals]
        options = [option for action in verbs for option in action.options(self.game, now, unit)]
        worth = sorted(((self._worth(picture, unit, option), option) for option in options), key=lambda p: (-p[0], p[1]))
        found = self._first_legal(now, (option for value, option in worth if value > 0.3), words)
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
        return self._first_legal(picture, (option for worth, option in scored if worth > 0), words)

    def _first_legal(self, picture: Picture, options: Iterable[str], words: Vocabulary) -> tuple[str, Picture] | None:
        for option in options:
            line = read_line(option, words).command
            act = line.steps[0] if isinstance(line, UnitLine) else None
            after = self._done(picture, act) if isinstance(act, Act) else None
            if after is not None:
                return option, after
        return None

    def _done(self, picture: Picture, act: Act) -> Picture | None:
        """The picture after an act, None when it is illegal."""
        action = ACTIONS[act.verb]
        order = action.order(act, picture)
        if isinstance(order, Refusal) or action.check(self.game, picture, order):
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
                return 2 + some() if occupied and some() < self.temper.boldness else 0
            case "recon":
                return 0.2 if occupied or place in picture.looks else 1 + some()
            case "move":
                return 0 if occupied else self._closer(picture, unit, place)
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

    def _closer(self, picture: Picture, unit: str, place: Hex) -> float:
        goals = advice.goals(self.game, picture)
        if not goals:
            return 0
        here = picture.forces.units[unit].hex
        gain = min(distance(here, g) for g in goals) - min(distance(place, g) for g in goals)
        looked = picture.public.owner[place] == picture.side or place in picture.looks
        return gain * (1.5 if looked else self.temper.boldness)


def _place_in(words: Sequence[str]) -> Hex | None:
    """The first hex that an option names."""
    return next((Hex(word) for word in words if word[:1].isdigit() and "." in word), None)


def unit_called(picture: Picture, call: str) -> Unit:
    """The own unit of a call. ValueError for a call that is nobody's."""
    unit = picture.forces.unit_called(call)
    if unit is None:
        raise ValueError(f"{call} is not of this side")
    return unit
