# libopenperflib-windows.so: the C functions of <windows.h> and its neighbours over libopenperflib-compat.so;
# and the archive that starts a program by its wmain. Whoever links OpenPerflib::windows has the headers
# on the include path and a wchar_t of 16 bits.
set(windows_folder "${PROJECT_SOURCE_DIR}/openperflib/compat/windows")
set(windows_headers openperflib/compat/windows/include)

# It offers what its headers declare, and nothing of C++.
file(GLOB declaring CONFIGURE_DEPENDS "${windows_folder}/*.h" "${windows_folder}/include/*.h")
list(FILTER declaring EXCLUDE REGEX "_internal\\.h$")
set(windows_map "{\n  global:\n")
foreach(header IN LISTS declaring)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${header}")
  file(STRINGS "${header}" lines REGEX "^[a-zA-Z_]+ WINAPI [a-zA-Z_0-9]+\\(")
  foreach(line IN LISTS lines)
    string(REGEX REPLACE "^[a-zA-Z_]+ WINAPI ([a-zA-Z_0-9]+)\\(.*" "    \\1;\n" name "${line}")
    string(APPEND windows_map "${name}")
  endforeach()
endforeach()
file(CONFIGURE OUTPUT generated/windows.map CONTENT "${windows_map}  local:\n    *;\n};\n")

add_library(openperflib_windows SHARED "${PROJECT_BINARY_DIR}/generated/openperflib_so.cc")
add_library(OpenPerflib::windows ALIAS openperflib_windows)
target_link_options(openperflib_windows PRIVATE
  "LINKER:--push-state,--whole-archive" "$<TARGET_FILE:openperflib_compat_windows>" "LINKER:--pop-state"
  "LINKER:--version-script=${PROJECT_BINARY_DIR}/generated/windows.map"
  LINKER:-z,nodelete)
set_property(TARGET openperflib_windows PROPERTY LINK_DEPENDS
  "$<TARGET_FILE:openperflib_compat_windows>" "${PROJECT_BINARY_DIR}/generated/windows.map")
add_dependencies(openperflib_windows openperflib_compat_windows)
set_target_properties(openperflib_windows PROPERTIES
  OUTPUT_NAME openperflib-windows EXPORT_NAME windows
  VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR} INSTALL_RPATH "$ORIGIN")

add_library(openperflib_windows_entry STATIC "${windows_folder}/entry/entry.c")
target_include_directories(openperflib_windows_entry PRIVATE "${PROJECT_SOURCE_DIR}")
target_link_libraries(openperflib_windows_entry PRIVATE $<BUILD_INTERFACE:openperflib_flags>)
set_target_properties(openperflib_windows_entry PROPERTIES
  OUTPUT_NAME openperflib-windows-entry EXPORT_NAME windows_entry)

target_link_libraries(openperflib_windows
  PUBLIC openperflib_compat_so PRIVATE openperflib Threads::Threads fmt::fmt
  INTERFACE openperflib_windows_entry)
target_compile_options(openperflib_windows INTERFACE -fshort-wchar -Wno-main -Wno-main-return-type)
target_include_directories(openperflib_windows INTERFACE
  $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/${windows_headers}>
  $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}/${windows_headers}>)

foreach(header IN LISTS declaring)
  file(RELATIVE_PATH place "${PROJECT_SOURCE_DIR}" "${header}")
  cmake_path(GET place PARENT_PATH folder)
  install(FILES "${header}" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/${folder}")
endforeach()
