# openperflib_layer(name [FAST|SLOW] [BUSY] [PORTABLE] DEPS layer... [FOLDERS folder[:folder,...]...]
#                   [PLATFORMS folder...] [LIBRARIES target...] [GENERATED source...] [TEST_DEPS layer...]
#                   [THREAD_TESTS file...] HEADERS file...)
#
# Makes the static library of a layer from the .cc files beside its CMakeLists.txt and in its FOLDERS,
# the alias OpenPerflib::name, the tests (*_test.cc), fuzz targets (*_fuzz.cc) and benches
# (*_bench.cc), and notes the headers to install. What is installed is the list given, never what
# happens to lie there. A layer is called by its path: log/sql, in a folder of log, is a layer of its own, whose target is
# openperflib_log_sql.
#
# DEPS are the layers whose headers the files include. FOLDERS names each folder with those folders of
# the layer whose headers its files include; the files beside CMakeLists.txt may include all of them, but
# those that name "." for these files.
# The test `layers` checks both. TEST_DEPS are layers that only tests use. THREAD_TESTS: the only
# tests of the layer that use threads; with ThreadSanitizer it has no others. FAST: every value passes through
# the layer, so a release optimises it as far as the compiler can. SLOW: what it does is done once for a command or a
# screen, so a release takes the level that compiles in two thirds of the time. BUSY: with AddressSanitizer its tests take
# longer than it takes to optimise the layer. PORTABLE: the layer compiles without Linux and uses only layers that do;
# a build with OPENPERFLIB_PORTABLE_ONLY, for WebAssembly, has no others. PLATFORMS: folders that define the same functions,
# each for a platform; a build has that of OPENPERFLIB_PLATFORM.
set_property(GLOBAL PROPERTY OPENPERFLIB_LAYERS "")
set_property(GLOBAL PROPERTY OPENPERFLIB_PORTABLE_LAYERS "")
option(OPENPERFLIB_PORTABLE_ONLY "Build the portable layers only" OFF)
set(OPENPERFLIB_SMALL_LAYERS "")  # in a build for WebAssembly: layers whose size counts more than their speed
set(OPENPERFLIB_PLATFORM linux CACHE STRING "The folder of what each platform defines for itself: linux, wasi")

# Adds the folders of layers that are not portable.
function(openperflib_linux_layers)
  if(NOT OPENPERFLIB_PORTABLE_ONLY)
    foreach(folder IN LISTS ARGN)
      add_subdirectory(${folder})
    endforeach()
  endif()
endfunction()

# The targets of layers: OpenPerflib::log_sql for log/sql.
function(openperflib_layer_targets result)
  set(targets ${ARGN})
  list(TRANSFORM targets REPLACE "/" "_")
  list(TRANSFORM targets PREPEND OpenPerflib::)
  set(${result} ${targets} PARENT_SCOPE)
endfunction()

function(openperflib_layer name)
  cmake_parse_arguments(LAYER "FAST;SLOW;BUSY;PORTABLE" ""
    "DEPS;TEST_DEPS;THREAD_TESTS;FOLDERS;PLATFORMS;LIBRARIES;HEADERS;GENERATED" ${ARGN})
  if(OPENPERFLIB_PORTABLE_ONLY AND NOT LAYER_PORTABLE)
    return()
  endif()
  set(patterns *.cc)
  foreach(folder IN LISTS LAYER_FOLDERS)
    string(REGEX REPLACE ":.*" "" folder "${folder}")
    list(APPEND patterns "${folder}/*.cc")
  endforeach()
  if(LAYER_PLATFORMS)
    list(APPEND patterns "${OPENPERFLIB_PLATFORM}/*.cc")
    list(TRANSFORM LAYER_PLATFORMS APPEND ":." OUTPUT_VARIABLE platforms)
    list(APPEND LAYER_FOLDERS ${platforms})
  endif()
  file(GLOB sources CONFIGURE_DEPENDS ${patterns})
  set(tests ${sources})
  set(fuzzers ${sources})
  set(benches ${sources})
  list(FILTER tests INCLUDE REGEX "_test\\.cc$")
  list(FILTER fuzzers INCLUDE REGEX "_fuzz\\.cc$")
  list(FILTER benches INCLUDE REGEX "_bench\\.cc$")
  list(FILTER sources EXCLUDE REGEX "_(test|fuzz|bench)\\.cc$")

  string(REPLACE "/" "_" word "${name}")
  set(target openperflib_${word})
  if(sources)
    add_library(${target} STATIC ${sources})
    openperflib_generated(${target} ${LAYER_GENERATED})
    set(scope PUBLIC)
    target_link_libraries(${target} PRIVATE fmt::fmt $<BUILD_INTERFACE:openperflib_flags>)
    target_include_directories(${target} PRIVATE "${PROJECT_BINARY_DIR}/generated")
    if(name IN_LIST OPENPERFLIB_SMALL_LAYERS)
      openperflib_compiled(${target} TRACED ${OPENPERFLIB_SLOW_FLAGS})
    elseif(LAYER_FAST)
      target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O3>)
      openperflib_compiled(${target} TRACED)
    elseif(LAYER_BUSY AND OPENPERFLIB_SANITIZE MATCHES "address")
      openperflib_compiled(${target} TRACED)
    elseif(LAYER_SLOW)
      openperflib_compiled(${target} TRACED ${OPENPERFLIB_LAYER_FLAGS} ${OPENPERFLIB_SLOW_FLAGS})
    else()
      openperflib_compiled(${target} TRACED ${OPENPERFLIB_LAYER_FLAGS})
    endif()
    openperflib_unity(${target} 160000)
  else()
    add_library(${target} INTERFACE)
    set(scope INTERFACE)
  endif()
  add_library(OpenPerflib::${word} ALIAS ${target})
  target_include_directories(${target} ${scope} $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}>)
  target_compile_features(${target} ${scope} cxx_std_23)
  openperflib_layer_targets(deps ${LAYER_DEPS})
  target_link_libraries(${target} ${scope} ${deps})
  target_link_libraries(${target} ${scope} ${LAYER_LIBRARIES})
  set_property(GLOBAL APPEND PROPERTY OPENPERFLIB_LAYERS ${name})
  if(LAYER_PORTABLE)
    set_property(GLOBAL APPEND PROPERTY OPENPERFLIB_PORTABLE_LAYERS ${name})
  endif()
  set_property(GLOBAL PROPERTY OPENPERFLIB_HEADERS_${name} "${LAYER_HEADERS}")
  set_property(GLOBAL PROPERTY OPENPERFLIB_DEPS_${name} "${LAYER_DEPS}")
  set_property(GLOBAL PROPERTY OPENPERFLIB_FOLDERS_${name} "${LAYER_FOLDERS}")

  if(OPENPERFLIB_TESTS)
    if(OPENPERFLIB_SANITIZE STREQUAL "thread" AND LAYER_THREAD_TESTS)
      set(tests ${LAYER_THREAD_TESTS})
    endif()
    openperflib_layer_targets(test_deps ${LAYER_TEST_DEPS})
    openperflib_tests(${word}_tests SOURCES ${tests} LIBRARIES OpenPerflib::${word} ${test_deps})
    foreach(fuzzer IN LISTS fuzzers)
      openperflib_fuzzer(${fuzzer} "OpenPerflib::${word};${test_deps}")
    endforeach()
  endif()
  if(OPENPERFLIB_BENCHES AND benches)
    add_executable(${word}_bench ${benches})
    target_link_libraries(${word}_bench PRIVATE
      OpenPerflib::${word} openperflib_flags fmt::fmt benchmark::benchmark_main)
    target_include_directories(${word}_bench PRIVATE "${PROJECT_BINARY_DIR}/generated")
  endif()
endfunction()

# Adds files that a command of the same CMakeLists.txt writes to a target: sources are compiled into it, headers and
# tables are written before its sources are compiled. They get targets of their own, because a command waits for
# all libraries that the target with its output links, and so would every source of that target.
function(openperflib_generated target)
  set(sources ${ARGN})
  set(headers ${ARGN})
  list(FILTER sources INCLUDE REGEX "\\.cc$")
  list(FILTER headers EXCLUDE REGEX "\\.cc$")
  if(sources)
    add_library(${target}_generated OBJECT ${sources})
    target_link_libraries(${target}_generated PRIVATE $<BUILD_INTERFACE:openperflib_flags>)
    target_include_directories(${target}_generated PRIVATE "${PROJECT_SOURCE_DIR}")
    target_sources(${target} PRIVATE $<TARGET_OBJECTS:${target}_generated>)
  endif()
  if(headers)
    add_custom_target(${target}_generated_headers DEPENDS ${headers})
    add_dependencies(${target} ${target}_generated_headers)
  endif()
endfunction()

# One GoogleTest program of the label `fast`. A few CTests run all of its tests, since most tests take less time than a
# process to start; or each test is a CTest, which is clearer for work on a few of them.
option(OPENPERFLIB_TEST_BY_TEST "Make each test of a program a CTest" ON)
function(openperflib_tests target)
  cmake_parse_arguments(T "" "" "SOURCES;LIBRARIES;LABELS" ${ARGN})
  if(NOT T_SOURCES)
    return()
  endif()
  if(NOT T_LABELS)
    set(T_LABELS fast)
  endif()
  add_executable(${target} ${T_SOURCES})
  target_link_libraries(${target} PRIVATE
    ${T_LIBRARIES} openperflib_flags fmt::fmt rapidcheck GTest::gtest_main GTest::gmock)
  target_include_directories(${target} PRIVATE "${PROJECT_BINARY_DIR}/generated")
  set_target_properties(${target} PROPERTIES OPENPERFLIB_UNIT_TESTS ON)
  target_precompile_headers(${target} REUSE_FROM openperflib_precompiled_test)
  target_compile_options(${target} PRIVATE
    ${OPENPERFLIB_TEST_FLAGS} $<$<CXX_COMPILER_ID:GNU>:-fpch-preprocess>)  # the latter for ccache
  target_compile_definitions(${target} PRIVATE
    OPENPERFLIB_SOURCE_DIR="${PROJECT_SOURCE_DIR}" OPENPERFLIB_BINARY_DIR="${PROJECT_BINARY_DIR}")
  openperflib_unity(${target} 200000)
  if(OPENPERFLIB_TEST_BY_TEST)
    gtest_discover_tests(${target} DISCOVERY_MODE PRE_TEST TEST_PREFIX ${target}.
      PROPERTIES LABELS "${T_LABELS}")
    return()
  endif()
  set(parts 4)
  foreach(part RANGE 1 ${parts})
    math(EXPR index "${part} - 1")
    add_test(NAME ${target}.part_${part} COMMAND ${target})
    set_tests_properties(${target}.part_${part} PROPERTIES LABELS "${T_LABELS}"
      ENVIRONMENT "GTEST_TOTAL_SHARDS=${parts};GTEST_SHARD_INDEX=${index}")
  endforeach()
endfunction()

# Compiles a target with `flags`, after the precompiled headers, and TRACED where libFuzzer looks into its branches.
# Headers are precompiled once for each set of flags.
function(openperflib_compiled target)
  cmake_parse_arguments(PARSE_ARGV 1 C "TRACED" "" "")
  set(kind "")
  if(C_TRACED AND OPENPERFLIB_LIBFUZZER)
    set(kind _traced)
    openperflib_trace(${target})
  endif()
  target_compile_options(${target} PRIVATE ${C_UNPARSED_ARGUMENTS})
  if(NOT OPENPERFLIB_PRECOMPILE)
    return()
  endif()
  string(MAKE_C_IDENTIFIER "openperflib_precompiled${kind}${C_UNPARSED_ARGUMENTS}" precompiled)
  if(NOT TARGET ${precompiled})
    file(WRITE "${PROJECT_BINARY_DIR}/precompiled.cc" "")
    add_library(${precompiled} OBJECT "${PROJECT_BINARY_DIR}/precompiled.cc")
    # Checking a header does not precompile it: then it is compiled nevertheless.
    if(OPENPERFLIB_SYNTAX_ONLY)
      target_link_libraries(${precompiled} PRIVATE fmt::fmt openperflib_warnings)
    else()
      target_link_libraries(${precompiled} PRIVATE fmt::fmt openperflib_flags)
    endif()
    target_precompile_headers(${precompiled} PRIVATE ${OPENPERFLIB_PRECOMPILED_HEADERS})
    target_compile_options(${precompiled} PRIVATE ${C_UNPARSED_ARGUMENTS})
    if(kind)
      openperflib_trace(${precompiled})
    endif()
  endif()
  target_precompile_headers(${target} REUSE_FROM ${precompiled})
  target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-fpch-preprocess>)  # for ccache
  # The precompiled header has the macros of fmt; not every library needs its code.
  target_compile_definitions(${target} PRIVATE $<TARGET_PROPERTY:fmt::fmt,INTERFACE_COMPILE_DEFINITIONS>)
endfunction()

# A library or program of tools. TRACED: parsers of foreign bytes are among its sources.
function(openperflib_tool target)
  openperflib_compiled(${target} ${OPENPERFLIB_TOOL_FLAGS} ${OPENPERFLIB_SLOW_FLAGS} ${ARGN})
  openperflib_unity(${target} 160000)
endfunction()

# Lets libFuzzer see which branches of a library its inputs reach.
function(openperflib_trace target)
  if(OPENPERFLIB_LIBFUZZER)
    target_compile_options(${target} PRIVATE -fsanitize=fuzzer-no-link)
  endif()
endfunction()

# x_fuzz.cc, with its seed corpus in x_corpus/ beside it; a test runs the corpus. Without libFuzzer a
# plain main does.
function(openperflib_fuzzer source library)
  get_filename_component(target ${source} NAME_WE)
  string(REGEX REPLACE "_fuzz\\.cc$" "_corpus" corpus ${source})
  add_executable(${target} ${source})
  target_link_libraries(${target} PRIVATE ${library} openperflib_flags fmt::fmt)
  target_include_directories(${target} PRIVATE "${PROJECT_BINARY_DIR}/generated")
  openperflib_compiled(${target} TRACED)
  if(OPENPERFLIB_LIBFUZZER)
    target_link_options(${target} PRIVATE -fsanitize=fuzzer)
    add_test(NAME ${target}.corpus COMMAND ${target} -runs=0 -max_len=1048576 ${corpus})
  else()
    openperflib_fuzz_main(${target})
    add_test(NAME ${target}.corpus COMMAND ${target} ${corpus})
  endif()
  set_tests_properties(${target}.corpus PROPERTIES LABELS "fast;fuzz")
endfunction()

# Gives a fuzz target the plain main, which is compiled once for all.
function(openperflib_fuzz_main target)
  if(NOT TARGET openperflib_fuzz_main)
    add_library(openperflib_fuzz_main OBJECT "${PROJECT_SOURCE_DIR}/tests/fuzz_main.cc")
    target_link_libraries(openperflib_fuzz_main PRIVATE openperflib_flags)
    openperflib_compiled(openperflib_fuzz_main)
  endif()
  target_sources(${target} PRIVATE $<TARGET_OBJECTS:openperflib_fuzz_main>)
endfunction()
