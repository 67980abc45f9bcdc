# Warnings, hardening and sanitizers, as one interface target that every
# module and program links: loci_options.

option(LOCI_TESTS "Build the tests" OFF)
option(LOCI_BENCH "Build the benchmarks" OFF)
option(LOCI_FUZZERS "Build the fuzzers (clang)" OFF)
option(LOCI_COVERAGE "Build the corpus replay with line coverage (clang)" OFF)
option(LOCI_TIDY "Run clang-tidy while compiling (clang)" OFF)
set(LOCI_ARCHIVES "" CACHE PATH
  "Archives that Debian does not have, for the static program (packaging/programs)")
set(LOCI_SANITIZE "" CACHE STRING "Sanitizers, as in -fsanitize=…")

add_library(loci_options INTERFACE)
target_compile_options(loci_options INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wnon-virtual-dtor
  -Woverloaded-virtual -Wcast-qual -Wformat=2 -Wimplicit-fallthrough
  -fno-omit-frame-pointer -fstack-protector-strong -ffunction-sections -fdata-sections)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # The compiler of record. g++ 12 reports three of these in the standard
  # library's own inlined code, and takes a source of a batch for a header, in which
  # no type may have a member from an anonymous namespace.
  target_compile_options(loci_options INTERFACE -Werror
    -Wno-restrict -Wno-maybe-uninitialized -Wno-dangling-pointer -Wno-subobject-linkage)
else()
  # The compiler makes the scanner's tables, for which Clang's million steps are too few.
  target_compile_options(loci_options INTERFACE -fconstexpr-steps=100000000)
endif()
target_compile_definitions(loci_options INTERFACE
  $<$<CONFIG:Debug>:_GLIBCXX_ASSERTIONS>
  $<$<CONFIG:Release>:_FORTIFY_SOURCE=2>)
target_link_options(loci_options INTERFACE -Wl,--gc-sections -Wl,-z,relro -Wl,-z,now)

if(LOCI_SANITIZE)
  target_compile_options(loci_options INTERFACE
    -fsanitize=${LOCI_SANITIZE} -fno-sanitize-recover=all)
  target_link_options(loci_options INTERFACE -fsanitize=${LOCI_SANITIZE})
endif()
# A null pointer stops the program without a check before every use, x86 and ARM read
# what is not aligned, and the check of types opens a pipe, which fails where a test
# leaves no descriptor: these three are a quarter of the time a compilation takes. The
# fuzzers have them all the same.
if(LOCI_SANITIZE MATCHES "undefined" AND NOT LOCI_FUZZERS)
  target_compile_options(loci_options INTERFACE -fno-sanitize=null,alignment,vptr)
endif()
if(LOCI_COVERAGE)
  target_compile_options(loci_options INTERFACE -fprofile-instr-generate -fcoverage-mapping)
  target_link_options(loci_options INTERFACE -fprofile-instr-generate)
endif()

# With clang as the compiler clang-tidy gets flags it knows, and Ninja runs it
# again only for what changed.
if(LOCI_TIDY)
  find_program(LOCI_CLANG_TIDY NAMES clang-tidy-14 REQUIRED)
  # The analyzer follows each function for 20,000 states; its own default of 225,000
  # takes five times as long (27 s against 5 s for store/journal.cc) in loops over
  # inlined strings.
  set(CMAKE_CXX_CLANG_TIDY ${LOCI_CLANG_TIDY} --quiet
    --extra-arg=-Xclang --extra-arg=-analyzer-config
    --extra-arg=-Xclang --extra-arg=max-nodes=20000)
endif()
