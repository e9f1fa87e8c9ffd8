"""Letters to send, as documents: a function of one seat's affairs, its desk's picture and news, and the clock.

Three classes: answers (at once, to the writer alone), stations (public moments: every seat of both sides, one letter
each from the same record), own clock (reminders). The board is not to be had here.
"""
