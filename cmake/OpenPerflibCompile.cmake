# How everything here is compiled: the language, the warnings, the sanitizers.

# The sources of a layer are compiled together, which takes half of the time: most of it goes into headers and
# templates. Names in unnamed namespaces are therefore unique in a layer (test layers.unnamed_names).
option(OPENPERFLIB_UNITY "Compile the sources of a layer together; OFF: file by file, for work on a few files" ON)

# Checks sources without making code of them: objects and archives are empty files.
option(OPENPERFLIB_SYNTAX_ONLY "Compile with -fsyntax-only; nothing can be linked" OFF)

if(PROJECT_IS_TOP_LEVEL AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  find_program(OPENPERFLIB_CCACHE ccache)
  if(OPENPERFLIB_CCACHE AND NOT OPENPERFLIB_SYNTAX_ONLY)
    # Without the first it keeps nothing that includes a precompiled header; without the second it preprocesses each
    # source once more.
    set(launcher "${CMAKE_COMMAND}" -E env CCACHE_SLOPPINESS=pch_defines,time_macros CCACHE_DEPEND=1
      "${OPENPERFLIB_CCACHE}")
    set(CMAKE_C_COMPILER_LAUNCHER ${launcher})
    set(CMAKE_CXX_COMPILER_LAUNCHER ${launcher})
  endif()
endif()

if(OPENPERFLIB_SYNTAX_ONLY)
  string(APPEND CMAKE_CXX_COMPILE_OBJECT " && <CMAKE_COMMAND> -E touch <OBJECT>")
  set(CMAKE_CXX_ARCHIVE_CREATE "<CMAKE_COMMAND> -E touch <TARGET>")
  set(CMAKE_CXX_ARCHIVE_FINISH "")
endif()

# g++ needs a tenth less time where it collects garbage from 512 MiB on, not from 128.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  add_compile_options($<$<COMPILE_LANGUAGE:CXX>:--param=ggc-min-heapsize=524288>)
endif()

# For what runs without sanitizers where they are on: the hosts of tests. All else has openperflib_flags.
add_library(openperflib_warnings INTERFACE)
target_compile_features(openperflib_warnings INTERFACE cxx_std_23 c_std_11)
target_compile_options(openperflib_warnings INTERFACE -Wall -Wextra -Wshadow)
if(NOT OPENPERFLIB_PORTABLE_ONLY)
  target_compile_options(openperflib_warnings INTERFACE -Wconversion -Wsign-conversion -fPIC)
endif()
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
# A local name may be that of another file of the unit. Presets that compile file by file find those of one file.
if(OPENPERFLIB_UNITY)
  target_compile_options(openperflib_warnings INTERFACE $<$<COMPILE_LANGUAGE:CXX>:-Wno-shadow>
    $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-Wshadow=local>)
endif()
# g++ 12 sees overlapping, endless and cut copies in std::string where there are none (its bug 105651), more
# of them the more it inlines.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  target_compile_options(openperflib_warnings INTERFACE
    $<$<COMPILE_LANGUAGE:CXX>:-Wno-restrict;-Wno-stringop-overflow;-Wno-stringop-overread;-Wno-array-bounds>)
endif()
add_library(openperflib_flags INTERFACE)
target_link_libraries(openperflib_flags INTERFACE openperflib_warnings)
if(OPENPERFLIB_SYNTAX_ONLY)
  target_compile_options(openperflib_flags INTERFACE -fsyntax-only)
endif()
if(OPENPERFLIB_SANITIZE)
  target_compile_options(openperflib_flags INTERFACE
    -fsanitize=${OPENPERFLIB_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer
    # Pointers that are null or badly aligned are checked in layers and tools. In unit tests these checks are a third of
    # the code, and AddressSanitizer stops at a null pointer without them.
    $<$<BOOL:$<TARGET_PROPERTY:OPENPERFLIB_UNIT_TESTS>>:-fno-sanitize=null,alignment,vptr>)
  target_link_options(openperflib_flags INTERFACE -fsanitize=${OPENPERFLIB_SANITIZE})
  # Programs at a fixed address have nothing to relocate, which is a third of the time in which such a program starts.
  target_link_options(openperflib_flags INTERFACE $<$<STREQUAL:$<TARGET_PROPERTY:TYPE>,EXECUTABLE>:-no-pie>)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")  # programs in C bring our libraries, which are C++
    target_link_options(openperflib_flags INTERFACE -fsanitize-link-c++-runtime)
    target_link_libraries(openperflib_flags INTERFACE stdc++)
  endif()
endif()
# mold and lld link in a third of the time. g++ looks for ld.lld and ld.mold, which Debian's packages with a version
# in their names have in a folder of their own.
if(PROJECT_IS_TOP_LEVEL AND NOT OPENPERFLIB_PORTABLE_ONLY)
  find_program(OPENPERFLIB_LINKER NAMES ld.mold ld.lld PATHS /usr/lib/llvm-19/bin DOC "The linker, where there is a faster one")
  if(OPENPERFLIB_LINKER)
    cmake_path(GET OPENPERFLIB_LINKER PARENT_PATH linker_folder)
    cmake_path(GET OPENPERFLIB_LINKER EXTENSION LAST_ONLY linker)
    string(SUBSTRING "${linker}" 1 -1 linker)
    add_link_options("-B${linker_folder}" "-fuse-ld=${linker}")
  endif()
endif()
set(CMAKE_CXX_STANDARD 23)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS ON)
if(NOT OPENPERFLIB_PORTABLE_ONLY)
  set(CMAKE_POSITION_INDEPENDENT_CODE ON)
endif()

# Tests cost compilers more to optimise than that saves when they run. With sanitizers, so do tools, and layers but for
# those through which every value passes (FAST) and those with much to test (BUSY).
set(OPENPERFLIB_QUICK_BUILD "" CACHE STRING "What is compiled without optimisation: tests, tools, layers")
foreach(kind IN ITEMS TEST TOOL LAYER)
  set(OPENPERFLIB_${kind}_FLAGS "")
  string(TOLOWER "${kind}s" kinds)
  if(kinds IN_LIST OPENPERFLIB_QUICK_BUILD)
    set(OPENPERFLIB_${kind}_FLAGS -O0)
  endif()
endforeach()

# What a release optimises less: tools, and layers that no value passes through (SLOW). In a page their size counts.
set(OPENPERFLIB_SLOW_FLAGS "")
if(CMAKE_BUILD_TYPE STREQUAL "Release")
  set(OPENPERFLIB_SLOW_FLAGS -O1)
elseif(OPENPERFLIB_PORTABLE_ONLY)
  set(OPENPERFLIB_SLOW_FLAGS -Oz)
endif()

# What most sources include, compiled once: a third off the first build. The test layers.std_includes finds a source
# that forgets one of these headers.
option(OPENPERFLIB_PRECOMPILE "Precompile the library headers that most sources include" OFF)
set(OPENPERFLIB_PRECOMPILED_HEADERS
  <algorithm> <array> <cstdint> <expected> <functional> <map> <memory> <optional> <ranges> <span> <string>
  <string_view> <utility> <vector> <fmt/format.h>)

# openperflib_unity(target bytes): divides the C++ sources of a target, folder by folder, into units of about `bytes`
# bytes, so that several CPUs have work to the end. Sources with flags of their own are compiled alone.
set(OPENPERFLIB_UNITY_TARGETS "" CACHE STRING "What a build file by file compiles together nevertheless, to save time")
function(openperflib_unity target bytes)
  if(NOT OPENPERFLIB_UNITY)
    if(NOT target IN_LIST OPENPERFLIB_UNITY_TARGETS)
      return()
    endif()
    target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:CXX>:-Wno-shadow>
      $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-Wshadow=local>)
  endif()
  get_target_property(sources ${target} SOURCES)
  list(FILTER sources INCLUDE REGEX "\\.cc$")
  set(written "")
  set(total 0)
  foreach(source IN LISTS sources)
    cmake_path(ABSOLUTE_PATH source BASE_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}")
    if(EXISTS "${source}")  # not generated
      list(APPEND written "${source}")
      file(SIZE "${source}" size)
      math(EXPR total "${total} + ${size}")
    endif()
  endforeach()
  if(NOT written)
    return()
  endif()
  math(EXPR units "(${total} + ${bytes} - 1) / ${bytes}")
  math(EXPR unit_size "${total} / ${units} + 1")
  set(before 0)
  foreach(source IN LISTS written)
    math(EXPR unit "${before} / ${unit_size}")
    set_source_files_properties("${source}" PROPERTIES UNITY_GROUP "${unit}")
    file(SIZE "${source}" size)
    math(EXPR before "${before} + ${size}")
  endforeach()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
endfunction()
