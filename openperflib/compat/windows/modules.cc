#include "openperflib/compat/windows/modules.h"

#include <dlfcn.h>
#include <link.h>

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <string_view>

#include "openperflib/compat/windows/core/last_error_internal.h"
#include "openperflib/compat/windows/core/modules_internal.h"
#include "openperflib/compat/windows/module_functions_internal.h"
#include "openperflib/compat/windows/text/text_internal.h"

namespace openperflib::compat {
namespace {

struct Module {
  std::string_view name;
  std::uintptr_t handle;  // a multiple of 65536, as on Windows; it does not point to anything
  std::span<const std::string_view> prefixes;   // of its functions in libopenperflib-compat
  std::span<const std::string_view> functions;  // others, which stand for their A and W forms too
  const char* library;                          // the file that has most of its functions
};
constexpr auto kPdhPrefixes = std::to_array<std::string_view>({"Pdh"});
constexpr auto kAdvapiPrefixes = std::to_array<std::string_view>({"Reg", "Perf"});
constexpr auto kModules = std::to_array<Module>({
    {"pdh", 0x10000, kPdhPrefixes, {}, OPENPERFLIB_COMPAT_LIBRARY},
    {"advapi32", 0x20000, kAdvapiPrefixes, kAdvapiFunctions, OPENPERFLIB_COMPAT_LIBRARY},
    {"kernel32", 0x30000, {}, kKernelFunctions, OPENPERFLIB_WINDOWS_LIBRARY},
    {"psapi", 0x40000, {}, kPsapiFunctions, OPENPERFLIB_WINDOWS_LIBRARY},
});

const Module* find_module(std::string_view name) {
  constexpr std::string_view kExtension = ".dll";
  const std::string wanted = folded(name);
  const auto* const found = std::ranges::find_if(kModules, [&](const Module& module) {
    return wanted == module.name || wanted == std::string(module.name).append(kExtension);
  });
  return found == kModules.end() ? nullptr : found;
}

const Module* find_module(const void* handle) noexcept {
  const auto number = reinterpret_cast<std::uintptr_t>(handle);
  const auto* const found = std::ranges::find(kModules, number, &Module::handle);
  return found == kModules.end() ? nullptr : found;
}

template <typename Char>
HMODULE load(const Char* name) {
  const Module* const module = name == nullptr ? nullptr : find_module(utf8_from(name));
  if (module == nullptr) return fail<HMODULE>(ERROR_MOD_NOT_FOUND, nullptr);
  return reinterpret_cast<HMODULE>(module->handle);  // NOLINT: a number that means a module
}

template <typename Char>
HMODULE load_extended(const Char* name, HANDLE file) {
  if (file != nullptr || name == nullptr) return fail<HMODULE>(ERROR_INVALID_PARAMETER, nullptr);
  return load(name);
}

template <typename Char>
HMODULE module_handle(const Char* name) {
  return name == nullptr ? fail<HMODULE>(ERROR_SUCCESS, nullptr) : load(name);
}

// Returns nullptr if the program itself contains the functions. The library stays loaded when it is
// closed.
void* open_library(const char* file) noexcept { return ::dlopen(file, RTLD_LAZY | RTLD_NOLOAD); }

// Looks into the library that is installed, or into the program itself, if that contains the
// functions and exports them.
void* find_function(const char* file, const char* name) noexcept {
  void* const library = open_library(file);
  void* const function = ::dlsym(library == nullptr ? RTLD_DEFAULT : library, name);
  if (library != nullptr) (void)::dlclose(library);
  return function;
}

bool is_listed(const Module& module, std::string_view name) noexcept {
  const auto is_form = [name](std::string_view function) {
    if (!name.starts_with(function)) return false;
    const std::string_view letter = name.substr(function.size());
    return letter.empty() || letter == "A" || letter == "W";
  };
  return std::ranges::any_of(module.functions, is_form);
}

bool has_prefix(const Module& module, std::string_view name) noexcept {
  return std::ranges::any_of(module.prefixes,
                             [name](std::string_view prefix) { return name.starts_with(prefix); });
}

// Finds a function of a module. RegisterWaitForSingleObject is listed elsewhere, so the prefix of
// advapi32.dll does not count; the last error of kernel32.dll is in libopenperflib-compat.
void* find_function_of(const Module& module, const char* name) noexcept {
  if (is_listed(module, name)) {
    void* const function = find_function(OPENPERFLIB_WINDOWS_LIBRARY, name);
    return function != nullptr ? function : find_function(OPENPERFLIB_COMPAT_LIBRARY, name);
  }
  const bool is_of_another =
      std::ranges::any_of(kModules, [name](const Module& other) { return is_listed(other, name); });
  if (is_of_another || !has_prefix(module, name)) return nullptr;
  return find_function(OPENPERFLIB_COMPAT_LIBRARY, name);
}

// A search for the library of which a handle is the entry in the list of the dynamic linker, which
// begins with the program.
struct LibrarySearch {
  const link_map* first;
  const void* wanted;
  std::optional<std::string> path = {};
};

const link_map* first_library() noexcept {
  link_map* program = nullptr;
  void* const handle = ::dlopen(nullptr, RTLD_LAZY);
  if (handle != nullptr) (void)::dlinfo(handle, RTLD_DI_LINKMAP, &program);
  if (handle != nullptr) (void)::dlclose(handle);
  return program;
}

// The list does not change while the dynamic linker calls a function for its libraries.
std::optional<std::string> path_of_library(const void* handle) {
  LibrarySearch search{.first = first_library(), .wanted = handle};
  const auto look = [](dl_phdr_info*, std::size_t, void* data) {
    auto& its = *static_cast<LibrarySearch*>(data);
    for (const link_map* library = its.first; library != nullptr; library = library->l_next) {
      if (library == its.wanted) its.path = library->l_name;
    }
    return 1;
  };
  (void)::dl_iterate_phdr(look, &search);
  return search.path;
}

// Instead of a name, a function may be asked for by a number of 16 bits.
bool is_number(const char* name) noexcept {
  return reinterpret_cast<std::uintptr_t>(name) < 0x10000;
}

}  // namespace

bool is_pdh_module(const void* handle) noexcept {
  return reinterpret_cast<std::uintptr_t>(handle) == kModules.front().handle;
}

std::optional<std::string> path_of_module(const void* handle) {
  const Module* const module = find_module(handle);
  if (module == nullptr) return path_of_library(handle);
  void* const library = open_library(module->library);
  if (library == nullptr) return "";
  auto path = path_of_library(library);
  (void)::dlclose(library);
  return path;
}

}  // namespace openperflib::compat

using namespace openperflib::compat;

HMODULE LoadLibraryA(LPCSTR name) { return load(name); }
HMODULE LoadLibraryW(LPCWSTR name) { return load(name); }
HMODULE LoadLibraryExA(LPCSTR name, HANDLE file, DWORD) { return load_extended(name, file); }
HMODULE LoadLibraryExW(LPCWSTR name, HANDLE file, DWORD) { return load_extended(name, file); }
HMODULE GetModuleHandleA(LPCSTR name) { return module_handle(name); }
HMODULE GetModuleHandleW(LPCWSTR name) { return module_handle(name); }

BOOL FreeLibrary(HMODULE module) {
  return find_module(module) != nullptr ? TRUE : fail(ERROR_MOD_NOT_FOUND, FALSE);
}

FARPROC GetProcAddress(HMODULE module, LPCSTR name) {
  const Module* const found = find_module(module);
  if (found == nullptr) return fail<FARPROC>(ERROR_MOD_NOT_FOUND, nullptr);
  void* const function = is_number(name) ? nullptr : find_function_of(*found, name);
  if (function == nullptr) return fail<FARPROC>(ERROR_PROC_NOT_FOUND, nullptr);
  return reinterpret_cast<FARPROC>(function);
}
