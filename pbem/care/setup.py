"""Setting up: a configuration with its folders, and new campaigns."""

from datetime import datetime
from pathlib import Path
from zoneinfo import available_timezones

from pbem import config as configuration
from pbem import identity, library, roads
from pbem.campaign import CampaignError, Setup
from pbem.command.affairs import Seat
from pbem.command.deadlines import Pace
from pbem.disk import Disk
from pbem.mail.sender import canonical_address
from pbem.referee import Referee
from pbem.rulesets.tocs.module import load_module

FOLDERS = ("data", "mail/in/new", "mail/in/cur", "mail/in/tmp", "mail/out")


def init(file: Path, address: str) -> str:
    """Write a configuration (never over an old one) and make its folders, for you alone."""
    if file.exists():
        raise FileExistsError(file)
    text = configuration.template({"mailbox.address": address})
    configuration.parse(file, text)
    disk = Disk()
    base = file.resolve().parent
    for folder in FOLDERS:
        disk.make_folder(base / folder)
    disk.write(base / file.name, text.encode())
    return f"{file}: written. Next: pbem campaign new heumen-bridge CAMPAIGN --seat allied=ADDRESS --seat german=ADDRESS"


PROOFS = {
    "token": "a letter counts when it comes from the enrolled address and carries that seat's reply token",
    "token+dkim": "a letter counts when it comes from the enrolled address, carries that seat's reply token, and the sender's"
    " provider proves the address (your server's verdict, or DKIM)",
}
"""What a letter must show, in words for the host."""


def new_campaign(file: Path, what: tuple[str, str, str], seats: tuple[str, ...], pace: Pace, at: datetime) -> str:
    """Set up a campaign: (module, campaign id, what letters must show, "" for the most the configuration bears), SIDE=ADDRESS
    for every side.
    """
    config = configuration.load(file)
    module_name, campaign_id, proof = what
    if not campaign_id.replace("-", "").isalnum() or not campaign_id.isascii() or len(campaign_id) > 30:
        raise CampaignError(f"{campaign_id!r}: a campaign is named with letters, digits and hyphens, at most 30")
    folder = library.module_folder(module_name)
    if not (folder / "module.toml").is_file():
        raise CampaignError(f"no module {module_name!r}: shipped are {', '.join(library.module_names())}")
    if pace.zone not in available_timezones():
        raise CampaignError(f"{pace.zone!r} is no time zone; write it like Europe/Amsterdam")
    proof = proof or ("token+dkim" if identity.trust(config).asked else "token")
    if proof == "token+dkim" and not identity.trust(config).asked:
        raise CampaignError("token+dkim: nobody is trusted with a verdict; set trust.authserv_id or trust.dkim first")
    setup = Setup(campaign_id.lower(), folder, _seats(folder, seats), pace, proof=proof)
    with Referee(config) as referee:
        campaign = referee.new_campaign(setup, at)
        referee.post(roads.outbox(config), at)
    return (
        f"{campaign.id}: {campaign.state.affairs.title}; {len(setup.seats)} invitations written\n"
        f"identity: {proof}: {PROOFS[proof]}\n"
    )


def _seats(folder: Path, given: tuple[str, ...]) -> tuple[Seat, ...]:
    module = load_module(library.module_files(folder))
    pairs = dict(item.partition("=")[::2] for item in given)
    sides = {s.id: s for s in module.sides}
    unknown, missing = sorted(set(pairs) - set(sides)), sorted(set(sides) - set(pairs))
    if unknown or missing:
        wrong = "no such side: " + ", ".join(unknown) if unknown else "no commander for: " + ", ".join(missing)
        raise CampaignError(f"{wrong} (sides: {', '.join(sides)})")
    return tuple(_seat(side, sides[side].letter_prefix, address) for side, address in pairs.items())


def _seat(side: str, prefix: str, address: str) -> Seat:
    canonical = canonical_address(address)
    if canonical is None:
        raise CampaignError(f"{address!r} is not a mail address")
    return Seat(side, side, "commander", canonical, prefix)
