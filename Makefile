# The daily commands. `./play` and `./test` do the same without make.
.PHONY: help play test lint types build bench explore suites fuzz mutants draft keyboard sizes ray clean
BIN := .venv/bin

help:  ## list these commands
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | awk -F ':.*## ' '{ printf "  make %-9s %s\n", $$1, $$2 }'

play:  ## play a game
	@./play

test:  ## run everything that CI runs
	@./test

lint: .venv  ## check the style
	@$(BIN)/ruff check .

types: .venv  ## check the types
	@$(BIN)/mypy intryga

build: .venv  ## compile the engine
	@$(BIN)/python -m intryga.engine build

bench: build  ## measure the speed
	@$(BIN)/intryga bench

explore: build  ## search for failures with many more random examples than ./test tries
	@HYPOTHESIS_PROFILE=explore $(BIN)/pytest

fuzz: build  ## some 100,000 wrong requests, frames, component files and game files; INTRYGA_TIMES=50: a twentieth
	@HYPOTHESIS_PROFILE=fuzz $(BIN)/pytest -s tests/fuzz

suites: build  ## the suites of PettingZoo and OpenSpiel, fifty times as long as in ./test
	@INTRYGA_TIMES=50 $(BIN)/pytest tests/lab/test_environments.py tests/lab/test_spiel.py -k 'pettingzoo or simulation'

mutants: .venv  ## put one small fault after another into the rules and list those no test notices
	@$(BIN)/python -m tests.mutants $(GAME)

draft: .venv  ## the suite of a game that `intryga new-game` has just written, in a copy of the checkout
	@scripts/draft

keyboard: build  ## a whole game of each kind in the browser, by the keyboard alone
	@INTRYGA_KEYBOARD=1 $(BIN)/pytest tests/web/browser/test_keyboard.py

sizes: build  ## every crowded position in all of eighteen windows, every question on both screens; ./test takes some
	@INTRYGA_SIZES=1 $(BIN)/pytest tests/web/browser/test_sizes.py tests/web/browser/test_positions.py

ray: build  ## the lab on a Ray cluster of this machine, and in RLlib; needs the extra `ray`
	@INTRYGA_RAY=1 $(BIN)/pytest tests/lab/test_ray.py

clean:  ## remove what tools have left in the checkout, except .venv
	@rm -rf build dist *.egg-info .mypy_cache .pytest_cache .ruff_cache .hypothesis
	@find . -name __pycache__ -not -path './.venv/*' -prune -exec rm -rf {} +

.PHONY: .venv
.venv:
	@scripts/setup dev
