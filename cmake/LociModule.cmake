# loci_batches(result name sources…): what to compile for these sources.
#
# One compilation takes up to LOCI_BATCH of them, through a file of the build that includes
# them: headers are read, and templates instantiated, once for all of them. What stands in
# anonymous namespaces of one module therefore has names of its own; a test has the namespace
# of its file. A source with the property SKIP_UNITY_BUILD_INCLUSION is compiled alone.
set(default_batch 8)
if(DEFINED ENV{LOCI_BATCH})
  set(default_batch $ENV{LOCI_BATCH})
endif()
set(LOCI_BATCH ${default_batch} CACHE STRING "How many sources one compilation takes; 1: each alone")
function(loci_batches result name)
  set(compiled)
  set(batched)
  foreach(source IN LISTS ARGN)
    get_source_file_property(alone ${source} SKIP_UNITY_BUILD_INCLUSION)
    if(alone OR LOCI_BATCH LESS 2)
      list(APPEND compiled ${source})
    else()
      list(APPEND batched ${source})
    endif()
  endforeach()
  list(LENGTH batched count)
  math(EXPR files "(${count} + ${LOCI_BATCH} - 1) / ${LOCI_BATCH}")
  set(number 0)
  set(begin 0)
  while(number LESS files)
    math(EXPR number "${number} + 1")
    math(EXPR end "${count} * ${number} / ${files}")
    math(EXPR length "${end} - ${begin}")
    list(SUBLIST batched ${begin} ${length} includes)
    set(begin ${end})
    # Paths as from an include directory: the same text in every checkout, for ccache.
    list(TRANSFORM includes REPLACE "^${CMAKE_CURRENT_SOURCE_DIR}/(.*)$" "#include \"\\1\"")
    list(JOIN includes "\n" text)
    file(CONFIGURE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/${name}_${number}.cc CONTENT "${text}\n" @ONLY)
    list(APPEND compiled ${CMAKE_CURRENT_BINARY_DIR}/${name}_${number}.cc)
  endwhile()
  set(${result} ${compiled} PARENT_SCOPE)
endfunction()

# loci_module(name NEEDS lower modules… USES third-party targets…)
#
# A static library of src/<name> and the directories in it. NEEDS is the module order: scripts/check-layers
# reads these calls and fails when a source includes a module it does not need.
function(loci_module name)
  cmake_parse_arguments(ARG "" "" "NEEDS;USES" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${name}/*.cc
    ${CMAKE_CURRENT_SOURCE_DIR}/${name}/*/*.cc)
  if(NOT sources)
    return()
  endif()
  loci_batches(batches ${name} ${sources})
  add_library(loci_${name} STATIC ${batches})
  set_property(GLOBAL APPEND PROPERTY LOCI_MODULES loci_${name})
  target_include_directories(loci_${name} PUBLIC ${CMAKE_CURRENT_SOURCE_DIR})
  target_link_libraries(loci_${name} PRIVATE loci_options)
  target_link_libraries(loci_${name} PUBLIC fmt::fmt tl::expected nlohmann_json::nlohmann_json)
  foreach(lower IN LISTS ARG_NEEDS)
    target_link_libraries(loci_${name} PUBLIC loci_${lower})
  endforeach()
  target_link_libraries(loci_${name} PRIVATE ${ARG_USES})
endfunction()

# loci_unit_tests(name): tests/unit/<name>/*_test.cc, and the same one directory
# below, against the module; one ctest entry a case.
function(loci_unit_tests name)
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/unit/${name}/*_test.cc
    ${CMAKE_CURRENT_SOURCE_DIR}/unit/${name}/*/*_test.cc)
  if(NOT sources OR NOT TARGET loci_${name})
    return()
  endif()
  loci_test_program(${name}_test SOURCES ${sources} LINKS loci_${name} ${ARGN} LABELS unit)
endfunction()

# loci_test_program(name SOURCES … LINKS targets… LABELS labels… [TIMEOUT seconds] [RUNS_LOCI])
#
# A GoogleTest program. Without TIMEOUT a case has the time that ctest is told: the preset's,
# or `--timeout` for the long rounds. It may include "support/…" from tests/support; with
# RUNS_LOCI it is given the path of the program as LOCI_BINARY.
function(loci_test_program name)
  cmake_parse_arguments(ARG "RUNS_LOCI" "TIMEOUT" "SOURCES;LINKS;LABELS" ${ARGN})
  set(timeout)
  if(ARG_TIMEOUT)
    set(timeout TIMEOUT ${ARG_TIMEOUT})
  endif()
  loci_batches(batches ${name} ${ARG_SOURCES})
  add_executable(${name} ${batches})
  target_include_directories(${name} PRIVATE ${CMAKE_CURRENT_SOURCE_DIR})
  target_link_libraries(${name} PRIVATE loci_options loci_test_support ${ARG_LINKS} GTest::gmock_main GTest::gtest)
  target_compile_definitions(${name} PRIVATE LOCI_SOURCE_DIR="${CMAKE_SOURCE_DIR}")
  if(ARG_RUNS_LOCI AND TARGET loci)
    add_dependencies(${name} loci)
    target_compile_definitions(${name} PRIVATE LOCI_BINARY="$<TARGET_FILE:loci>")
  endif()
  gtest_discover_tests(${name} DISCOVERY_TIMEOUT 60
    PROPERTIES ${timeout} LABELS "${ARG_LABELS}")
endfunction()
