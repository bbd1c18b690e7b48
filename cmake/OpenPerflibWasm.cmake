# What the portable layers need of other libraries, compiled for WebAssembly: fmt and nlohmann/json are headers only. They
# stand in a folder of their own, because /usr/include has the headers of this machine's C library.
set(wasm_headers "${PROJECT_BINARY_DIR}/include")
file(MAKE_DIRECTORY "${wasm_headers}")
foreach(header IN ITEMS fmt nlohmann zstd.h)
  file(CREATE_LINK "/usr/include/${header}" "${wasm_headers}/${header}" SYMBOLIC)
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
