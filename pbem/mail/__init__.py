"""Mail in and out: bytes become letters, letters become bytes, and inboxes and outboxes carry them."""
