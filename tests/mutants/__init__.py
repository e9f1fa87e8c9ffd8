"""Rules broken on purpose, one at a time, and the tests that cite them: do these fall? `make mutants`."""
