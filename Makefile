# Everything runs in .venv, which the first target to need it makes. `make` alone tells what there is.
#
# ARGS goes to the program:     make play ARGS="--port 9000"
# TESTS chooses among the tests: make test TESTS="tests/test_house.py -x"

# The first Python on the PATH that runs and is new enough: a shim of pyenv may lead to a version that is not active.
PYTHON ?= $(shell IFS=:; for name in python3.11 python3.12 python3.13 python3; do for folder in $$PATH; do \
	"$$folder/$$name" $(IS_NEW_ENOUGH) >/dev/null 2>&1 && echo "$$folder/$$name" && exit; done; done)
IS_NEW_ENOUGH := -c 'import sys; sys.exit(sys.version_info < (3, 11))'

# The program is compiled once, when it first runs, whatever the environment says about bytecode.
unexport PYTHONDONTWRITEBYTECODE

# -P: Python takes no module from this folder. Only `tests` and `bench` are nowhere else.
BIN := .venv/bin
# Two processes for each core: a test waits for answers as long as it computes, and leaves its core to another one.
JOBS ?= $(shell expr $$(getconf _NPROCESSORS_ONLN) '*' 2)

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help play check run test soak lint bench contact-sheet lock

help:  ## What there is to make
	@sed -n 's/^\([a-z-]*\):.*## /  make \1\t/p' Makefile

play: .venv/.play  ## Play in the browser, on this machine
	@$(BIN)/stationmaster play $(ARGS)

check: .venv/.host  ## Say what .env configures, and what is reachable and missing
	@$(BIN)/stationmaster check

run: .venv/.host  ## Host the bot on Discord and Telegram, wherever .env has a token
	@$(BIN)/stationmaster run

test: .venv/.dev  ## Run the tests: 7 to 12 minutes on 2 cores
	@$(BIN)/python -P -m pytest -n $(JOBS) --dist worksteal $(TESTS)

soak: .venv/.dev  ## The long tests: thousands of games of every variant, tests that the suite leaves out, kills on each platform, a month of failures, mutations
	@$(BIN)/python -m tests.soak $(ARGS)
	@$(BIN)/python -m tests.mutations

lint: .venv/.dev  ## Check style and types
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy

BENCHES := engine pictures chat groups restart memory processes weeks manners page

bench: .venv/.dev  ## Measure all that docs/performance.md lists; ARGS=--check fails where a bar is missed
	@failed=0; for bench in $(BENCHES); do \
		printf '\n# bench.%s\n' "$$bench"; $(BIN)/python -m "bench.$$bench" $(ARGS) || failed=1; done; exit "$$failed"

contact-sheet: .venv/.dev  ## Lay every picture, full and small, on sheets in build/sheets
	@$(BIN)/python -m bench.sheets $(ARGS)

lock: .venv/.dev  ## Lock what pyproject.toml asks for: exact versions and hashes
	@$(BUILD_BACKEND) | $(COMPILE) --output-file requirements.lock pyproject.toml -
	@$(BUILD_BACKEND) | $(COMPILE) --output-file requirements-host.lock --constraints requirements.lock \
		$(HOST_EXTRAS) pyproject.toml -
	@$(BUILD_BACKEND) | $(COMPILE) --output-file requirements-dev.lock --constraints requirements-host.lock \
		$(HOST_EXTRAS) --extra bake --extra test --extra dev pyproject.toml -

COMPILE = $(BIN)/uv pip compile --quiet --universal --generate-hashes --no-header --no-annotate
HOST_EXTRAS = --extra discord --extra telegram --extra postgresql
BUILD_BACKEND = $(BIN)/python -P -c \
	'import tomllib; print(*tomllib.load(open("pyproject.toml", "rb"))["build-system"]["requires"])'

# A stamp is newer than the lock it was made from: .play has what the local page needs, .host the platforms too,
# .dev everything. The build backend is in each lock, so the package itself is installed with what is there;
# nothing that is not locked is ever fetched.
.venv/.play: requirements.lock pyproject.toml
	$(call install,$<)
	@touch $@

# A service may not write bytecode: everything is compiled before.
.venv/.host: requirements-host.lock pyproject.toml
	$(call install,$<)
	@$(BIN)/python -P -m compileall -q -j 0 .venv/lib bot engine render
	@touch .venv/.play $@

.venv/.dev: requirements-dev.lock pyproject.toml
	$(call install,$<)
	@touch .venv/.play .venv/.host $@

define install
@"$(PYTHON)" $(IS_NEW_ENOUGH) 2>/dev/null \
	|| { echo 'Stationmaster needs Python 3.11 or newer; name one: make PYTHON=/path/to/python3.11'; exit 1; }
@echo 'Setting up .venv from $(1), only the first time.'
@"$(INSTALLER)" -P -c 'import pip' 2>/dev/null || "$(PYTHON)" -P -m venv .venv
@$(BIN)/python -P -c '' 2>/dev/null || "$(PYTHON)" -P -m venv --without-pip .venv
@sed -n '/^uv==/,/[^\\]$$/p' requirements-dev.lock | $(PIP) -qq install --target .venv/uv $(LOCKED) /dev/stdin || true
@$(UV) $(LOCKED) $(1) || $(PIP) install $(LOCKED) $(1) \
	|| { echo 'The libraries were not installed. They are made for Linux and macOS on x86-64 and 64-bit ARM.'; exit 1; }
@$(UV) --quiet $(EDITABLE) || $(PIP) install --quiet $(EDITABLE)
@rm -rf .venv/uv
endef

# The pip of the chosen Python serves .venv too. Only where it has none, .venv gets its own.
INSTALLER = $(shell "$(PYTHON)" -P -c 'import pip' 2>/dev/null && echo "$(PYTHON)" || echo $(BIN)/python)
PIP = "$(INSTALLER)" -P -m pip --disable-pip-version-check --python $(BIN)/python
# It fetches uv, which takes a quarter of the time for the rest. Where uv cannot have the libraries, as behind an index
# that only pip is told of, pip installs them too.
UV = UV_SYSTEM_CERTS=1 UV_LINK_MODE=copy .venv/uv/bin/uv pip install --python $(BIN)/python
LOCKED = --no-deps --require-hashes --only-binary :all: --requirement
EDITABLE = --no-deps --no-index --no-build-isolation --editable .
