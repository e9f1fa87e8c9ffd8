"""The same house on a real PostgreSQL of the test's own."""
