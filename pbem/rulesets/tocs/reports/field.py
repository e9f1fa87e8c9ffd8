"""Field battles in words: what a commander hears of them, and the mission brief of his field commander."""

from collections.abc import Iterable, Iterator
from typing import Any

from pbem.documents.document import Block, block, table, theirs
from pbem.kernel.hexes import Hex, direction
from pbem.kernel.i18n import counted, phrase, say, text, worded
from pbem.kernel.rulebook import rule
from pbem.orders.parser import read_line
from pbem.orders.tree import StandingLine
from pbem.rulesets.tocs import observations as o
from pbem.rulesets.tocs import told_events as t
from pbem.rulesets.tocs.actions.vocabulary import vocabulary
from pbem.rulesets.tocs.field_units import AfterAction, Force
from pbem.rulesets.tocs.forces import Forces
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.ground import Bridge, Ground, bank_point
from pbem.rulesets.tocs.module_file import BattleNote
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.reports import sketch, weather
from pbem.rulesets.tocs.reports.battle_report import HOW
from pbem.rulesets.tocs.reports.focus import Calls, large, within
from pbem.rulesets.tocs.reports.wording import arm_words, call, calls_in_short, condition, place, road_words, source_of
from pbem.rulesets.tocs.rules.bridges import known, standing, state
from pbem.rulesets.tocs.rules.field_battle import back, played_with
from pbem.rulesets.tocs.rules.interrogation import met_by
from pbem.rulesets.tocs.rules.supply import in_los
from pbem.rulesets.tocs.standing_orders import retreat
from pbem.rulesets.tocs.units import Charge, Unit

OWN_WORDS = (phrase("enemy seen"), phrase("left"), phrase("support used"), phrase("civilians"), phrase("narrative"),
             phrase("recommend"))  # fmt: skip
SAYS_NOTHING = ("", "none", "none asked", "nothing")  # as the form has it
RESULTS = {
    "attacker": phrase("the attacker holds the hex"),
    "defender": phrase("the defender holds the hex"),
    "engaged": phrase("an engagement"),
}


def lines(game: Game, picture: Picture, calls: Calls = None) -> tuple[str, ...]:
    """The battles that field commanders fight now, for their commander, who cannot touch them. calls: of the units told of."""
    forces = picture.forces
    fought = ((battle, forces.force(battle.number)) for battle in picture.public.fields.values())
    return tuple(
        say(
            " battle {battle}, {place}, since {since}: {units}{said}",
            battle=battle.number,
            place=place(game, battle.hex),
            since=battle.since,
            units=_those(forces, force),
            said=say("; your field commander has reported") if force and force.report else "",
        )
        for battle, force in fought
        if calls is None or (force and within(forces, calls, (unit.id for unit in force.units)))
    )


def _those(forces: Forces, force: Force | None) -> str:
    """The units of a side in a battle."""
    names = sorted(call(forces, unit.id) for unit in force.units) if force else []
    return calls_in_short(names) if large(forces) else ", ".join(names)


def told(game: Game, picture: Picture, seen: Any) -> tuple[str, ...]:
    """What was learnt of a field battle, a line."""
    match seen:
        case o.FieldBattleSeen(battle):
            return (say("battle {battle}, {place}, went to field commanders", battle=battle.number, place=place(game, battle.hex)),)
        case t.FieldReported():
            return (_reported(seen),)
        case o.FieldBattleEndedSeen(battle, how, lost, left, holder, engaged, thrown):
            head = say("battle {battle}, {place}: {how}", battle=battle.number, place=place(game, battle.hex), how=say(HOW[how]))
            if thrown:
                return (say("{head}; the CRT decides it", head=head),)
            mine = holder == picture.side
            held = say("you hold the hex") if mine else say("the enemy holds the hex")
            end = say("both sides remain in contact") if engaged else held
            back_ = say(WITHDREW[tuple(side == picture.side for side in left)])
            return (say("{head}; own losses {steps}; {back}{end}", head=head, steps=_steps(lost), back=back_, end=end),)
    return ()


def _reported(seen: t.FieldReported) -> str:
    """That a field commander reports, and how it ended."""
    results = say(RESULTS[seen.report.result])
    return say("battle {number}: your field commander reports {results}", number=seen.number, results=results)


def in_full(seen: t.FieldReported) -> tuple[str, ...]:
    """What a field commander reports, with his own words."""
    return (_reported(seen), *_words(seen.report))


def reports(game: Game, picture: Picture, news: Iterable[object], calls: Calls = None) -> tuple[Block, ...]:
    """The reports of own field commanders among the news, each in his own words. calls: of the units told of."""
    found = ((seen, picture.forces.force(seen.number)) for seen in news if isinstance(seen, t.FieldReported))
    mine = ((s, force) for s, force in found if calls is None or _is_of(picture.forces, force, calls))
    return tuple(part for seen, force in mine for part in block(_title(game, seen, force), _words(seen.report)))


def _is_of(forces: Forces, force: Force | None, calls: Calls) -> bool:
    """Does a force have any of these units?"""
    return force is not None and within(forces, calls, (unit.id for unit in force.units))


def _title(game: Game, seen: t.FieldReported, force: Force | None) -> str:
    where = f", {place(game, force.hex)}" if force else ""
    return say("FIELD REPORT, battle {number}{where}", number=seen.number, where=where)


def _words(report: AfterAction) -> tuple[str, ...]:
    """What the field commander wrote in his own words, for his commander."""
    own = dict(report.words)
    kept = ((name, own.get(name, "")) for name in OWN_WORDS)
    written = ((name, " ".join(words.split())) for name, words in kept if words.lower() not in SAYS_NOTHING)
    return tuple(line for name, words in written for line in (f"{say(name)}:", *theirs((words,), "  ")))


def _steps(count: int) -> str:
    return counted(count, "{number} step", "{number} steps") if count else say("none")


@rule("MASL-3.1-2", "MASL-3.1-3", "MASL-3.1-4", "MASL-3.1-5", "MASL-3.1-6", "MASL-3.1-7", "MASL-3.1-8", "TOCS-2.0-2", "TOCS-W0.1-4")
def brief(
    game: Game, picture: Picture, number: int, intent: tuple[str, ...], standing_orders: tuple[tuple[str, str], ...]
) -> tuple[Block, ...]:
    """The mission brief of a side's own force: all that a field commander is given, from this side's picture alone.
    standing_orders: the side's own, by part.
    """
    force = picture.forces.force(number)
    if force is None:
        return ()
    stand = _stand(game, picture, force, standing_orders) if force.role == "defender" else ()
    return (
        *block("BATTLE", _battle(game, picture, force)),
        *block("1. GROUND", _ground(game, picture, force)),
        *block("SKETCH", sketch.sketch(game, picture, str(force.hex), 1), "columns"),
        *block("2. CONDITIONS", weather.lines(game, picture)),
        *_own(game, picture, force),
        *block("SUPPORT AND WHO MAY COME", _support(game, picture, force)),
        *block("4. ENEMY, as known", _enemy(game, picture, force)),
        *(_length(force) if force.role == "attacker" else _works(picture, force)),
        *(_entry(game, picture, force) if force.role == "attacker" else _deployment(game, picture, force)),
        *block("7. INTENT, in your commander's words", theirs(intent, " ") or (say(NO_INTENT),)),
        *block("8. PURSUE, STAND OR GIVE GROUND", (*stand, *_ways_out(game, picture, force))),
        *block("9. SPECIAL", special(game, picture, force)),
        *block("10. YOUR COMMANDER", (say(" Out of reach until you report."),)),
    )


WITHDREW = {
    (): "", (True,): phrase("your troops withdrew; "), (False,): phrase("the enemy withdrew; "),
    (True, False): phrase("both sides withdrew; "), (False, True): phrase("both sides withdrew; "),
}  # fmt: skip
"""By whether those who withdrew are the reader's."""
NO_INTENT = phrase(" No intent on file: win the hex if you attack, keep it if you hold it, and bring the men back.")


@rule("TOCS-W19.5-3", "TOCS-2.6-2")
def _stand(game: Game, picture: Picture, force: Force, standing_orders: tuple[tuple[str, str], ...]) -> tuple[str, ...]:
    """What the side's standing orders say of holding a hex and giving ground, in words for who has only this battle."""
    read = (read_line(line, vocabulary(game, picture)).command for part, line in standing_orders if part.startswith("retreat"))
    policy = retreat.policy(tuple(line.act for line in read if isinstance(line, StandingLine)), retreat.RetreatPolicy())
    view = picture.view(game)
    dear = force.hex in view.works or bool(known(view, force.hex))
    if force.hex in policy.hold:
        stay = say(" hold this hex to the last step")
    elif dear and policy.prefer:
        stay = say(" rather than withdraw, lose a step for each hex, up to {number}", number=policy.prefer)
    else:
        stay = say(" the hex need not be held at any price")
    more = phrase(" rather than lose more than {steps}, give ground")
    yielded = say(more, steps=_steps(policy.bear)) if policy.bear is not None else say(" give no ground to save steps")
    return (stay, yielded) if force.hex not in policy.hold else (stay,)


def _battle(game: Game, picture: Picture, force: Force) -> tuple[str, ...]:
    """Which battle it is, where, of which day and turn, and who attacks."""
    since = picture.public.fields[force.hex].since
    day = game.turns[int(since[1:].partition(".")[0]) - 1].label
    role = say("you attack") if force.role == "attacker" else say("you defend")
    return (f" {force.number}, {place(game, force.hex)}; {day}, {since}; {role}",)


def _ground(game: Game, picture: Picture, force: Force) -> Iterator[str]:
    """Terrain, height, water, roads and bridges of the hex and of those around it."""
    for hex_ in (force.hex, *game.ground.neighbours[force.hex]):
        terrain = worded(game.ground.terrain[hex_])
        said = [say("{place}: {terrain}, level {level}", place=place(game, hex_), terrain=terrain, level=game.ground.level[hex_])]
        if hex_ != force.hex:
            side = direction(force.hex, hex_)
            said = [f"{side} {said[0]}"]
            road = game.ground.roads.get((force.hex, hex_))
            said += [say("{road}, leading there", road=road_words(road))] if road else []
        said += [f"{b.name} {state(game, b)}" for b in known(picture.view(game), hex_)]
        said += [say("water divides it")] if len(game.ground.banks.get(hex_, ())) > 1 else []
        works = picture.works.get(hex_)
        said += [f"{worded(works[0])}, {say('own') if works[1] == picture.side else say('enemy')}"] if works else []
        yield f" {'; '.join(said)}"


def _own(game: Game, picture: Picture, force: Force) -> tuple[Block, ...]:
    """The units as they went in: narrow enough for a phone, with what each is below the table."""
    view = picture.view(game)
    levels: tuple[str, ...] = (say("ML"), say("ELR")) if not played_with(game) else ()  # of no use in another ruleset
    rows = [(say("unit"), say("steps, state"), *levels, say("supplied"))]
    kinds = []
    for unit in force.units:
        counter = picture.forces.counter(unit)
        supplied = say("yes") if in_los(view, unit) else say("no")
        figures = (str(counter.ml), str(counter.elr)) if levels else ()
        rows.append((counter.call, condition(picture.forces, unit), *figures, supplied))
        kinds.append(f"{counter.call}: {arm_words(counter.arm) if counter.arm else worded(counter.kind)}")
    return table("3. OWN", rows, ("; ".join(kinds),))


def _support(game: Game, picture: Picture, force: Force) -> Iterator[str]:
    for mission in force.guns:
        calls = ", ".join(call(picture.forces, b) for b in mission.batteries)
        orderer = call(picture.forces, mission.hq) if mission.hq else say("yourself")
        yield say(
            " {calls}: {fire}, called by {orderer}",
            calls=calls,
            fire=say("a barrage") if mission.barrage else say("support"),
            orderer=orderer,
        )
    if not force.guns:
        yield say(" artillery and mortars: none granted; air: none")
    yield say(" reinforcements: none; nobody can join a battle that you fight")


def _enemy(game: Game, picture: Picture, force: Force) -> Iterator[str]:
    """What reconnaissance, prisoners and civilians told of the enemy, with its age; nothing more."""
    near = (force.hex, *game.ground.neighbours[force.hex])
    found = [c for c in picture.contacts if c.hex in near]
    for contact in sorted(found, key=lambda c: (c.hex != force.hex, c.hex)):
        kinds = ", ".join(map(worded, contact.kinds)) or say("kind and number not established")
        yield f" C-{contact.number} {place(game, contact.hex)}: {kinds}; {source_of(contact)}, {contact.seen}"
    for hex_ in near:
        look = picture.looks.get(hex_)
        if look and look.answer == "empty":
            yield say(" {place}: found empty, {when}", place=place(game, hex_), when=look.when)
        if hex_ in picture.public.claims[picture.side]:
            yield say(" {place}: EZOC claimed", place=place(game, hex_))
        fixed = picture.fixed(hex_)
        if fixed:
            yield f" {place(game, hex_)}: {', '.join(map(text, fixed))}"
    if not found:
        yield say(" troops; strength and kind unknown")


@rule("MASL-3.1-6")
def _length(force: Force) -> tuple[Block, ...]:
    """Only the attacker is told how long the battle lasts."""
    return block(
        "5. LENGTH",
        (say(" {turns} game turns: {level} attack. Only you know this.", turns=force.turns, level=worded(force.level)),),
    )


@rule("MASL-3.1-4")
def _entry(game: Game, picture: Picture, force: Force) -> tuple[Block, ...]:
    ways = [(call(picture.forces, a.unit), place(game, a.origin), direction(force.hex, a.origin)) for a in force.attacks]
    entry = [say(" {unit} from {origin}, by the {side} side", unit=unit, origin=origin, side=side) for unit, origin, side in ways]
    scouted = [call(picture.forces, a.unit) for a in force.attacks if a.scouted or a.probed]
    looked = (
        say(" reconnoitred before the attack by {scouted}", scouted=", ".join(scouted))
        if scouted
        else say(" neither scouted nor probed in the activation of the attack")
    )
    return block("6. ENTRY, in this order", (*entry, looked))


@rule("MASL-3.1-5")
def _works(picture: Picture, force: Force) -> tuple[Block, ...]:
    works, own = picture.works.get(force.hex), []
    if works and works[1] == picture.side:
        own.append(f" {worded(works[0])}")
    own += [f" {text(name)}" for name in picture.fixed(force.hex)]
    return block("5. WORKS", own or (say(" none"),))


@rule("MASL-3.1-5")
def _deployment(game: Game, picture: Picture, force: Force) -> tuple[Block, ...]:
    divided = len(game.ground.banks.get(force.hex, ())) > 1
    banks = [
        say(" {call} on the {bank} bank", call=call(picture.forces, u.id), bank=_bank(game, u)) for u in force.units if divided
    ]
    came = (
        [say(" out of reserve: {committed}", committed=", ".join(call(picture.forces, u) for u in force.committed))]
        if force.committed
        else []
    )
    held = say(" the others have held") if came else say(" all have held")
    return block("6. DEPLOYMENT", (*banks, *came, say("{held} the hex since before the attack", held=held)))


def _ways_out(game: Game, picture: Picture, force: Force) -> Iterator[str]:
    """Pursuit as it was wished, and the hexes to fall back to."""
    for attack in force.attacks:
        if attack.pursue:
            toward = say(" toward {bearing}", bearing=attack.bearing) if attack.bearing else ""
            yield say(
                " {call} was ordered to pursue{toward}: nobody does out of a battle that you fight",
                call=call(picture.forces, attack.unit),
                toward=toward,
            )
    yield say(" withdrawal: {back}", back=", ".join(back(picture.view(game), force)) or say("nowhere, you are surrounded"))


def _bank(game: Game, unit: Unit) -> str:
    return bank_point(game.ground, unit.hex, unit.bank)


def special(game: Game, picture: Picture, force: Force) -> tuple[str, ...]:
    """What holds of this battle beside the rules: the module's words for such ground, a bridge to report, whose the people are."""
    if played_with(game):
        return _here(game, picture, force)
    said = [say(" start no fires in towns; elsewhere fires are your own responsibility")]
    if standing(picture.view(game), force.hex):
        said.append(say(" say what became of the bridge: WHOLE, DAMAGED or DOWN"))
        said += _charges(game, picture, force)
    said += theirs((note.text for note in game.battle_notes if _holds(game.ground, note, force.hex)), " ")
    return (*said, say(" civilians: {manner}", manner=worded(met_by(game, picture.side, force.hex))))


@rule("MASL-16.7-1", "MASL-16.7-2", "MASL-16.7-3")
def _charges(game: Game, picture: Picture, force: Force) -> Iterator[str]:
    """What each bridge that stands in the hex can be blown with by the reader's side; of the enemy's charges nobody knows."""
    rigged = {charge.bridge: charge for charge in picture.forces.rigged}
    for bridge in standing(picture.view(game), force.hex):
        charge = rigged.get(bridge.id)
        yield _to_blow(picture, force, bridge, charge) if charge else _not_to_be_blown(bridge)


def _not_to_be_blown(bridge: Bridge) -> str:
    return say(" {bridge}: you have nothing to blow it with; what the enemy has is not known", bridge=bridge.name)


def _to_blow(picture: Picture, force: Force, bridge: Bridge, charge: Charge) -> str:
    """A bridge that the reader's side may blow: whether charges are laid, from when on, and what a die must show."""
    engineers = any(picture.forces.counter(unit).engineer for unit in force.units)
    needed = charge.prepared if charge.laid or engineers else charge.unprepared
    how = say("charges are laid") if charge.laid else say("engineers are there") if engineers else say("no charges are laid")
    when = say("an enemy tank is on it") if charge.trigger == "tank" else say("the enemy is within three hexes of it")
    words = phrase(" {bridge}: {how}; you may try to blow it once {when}: 1d6, {needed} or less")
    return say(words, bridge=bridge.name, how=how, when=when, needed=needed)


def _here(game: Game, picture: Picture, force: Force) -> tuple[str, ...]:
    """The same where the referee plays the battle and reports it: nothing is left to the commanders' word."""
    if standing(picture.view(game), force.hex):
        return (say(" nobody starts fires or blows anything up: the bridge stays whole, and the referee reports it so"),)
    return (say(" nobody starts fires or blows anything up"),)


RAILWAY = "railroad"  # as a note names it


def _holds(ground: Ground, note: BattleNote, hex_: Hex) -> bool:
    """Does a note of the module hold of a battle in this hex?"""
    if not (note.hexes or note.terrain or note.roads):
        return True
    beside = [(hex_, other) for other in ground.neighbours[hex_]]
    roads = {*(ground.roads.get(side) for side in beside), *(RAILWAY for side in beside if side in ground.rails)}
    return hex_ in note.hexes or ground.terrain[hex_] in note.terrain or not roads.isdisjoint(note.roads)


def over(seen: Any) -> int:
    """The number of the battle whose end is observed, 0 for anything else."""
    return seen.battle.number if isinstance(seen, o.FieldBattleEndedSeen) else 0
