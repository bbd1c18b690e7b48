#include "openperflib/compat/windows/modules.h"

#include <dlfcn.h>
#include <link.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "openperflib/compat/windows/last_error_internal.h"
#include "openperflib/compat/windows/modules_internal.h"
#include "openperflib/compat/windows/text/text_internal.h"

namespace openperflib::compat {
namespace {

struct Module {
  std::string_view name;
  std::uintptr_t handle;  // a multiple of 65536, as on Windows; it does not point to anything
  std::array<std::string_view, 2> prefixes;  // of its functions
};
constexpr auto kModules = std::to_array<Module>({
    {"pdh", 0x10000, {"Pdh", "Pdh"}},
    {"advapi32", 0x20000, {"Reg", "Perf"}},
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

// The library that has the functions; nullptr if the program itself contains them. It stays loaded
// when it is closed.
void* open_library() noexcept {
  return ::dlopen(OPENPERFLIB_COMPAT_LIBRARY, RTLD_LAZY | RTLD_NOLOAD);
}

// In the library that is installed; in the program itself, if that contains the functions and
// exports them.
void* find_function(const char* name) noexcept {
  void* const library = open_library();
  void* const function = ::dlsym(library == nullptr ? RTLD_DEFAULT : library, name);
  if (library != nullptr) (void)::dlclose(library);
  return function;
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
  if (find_module(handle) == nullptr) return path_of_library(handle);
  void* const library = open_library();
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
  const auto is_prefix = [name](std::string_view prefix) {
    return std::string_view(name).starts_with(prefix);
  };
  const bool is_its_own = !is_number(name) && std::ranges::any_of(found->prefixes, is_prefix);
  void* const function = is_its_own ? find_function(name) : nullptr;
  if (function == nullptr) return fail<FARPROC>(ERROR_PROC_NOT_FOUND, nullptr);
  return reinterpret_cast<FARPROC>(function);
}
