# The commands of the project; `make` alone lists them.
#
#   make run ARGS="--port 9000 --host 0.0.0.0"
#   make test-blackbox PYTEST_ARGS="-k etag"
#   make bench ROUNDS=5 SECONDS=5

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
# Builds share one folder, and tests that measure need an idle machine.
.NOTPARALLEL:

SWIFT ?= swift
DEBUG := $(CURDIR)/.build/debug/GameServer
RELEASE := $(CURDIR)/.build/release/GameServer
COMMIT_TIME := $(shell git log -1 --format=%ct 2>/dev/null || date +%s)
SWIFT_SOURCES := Sources Tests Examples Benchmarks Package.swift
# The server that the tests run from outside: by default that of the Swift tests' build.
export GAMESERVER ?= $(DEBUG)
# A run in which a test is skipped fails: see Tests/no_skips.py.
# Compiled tests are kept: each of the many processes would compile all of them again.
PYTEST := PYTHONDONTWRITEBYTECODE= PYTHONPATH="$(CURDIR)/Tests" .venv/bin/python -m pytest -p no_skips
# The tests that a run from outside has; `test-rest` leaves out those of `test`.
MARKS ?= not nightly
# Which cases of the page's tests run: with `CASES=one` one of each test, see Tests/one_case.py.
CASES ?= all
RUN_STEPS := .venv/bin/python Scripts/run_steps.py

.PHONY: help
help: ## List the commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-15s %s\n", $$1, $$2 }' Makefile

# To try the server: the build of the tests, optimised only where the words are, so that it is ready sooner.
.PHONY: run
run: ## Build and run the server (options in ARGS="--port 9000")
	@Scripts/setup.sh run
	$(SWIFT) build --product GameServer
	exec $(DEBUG) serve $(ARGS)

# Linked statically, the program starts faster, uses less memory, and runs where Swift is not installed.
# From its cache, SwiftPM would take the commit that `--version` shows. Everybody who builds a commit gets the same program:
# the day of the build is that of the commit, paths begin at the repository, and no hash of the options is linked in. Only the
# length of the folder's path remains, in two checks of closures that the compiler adds to GRDB.
.PHONY: build
build: ## Build the server as it is released: optimised, static, reproducible
	@Scripts/setup.sh run
	SOURCE_DATE_EPOCH=$(COMMIT_TIME) $(SWIFT) build -c release --static-swift-stdlib --product GameServer --manifest-cache none \
		-Xswiftc -file-prefix-map -Xswiftc "$(CURDIR)=." -Xcc "-ffile-prefix-map=$(CURDIR)=." \
		-Xswiftc -Xfrontend -Xswiftc -disable-incremental-llvm-codegen

# Three runs: `test` before each commit, `test-rest` before each push, `test-nightly` before each release. The first two
# build once: the server that they test from outside is that of the Swift tests.
.PHONY: test
test: ## Run before a commit: Swift tests, contract and browser smoke tests, a short crash drill
	@Scripts/setup.sh test
	@$(RUN_STEPS) test build-tests test-swift test-smoke

.PHONY: test-rest
test-rest: ## Run the tests that `make test` leaves out, except for the long ones
	@Scripts/setup.sh rest
	@MARKS="not nightly and not smoke" CASES=one $(RUN_STEPS) test-rest build-tests test-blackbox test-browser test-drill

.PHONY: test-nightly
test-nightly: ## Run what takes long: release build, engines, package, cluster, attacks, drills (about two hours)
	@Scripts/setup.sh nightly
	@GAMESERVER="$(RELEASE)" $(RUN_STEPS) test-nightly --release "$(RELEASE_STEPS)" build $(RELEASE_STEPS) $(OTHER_STEPS)

RELEASE_STEPS := count test-browser test-long test-redis test-own-game test-engines test-cluster test-attacks attack-routes \
	test-package docs drill drill-cluster
OTHER_STEPS := contract fuzz test-clients

# A run that names another server in GAMESERVER has built it.
.PHONY: server
server: ## Build the server that the tests use, without optimisation
	@Scripts/setup.sh run
	@[[ "$(GAMESERVER)" != "$(DEBUG)" ]] || $(SWIFT) build --product GameServer

.PHONY: build-tests
build-tests: ## Build the Swift tests and the server that the other tests use, without optimisation
	@Scripts/setup.sh run
	$(SWIFT) build --build-tests

.PHONY: test-swift
test-swift: ## Run the Swift tests (SWIFT_TEST_ARGS="--filter ArchitectureTests")
	@Scripts/setup.sh test
	Scripts/swift-test.sh $(SWIFT_TEST_ARGS)

.PHONY: test-smoke
test-smoke: server ## Run the smoke tests (PYTEST_ARGS="-k openapi")
	@Scripts/setup.sh test
	$(PYTEST) -p only_smoke -n 3 Tests/BlackBox $(PYTEST_ARGS)
	$(PYTEST) -p only_smoke -n 2 Tests/Browser $(PYTEST_ARGS)
	$(PYTEST) -p only_smoke Tests/Drill $(PYTEST_ARGS)

.PHONY: test-blackbox
test-blackbox: server ## Test the running server from outside (PYTEST_ARGS="-k etag")
	@Scripts/setup.sh rest
	$(PYTEST) -m "$(MARKS)" -n 6 Tests/BlackBox $(PYTEST_ARGS)

.PHONY: test-browser
test-browser: server ## Test the page in Chromium (PYTEST_ARGS="-k offline")
	@Scripts/setup.sh rest
	$(PYTEST) $(if $(filter one,$(CASES)),-p one_case) -m "$(MARKS)" -n 3 Tests/Browser $(PYTEST_ARGS)

.PHONY: test-drill
test-drill: server ## Kill the server during commits, short form (PYTEST_ARGS="-k kills")
	@Scripts/setup.sh rest
	$(PYTEST) -m "$(MARKS)" Tests/Drill $(PYTEST_ARGS)

.PHONY: test-long
test-long: server ## Run the tests that are marked `nightly`
	@Scripts/setup.sh nightly
	$(PYTEST) -m nightly -n 3 Tests/BlackBox $(PYTEST_ARGS)
	$(PYTEST) -m nightly Tests/Drill $(PYTEST_ARGS)

.PHONY: test-redis
test-redis: server ## Run the black-box tests on Redis, one for each server; tests of SQLite are deselected
	@Scripts/setup.sh nightly
	$(PYTEST) -m "not nightly" -n 4 Tests/BlackBox --store redis $(PYTEST_ARGS)

.PHONY: test-cluster
test-cluster: server ## Kill nodes and Redis under load, short form, and try the example in deploy/
	@Scripts/setup.sh nightly
	$(PYTEST) Tests/Cluster $(PYTEST_ARGS)
	deploy/try.sh

.PHONY: test-attacks
test-attacks: server ## Attack the server during a game, short form (PYTEST_ARGS="-k slow")
	@Scripts/setup.sh nightly
	$(PYTEST) -n 2 Tests/Attacks $(PYTEST_ARGS)
	$(PYTEST) Tests/Soak

.PHONY: test-clients
test-clients: ## Let clients act at random on connections of every kind (CLIENTS=20000)
	@Scripts/setup.sh test
	CLIENTS=$(or $(CLIENTS),20000) Scripts/swift-test.sh --filter RandomClientTests

.PHONY: own-game
own-game: ## Build the example of a game that somebody adds, Examples/OwnGame
	@Scripts/setup.sh run
	$(SWIFT) build --package-path Examples/OwnGame

.PHONY: test-own-game
test-own-game: server own-game ## Test the example of a game that somebody adds (PYTEST_ARGS="-k kill")
	@Scripts/setup.sh nightly
	$(SWIFT) test --package-path Examples/OwnGame
	$(PYTEST) Tests/OwnGame $(PYTEST_ARGS)
	$(PYTEST) -m nightly -n 2 Tests/Browser $(PYTEST_ARGS)

.PHONY: test-engines
test-engines: server ## Play a whole game of each kind in Firefox and WebKitGTK (PYTEST_ARGS="-k Firefox")
	@Scripts/setup.sh nightly
	$(PYTEST) Tests/Engines $(PYTEST_ARGS)

.PHONY: lint
lint: ## Check the style of every file without changing any
	@Scripts/setup.sh lint
	$(SWIFT) format lint --strict --parallel --recursive $(SWIFT_SOURCES)
	@Scripts/check-whitespace.sh
	@Scripts/make_docs.py --check

.PHONY: docs
docs: ## Build the documentation of the libraries in .build/docs; a warning is an error
	@Scripts/setup.sh run
	$(SWIFT) package --allow-writing-to-directory .build/docs generate-documentation \
	    --target EventIO --target GameCore --target GameServerKit --warnings-as-errors \
	    --enable-experimental-combined-documentation --fallback-default-module-kind Library --output-path .build/docs

.PHONY: format
format: ## Format the Swift sources in place
	@Scripts/setup.sh lint
	$(SWIFT) format --in-place --parallel --recursive $(SWIFT_SOURCES)

.PHONY: drill
drill: build ## Kill the server 30 times under load, and at each of its first writes, on both stores (about 30 minutes)
	@Scripts/setup.sh nightly
	GAMESERVER="$(RELEASE)" .venv/bin/python Tests/Drill/drill.py --clients 50 --games 40 --kills 30 --operations 100000
	GAMESERVER="$(RELEASE)" .venv/bin/python Tests/Drill/drill.py --store memory --expect-violations --kills 5 --operations 0
	GAMESERVER="$(RELEASE)" .venv/bin/python Tests/Drill/injected.py
	GAMESERVER="$(RELEASE)" .venv/bin/python Tests/Drill/drill.py --store redis --clients 50 --games 40 --kills 30 --operations 100000
	GAMESERVER="$(RELEASE)" .venv/bin/python Tests/Drill/injected.py --store redis

.PHONY: drill-cluster
drill-cluster: build ## Kill and pause three nodes and their Redis until 100000 moves are made
	@Scripts/setup.sh nightly
	GAMESERVER="$(RELEASE)" .venv/bin/python Tests/Cluster/drill.py --nodes 3 --clients 50 --games 40 --operations 100000

.PHONY: attack
attack: build ## Attack the server in every way and measure what a player notices (ATTACK_ARGS="--rounds 3")
	@Scripts/setup.sh nightly
	GAMESERVER="$(RELEASE)" .venv/bin/python Tests/Attacks/attack.py $(ATTACK_ARGS)

.PHONY: attack-routes
attack-routes: build ## Flood every route from one address and measure what a player notices (ATTACK_ARGS="--only history")
	@Scripts/setup.sh nightly
	GAMESERVER="$(RELEASE)" .venv/bin/python Tests/Attacks/flood.py $(ATTACK_ARGS)

.PHONY: soak
soak: build ## Run a mixed load with crashing clients and watch the memory (MINUTES=30 RATE=500)
	@Scripts/setup.sh nightly
	GAMESERVER="$(RELEASE)" .venv/bin/python Tests/Soak/soak.py --minutes $(or $(MINUTES),30) --rate $(or $(RATE),500)

.PHONY: fuzz
fuzz: build ## Fuzz the readers of untrusted input (SECONDS=60 each, TARGET=BodyFuzz)
	Tests/Fuzz/run.sh $(or $(SECONDS),60) $(TARGET)

.PHONY: sanitize
sanitize: ## Run the Swift and black-box tests under the thread and address sanitizers (slow)
	@Scripts/setup.sh nightly
	Scripts/sanitize.sh thread $(PYTEST_ARGS)
	Scripts/sanitize.sh address $(PYTEST_ARGS)

.PHONY: contract
contract: build ## Test the API with requests that schemathesis generates from its contract (SECONDS=300)
	@Scripts/setup.sh nightly
	CONTRACT_SECONDS=$(or $(SECONDS),300) GAMESERVER="$(RELEASE)" $(PYTEST) Tests/BlackBox/test_contract_schema.py -m nightly --timeout 1000 $(PYTEST_ARGS)

.PHONY: count
count: build ## Count the instructions per request and compare them with the accepted counts
	@Scripts/setup.sh nightly
	GAMESERVER="$(RELEASE)" .venv/bin/python Benchmarks/instructions.py

.PHONY: count-accept
count-accept: build ## Count the instructions per request and accept the counts
	@Scripts/setup.sh nightly
	GAMESERVER="$(RELEASE)" .venv/bin/python Benchmarks/instructions.py --accept

.PHONY: bench
bench: ## Measure speed, memory and bots against bare C, nginx, Hummingbird, Node and others (ROUNDS=5 SECONDS=5 ONLY=peers)
	@Scripts/setup.sh bench
	@$(MAKE) --no-print-directory build
	python3 Benchmarks/run.py --rounds $(or $(ROUNDS),5) --seconds $(or $(SECONDS),5) $(addprefix --only ,$(ONLY))

.PHONY: bench-cluster
bench-cluster: ## Compare nodes on Redis with one on SQLite; writes RESULTS.md (ROUNDS=5 SECONDS=5)
	@Scripts/setup.sh bench
	@$(MAKE) --no-print-directory build
	python3 Benchmarks/cluster.py --rounds $(or $(ROUNDS),5) --seconds $(or $(SECONDS),5)

.PHONY: profile
profile: ## Profile each load with perf; writes Benchmarks/PROFILES.md (SECONDS=5)
	@Scripts/setup.sh bench
	@$(MAKE) --no-print-directory build
	python3 Benchmarks/profiles.py --seconds $(or $(SECONDS),5)

.PHONY: measure-page
measure-page: build ## Measure the page in Chromium: first paint, a remote letter; needs an idle machine
	@Scripts/setup.sh rest
	GAMESERVER="$(RELEASE)" $(PYTEST) Tests/Browser/measure_speed.py -q -rP

.PHONY: screenshots
screenshots: build ## Take pictures of the page (FOLDER=.build/screenshots SCREENSHOT_ARGS="--windows phone home")
	@Scripts/setup.sh nightly
	GAMESERVER="$(RELEASE)" .venv/bin/python Tests/Browser/screenshots.py $(or $(FOLDER),.build/screenshots) $(SCREENSHOT_ARGS)

.PHONY: package
package: build ## Make the Debian package in .build/package
	@Scripts/setup.sh release
	deploy/make-package.sh

.PHONY: image
image: build ## Make the OCI image in .build/image
	@Scripts/setup.sh release
	deploy/make-image.sh

.PHONY: sbom
sbom: build ## Print the list of everything inside the program, as SPDX
	@Scripts/make_sbom.py

.PHONY: test-package
test-package: package image ## Install the package in a fresh Debian and run the image; needs root (PYTEST_ARGS="-k image")
	@Scripts/setup.sh nightly
	$(PYTEST) Tests/Package $(PYTEST_ARGS)

.PHONY: clean
clean: ## Remove all build products
	rm -rf .build .venv .pytest_cache
	find Tests Benchmarks -name __pycache__ -prune -exec rm -rf {} +
