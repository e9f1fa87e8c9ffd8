# make demo: a campaign by mail on this machine · make test: everything that must hold · soak, bench: the long ones · ledger: rules done

SHELL := /bin/bash
# Compiled modules are kept: the tests start pbem hundreds of times, and reading 500 modules anew costs more than what it does then.
unexport PYTHONDONTWRITEBYTECODE
VENV := .venv
BIN := $(VENV)/bin
PACKAGES := dovecot-imapd postfix s-nail openssl chromium firefox-esr tidy mutt mblaze khal postgresql
PROGRAMS := dovecot postfix s-nail openssl chromium firefox-esr tidy mutt mshow khal postgres

.PHONY: demo test check sources soak bench pictures ledger mutants pot servers atheris clean

# requirements.lock is part of tests/requirements.lock, so the larger set-up serves for both.
$(VENV)/bin/python:
	python3 -m venv $(VENV)

$(VENV)/.run: requirements.lock | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --require-hashes -r requirements.lock
	touch $@

$(VENV)/.test: tests/requirements.lock requirements.lock | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --require-hashes -r tests/requirements.lock
	touch $(VENV)/.run $@

demo: $(VENV)/.run
	$(BIN)/python -m pbem demo

test: $(VENV)/.test servers check

# What reads the sources stands beside what runs them: the tests often wait for servers and clocks. Both must hold; what the first
# found is said at the end, in one piece. Every module and test is compiled once before, or each worker would do it for itself.
check: $(VENV)/.test
	@said=$$(mktemp); trap 'rm -f $$said' EXIT; status=0; \
	$(MAKE) --no-print-directory sources >$$said 2>&1 & \
	$(BIN)/python -m pytest -n 0 --collect-only -qq >/dev/null 2>&1; \
	$(BIN)/python -m pytest --durations 20 || status=1; \
	if wait $$!; then echo "ruff, import-linter and mypy are content"; else cat $$said; status=1; fi; \
	exit $$status

sources: $(VENV)/.test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports
	$(BIN)/mypy

soak: $(VENV)/.test servers atheris
	@status=0; $(BIN)/python -m pytest -m soak --timeout 3600 || status=1; \
	$(BIN)/python -m tests.mutants.run || status=1; exit $$status

# run.py makes the table (benchmarks/results.md); the two after it print figures of their own
bench: $(VENV)/.test servers
	@status=0; for name in run arrival_to_receipt orders_language; do \
		echo "== $$name"; $(BIN)/python -m benchmarks.$$name || status=1; \
	done; exit $$status

# the two pictures at the top of README, from a letter of a played campaign
pictures: $(VENV)/.test servers
	$(BIN)/python -m tests.browser.shown

# every text of a letter, for translators: build/pbem.pot
pot: $(VENV)/.test
	$(BIN)/python tests/architecture/catalogue.py

ledger: $(VENV)/.test
	$(BIN)/python tests/architecture/ledger.py

# rules, fog and mail broken one at a time against the tests that cite them; long, and part of soak
mutants: $(VENV)/.test
	$(BIN)/python -m tests.mutants.run

# The tests start servers and a browser of their own from these programs; what the packages bring up by themselves is not used.
servers:
	@missing=; for program in $(PROGRAMS); do PATH="$$PATH:/usr/sbin:$$(echo /usr/lib/postgresql/*/bin | tr " " :)" command -v $$program >/dev/null || missing="$$missing $$program"; done; \
	if [ -z "$$missing" ]; then exit 0; fi; \
	if [ "$$(id -u)" != 0 ]; then echo "NOT TESTED against real servers and a real browser (not root; missing:$$missing): those tests are skipped" >&2; exit 0; fi; \
	if ! command -v apt-get >/dev/null; then echo "missing:$$missing, and no apt-get to install them with" >&2; exit 0; fi; \
	set -e; export DEBIAN_FRONTEND=noninteractive; \
	echo "postfix postfix/main_mailer_type select Local only" | debconf-set-selections; \
	apt-get update -qq; \
	apt-get install -qq --no-install-recommends $(PACKAGES) </dev/null

# Fuzzing led by coverage; a lock of its own, since it has no wheel for every machine and nothing else needs it.
atheris: $(VENV)/.test
	@$(BIN)/python -c 'import atheris' 2>/dev/null || \
	$(BIN)/python -m pip install --quiet --require-hashes --no-deps -r tests/atheris.lock || \
	echo "NOT TESTED with atheris: it does not install here" >&2

clean:
	rm -rf $(VENV) demo-campaign build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
