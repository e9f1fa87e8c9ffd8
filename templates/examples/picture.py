"""An example client: reads picture.json of a report and says what a commander might ask of it. Standard library only.

python picture.py picture.json          the units of each formation, and what is near them
python picture.py report.eml            the same, out of a letter that was saved as a file
"""

import email
import email.policy
import json
import sys
from pathlib import Path


def picture(path: Path) -> dict:
    """The picture in a file, or in the letter that the file is."""
    data = path.read_bytes()
    if not data.lstrip().startswith(b"{"):
        message = email.message_from_bytes(data, policy=email.policy.default)
        data = next(part.get_content() for part in message.iter_attachments() if part.get_filename() == "picture.json")
    found = json.loads(data)
    if found["schema"] != "pbem-picture/1":
        raise SystemExit(f"this client reads pbem-picture/1, not {found['schema']}")
    return found


def apart(a: str, b: str) -> int:
    """Hexes between two places. Even columns lie half a hex lower."""
    (ac, ar), (bc, br) = (map(int, place.split(".")) for place in (a, b))
    across, down = bc - ac, (br - (bc - 1) // 2) - (ar - (ac - 1) // 2)
    return max(abs(across), abs(down), abs(across + down))


def main() -> None:
    """Formation by formation: steps, places, the nearest contact; then the goals that are not held."""
    seen = picture(Path(sys.argv[1]))
    print(f"{seen['moment']}, {seen['side']}: {', '.join(f'{name} {bank} OP' for name, bank in seen['points'].items())}")
    for formation in sorted({unit["formation"] for unit in seen["units"]}):
        print(formation)
        for unit in (u for u in seen["units"] if u["formation"] == formation):
            near = min(seen["contacts"], key=lambda c: apart(c["hex"], unit["hex"]), default=None)
            told = f"; C-{near['number']} is {apart(near['hex'], unit['hex'])} hexes off" if near else ""
            print(f"  {unit['call']:8} {unit['steps'] - unit['lost']}/{unit['steps']} {unit['state']} at {unit['hex']}{told}")
    for goal in (g for g in seen["goals"] if g["hex"] not in seen["ours"]):
        print(f"to be taken: {goal['hex']}, {goal['points']} points")


if __name__ == "__main__":
    main()
