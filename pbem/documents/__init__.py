"""Values of what is written (documents, receipts, headings, maps) and the one place that prints them as text and HTML.

Reports of a ruleset and the letters fill them; no board, no event and no store comes in. First file: `document.py`; then
`receipt.py`, and `render.py` with the templates under `templates/`.

Decided:
- 2026-11-22 A letter holds what its map shows as values (`map_picture.py`), not the picture.
- 2026-11-22 A staff form dresses a document when it is printed; records hold the plain one. A module's template is proved, not
  timed: no loop, call, attribute or arithmetic can stand in it (`letterhead.py`), so that it ends and prints the same everywhere;
  it prints text, which the page escapes.
- 2026-11-22 One style sheet (`templates/common/letter.css`) is inlined into every letter by css-inline; what a phone would take
  for a date (13.12) is held apart by a zero-width character, which reading drops. Playwright drives Debian's Chromium in the
  tests, axe-core and tidy judge the pages; a link that answers has no In-Reply-To, so its subject names the letter it answers.
"""
