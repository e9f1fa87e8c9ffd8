"""Setting up: a configuration with its folders, and new campaigns."""

import secrets
from collections.abc import Iterator, Mapping
from pathlib import Path
from string import ascii_uppercase

from pbem.admin.handing import hand_over
from pbem.admin.looking import look_at
from pbem.admin.running import Now
from pbem.campaign.deadlines import Pace
from pbem.campaign.state import Seat, host_seat
from pbem.campaign.zones import zone_named
from pbem.kernel.values import replace
from pbem.mail.addresses import nobodys
from pbem.mail.sender import canonical_address
from pbem.modules import library
from pbem.modules.opened import OpenModule
from pbem.rulesets.loading import load_module, ruleset_of
from pbem.service import directory as identity
from pbem.service.config import settings as configuration
from pbem.service.config import words as config_words
from pbem.service.config.settings import Config
from pbem.service.errands import FOUND, Errand, Founding
from pbem.service.open_campaign import CampaignError, Setup
from pbem.service.recruiting import boot_camp
from pbem.store.folder.disk import Disk
from pbem.store.folder.version import present

FOLDERS = ("data", "mail/in/new", "mail/in/cur", "mail/in/tmp", "mail/out")


def init(file: Path, address: str) -> str:
    """Write a configuration (never over an old one) and make its folders, for you alone."""
    if file.exists():
        raise FileExistsError(f"{file} is there already; it is left as it is")
    text = config_words.template({"mailbox.address": address})
    configuration.parse(file, text)
    disk = Disk()
    base = file.resolve().parent
    for folder in FOLDERS:
        disk.make_folder(base / folder)
    disk.write(base / file.name, text.encode())
    return (
        f"{file}: written. Next: fill it in ([mailbox], [inbox], [outbox], and your own address under [host]); then `pbem doctor`"
        " until every line is ok; then `pbem campaign new heumen-bridge CAMPAIGN --seat allied=ADDRESS --seat german=ADDRESS`"
    )


PROOFS = {
    "token": "a letter counts when it comes from the enrolled address and carries that seat's reply token",
    "token+dkim": "a letter counts when it comes from the enrolled address, carries that seat's reply token, and the sender's"
    " provider proves the address (your server's verdict, or DKIM)",
}
"""What a letter must show, in words for the host."""


def new_campaign(file: Path, what: tuple[str, str, str, str], who: tuple[tuple[str, ...], ...], pace: Pace, now: Now) -> str:
    """Set up a campaign: (module, campaign id, what letters must show, "" for the most the configuration bears, tempo, "" for
    each side's own); SIDE=ADDRESS for the commander of every side and SIDE.SEAT=ADDRESS for others, SIDE=ADDRESS for those
    who watch and for field commanders, and the addresses of officers who stand ready.
    """
    config = configuration.load(file)
    module_name, campaign_id, proof, tempo = what
    folder, zone, proof = _fit(config, (module_name, campaign_id, proof), pace.zone)
    seats = _seats(folder, who)
    setup = Setup(campaign_id.lower(), folder, seats, replace(pace, zone=zone), proof=proof, tempo=_tempo(seats, tempo))
    return _founded(config, setup, now)


def new_boot_camp(file: Path, what: tuple[str, str, str, str], who: tuple[tuple[str, ...], ...], pace: Pace, now: Now) -> str:
    """Set up a boot camp: what and who as for `new_campaign`, but SIDE=ADDRESS of one pupil is all there is to say."""
    config = configuration.load(file)
    module_name, campaign_id, proof, tempo = what
    folder, zone, proof = _fit(config, (module_name, campaign_id, proof), pace.zone)
    (given, *others) = who
    if len(given) != 1 or any(others) or tempo:
        raise CampaignError("a boot camp has one pupil: name one --seat SIDE=ADDRESS, nobody besides and no --tempo")
    side, _, address = given[0].partition("=")
    setup = boot_camp(campaign_id.lower(), folder, (side.lower(), _address(address)), replace(pace, zone=zone))
    return _founded(config, replace(setup, proof=proof), now)


def _fit(config: Config, what: tuple[str, str, str], zone_name: str) -> tuple[Path, str, str]:
    """Module folder, time zone and proof as the host named them. CampaignError when one of them, or the id, will not do."""
    module_name, campaign_id, proof = what
    if not campaign_id.replace("-", "").isalnum() or not campaign_id.isascii() or len(campaign_id) > 30:
        raise CampaignError(f"{campaign_id!r}: a campaign is named with letters, digits and hyphens, at most 30")
    folder, zone = module_folder(module_name), time_zone(zone_name)
    proof = proof or ("token+dkim" if identity.trust(config).asked else "token")
    if proof == "token+dkim" and not identity.trust(config).asked:
        raise CampaignError("token+dkim: nobody is trusted with a verdict; set trust.authserv_id or trust.dkim first")
    return folder, zone, proof


def module_folder(name: str) -> Path:
    """The folder of a module, shipped or named by its path. CampaignError when there is none."""
    folder = library.module_folder(name)
    if not (folder / "module.toml").is_file():
        shipped = ", ".join(library.module_names())
        raise CampaignError(f"no module {name!r}: shipped are {shipped}; one of your own is named by its folder")
    return folder


def time_zone(name: str) -> str:
    """A time zone as it is written; any case will do. CampaignError when there is none."""
    zone, near = zone_named(name)
    if not zone:
        meant = f"did you mean {' or '.join(near)}?" if near else "write it like Europe/Amsterdam"
        raise CampaignError(f"{name!r} is no time zone; {meant}")
    return zone


def _founded(config: Config, setup: Setup, now: Now) -> str:
    """Set it up with its host and write the invitations, also while the daemon runs; what the host reads of it."""
    _addressed(config, setup.seats)
    hosts = (host_seat(config.settings.host.address),) if config.settings.host.address else ()
    invited = sum(not seat.scripted for seat in setup.seats)
    present(config.data)
    founding = Founding(setup.id, library.module_files(setup.module), (*setup.seats, *hosts), setup.pace, secrets.token_bytes(32),
                        setup.proof, setup.tempo, setup.camp)  # fmt: skip
    done = hand_over(config, (Errand(FOUND, setup.id, founding=founding),), now)
    if done.waiting:
        return f"{setup.id}: {done.word}\n"
    title = next(look_at(config, setup.id)).state.admin.title
    return (
        f"{setup.id}: {title}; {invited} invitation{'' if invited == 1 else 's'} written{done.whose}\n"
        f"identity: {setup.proof}: {PROOFS[setup.proof]}\n"
    )


def _addressed(config: Config, seats: tuple[Seat, ...]) -> None:
    """Can somebody sit at each address, and at no two sides' tables the same? CampaignError."""
    sides: dict[str, str] = {}
    for seat in seats:
        if nobody := nobodys(seat.address, config.settings.mailbox.address) if seat.address else "":
            raise CampaignError(f"{seat.id or seat.role}: {nobody}")
        if seat.address and seat.side and sides.setdefault(seat.address, seat.side) != seat.side:
            alone = "who plays both sides alone gives one of them an address with a plus-tag"
            raise CampaignError(
                f"{seat.address} is named for both sides, and one side's letters are secret from the other; {alone}"
            )


def _tempo(seats: tuple[Seat, ...], tempo: str) -> Mapping[str, str]:
    """By side: as the host says, else a team's orders lie on file and a lone commander's run as they come."""
    sides = sorted({seat.side for seat in seats if seat.side})
    teams = [side for side in sides if sum(s.side == side and s.role == "commander" for s in seats) > 1]
    return {side: tempo or ("on-end" if side in teams else "at-once") for side in sides}


def _seats(folder: Path, who: tuple[tuple[str, ...], ...]) -> tuple[Seat, ...]:
    """The seats of a campaign: a commander for each side, others for formations, who watches, who leads battles, who stands
    ready. CampaignError.
    """
    given, observers, leaders, bench = who
    files = library.module_files(folder)
    module = load_module(files, charts=library.charts(ruleset_of(files)))
    seats = [_seat(module, *item.partition("=")[::2]) for item in given]
    names = [seat.id for seat in seats]
    missing = [side.id for side in module.sides if side.id not in names]
    twice = sorted({name for name in names if names.count(name) > 1})
    if missing or twice:
        wrong = "no commander for: " + ", ".join(missing) if missing else "named twice: " + ", ".join(twice)
        raise CampaignError(f"{wrong} (sides: {', '.join(side.id for side in module.sides)})")
    seats += [*_outside(module, "observer", observers), *_outside(module, "field commander", leaders)]
    officers = [Seat(f"reserve{n}", "", "reserve", _address(a), f"R{ascii_uppercase[n - 1]}") for n, a in enumerate(bench, 1)]
    return (*_numbered(module, sorted(seats, key=lambda seat: seat.id)), *officers)


def _seat(module: OpenModule, name: str, address: str) -> Seat:
    """`allied` commands the side; `allied.504` what the scenario gives that seat, else the formation of that name."""
    id_ = name.lower()
    side, _, place = id_.partition(".")
    _side(module, side)
    post = next((p for p in module.posts if p.id == id_), None)
    if not place or post:
        taken = (post.formations, post.joins, post.until) if post else ((), "", "")
        return replace(Seat(id_, side, "commander", _address(address), ""), formations=taken[0], joins=taken[1], until=taken[2])
    known = {formation.lower(): formation for formation in module.formations(side)}
    formation = known.get(place.replace("-", "/"))
    if formation is None:
        offered = sorted([p.id for p in module.posts if p.side == side] or [f"{side}.{f.replace('/', '-')}" for f in known])
        raise CampaignError(f"{name!r}: the {side} side has no such seat or formation: {', '.join(offered)}")
    return Seat(id_, side, "commander", _address(address), "", formations=(formation,))


def _outside(module: OpenModule, role: str, items: tuple[str, ...]) -> Iterator[Seat]:
    """The seats of those who watch a side (`allied.observer1`) or lead battles of it (`allied.field1`), counted side by side: a
    number that ran over both would tell one side how many sit at the other.
    """
    count: dict[str, int] = {}
    for item in items:
        name, _, address = item.partition("=")
        side = _side(module, name.lower())
        count[side] = count.get(side, 0) + 1
        yield Seat(f"{side}.{role.split(maxsplit=1)[0]}{count[side]}", side, role, _address(address), "")


def _side(module: OpenModule, side: str) -> str:
    if side not in {s.id for s in module.sides}:
        raise CampaignError(f"no such side: {side} (sides: {', '.join(s.id for s in module.sides)})")
    return side


def _numbered(module: OpenModule, seats: list[Seat]) -> Iterator[Seat]:
    """Each with the letters that number its mail: A for the commander of a side whose letter that is, AB, AC … for the others."""
    for side in module.sides:
        mine = [seat for seat in seats if seat.side == side.id]
        for place, seat in enumerate(mine):
            yield replace(seat, prefix=side.letter_prefix + ("" if seat.id == side.id else ascii_uppercase[place]))


def _address(address: str) -> str:
    canonical = canonical_address(address)
    if canonical is None:
        raise CampaignError(f"{address!r} is not a mail address")
    return canonical
