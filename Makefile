# Where the Time Goes. `make help` lists what there is.
.DELETE_ON_ERROR:
.SUFFIXES:
.DEFAULT_GOAL := help
TARGETS := help serve book test web-tests python-tests check prove lint bench lab lock clean distclean setup
.PHONY: $(TARGETS)
UNKNOWN := $(foreach goal,$(filter-out $(TARGETS),$(MAKECMDGOALS)),$(if $(findstring /,$(goal)),,$(goal)))
$(if $(strip $(UNKNOWN)),$(error no target is called $(strip $(UNKNOWN)): `make help` lists them))

PORT ?= 8000
export PIP_DISABLE_PIP_VERSION_CHECK := 1
export npm_config_update_notifier := false
export NODE_NO_WARNINGS := 1
# Modules are compiled once, not by every process.
export PYTHONDONTWRITEBYTECODE :=
# The process of the make that builds; who serves or tests what is built lets others in.
BUILDING := .cache/building
BUILT = @rm -f $(BUILDING)

# What the pinned packages need. One line says so where it is missing.
ifneq ($(filter-out help clean distclean,$(or $(MAKECMDGOALS),help)),)
FITS := import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 14))
ifeq ($(origin PYTHON),undefined)
PYTHON := $(shell for name in python3 python python3.13 python3.12 python3.11 python3.14; do \
    $$name -c '$(FITS)' 2>/dev/null && { echo $$name; break; }; done)
endif
ifneq ($(shell $(or $(PYTHON),false) -c '$(FITS)' 2>/dev/null && echo yes),yes)
$(error Python 3.11, 3.12, 3.13 or 3.14 is needed and $(or $(shell $(or $(PYTHON),python3) --version 2>/dev/null),none) was found: install one, or name it with PYTHON=)
endif
ifneq ($(shell $(PYTHON) -c 'import ensurepip, venv' 2>/dev/null && echo yes),yes)
$(error $(PYTHON) cannot make a virtual environment: install its venv package (Debian, Ubuntu: apt install python3-venv))
endif
ifneq ($(shell node -e 'const [major, minor] = process.versions.node.split("."); process.exit(+(major < 20 || major == 20 && minor < 19))' 2>/dev/null && npm --version >/dev/null 2>&1 && echo yes),yes)
$(error Node 20.19 or newer with npm is needed and $(or $(shell node --version 2>/dev/null),none) was found: install it)
endif
ifeq ($(MAKELEVEL)$(findstring n,$(firstword -$(MAKEFLAGS))),0)
OTHER_MAKE := $(shell $(PYTHON) tools/alone.py $(BUILDING) $$PPID 2>&1)
$(if $(OTHER_MAKE),$(error $(OTHER_MAKE)))
endif
$(if $(shell $(PYTHON) tools/fingerprint.py || echo failed),$(error tools/fingerprint.py failed))
endif
ifneq ($(filter serve,$(MAKECMDGOALS)),)
PORT_TROUBLE := $(shell $(PYTHON) tools/serve.py --check "$(PORT)" 2>&1)
$(if $(PORT_TROUBLE),$(error $(PORT_TROUBLE)))
endif

PY := .venv/bin/python
# What whole experiments, machines, figures and command lines do, `make check` leaves to `make test`.
LATER := browser pyodide notebooks models/machine models/cli models/zfs/test_fast_forward.py \
    models/sweep/test_runs.py models/sweep/test_examples.py \
    models/zfs/resilver models/zfs/l2arc exercises/exports exercises/test_new.py models/zfs/io/test_scheduler.py \
    figures/experiments figures/test_patterns.py figures/test_command_line.py figures/test_allocation.py \
    figures/test_memory_page.py figures/test_flash_page.py figures/test_lun_alignment_page.py \
    figures/test_queues_resilvering_page.py test_readme.py test_book.py
QUICK := -q -m "not slow" $(LATER:%=--ignore=tests/%)
SPREAD := -n auto --dist loadfile --no-loadscope-reorder
STEP = @$(PYTHON) tools/step.py
CHANGED := .cache/sources
WEB := _build/live/page.js
WHEEL := _build/live/wheels/.ready
SNAPSHOT := _build/live/snapshot.bin.gz
LIVE := _build/live/wheels.json
FIGURES := _build/report.json
KERNEL := _build/kernel.zip
LITE := _build/lite/index.html
BUYING := _build/buying/.ready
BOOK := _build/html/index.html
CHROMIUM := .cache/chromium
PYTHON_READY := .venv/.ready
NODE_READY := node_modules/.ready

help:           ## this list
	@sed -n 's/^\([a-z]*\):[^#]*## */  make \1\t/p' Makefile | expand -t 18

serve: $(BOOK)          ## build all, then serve the book at http://127.0.0.1:8000 (PORT=)
	$(BUILT)
	@$(PYTHON) tools/serve.py "$(PORT)"

book: $(BOOK)          ## the site, in _build/html

test: $(BOOK) $(CHROMIUM)          ## all tests, with a sample of what `make prove` runs whole; over all cores
	@$(MAKE) --no-print-directory --keep-going web-tests python-tests

web-tests: setup $(WEB)
	@npm test --silent

python-tests: $(BOOK) $(CHROMIUM)
	$(BUILT)
	@$(PY) -m pytest --durations=25 $(SPREAD)

check: lint          ## lint, types and the laws, in less than a minute
	@npm test --silent
	@$(PY) -m pytest $(QUICK) $(SPREAD)

prove: $(BOOK) $(CHROMIUM)          ## all pages and exercises, published measurements, 100 variants of each exercise (SEED=), every budget
	$(BUILT)
	@$(PY) tools/web_servers.py
	@WHOLE=1 $(PY) -m pytest -rs $(SPREAD)
	@$(PY) -m figures practice
	@$(PY) -m exercises prove --all --random 100 $(if $(SEED),--seed "$(SEED)")
	@$(PY) -m bench

lint: setup $(WEB)          ## formatters, linters and types only
	$(STEP) "Lint Python" $(PY) -m ruff check .
	$(STEP) "Look at the layout" $(PY) -m ruff format --check --quiet .
	$(STEP) "Check Python's types" $(PY) -m mypy
	$(STEP) "Lint and type-check TypeScript" npm run check

bench: $(BOOK) $(CHROMIUM)          ## measure every budget; a table, and _build/bench.json
	$(BUILT)
	@$(PY) -m bench

lab: setup $(WEB)          ## open the figures in a notebook
	$(BUILT)
	@$(PY) -m jupyterlab $(if $(filter 0,$(shell id -u)),--allow-root) book/notebooks/one-writer.ipynb

setup: $(PYTHON_READY) $(NODE_READY)          ## .venv and node_modules only

lock:          ## write requirements.lock anew from pyproject.toml (needs uv)
	@uv pip compile --quiet pyproject.toml --group book --group notebook --group lite --group class --group class-test \
	   --group test --group check --group build --group sweep \
	   --universal --python-version 3.11 --generate-hashes --no-header --no-annotate -o requirements.lock

clean:          ## remove what was built, keep what was fetched
	rm -rf _build figures/_widget.js

distclean: clean          ## remove what was fetched, too
	rm -rf .venv node_modules .cache

$(PYTHON_READY): $(CHANGED)/python $(CHANGED)/project
	$(STEP) "Make .venv" $(PYTHON) -m venv .venv
	$(STEP) "Install Python packages" $(PY) -m pip install --quiet --no-deps --no-compile -r requirements.lock
	$(STEP) "Install the book's own packages" $(PY) -m pip install --quiet --no-deps --no-build-isolation -e .
	$(STEP) "Fetch pytest for the page" $(PY) tools/fetch_wheels.py
	@touch $@

# Not `npm ci`: it refuses a lock that does not list the optional packages of other systems.
$(NODE_READY): $(CHANGED)/node
	$(STEP) "Install Node packages" npm install --no-save --no-audit --no-fund
	@touch $@

$(WEB): $(NODE_READY) $(CHANGED)/web
	$(STEP) "Bundle the front end" npm run build
	@touch $@

$(WHEEL): $(PYTHON_READY) $(WEB) $(CHANGED)/package
	@rm -rf $(@D)
	$(STEP) "Build the wheel" $(PY) -m hatchling build -t wheel -d $(@D)
	@touch $@

$(SNAPSHOT): $(WHEEL) tools/snapshot.mjs tools/warm_up.py tools/pack_tester.py
	$(STEP) "Pack the tester, take the snapshot" node tools/snapshot.mjs
	@touch $@

$(LIVE): $(SNAPSHOT) $(CHANGED)/exercises tools/gather.py
	$(STEP) "Gather the interpreter's files" $(PY) tools/gather.py
	@touch $@

$(KERNEL): $(PYTHON_READY) tools/lite.py tools/kernel.mjs tools/pack_kernel.py $(wildcard tools/lite/piplite/*) | $(LIVE)
	$(STEP) "Pack the notebooks' kernel" $(PY) tools/lite.py kernel
	@touch $@

$(LITE): $(KERNEL) $(WEB) $(wildcard tools/lite/*.json)
	$(STEP) "Build JupyterLite" $(PY) tools/lite.py
	@touch $@

$(FIGURES): $(PYTHON_READY) $(WEB) $(CHANGED)/figures
	@$(PY) -m figures.run.build
	$(STEP) "Run the lab's doors" $(PY) -m figures.lab.build
	@touch $@

$(BUYING): $(PYTHON_READY) $(WEB) $(CHANGED)/figures
	$(STEP) "Judge what to buy" $(PY) -m figures.buying.build
	@touch $@

$(BOOK): $(LIVE) $(LITE) $(FIGURES) $(BUYING) $(CHANGED)/book tools/styles.mjs
	$(STEP) "Build the book" .venv/bin/jupyter-book build . -W --keep-going --quiet
	@touch $@

$(CHROMIUM): $(PYTHON_READY)
	$(STEP) "Find Chromium" $(PY) tools/chromium.py
	@touch $@
