# Everything a newcomer or CI runs. Each target does its own set-up and says what it is doing.
SHELL := /bin/bash
.DEFAULT_GOAL := help

# The web tool chain brings its own Node (an npm package): it comes first for everything below.
export PATH := $(CURDIR)/web/node_modules/.bin:$(PATH)

# A test waits for the disk and for timers most of its time: more of them at once than there are processors.
export RUST_TEST_THREADS ?= $(shell n=$$(getconf _NPROCESSORS_ONLN); echo $$((n > 4 ? n : 4)))

BIN := target/release/kalender
# What the live tests and journeys run against: cargo builds it along with the tests of its package.
TEST_BIN := target/debug/kalender
# The product with the example's notice board.
EXAMPLE_BIN := target/debug/examples/notices
DATA ?= ./data
# Temporary files of tests in memory, where there is room.
IN_MEMORY := $(CURDIR)/.ci/in-memory

.PHONY: help run dev build test lint bench lighthouse audit docker cassandra setup openapi test-rust test-web test-live test-live-cql test-e2e soak jumps typing mutants clean bench-web pictures

help: ## This list
	@awk -F ':.*## ' '/^[a-z-]+:.*## /{printf "  make %-10s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

run: build ## Build, fill with demo data and serve on http://127.0.0.1:8080
	@$(BIN) --data $(DATA) demo
	@echo "==> http://127.0.0.1:8080  (stop with Ctrl+C)"
	@exec $(BIN) --data $(DATA) serve

dev: web/dist/index.html ## Server and Vite together, rebuilt on change; open http://localhost:5173
	@cargo build --quiet --locked -p kalender && target/debug/kalender --data $(DATA) demo >/dev/null
	@cd web && DATA=$(abspath $(DATA)) node scripts/dev.ts

build: web/dist/index.html ## target/release/kalender, which serves the web app by itself
	@echo "==> Building the server"
	@cargo build --release --locked -p kalender

test: lint-lock test-rust test-web test-live test-live-cql test-e2e ## Everything that can fail
	@echo "==> All tests passed"

lint: lint-lock lint-rust lint-web ## Formatting, lints, types

.PHONY: lint-rust lint-web
lint-rust:
	@echo "==> Formatting and lints of the server"
	@cargo fmt --all --check
	@cargo clippy --locked --workspace --all-targets -- -D warnings

lint-web: setup
	@echo "==> Lints and types of the web app"
	@cd web && npm run --silent lint && npm run --silent check
	@$(MAKE) --no-print-directory lint-contract promtool
	@promtool check rules docker/alerts.yaml >/dev/null || { promtool check rules docker/alerts.yaml; exit 1; }

.PHONY: promtool
promtool:
	@command -v promtool >/dev/null || { \
	  echo "==> Installing promtool (Debian's package prometheus)"; \
	  apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends prometheus >/dev/null; }

# What tests need of the machine: by itself, because Debian's package manager does one thing at a time.
.PHONY: test-tools
test-tools: setup promtool live-tools cassandra web/contract/node_modules/.installed chromium

.PHONY: lint-lock
lint-lock:
	@! grep -n '"resolved"' web/package-lock.json web/*/package-lock.json || { echo "package-lock.json records download addresses"; exit 1; }

# Two linters with tools of their own, as integrators would use them.
.PHONY: lint-contract
lint-contract: web/contract/node_modules/.installed
	@echo "==> Lints of the API's documents"
	@cd web/contract && export REDOCLY_TELEMETRY=off REDOCLY_SUPPRESS_UPDATE_NOTICE=true && npx --no-install redocly lint ../openapi.json --format=summary \
	  && npx --no-install spectral lint ../openapi.json ../asyncapi.json --quiet=false --fail-severity=hint

web/contract/node_modules/.installed: web/contract/package.json web/contract/package-lock.json web/node_modules/.installed
	@cd web/contract && npm ci --ignore-scripts --no-audit --no-fund --loglevel=error
	@touch $@

test-rust: web/dist/index.html cassandra
	@cargo test --quiet --locked --workspace --no-run
	@$(IN_MEMORY) storage/tests/cassandra/with.sh $(MAKE) --no-print-directory test-rust-on-both
	@$(IN_MEMORY) $(MAKE) --no-print-directory -j2 --output-sync=target test-rust-services test-rust-search

# Beside each other: they wait for the services to start.
.PHONY: test-rust-services test-rust-search
test-rust-services:
	@echo "==> Files and pictures on S3"
	@http/tests/s3/with.sh cargo test --locked --workspace --test rest -- $(REST_ON_S3)
	@echo "==> Files and pictures before a real virus scanner"
	@http/tests/clamd/with.sh cargo test --locked --workspace --test rest -- --include-ignored v1_antivirus
	@echo "==> Answers by mail, from a real IMAP server"
	@http/tests/imap/with.sh cargo test --locked --workspace --test rest -- --include-ignored v1_event_mails

test-rust-search:
	@echo "==> Searches on a real OpenSearch"
	@http/tests/opensearch/with.sh $(MAKE) --no-print-directory test-rust-on-search

# What keeps and gives bytes.
REST_ON_S3 := v1_chat_files img::

# REST on the embedded store, as `cargo test` does; on Cassandra what the store decides: order, compare and set, counts,
# pages, what is written in several steps. The rest asks the same of both stores' contract.
REST_ON_CQL := v1_bookings_quotas v1_bookings_spaces v1_chat v1_feed idempotency v1_me_erasure v1_entities notifications v1_ledger_claims

# What searches: both indexes by the suite of both engines, and each route that asks them.
REST_ON_SEARCH := v1_chat_search public_search changes_during_an_outage_are_found_afterwards
.PHONY: test-rust-on-search
test-rust-on-search:
	@cargo test --locked --workspace --test search -- --include-ignored
	@cargo test --locked --workspace --test rest -- --include-ignored $(REST_ON_SEARCH)

.PHONY: test-rust-on-both
test-rust-on-both:
	@echo "==> Tests of the server (rules, storage contract on both stores, REST through the real router)"
	@cargo test --locked --workspace --no-fail-fast
	@echo "==> REST on Cassandra"
	@# Few at once: each makes all tables in a keyspace of its own, which takes longer than many tests.
	@KALENDER_TEST_STORE=cql cargo test --locked --workspace --test rest -- --test-threads=2 $(REST_ON_CQL)
	@KALENDER_TEST_STORE=cql cargo test --locked --workspace --test notices -- --test-threads=1

cassandra: ## A real Cassandra for the tests: its jars in target/cassandra (Maven), Java from Debian
	@storage/tests/cassandra/setup.sh

test-web: setup
	@echo "==> Tests of the web app, and its size"
	@cd web && npm run --silent test
	@$(MAKE) --no-print-directory web/dist/index.html
	@cd web && npm run --silent size

test-live: test-bin live-tools web/contract/node_modules/.installed
	@echo "==> Live tests: a real STOMP client against running servers, on the embedded store"
	@cd web && KALENDER_BIN=$(CURDIR)/$(TEST_BIN) $(IN_MEMORY) npm run --silent live
	@cd web && KALENDER_BIN=$(CURDIR)/$(EXAMPLE_BIN) $(IN_MEMORY) npm run --silent live:examples

.PHONY: test-live-cql
test-live-cql: test-bin live-tools cassandra
	@echo "==> Live tests on Cassandra and Redis, and two nodes of one installation"
	@cd web && KALENDER_BIN=$(CURDIR)/$(TEST_BIN) KALENDER_TEST_STORE=cql $(IN_MEMORY) \
	  ../http/tests/opensearch/with.sh ../storage/tests/cassandra/with.sh live/with-redis.sh npm run --silent live:cql

soak: test-bin live-tools cassandra ## What is shown equals what is stored: two nodes, 20 seeds (KALENDER_SEEDS)
	@echo "==> Twenty clients on two nodes, random changes, cuts, Redis killed: $${KALENDER_SEEDS:-20} seeds"
	@cd web && KALENDER_BIN=$(CURDIR)/$(TEST_BIN) KALENDER_TEST_STORE=cql KALENDER_SEEDS=$${KALENDER_SEEDS:-20} \
	  ../storage/tests/cassandra/with.sh live/with-redis.sh npm run --silent live:versions

# Not part of `make test`: what is made up is another every time, and it takes as long as it is given (CALLS_FOR, minutes).
CALLS_FOR ?= 60
.PHONY: generated
generated: test-bin ## Calls made up of the API's document, for an hour: no 5xx, no answer that it does not have
	@echo "==> Calls made up of the API's document, $(CALLS_FOR) minutes"
	@KALENDER_BIN=$(CURDIR)/$(TEST_BIN) http/tests/generated/run.sh $(CALLS_FOR)

# Not part of `make test`: a measurement, of files that are fetched.
.PHONY: suites
suites: test-bin live-tools web/contract/node_modules/.installed ## Calendar files of other programs' own tests, in and out again: how many agree
	@suites=$$(web/live/ics/suites.sh) && cd web && KALENDER_BIN=$(CURDIR)/$(TEST_BIN) ICS_SUITES=$$suites \
	  node --test --test-name-pattern='the test files of' live/ics.test.ts

jumps: test-bin chromium ## Two hundred permalinks of a long channel, while others write (KALENDER_JUMPS for each width)
	@cd web && KALENDER_BIN=$(CURDIR)/$(TEST_BIN) KALENDER_JUMPS=$${KALENDER_JUMPS:-100} npm run --silent e2e -- jumps

typing: test-bin chromium ## Every text field of the app, typed into with a processor six times slower
	@cd web && KALENDER_BIN=$(CURDIR)/$(TEST_BIN) KALENDER_TYPING=1 npm run --silent e2e -- typing

# Minutes (ENDURE_FOR); KALENDER_SEED repeats a run's choices.
ENDURE_FOR ?= 60
.PHONY: endurance
endurance: test-bin chromium ## Two people switch, archive, go offline and paste for an hour: no word lost or misplaced
	@cd web && KALENDER_BIN=$(CURDIR)/$(TEST_BIN) KALENDER_ENDURANCE=$(ENDURE_FOR) npm run --silent e2e -- endurance --retries=0

# Redis between the nodes, the balancer in front of them, and clocks that are off.
.PHONY: live-tools
live-tools:
	@command -v redis-server >/dev/null && command -v haproxy >/dev/null && ls /usr/lib/*/faketime/libfaketime.so.1 >/dev/null 2>&1 || { \
	  echo "==> Installing redis-server, haproxy and faketime (Debian's packages)"; \
	  apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq redis-server haproxy faketime >/dev/null; }

test-e2e: test-bin chromium
	@echo "==> Journeys in a real browser"
	@cd web && KALENDER_BIN=$(CURDIR)/$(TEST_BIN) $(IN_MEMORY) npm run --silent e2e
	@cd web && KALENDER_EXAMPLE_BIN=$(CURDIR)/$(EXAMPLE_BIN) $(IN_MEMORY) npm run --silent e2e:examples

.PHONY: test-bin
test-bin: web/dist/index.html
	@cargo test --quiet --locked --workspace --no-run

bench: build cassandra live-tools bench-tools ## Measure: durable sends, deliveries, memory, history; the same on Cassandra with two nodes; other servers beside it
	@echo "==> Measuring (about an hour and a half; keep the machine quiet)"
	@KALENDER_BIN=$(CURDIR)/$(BIN) cargo bench --locked -p kalender --bench load
	@echo "==> The bare driver beside ours"
	@storage/tests/cassandra/with.sh cargo bench --locked -p kalender-storage --bench driver
	@echo "==> The global search over a million names"
	@cargo bench --locked -p kalender-storage --bench search
	@echo "==> A hundred thousand places beside an R*Tree"
	@cargo bench --locked -p kalender-storage --bench places
	@echo "==> Jobs that are due at once"
	@storage/tests/cassandra/with.sh cargo bench --locked -p kalender-actors --bench jobs
	@echo "==> The calendar: a month, places of an event, a file for other programs"
	@storage/tests/cassandra/with.sh cargo bench --locked -p kalender-actors --bench calendar
	@echo "==> Bookings: free times of a month, one bookable, one time that many want"
	@storage/tests/cassandra/with.sh cargo bench --locked -p kalender-actors --bench bookings
	@echo "==> Courses: reads of a learner, saves and submissions of a quiz, two thousand deadlines beside a chat"
	@storage/tests/cassandra/with.sh cargo bench --locked -p kalender-actors --bench courses
	@echo "==> Mails to many: a batch of ten thousand invitations, an announcement to five thousand"
	@storage/tests/cassandra/with.sh cargo bench --locked -p kalender-actors --bench mails
	@echo "==> The feed: a page, a post to ten thousand, a like"
	@storage/tests/cassandra/with.sh cargo bench --locked -p kalender-actors --bench feed

bench-peers: build bench-tools ## Deliveries beside RabbitMQ, Artemis, NATS and Centrifugo, which it installs, starts and stops
	@echo "==> Measuring beside other servers (about fifteen minutes; keep the machine quiet)"
	@BENCH_ONLY=peers KALENDER_BIN=$(CURDIR)/$(BIN) cargo bench --locked -p kalender --bench load

bench-users: build ## More and more people who use the chat, until something is slow or goes wrong
	@echo "==> Measuring with people who use the chat (about ten minutes; keep the machine quiet)"
	@BENCH_ONLY=users KALENDER_BIN=$(CURDIR)/$(BIN) cargo bench --locked -p kalender --bench load

bench-growth: build ## Pages, sends and reads where there is more and more: ten million messages, ten thousand channels, twenty thousand connections
	@echo "==> Measuring growth (about twenty minutes and 15 GB of disk; keep the machine quiet)"
	@BENCH_ONLY=growth KALENDER_BIN=$(CURDIR)/$(BIN) cargo bench --locked -p kalender --bench load

.PHONY: bench-peers bench-users bench-growth bench-tools
bench-tools:
	@http/benches/load/peers/setup.sh

bench-web: build chromium ## How the web app keeps up in a browser: channels, keys, frames, also with a processor four times slower
	@echo "==> Measuring in a browser (about eight minutes; keep the machine quiet)"
	@cd web && KALENDER_BIN=$(CURDIR)/$(BIN) npm run --silent bench
	@cd web && KALENDER_BIN=$(CURDIR)/$(BIN) npm run --silent bench:boards

pictures: build chromium ## The pictures of README.md and web/README.md, of the demo
	@ls /usr/share/fonts/truetype/noto/NotoColorEmoji.ttf >/dev/null 2>&1 || { \
	  echo "==> Installing a font with emoji (Debian's package)"; apt-get install -y -qq fonts-noto-color-emoji >/dev/null; }
	@cd web && KALENDER_BIN=$(CURDIR)/$(BIN) npm run --silent pictures

lighthouse: build chromium ## What Lighthouse says of ten pages on a phone: below 95 it fails
	@echo "==> Looking at ten pages, five times each (about fifteen minutes; keep the machine quiet)"
	@cd web && KALENDER_BIN=$(CURDIR)/$(BIN) npm run --silent lighthouse

# What of the specification is said in the web app is changed in a copy, one thing at a time; likewise the code of rules and
# folds. Not part of `make test`: it takes hours. MINUTES bounds the web half, which goes on from there next time; MUTANTS
# is a pattern of what to change.
MINUTES ?= 600
MUTANTS ?= .
.PHONY: mutants-web mutants-rust
mutants: mutants-web mutants-rust ## Change what is specified, and rules and folds, piece by piece: do the tests notice?

mutants-web: setup
	@echo "==> Texts, addresses, times and numbers of the specification (web/e2e/MUTANTS.md)"
	@cd web && npm run --silent mutants -- --minutes $(MINUTES) --filter '$(MUTANTS)'
	@echo "==> The fold of the chat"
	@cd web && npm run --silent mutants:fold -- --minutes $(MINUTES)

mutants-rust: web/dist/index.html
	@command -v cargo-mutants >/dev/null || { echo "==> Installing cargo-mutants"; cargo install --quiet --locked cargo-mutants; }
	@echo "==> Rules and states of the chat"
	@cargo mutants --re '$(MUTANTS)' --output target/mutants-actors --package kalender-actors \
	  --file actors/src/chat/rules.rs --file actors/src/chat/live/channel.rs --file actors/src/chat/live/typing.rs -- --lib
	@echo "==> STOMP: codec and protocol"
	@cargo mutants --re '$(MUTANTS)' --output target/mutants-http --package kalender \
	  --file http/src/live/stomp/frame.rs --file http/src/live/stomp/frame/encode.rs --file http/src/live/stomp/connection.rs -- --lib stomp

openapi: ## Write web/openapi.json, web/asyncapi.json and the types of the web app anew
	@for it in openapi asyncapi; do \
	  cargo run --quiet --locked -p kalender -- $$it > web/$$it.json.new && mv web/$$it.json.new web/$$it.json || exit 1; done
	@$(MAKE) --no-print-directory setup
	@cargo run --quiet --locked -p kalender --example notices -- openapi \
	  | (cd web && node scripts/part.ts /notices) > web/examples/notices/openapi.json.new \
	  && mv web/examples/notices/openapi.json.new web/examples/notices/openapi.json
	@cd web && npm run --silent gen:api

# Not a part of `make test`: it asks the network what is known by now. Where no database of advisories can be had, licences, bans
# and sources are looked at all the same, and it says so.
audit: ## Licences, bans, duplicates and known weaknesses of the crates (cargo-deny, installed when it is missing)
	@command -v cargo-deny >/dev/null || { echo "==> Installing cargo-deny"; cargo install --quiet --locked cargo-deny; }
	@echo "==> Licences, bans, duplicates and sources of the crates"
	@cargo deny --locked check licenses bans sources
	@echo "==> Known weaknesses"
	@if cargo deny --locked fetch db >/dev/null 2>&1; then cargo deny --locked check advisories; \
	  else echo "The database of advisories cannot be had here: known weaknesses were not looked for"; fi

docker: ## The image kalender:latest
	@docker build -f docker/Dockerfile -t kalender:latest .

setup: web/node_modules/.installed web/src/api/schema.gen.ts

# The types of the API's documents: made of what is committed, so they are not.
web/src/api/schema.gen.ts: web/openapi.json web/examples/notices/openapi.json web/node_modules/.installed
	@cd web && npm run --silent gen:api >/dev/null
	@touch $@

web/node_modules/.installed: web/package.json web/package-lock.json web/.npmrc
	@command -v npm >/dev/null || { echo "Node 20 or newer with npm is needed: apt-get install nodejs npm"; exit 1; }
	@echo "==> Installing the web tool chain"
	@cd web && npm ci --no-audit --no-fund --loglevel=error
	@touch $@

web/dist/index.html: web/node_modules/.installed web/index.html web/vite.config.ts $(shell find web/src web/public web/scripts -type f ! -name schema.gen.ts 2>/dev/null)
	@echo "==> Building the web app"
	@cd web && npm run --silent build
	@touch $@

.PHONY: chromium
chromium:
	@# The shell is faster, and not everywhere: without it all journeys run in the whole browser.
	@command -v chromium-headless-shell >/dev/null || { \
	  echo "==> Installing Chromium for the journeys (Debian's packages: the whole, and its shell without windows)"; \
	  apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq chromium >/dev/null \
	    && { DEBIAN_FRONTEND=noninteractive apt-get install -y -qq chromium-headless-shell >/dev/null || true; }; }

clean: ## Forget what was built (not the data)
	@rm -rf target web/dist web/node_modules web/*/node_modules
