# What the portable layers need of other libraries, compiled for WebAssembly: fmt and nlohmann/json are headers only. They
# stand in a folder of their own, because /usr/include has the headers of this machine's C library. Of zstd the decoder is compiled
# from the source of Debian's package, which script/setup web unpacks into build/source.
file(GLOB zstd_folders "${PROJECT_SOURCE_DIR}/build/source/libzstd-*/lib")
if(NOT zstd_folders)
  message(FATAL_ERROR "build/source has no source of libzstd; script/setup web unpacks it there")
endif()
list(SORT zstd_folders COMPARE NATURAL)
list(GET zstd_folders -1 zstd_source)

set(wasm_headers "${PROJECT_BINARY_DIR}/include")
file(MAKE_DIRECTORY "${wasm_headers}")
foreach(header IN ITEMS /usr/include/fmt /usr/include/nlohmann "${zstd_source}/zstd.h")
  cmake_path(GET header FILENAME name)
  file(CREATE_LINK "${header}" "${wasm_headers}/${name}" SYMBOLIC)
endforeach()
add_library(openperflib_wasm_headers INTERFACE)
target_include_directories(openperflib_wasm_headers SYSTEM INTERFACE "${wasm_headers}")
foreach(name IN ITEMS fmt::fmt nlohmann_json::nlohmann_json zstd)
  add_library(${name} INTERFACE IMPORTED GLOBAL)
  target_link_libraries(${name} INTERFACE openperflib_wasm_headers)
endforeach()
# The second leaves std::locale out, which is 300 kB.
target_compile_definitions(fmt::fmt INTERFACE FMT_HEADER_ONLY FMT_STATIC_THOUSANDS_SEPARATOR=0x2C)
target_compile_definitions(nlohmann_json::nlohmann_json INTERFACE JSON_NOEXCEPTION)
add_compile_definitions(_WASI_EMULATED_GETPID)
add_compile_options($<$<COMPILE_LANGUAGE:CXX>:-fno-exceptions> -fvisibility=hidden -Wno-deprecated)
add_link_options(-Wno-deprecated)

file(GLOB zstd_sources "${zstd_source}/common/*.c" "${zstd_source}/decompress/*.c")
add_library(openperflib_zstd_decoder STATIC ${zstd_sources})
target_compile_options(openperflib_zstd_decoder PRIVATE -O3 -w)
target_compile_definitions(openperflib_zstd_decoder PRIVATE ZSTD_DISABLE_ASM ZSTD_LEGACY_SUPPORT=0)

# Layers that read no value many times, or only whole records: their size counts in a page. Those that are SLOW are small, too.
set(OPENPERFLIB_SMALL_LAYERS analysis session snapshot titles)
