# What is installed: libopenperflib.so with everything but compat and the tools, libopenperflib-compat.so
# with the C functions of Windows, their headers, the CMake package, the pkg-config files and the tools. Nothing holds an absolute path:
# the tree may be installed to, and moved to, any prefix.
include(CMakePackageConfigHelpers)
include(OpenPerflibHeaders)

get_property(layers GLOBAL PROPERTY OPENPERFLIB_LAYERS)
file(WRITE "${PROJECT_BINARY_DIR}/generated/openperflib_so.cc.in"
  "// All of libopenperflib.so comes out of the layers' archives.\n")
configure_file("${PROJECT_BINARY_DIR}/generated/openperflib_so.cc.in"
  "${PROJECT_BINARY_DIR}/generated/openperflib_so.cc" COPYONLY)
add_library(openperflib SHARED "${PROJECT_BINARY_DIR}/generated/openperflib_so.cc")
add_library(OpenPerflib::openperflib ALIAS openperflib)
foreach(layer IN LISTS layers)
  string(REPLACE "/" "_" target "openperflib_${layer}")
  get_target_property(type ${target} TYPE)
  if(type STREQUAL "STATIC_LIBRARY" AND NOT layer STREQUAL "compat")
    list(APPEND archives "$<TARGET_FILE:${target}>")
    add_dependencies(openperflib ${target})
  endif()
endforeach()
foreach(layer IN ITEMS abi compat)
  get_property(headers GLOBAL PROPERTY OPENPERFLIB_HEADERS_${layer})
  list(TRANSFORM headers PREPEND "${layer}/")
  list(APPEND OPENPERFLIB_INSTALLED_HEADERS ${headers})
endforeach()
foreach(header IN LISTS OPENPERFLIB_INSTALLED_HEADERS)
  cmake_path(GET header PARENT_PATH folder)
  install(FILES "${PROJECT_SOURCE_DIR}/openperflib/${header}"
          DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/openperflib/${folder}")
endforeach()
# As files, once each: linked as targets, they would bring each other a second time.
target_link_options(openperflib PRIVATE
  "LINKER:--push-state,--whole-archive" ${archives} "LINKER:--pop-state"
  "LINKER:--version-script=${CMAKE_CURRENT_LIST_DIR}/openperflib.map")
set_property(TARGET openperflib PROPERTY LINK_DEPENDS ${archives} "${CMAKE_CURRENT_LIST_DIR}/openperflib.map")
target_link_libraries(openperflib PRIVATE fmt::fmt Threads::Threads zstd pugixml)
target_compile_features(openperflib INTERFACE cxx_std_23)
target_include_directories(openperflib INTERFACE
  $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
set_target_properties(openperflib PROPERTIES
  VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR} INSTALL_RPATH "$ORIGIN")

# The C functions over that library. What links it has the bare <winreg.h> on its include path.
set(bare_headers openperflib/compat/include)
add_library(openperflib_compat_so SHARED "${PROJECT_BINARY_DIR}/generated/openperflib_so.cc")
target_link_options(openperflib_compat_so PRIVATE
  "LINKER:--push-state,--whole-archive" "$<TARGET_FILE:openperflib_compat>" "LINKER:--pop-state"
  "LINKER:--version-script=${CMAKE_CURRENT_LIST_DIR}/compat.map"
  LINKER:-z,nodelete)  # threads and fork handlers of it may run to the end of the process
set_property(TARGET openperflib_compat_so PROPERTY LINK_DEPENDS
  "$<TARGET_FILE:openperflib_compat>" "${CMAKE_CURRENT_LIST_DIR}/compat.map")
add_dependencies(openperflib_compat_so openperflib_compat)
target_link_libraries(openperflib_compat_so PRIVATE openperflib Threads::Threads)
target_include_directories(openperflib_compat_so INTERFACE
  $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}> $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/${bare_headers}>
  $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>
  $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}/${bare_headers}>)
set_target_properties(openperflib_compat_so PROPERTIES
  OUTPUT_NAME openperflib-compat EXPORT_NAME compat
  VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR} INSTALL_RPATH "$ORIGIN")

include(OpenPerflibWindows)

install(FILES "${PROJECT_SOURCE_DIR}/openperflib/openperflib.h"
        DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/openperflib")
install(TARGETS openperflib openperflib_compat_so openperflib_windows openperflib_windows_entry
        EXPORT OpenPerflibTargets
        ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}"
        LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}")
install(EXPORT OpenPerflibTargets NAMESPACE OpenPerflib::
        DESTINATION "${CMAKE_INSTALL_LIBDIR}/cmake/OpenPerflib")

configure_package_config_file("${CMAKE_CURRENT_LIST_DIR}/OpenPerflibConfig.cmake.in"
  "${PROJECT_BINARY_DIR}/OpenPerflibConfig.cmake"
  INSTALL_DESTINATION "${CMAKE_INSTALL_LIBDIR}/cmake/OpenPerflib")
write_basic_package_version_file("${PROJECT_BINARY_DIR}/OpenPerflibConfigVersion.cmake"
  COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/OpenPerflibConfig.cmake"
              "${PROJECT_BINARY_DIR}/OpenPerflibConfigVersion.cmake"
        DESTINATION "${CMAKE_INSTALL_LIBDIR}/cmake/OpenPerflib")

# From the .pc file's own folder: PREFIX/LIBDIR/pkgconfig.
file(RELATIVE_PATH OPENPERFLIB_PC_PREFIX
  "/prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/prefix")
string(REGEX REPLACE "/$" "" OPENPERFLIB_PC_PREFIX "${OPENPERFLIB_PC_PREFIX}")
foreach(package IN ITEMS openperflib openperflib-compat openperflib-windows)
  configure_file("${CMAKE_CURRENT_LIST_DIR}/${package}.pc.in" "${PROJECT_BINARY_DIR}/${package}.pc" @ONLY)
  install(FILES "${PROJECT_BINARY_DIR}/${package}.pc"
          DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
endforeach()
# script/web builds it, whichever build this is.
install(FILES "${PROJECT_SOURCE_DIR}/build/perfmon.html" DESTINATION "${CMAKE_INSTALL_DATADIR}/openperflib" OPTIONAL)
install(FILES "${PROJECT_SOURCE_DIR}/LICENSE" DESTINATION "${CMAKE_INSTALL_DOCDIR}")
