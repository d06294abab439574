# FiveByFive: every command of the project. `make` by itself lists them.
#
#   make run ARGS="--port 9000 --host 0.0.0.0"
#   make test-blackbox PYTEST_ARGS="-k etag"
#   make bench ROUNDS=5 SECONDS=5

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
# Builds share one folder, and measuring tests want the machine for themselves.
.NOTPARALLEL:

SWIFT ?= swift
SERVER := $(CURDIR)/.build/release/GameServer
SWIFT_SOURCES := Sources Tests Examples Benchmarks Package.swift
PYTEST := GAMESERVER="$(SERVER)" .venv/bin/python -m pytest

.PHONY: help
help: ## List these commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-15s %s\n", $$1, $$2 }' Makefile

.PHONY: run
run: build ## Build and run the server (options in ARGS="--port 9000")
	exec "$(SERVER)" serve $(ARGS)

# With the Swift libraries inside, the program starts sooner, takes less memory, and runs where no Swift is installed.
.PHONY: build
build: ## Build the server, optimised
	@Scripts/setup.sh run
	$(SWIFT) build -c release --static-swift-stdlib --product GameServer

.PHONY: test
test: ## Run every test but that of several servers: Swift, black box, drill and attacks in short, browser, counts
	@$(MAKE) --no-print-directory --keep-going test-swift test-blackbox test-drill test-attacks test-browser count

.PHONY: test-swift
test-swift: ## Run the Swift tests (SWIFT_TEST_ARGS="--filter ArchitectureTests")
	@Scripts/setup.sh run
	$(SWIFT) test --disable-xctest $(SWIFT_TEST_ARGS)

.PHONY: test-blackbox
test-blackbox: build ## Test the running server from outside (PYTEST_ARGS="-k etag")
	@Scripts/setup.sh test
	$(PYTEST) -n 3 Tests/BlackBox $(PYTEST_ARGS)

.PHONY: test-redis
test-redis: build ## The same over Redis, each server with one of its own; what is about SQLite is skipped
	@Scripts/setup.sh test
	$(PYTEST) -n 3 Tests/BlackBox --store redis $(PYTEST_ARGS)

.PHONY: test-drill
test-drill: build ## Kill the server in the middle of commits, in short (PYTEST_ARGS="-k hasty")
	@Scripts/setup.sh test
	$(PYTEST) Tests/Drill $(PYTEST_ARGS)

.PHONY: test-cluster
test-cluster: build ## Kill nodes and Redis while people play, in short, and try the example of deploy/
	@Scripts/setup.sh test
	$(PYTEST) Tests/Cluster $(PYTEST_ARGS)
	GAMESERVER="$(SERVER)" deploy/try.sh

.PHONY: test-attacks
test-attacks: build ## Attack the server while somebody plays, in short (PYTEST_ARGS="-k slow")
	@Scripts/setup.sh test
	$(PYTEST) -n 2 Tests/Attacks $(PYTEST_ARGS)
	$(PYTEST) Tests/Soak

.PHONY: test-browser
test-browser: build ## Test the page in Chromium (PYTEST_ARGS="-k offline")
	@Scripts/setup.sh test
	$(PYTEST) -n 2 Tests/Browser $(PYTEST_ARGS)

.PHONY: lint
lint: ## Check the style of every file; changes nothing
	@Scripts/setup.sh lint
	$(SWIFT) format lint --strict --parallel --recursive $(SWIFT_SOURCES)
	@Scripts/check-whitespace.sh

.PHONY: format
format: ## Format the Swift sources in place
	@Scripts/setup.sh lint
	$(SWIFT) format --in-place --parallel --recursive $(SWIFT_SOURCES)

.PHONY: drill
drill: build ## Kill the server 30 times under load, and at each of its first writes: some 15 minutes
	@Scripts/setup.sh test
	GAMESERVER="$(SERVER)" .venv/bin/python Tests/Drill/drill.py --clients 50 --games 20 --kills 30 --operations 100000
	GAMESERVER="$(SERVER)" .venv/bin/python Tests/Drill/drill.py --store memory --expect-violations --kills 5 --operations 0
	GAMESERVER="$(SERVER)" .venv/bin/python Tests/Drill/injected.py

.PHONY: drill-cluster
drill-cluster: build ## Three nodes on one Redis: kill and pause all of them until 100000 moves were made
	@Scripts/setup.sh test
	GAMESERVER="$(SERVER)" .venv/bin/python Tests/Cluster/drill.py --nodes 3 --clients 50 --games 20 --operations 100000

.PHONY: attack
attack: build ## Attack the server in every way; what does a player notice? (ATTACK_ARGS="--rounds 3")
	@Scripts/setup.sh test
	GAMESERVER="$(SERVER)" .venv/bin/python Tests/Attacks/attack.py $(ATTACK_ARGS)

.PHONY: soak
soak: build ## Mixed load with clients that crash; does memory grow? (MINUTES=30 RATE=500)
	@Scripts/setup.sh test
	GAMESERVER="$(SERVER)" .venv/bin/python Tests/Soak/soak.py --minutes $(or $(MINUTES),30) --rate $(or $(RATE),500)

.PHONY: fuzz
fuzz: build ## Feed what reads bytes from outside made-up input (SECONDS=60 each, TARGET=BodyFuzz)
	Tests/Fuzz/run.sh $(or $(SECONDS),60) $(TARGET)

.PHONY: sanitize
sanitize: ## Run all Swift and black-box tests with the thread and the address sanitizer (long)
	@Scripts/setup.sh test
	Scripts/sanitize.sh thread $(PYTEST_ARGS)
	Scripts/sanitize.sh address $(PYTEST_ARGS)

.PHONY: contract
contract: build ## Have schemathesis make up requests from the contract, with all its checks (SECONDS=300)
	@Scripts/setup.sh test
	CONTRACT_SECONDS=$(or $(SECONDS),300) $(PYTEST) Tests/BlackBox/test_contract_schema.py -m slow --timeout 1000 $(PYTEST_ARGS)

.PHONY: count
count: build ## Count the instructions of requests, and compare with those that were accepted
	@Scripts/setup.sh test
	GAMESERVER="$(SERVER)" .venv/bin/python Benchmarks/instructions.py

.PHONY: count-accept
count-accept: build ## Count the instructions of requests, and accept the figures
	@Scripts/setup.sh test
	GAMESERVER="$(SERVER)" .venv/bin/python Benchmarks/instructions.py --accept

.PHONY: bench
bench: ## Compare with bare C, nginx, Hummingbird, Node, memory, other bots (ROUNDS=5 SECONDS=5 ONLY=peers)
	@Scripts/setup.sh bench
	@$(MAKE) --no-print-directory build
	python3 Benchmarks/run.py --rounds $(or $(ROUNDS),5) --seconds $(or $(SECONDS),5) $(addprefix --only ,$(ONLY))

.PHONY: bench-cluster
bench-cluster: ## Measure nodes on Redis beside one on SQLite; writes RESULTS.md, deploy/CAPACITY.md (ROUNDS=5 SECONDS=5)
	@Scripts/setup.sh bench
	@$(MAKE) --no-print-directory build
	python3 Benchmarks/cluster.py --rounds $(or $(ROUNDS),5) --seconds $(or $(SECONDS),5)

.PHONY: profile
profile: ## See with perf where the time goes under each load; writes Benchmarks/PROFILES.md (SECONDS=5)
	@Scripts/setup.sh bench
	@$(MAKE) --no-print-directory build
	python3 Benchmarks/profiles.py --seconds $(or $(SECONDS),5)

.PHONY: measure-page
measure-page: build ## Measure the page in Chromium: first paint, a remote letter; wants an idle machine
	@Scripts/setup.sh test
	$(PYTEST) Tests/Browser/measure_speed.py -q -rP

.PHONY: screenshots
screenshots: build ## Take pictures of the page (FOLDER=.build/screenshots)
	@Scripts/setup.sh test
	GAMESERVER="$(SERVER)" .venv/bin/python Tests/Browser/screenshots.py $(or $(FOLDER),.build/screenshots)

.PHONY: clean
clean: ## Remove everything that was built
	rm -rf .build .venv .pytest_cache
	find Tests Benchmarks -name __pycache__ -prune -exec rm -rf {} +
