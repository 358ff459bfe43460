# Every target is described by the text behind its ##; `make help` prints them.
.DEFAULT_GOAL := help
.PHONY: help play setup admin test lint format bench load chaos clean

PYTHON_BIN := .venv/bin/python
PIP := $(PYTHON_BIN) -m pip install --quiet --disable-pip-version-check

CROWD = $(if $(TABLES),--tables $(TABLES)) $(if $(SEATS),--seats $(SEATS)) \
	$(if $(SECONDS),--seconds $(SECONDS)) $(if $(BACKEND),--backend $(BACKEND)) \
	$(if $(PROCESSES),--processes $(PROCESSES)) $(if $(HURRY),--hurry $(HURRY)) \
	$(if $(PAGES),--pages $(PAGES)) $(if $(SEED),--seed $(SEED)) \
	$(if $(COMPUTING),--computing)

help: ## Lists every target
	@awk -F ':.*## ' '/^[a-z-]+:.*## /{printf "make %-8s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

play: .venv/site.stamp ## Starts the site on HOST (127.0.0.1) and PORT (8000), setting it up first
	@$(PYTHON_BIN) -m config.start

setup: .venv/site.stamp ## Does all that play does but start the site
	@$(PYTHON_BIN) -m config.start --setup-only

admin: setup ## Makes an administrator: asks, or takes DJANGO_SUPERUSER_USERNAME, _EMAIL and _PASSWORD
	@$(PYTHON_BIN) manage.py createsuperuser $(if $(DJANGO_SUPERUSER_PASSWORD),--noinput)

test: .venv/test.stamp node_modules/.stamp ## Checks and tests everything (REQUIRE_SERVICES=1: fail without PostgreSQL, Redis, Node)
	@$(PYTHON_BIN) -m tests

lint: .venv/test.stamp node_modules/.stamp ## Runs the checks of `make test` that start no tests
	@$(PYTHON_BIN) -m tests --lint

format: .venv/test.stamp node_modules/.stamp ## Formats Python code and scripts, and sorts their imports
	@$(PYTHON_BIN) -m ruff check --fix --quiet . && $(PYTHON_BIN) -m ruff format .
	@if [ -x node_modules/.bin/biome ]; then node_modules/.bin/biome check --write; fi

bench: .venv/test.stamp ## Measures the site and prints one JSON object
	@$(PYTHON_BIN) -m bench

load: .venv/test.stamp ## Lets clients play: TABLES (8) SEATS (5) SECONDS (30) BACKEND (embedded) PROCESSES (1) COMPUTING
	@$(PYTHON_BIN) -m bench.load $(CROWD)

chaos: .venv/test.stamp ## The same while processes, Redis and PostgreSQL come and go: SECONDS (60) TABLES SEATS
	@$(PYTHON_BIN) -m bench.load.chaos $(CROWD)

clean: ## Removes .venv, node_modules and what tools cached; var/ with the database stays
	rm -rf .venv node_modules .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis test-results

.venv/bin/python:
	@bin/make-venv

.venv/site.stamp: requirements.txt | .venv/bin/python
	@echo "Installing requirements.txt ..." >&2
	@$(PIP) -r requirements.txt
	@touch $@

node_modules/.stamp: package.json package-lock.json
	@bin/install-node-packages

# One installation for both, since the one for the tests names the other. What is imported is compiled
# then: compiling all that these packages bring takes longer.
.venv/test.stamp: requirements-dev.txt requirements.txt | .venv/bin/python
	@echo "Installing requirements-dev.txt ..." >&2
	@$(PIP) --no-compile -r requirements-dev.txt
	@touch .venv/site.stamp $@
