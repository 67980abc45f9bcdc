# loci_module(name NEEDS lower modules… USES third-party targets…)
#
# A static library of src/<name>. NEEDS is the module order: scripts/check-layers
# reads these calls and fails when a source includes a module it does not need.
function(loci_module name)
  cmake_parse_arguments(ARG "" "" "NEEDS;USES" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${name}/*.cc)
  if(NOT sources)
    return()
  endif()
  add_library(loci_${name} STATIC ${sources})
  target_include_directories(loci_${name} PUBLIC ${CMAKE_CURRENT_SOURCE_DIR})
  target_link_libraries(loci_${name} PRIVATE loci_options)
  target_link_libraries(loci_${name} PUBLIC tl::expected nlohmann_json::nlohmann_json fmt::fmt)
  foreach(lower IN LISTS ARG_NEEDS)
    target_link_libraries(loci_${name} PUBLIC loci_${lower})
  endforeach()
  target_link_libraries(loci_${name} PRIVATE ${ARG_USES})
endfunction()

# loci_unit_tests(name): tests/unit/<name>/*_test.cc against the module, one
# ctest entry a case.
function(loci_unit_tests name)
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/unit/${name}/*_test.cc)
  if(NOT sources OR NOT TARGET loci_${name})
    return()
  endif()
  loci_test_program(${name}_test SOURCES ${sources} LINKS loci_${name} ${ARGN} LABELS unit)
endfunction()

# loci_test_program(name SOURCES … LINKS targets… LABELS labels… [TIMEOUT seconds] [RUNS_LOCI])
#
# A GoogleTest program. It may include "support/…" from tests/support; with
# RUNS_LOCI it is given the path of the program as LOCI_BINARY.
function(loci_test_program name)
  cmake_parse_arguments(ARG "RUNS_LOCI" "TIMEOUT" "SOURCES;LINKS;LABELS" ${ARGN})
  if(NOT ARG_TIMEOUT)
    set(ARG_TIMEOUT 300)
  endif()
  add_executable(${name} ${ARG_SOURCES})
  target_link_libraries(${name} PRIVATE loci_options loci_test_support ${ARG_LINKS} GTest::gmock_main GTest::gtest)
  target_compile_definitions(${name} PRIVATE LOCI_SOURCE_DIR="${CMAKE_SOURCE_DIR}")
  if(ARG_RUNS_LOCI AND TARGET loci)
    add_dependencies(${name} loci)
    target_compile_definitions(${name} PRIVATE LOCI_BINARY="$<TARGET_FILE:loci>")
  endif()
  gtest_discover_tests(${name} DISCOVERY_TIMEOUT 60
    PROPERTIES TIMEOUT ${ARG_TIMEOUT} LABELS "${ARG_LABELS}")
endfunction()
