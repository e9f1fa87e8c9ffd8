"""Mail in and out: bytes become letters, letters become bytes, senders are proved; inboxes and outboxes carry them.

It knows of seats only what `sender.Enrolment` says, and of orders nothing but lines of text. What a stranger may have written is
read in a process of its own (`parser_process.py`). First file: `reading.py`, then `sender.py` and `compose.py`.

Decided:
- 2026-11-22 Identity is address and reply token (`token`), or these and a verdict on the sender (`token+dkim`): the receiving
  server's own, topmost Authentication-Results, else a DKIM signature over all of the raw bytes; alignment by domain and its
  parents, without a list of public suffixes, since nobody signs for one.
- 2026-11-22 Letters are read by one long-lived process beside the referee (`reader.py`: 256 MB, 5 s of processor and 30 s of the
  clock a letter; it holds no secret), over a socket pair, since that costs 0.03 ms a letter; a process for each would cost 100.
  All referees of a process share it; the first letter starts it. It judges verdicts and signatures too, and asks the DNS for the
  keys itself: dkimpy takes half an hour over a megabyte of blanks. No key over 2048 characters, five signatures, ten seconds of
  DNS.
- 2026-11-22 `tests/mail/hazards.toml` lists what mail does to a mailroom, and which letter or test shows what ours does; a test
  compares list, folder and tests. What is packed (zip, winmail.dat) beside a text is named and the text read; alone it is refused.
  `X-Auto-Response-Suppress` proves no machine and stops no answer: the answer to orders is their report.
- 2026-11-22 A letter's return address names its seat (a plus-address), so that a bounce without the original is known too.
- 2026-11-22 The chain of a seat's letters counts the plain text above the foot: it is there before the map is painted, and
  gateways that code, pad or append change no link. Links are read from the frozen letter before; the journal knows nothing of
  them. A letter recreated after its look or language changed keeps the link it was sent under, and says so.
- 2026-11-23 A Message-ID holds the letter's number and its imprint (a keyed hash of what the record says of it and of the moment):
  the same letter recreated is the same to the byte, another under the same number has another id, other links, and is told apart.
"""
