"""A campaign in which somebody hostile fills in every field that a person can fill in, and all the letters that come of it."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

from pbem.campaign.state import Seat, host_seat
from pbem.handlers.hearing import bench_words
from pbem.handlers.unit_of_work import words
from pbem.modules import library
from pbem.orders.tree import Vocabulary
from tests.acceptance.table import ADDRESS, Mail, Table

HOST = "hanna@club.example"
SEATS = (
    Seat("allied", "allied", "commander", ADDRESS["allied"], "A"),
    Seat("allied.504", "allied", "commander", "bert@allied.example", "AB", formations=("504",)),
    Seat("allied.505", "allied", "commander", "carl@allied.example", "AC", formations=("505",)),
    Seat("allied.field1", "allied", "field commander", "fred@allied.example", "AD"),
    Seat("allied.observer1", "allied", "observer", "otto@allied.example", "AE"),
    Seat("german", "german", "commander", ADDRESS["german"], "G"),
    Seat("german.field1", "german", "field commander", "franz@german.example", "GB"),
    Seat("reserve1", "", "reserve", "nora@reserve.example", "RA"),
    host_seat(HOST),
)
CALLED = "STATUS YES"
"""What the hostile host calls the campaign, its sides' staffs and its units: a line of one word is what orders are made of."""


@dataclass(frozen=True)
class Told:
    """A letter of ours: to which seat, the words of its side, the letter."""

    seat: str
    vocabulary: Vocabulary
    mail: Mail


def hostile_module(folder: Path, brief: tuple[str, ...]) -> Path:
    """The training module by somebody who means ill: names, titles and briefs, with battles for field commanders."""
    for name, text in library.module_files(library.module_folder("heumen-bridge")).items():
        if name == "module.toml":
            text = re.sub(r'(?m)^title = ".*"', f'title = "{CALLED}"', text, count=1)  # noqa: PLW2901
            text = re.sub(r'(?m)^(staff|report|adjective) = ".*"', rf'\1 = "{CALLED}"', text)  # noqa: PLW2901
            text = text.replace("[switches]", '[switches]\nfield_battle = "engagement"')  # noqa: PLW2901
        if name.startswith("scenario"):
            prose = "\\n".join(brief)
            text = re.sub(r'(?s)(\n\[\[brief\]\].*?text = )""".*?"""', rf'\1"""\n{prose}\n"""', text)  # noqa: PLW2901
            text = re.sub(r'(?m)^title = ".*"', f'title = "{CALLED}"', text, count=1)  # noqa: PLW2901
        if name.startswith("oob-"):
            text = re.sub(r'name = "[^"]*"', f'name = "{CALLED}"', text)  # noqa: PLW2901
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return folder


CANARY = "Qzx7"
MAKER = f"{CANARY}M"


def canary(seat: str) -> str:
    """What stands in everything that a seat's holder writes."""
    return f"{CANARY}{[s.id for s in SEATS].index(seat)}q"


class Hostile:
    """The campaign, played by a script; text: the hostile lines, with CANARY where their writer is told apart."""

    def __init__(self, folder: Path, text: tuple[str, ...]) -> None:
        self.text, self.one = "\n".join(text), " ".join(text)
        module = hostile_module(folder / "module", tuple(line.replace(CANARY, MAKER) for line in text))
        self.table = Table(folder, module=str(module), seats=SEATS, tempo="on-end")

    def play(self) -> None:
        """Everything that can be said is said, by everybody."""
        self._join()
        self._talk()
        self._arrange()
        self._host()
        self._fight()
        self._change_hands()
        self._end()

    def write(self, seat: str, lines: str) -> None:
        """A letter, whatever comes of it; in a fence, so that nothing in it is taken for a quotation."""
        fenced = f"BEGIN ORDERS\n{lines.replace(CANARY, canary(seat))}\nEND ORDERS"
        self.table.deliver(self.table.letter(seat, fenced))
        self.table.run()

    def says(self, words: str) -> None:
        """A word of the host's, and the code that it asks for."""
        before = len(self.table.mail("host"))
        self.write("host", words)
        for mail in self.table.mail("host")[before:]:
            found = re.search(r"CONFIRM (\S+)", mail.text)
            if found:
                self.write("host", f"CONFIRM {found[1]}")
                break

    def _join(self) -> None:
        for seat in (s.id for s in SEATS if s.role not in ("host", "reserve")):
            self.write(seat, "ACCEPT")
        self.write("reserve1", "VOLUNTEER")
        assert self.table.campaign.state.admin.stage == "playing"

    def _talk(self) -> None:
        for seat in ("allied", "allied.505", "german", "allied.observer1"):
            for to in ("enemy", "team", "host", "allied.504", "german"):
                self.write(seat, f"MESSAGE {to}\n{self.text}\nEND MESSAGE")
            self.write(seat, f"LOG\n{self.text}\nEND LOG")
        self.write("allied.505", f"APPEAL {self.one}")
        self.write("german", f"APPEAL {self.one}")

    def _arrange(self) -> None:
        for seat in ("allied", "german"):
            self.write(seat, f"BATTLES FIELD\nEZOC NEVER\nINTENT\n{self.text}\nEND INTENT")
            self.write(seat, f"INTENT TURN\n{self.text}\nEND INTENT")
            self.write(seat, f"INTENT 13.11\n{self.text}\nEND INTENT")
        self.write("allied.505", "LOSSES WEAKEST FIRST\nCAPTURES DESTROY")
        self.write("allied.505", "D/505: move 10.10\nE/505: dig")
        self.write("allied.504", "A/504: recon 13.11\nB/504: move 12.12")
        self.write("allied", "ORDERS\nSEATS\nSTATUS\nINTSUM\nREPORT")
        self.write("allied.504", "FOR NEXT IMPULSE\nB/504: move 12.10\nend impulse")
        self.write("allied", "COUNTERMAND allied.505")
        self.write("allied", "OFFER DRAW\nLIVE TOMORROW 20:00-22:30\nRULINGS")

    def _host(self) -> None:
        now = self.table.impulse
        self.says(f"RULE TOCS-3.9-1 {self.one}")
        self.says(f"ANSWER APPEAL 1 {self.one}")
        self.says(f"PAUSE {now} {self.one}")
        self.says(f"RESUME {now}")
        self.says(f"HOLD ALL {self.one}")
        self.says("RESUME ALL")
        patch = f'["oob-allied.toml".unit."A/504"]\nname = "{CALLED} {CALLED}"\nstrength = 9\n'
        self.says(f"PATCH {now} FROM T3 {self.one}\n{patch}END PATCH")
        self.says(f"AS german {now}\nMESSAGE enemy\n{self.text}\nEND MESSAGE\nEND AS")
        self.says(f"CORRECT {now} allied A/504 steps 3")
        self.says("LEAKED A-3 TO german")
        self.says("REMEDY 1 OPEN")
        self.says("LEAKED G-6 TO allied")
        self.says("REMEDY 2 STAND")
        self.write("allied", "RULINGS\nWHY LINE 1\nORDERS")

    def _fight(self) -> None:
        self.write("allied", "A/504: recon 13.11; attack 13.11 deliberate\nEXECUTE\nend impulse anyway")
        for seat in ("allied.field1", "german.field1"):
            briefs = [m for m in self.table.mail(seat) if "mission brief" in m.subject]
            for mail in briefs[-1:]:
                form = mail.text[mail.text.index("\nAAR ") + 1 : mail.text.index("END AAR") + 7]
                for item in ("NARRATIVE", "RECOMMEND", "ENEMY SEEN", "LEFT", "CIVILIANS"):
                    form = re.sub(rf"^{item}\b.*?(?=^[A-Z])", f"{item} {self.one}\\n", form, flags=re.M | re.S)
                self.write(seat, form)
        for seat in ("allied", "german"):
            self.write(seat, "WHY 1\nDIARY A/504\nREPORT\nINTSUM\nWHY LINE 1")

    def _change_hands(self) -> None:
        self.says("REPLACE allied.504 BY anna@allied.example")
        self.table.address["allied.504"] = "anna@allied.example"
        self.write("allied.504", "ACCEPT")
        self.write("allied.504", "ORDERS\nSTATUS")
        self.table.wait(days=2)
        now = self.table.impulse
        self.says(f"ROLLBACK {now} TO T1.1 {self.one}")
        self.table.at += timedelta(hours=1)

    def _end(self) -> None:
        self.write("german", "CONCEDE")
        self.write("german", "YES")
        self.write("allied", f"MESSAGE enemy\n{self.text}\nEND MESSAGE")
        assert self.table.campaign.state.admin.stage == "over"

    def letters(self) -> Iterator[Told]:
        """Every letter to everybody who could order something."""
        campaign = self.table.campaign
        for seat in SEATS:
            of_no_side = {"reserve": bench_words(campaign.table), "host": campaign.table.words.host.vocabulary}
            own = of_no_side.get(seat.role)
            vocabulary = own or words(campaign.table, campaign.state, seat.side)
            for mail in self.table.mail(seat.id):
                yield Told(seat.id, vocabulary, mail)
