# libopenperflib-windows.so: the C functions of <windows.h> and related headers, on top of libopenperflib-compat.so;
# and the archive that starts a program with wmain. A target that links OpenPerflib::windows has the headers on its
# include path and a wchar_t of 16 bits.
set(windows_folder "${PROJECT_SOURCE_DIR}/openperflib/compat/windows")
set(windows_headers openperflib/compat/windows/include)

# On Windows the case of a header name does not matter, and programs also use these spellings. The build puts them into
# a separate folder, because on a file system that ignores case they would be the same file as <windows.h>.
set(windows_other_case openperflib/compat/windows/other_case)
set(windows_other_case_folder "${PROJECT_BINARY_DIR}/generated/${windows_other_case}")
foreach(name IN ITEMS Windows.h WINDOWS.H WinPerf.h Winperf.h LoadPerf.h Loadperf.h Pdh.h PDH.h PDH.H PdhMsg.h Pdhmsg.h PDHMsg.h PerfLib.h Perflib.h WinReg.h Winreg.h WinBase.h
    WinDef.h WinNT.h WinNls.h
    WinError.h Winerror.h WinCon.h StrSafe.h Strsafe.h TChar.h Tchar.h TCHAR.H Conio.h Process.h Sal.h VersionHelpers.h
    SDKDDKVer.h WinSock2.h Winsock2.h Psapi.h PSAPI.h TlHelp32.h Tlhelp32.h ShlWApi.h Shlwapi.h WTypes.h Wtypes.h
    SubAuth.h Winternl.h InitGuid.h GuidDef.h)
  string(TOLOWER "${name}" lower)
  file(CONFIGURE OUTPUT "${windows_other_case_folder}/${name}" CONTENT
    "/* <${name}>: <${lower}>. */\n#pragma once\n\n#include <${lower}>\n")
endforeach()

# It exports exactly the functions that its headers declare, and no C++ symbol.
file(GLOB declaring CONFIGURE_DEPENDS "${windows_folder}/*.h" "${windows_folder}/*/*.h")
list(FILTER declaring EXCLUDE REGEX "_internal\\.h$")
set(windows_map "{\n  global:\n")
foreach(header IN LISTS declaring)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${header}")
  file(STRINGS "${header}" lines REGEX "^[a-zA-Z_*]+ WINAPI [a-zA-Z_0-9]+\\(")
  foreach(line IN LISTS lines)
    string(REGEX REPLACE "^[a-zA-Z_*]+ WINAPI ([a-zA-Z_0-9]+)\\(.*" "    \\1;\n" name "${line}")
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
# On Windows the compiler, not a header, says how wide a pointer is.
if(CMAKE_SIZEOF_VOID_P EQUAL 8)
  set(windows_pointers -D_WIN64)
endif()
target_compile_definitions(openperflib_windows INTERFACE ${windows_pointers})
# Such programs contain `#pragma comment(lib, ...)` and `void main`.
target_compile_options(openperflib_windows INTERFACE
  -fshort-wchar -Wno-main $<$<OR:$<COMPILE_LANG_AND_ID:C,Clang,AppleClang>,$<COMPILE_LANG_AND_ID:CXX,Clang,AppleClang>>:-Wno-main-return-type> -Wno-unknown-pragmas -Wno-write-strings -Wno-sign-compare)
# Before all other headers: std::wstring for 16 bits. It is empty in C.
set(windows_first_header openperflib/compat/windows/wide_cxx.h)
target_compile_options(openperflib_windows INTERFACE
  "$<$<COMPILE_LANGUAGE:CXX>:SHELL:-include ${windows_first_header}>")
target_include_directories(openperflib_windows INTERFACE
  $<BUILD_INTERFACE:${windows_other_case_folder}>
  $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}/${windows_other_case}>
  $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/${windows_headers}>
  $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}/${windows_headers}>)

# -lpdh and -ladvapi32, which such programs are linked with, name empty archives: the functions are in
# libopenperflib-compat.so. clang and lld look for a file of the name in `#pragma comment(lib, "Pdh.lib")`, too.
# Only these programs have the folder on their path.
set(windows_archives openperflib-windows)
foreach(name IN ITEMS libpdh.a pdh.lib Pdh.lib PDH.lib PDH.LIB
    libadvapi32.a advapi32.lib Advapi32.lib AdvApi32.lib ADVAPI32.lib ADVAPI32.LIB)
  file(CONFIGURE OUTPUT "${PROJECT_BINARY_DIR}/${windows_archives}/${name}" CONTENT "!<arch>\n")
endforeach()
target_link_directories(openperflib_windows INTERFACE
  $<BUILD_INTERFACE:${PROJECT_BINARY_DIR}/${windows_archives}>
  $<INSTALL_INTERFACE:$<INSTALL_PREFIX>/${CMAKE_INSTALL_LIBDIR}/${windows_archives}>)
install(DIRECTORY "${PROJECT_BINARY_DIR}/${windows_archives}/"
  DESTINATION "${CMAKE_INSTALL_LIBDIR}/${windows_archives}")

foreach(header IN LISTS declaring)
  file(RELATIVE_PATH place "${PROJECT_SOURCE_DIR}" "${header}")
  cmake_path(GET place PARENT_PATH folder)
  install(FILES "${header}" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/${folder}")
endforeach()
install(DIRECTORY "${windows_other_case_folder}/" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/${windows_other_case}")
