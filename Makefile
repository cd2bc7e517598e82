# Everything lives in .venv. uv makes it quickly where it is installed; otherwise Python's own venv and pip do.
PYTHON ?= python3
VENV ?= .venv
BIN = $(VENV)/bin
UV := $(shell command -v uv 2>/dev/null)
DEMO := demo/reactions.db
# The tests start hundreds of processes: without compiled files each would compile the sources again.
export PYTHONDONTWRITEBYTECODE =

ifdef UV
MAKE_VENV = $(UV) venv --quiet --allow-existing --python $(PYTHON) $(VENV)
INSTALL = $(UV) pip install --quiet --python $(BIN)/python
else
MAKE_VENV = $(PYTHON) -m venv $(VENV)
INSTALL = $(BIN)/python -m pip install --quiet --disable-pip-version-check
endif

.PHONY: help demo quick test test-all lint quality bench pictures docs clean

help:
	@echo "make demo     archive the sample articles and show what was found"
	@echo "make quick    run the tests that a change breaks first, in less than a minute"
	@echo "make test     run the test suite"
	@echo "make test-all run what the suite leaves out: random runs, growth, trials, other versions of the dependencies"
	@echo "make lint     check format, style and types"
	@echo "make quality  print the figures on the labelled set, and what changed since the last ones"
	@echo "make docs     write the reference of the manual, and the manual as a site"
	@echo "make bench    measure speed and recall against other tools"

$(VENV)/.installed: pyproject.toml
	@$(MAKE_VENV)
	@$(INSTALL) -e .
	@touch $@

$(VENV)/.installed-dev: pyproject.toml
	@$(MAKE_VENV)
	@$(INSTALL) -e ".[dev]"
	@touch $@ $(VENV)/.installed

demo: $(VENV)/.installed
	@rm -rf demo && mkdir demo
	@$(BIN)/voxpop archive $(OCR) $(DEMO) examples/articles examples/pictures
	@$(BIN)/voxpop query $(DEMO) "$$(cat examples/demo.sql)"
	@printf "\nNow ask it questions in your browser:  %s\n" "$(BIN)/voxpop serve $(DEMO)"

# One process a core; one that has done its half takes over what is left of another's.
test: $(VENV)/.installed-dev
	@$(BIN)/pytest -n auto --dist worksteal -m "not thorough"

test-all: $(VENV)/.installed-dev
	@$(BIN)/pytest -n auto --dist worksteal -m thorough
	@tools/test_versions.sh $(PYTHON)

# What a change breaks first: nothing that starts processes or browsers, costs much or measures time.
quick: $(VENV)/.installed-dev
	@$(BIN)/pytest -q -n auto --dist worksteal -m "not slow and not browser and not long and not growth and not thorough"

lint: $(VENV)/.installed-dev
	@$(BIN)/ruff format --check .
	@$(BIN)/ruff check .
	@$(BIN)/mypy

# The pictures of pages in the manual, of the sample articles.
pictures: $(VENV)/.installed-dev
	@VOXPOP_PICTURES=docs/screenshots $(BIN)/pytest -q tests/archive/site/test_browser.py -k pictures_of_the_manual

docs: $(VENV)/.installed-dev
	@$(BIN)/python tools/build_reference.py
	@$(BIN)/mkdocs build --quiet --strict
	@echo "build/site/index.html"

# The labelled set is not part of this repository; it lies in ../shared.
quality: $(VENV)/.installed-dev
	@$(BIN)/python -m tests.quality

# The tools to compare with live apart: what they need is none of voxpop's business.
# The pip of Python 3.11 ends in an AssertionError on an extra that is asked for twice, so it is replaced first.
$(VENV)/peers/.installed: VENV := $(VENV)/peers
$(VENV)/peers/.installed: pyproject.toml
	@$(MAKE_VENV)
ifndef UV
	@$(INSTALL) --upgrade "pip>=24"
endif
	@$(INSTALL) -e ".[bench]"
	@touch $@

bench: $(VENV)/.installed-dev $(VENV)/peers/.installed
	@$(BIN)/python -m benchmarks --peers $(VENV)/peers/bin/python

clean:
	rm -rf $(VENV) demo dist .mypy_cache .ruff_cache .pytest_cache .hypothesis
