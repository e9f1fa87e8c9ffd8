"""What a desk learns and how it keeps it: observations and contacts, for any ruleset."""
