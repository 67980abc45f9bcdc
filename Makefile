# The front door. Each target installs the packages it needs (scripts/bootstrap),
# configures its CMake preset and builds in build/<preset>.

PREFIX ?= /usr/local
FUZZ_SECONDS ?= 60
JOBS ?= $(shell nproc)

help:
	@echo 'make run          build loci and serve your memory, with a page for the browser'
	@echo 'make test         unit tests, transcripts, corpora, crash rounds and checks'
	@echo 'make test-clients loci in the AI clients themselves, from npm'
	@echo 'make test-full    the crash rounds at full length'
	@echo 'make test-sync    10,000 worlds of machines that sync, one of 1,000 machines; kills with PostgreSQL'
	@echo 'make test-tsan    what runs on several threads, with the thread sanitizer'
	@echo 'make conformance  the public conformance suite of MCP'
	@echo 'make lint         format, module order and clang-tidy'
	@echo 'make format       rewrite the sources as clang-format has them'
	@echo 'make bench        the benchmarks'
	@echo 'make bench-http   `loci serve` under load: searches, writers, memory'
	@echo 'make bench-mcp    how quickly agents are answered over a pipe'
	@echo 'make bench-tokens what memory costs a model, beside other memory servers'
	@echo 'make bench-sync   sync through PostgreSQL, beside what the server itself takes'
	@echo 'make bench-page   how long the page takes with 20,000 notes'
	@echo 'make bench-waits  how long writers wait beside a purge and a gc'
	@echo 'make bench-quality  how well search finds, on the data in LOCI_BENCH_DATA'
	@echo 'make fuzz         each fuzzer for FUZZ_SECONDS ($(FUZZ_SECONDS))'
	@echo 'make fuzz-report  line coverage of the corpora'
	@echo 'make install      the program, its manual and completions to $$DESTDIR$$PREFIX ($(DESTDIR)$(PREFIX))'
	@echo 'make screenshots  the pictures of the page and of a terminal in docs/images'
	@echo 'make figures      README'"'"'s plots and tables from docs/measured and docs/quality.md'
	@echo 'make deb          the Debian packages, in build/packages'
	@echo 'make packages     those, a static program in a tarball, a wheel, npm, .mcpb'
	@echo 'make test-packages  installs each of them in a root without a compiler'
	@echo 'make packages-arm64  the same for arm64, cross-built and run in an emulator'
	@echo 'make clean        remove build/'

# $(call build,preset,bootstrap groups)
define build
@scripts/bootstrap build $(2)
@cmake --preset $(1) >/dev/null
@cmake --build --preset $(1) -j$(JOBS)
endef

build:
	$(call build,release)

run: build
	@build/release/loci serve

test: build
	$(call build,dev,test)
	ctest --preset dev -j$(JOBS)

test-clients: build
	@scripts/bootstrap build clients
	tests/clients/run --binary build/release/loci

test-full: build
	$(call build,dev,test)
	LOCI_TEST_FULL=1 ctest --preset dev -L crash -j$(JOBS) --verbose --timeout 3600

# From seeds, in one thread; LOCI_SEED=7 build/sync/sync_simulation plays one again.
test-sync:
	@scripts/bootstrap build test
	@cmake -S . -B build/sync -G Ninja -DCMAKE_BUILD_TYPE=Release -DLOCI_TESTS=ON >/dev/null
	@cmake --build build/sync -j$(JOBS) --target sync_simulation loci loci-remote-postgresql
	LOCI_TEST_FULL=1 build/sync/sync_simulation
	LOCI_TEST_FULL=1 tests/postgresql/kill_test build/sync/loci

test-tsan:
	@scripts/bootstrap build test
	@cmake --preset tsan >/dev/null
	@cmake --build --preset tsan -j$(JOBS) --target loci threads_test
	scripts/test-tsan build/tsan

conformance:
	$(call build,dev,test)
	scripts/conformance build/dev

lint:
	$(call build,tidy,lint)
	scripts/check-layers
	scripts/check-format

format:
	@scripts/bootstrap build lint
	scripts/check-format --fix

bench:
	$(call build,bench,bench)
	build/bench/loci_bench
	build/bench/loci_bench_search
	build/bench/loci_bench_scan
	build/bench/loci_bench_alike

bench-http: build
	@scripts/bootstrap build bench
	bench/http/measure build/release/loci

bench-waits: build
	bench/lock_waits build/release/loci

bench-mcp: build
	bench/mcp_bench build/release/loci

bench-sync:
	@scripts/bootstrap build bench test
	@cmake --preset bench >/dev/null
	@cmake --build --preset bench -j$(JOBS) --target loci loci-remote-postgresql push_load
	bench/sync/measure build/bench/loci

bench-tokens: build
	bench/tokens/run build/release/loci

bench-quality:
	$(call build,bench,bench)
	build/bench/loci_bench_quality

fuzz:
	$(call build,fuzz,fuzz)
	FUZZ_SECONDS=$(FUZZ_SECONDS) scripts/fuzz

fuzz-report:
	$(call build,coverage,fuzz)
	scripts/fuzz-report

install: build
	DESTDIR='$(DESTDIR)' cmake --install build/release --prefix '$(PREFIX)'

deb: build
	@scripts/bootstrap build packages
	packaging/build deb

packages: build
	@scripts/bootstrap build packages
	packaging/programs
	packaging/build

packages-arm64:
	@scripts/bootstrap build packages arm64
	packaging/programs arm64
	packaging/build --arm64
	packaging/test arm64

test-packages: packages
	packaging/test

screenshots: build
	@scripts/bootstrap build test
	node tests/page/screenshots.mjs build/release/loci build/npm/page docs/images
	scripts/terminal-picture build/release/loci docs/images/terminal.svg

figures:
	scripts/figures

bench-page: build
	@scripts/bootstrap build test
	node bench/page.mjs build/release/loci build/npm/page

clean:
	rm -rf build

.PHONY: deb packages test-packages figures help build run test test-clients test-full test-sync test-tsan conformance lint format bench bench-http bench-mcp bench-page bench-quality bench-sync bench-tokens bench-waits fuzz fuzz-report install screenshots clean packages-arm64
