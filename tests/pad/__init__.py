"""The order pad: its page in a real browser, what it writes, and what may not be in it."""
