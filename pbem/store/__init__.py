"""What outlives the process: the journal (the truth), the mailroom's facts, the spool, the index, the lock."""
