# How everything here is compiled: the language, the warnings, the sanitizers.
if(PROJECT_IS_TOP_LEVEL AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  find_program(OPENPERFLIB_CCACHE ccache)
  if(OPENPERFLIB_CCACHE)
    # Without that it keeps nothing that includes a precompiled header.
    set(launcher "${CMAKE_COMMAND}" -E env CCACHE_SLOPPINESS=pch_defines,time_macros "${OPENPERFLIB_CCACHE}")
    set(CMAKE_C_COMPILER_LAUNCHER ${launcher})
    set(CMAKE_CXX_COMPILER_LAUNCHER ${launcher})
  endif()
endif()

# For what runs without sanitizers where they are on: the hosts of tests. All else has openperflib_flags.
add_library(openperflib_warnings INTERFACE)
target_compile_features(openperflib_warnings INTERFACE cxx_std_23 c_std_11)
target_compile_options(openperflib_warnings INTERFACE
  -Wall -Wextra -Wconversion -Wsign-conversion -Wshadow -fPIC)
# Off where users build: what a compiler that nobody here has warns about must not stop them.
option(OPENPERFLIB_WARNINGS_ARE_ERRORS "Stop at the first warning of the compiler" ON)
if(OPENPERFLIB_WARNINGS_ARE_ERRORS)
  target_compile_options(openperflib_warnings INTERFACE -Werror)
endif()
# libstdc++ 12 offers std::expected to compilers that say they have concepts as of 2020, and clang 19 does.
if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  target_compile_options(openperflib_warnings INTERFACE
    $<$<COMPILE_LANGUAGE:CXX>:-Wno-gnu-statement-expression>
    # libstdc++ 12's own stable_sort calls what it marks deprecated, and clang says so at the caller.
    $<$<COMPILE_LANGUAGE:CXX>:-Wno-deprecated-declarations>)
endif()
# g++ 12 sees overlapping, endless and cut copies in std::string where there are none (its bug 105651), more
# of them the more it inlines.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  target_compile_options(openperflib_warnings INTERFACE
    $<$<COMPILE_LANGUAGE:CXX>:-Wno-restrict;-Wno-stringop-overflow;-Wno-stringop-overread;-Wno-array-bounds>)
endif()
add_library(openperflib_flags INTERFACE)
target_link_libraries(openperflib_flags INTERFACE openperflib_warnings)
if(OPENPERFLIB_SANITIZE)
  target_compile_options(openperflib_flags INTERFACE
    -fsanitize=${OPENPERFLIB_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(openperflib_flags INTERFACE -fsanitize=${OPENPERFLIB_SANITIZE})
  if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")  # programs in C bring our libraries, which are C++
    target_link_options(openperflib_flags INTERFACE -fsanitize-link-c++-runtime -fuse-ld=lld)  # a third of the time
    target_link_libraries(openperflib_flags INTERFACE stdc++)
  endif()
endif()
set(CMAKE_CXX_STANDARD 23)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS ON)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)

# Tests cost compilers more to optimise than that saves when they run, and tools do with sanitizers; layers, in
# which the time is spent, are optimised.
set(OPENPERFLIB_QUICK_BUILD "" CACHE STRING "What is compiled without optimisation: tests, or tests;tools")
set(OPENPERFLIB_TEST_FLAGS "")
set(OPENPERFLIB_TOOL_FLAGS "")
if("tests" IN_LIST OPENPERFLIB_QUICK_BUILD)
  set(OPENPERFLIB_TEST_FLAGS -O0)
endif()
if("tools" IN_LIST OPENPERFLIB_QUICK_BUILD)
  set(OPENPERFLIB_TOOL_FLAGS -O0)
endif()

# What most sources include, compiled once: a third off the first build. The test layers.std_includes finds a source
# that forgets one of these headers.
option(OPENPERFLIB_PRECOMPILE "Precompile the library headers that most sources include" OFF)
set(OPENPERFLIB_PRECOMPILED_HEADERS
  <algorithm> <array> <cstdint> <expected> <functional> <map> <memory> <optional> <ranges> <span> <string>
  <string_view> <utility> <vector> <fmt/format.h>)
