#include "openperflib/compat/windows/system/system.h"

#include <sys/auxv.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <cstdlib>
#include <optional>
#include <string>

#include "openperflib/compat/expansion_internal.h"
#include "openperflib/compat/windows/core/last_error_internal.h"
#include "openperflib/compat/windows/core/modules_internal.h"
#include "openperflib/compat/windows/text/text_internal.h"
#include "openperflib/os/process/made_once.h"

namespace openperflib::compat {
namespace {

template <typename Char>
BOOL give_computer_name(Char* name, DWORD* size) {
  utsname machine{};
  if (size == nullptr || ::uname(&machine) != 0) return fail(ERROR_INVALID_PARAMETER, FALSE);
  const auto text = text_from<Char>(machine.nodename);
  const bool has_room = name != nullptr && *size > text.size();
  *size = static_cast<DWORD>(has_room ? text.size() : text.size() + 1);
  if (!has_room) return fail(ERROR_BUFFER_OVERFLOW, FALSE);
  (void)copy_cut(Text<Char>(text), name, text.size() + 1);
  return TRUE;
}

// "" if there is no such file.
std::string absolute_path(const char* path) {
  char* const whole = ::realpath(path, nullptr);
  std::string made = whole == nullptr ? "" : whole;
  std::free(whole);
  return made;
}

// The path by which the program was started, made absolute when the library is loaded, because the
// current directory may change later.
const std::string& program_path() {
  return made_once([] {
    // NOLINTNEXTLINE: the kernel gives an address as a number
    const auto* const started = reinterpret_cast<const char*>(::getauxval(AT_EXECFN));
    return new std::string(absolute_path(started));
  });
}
[[maybe_unused]] const bool kPathIsKept = !program_path().empty();

// A library may have been loaded by a path without a folder of its own. nullopt: it is not a
// module.
std::optional<std::string> module_path(HMODULE module) {
  if (module == nullptr) return program_path();
  auto path = path_of_module(module);
  if (!path.has_value() || path->starts_with('/')) return path;
  return path->empty() ? program_path() : absolute_path(path->c_str());
}

template <typename Char>
DWORD give_module_file_name(HMODULE module, Char* path, DWORD size) {
  const auto utf8 = module_path(module);
  if (!utf8.has_value()) return fail(ERROR_MOD_NOT_FOUND, 0U);
  if (path == nullptr || size == 0) return fail(ERROR_INSUFFICIENT_BUFFER, 0U);
  const auto text = text_from<Char>(*utf8);
  if (!copy_cut(Text<Char>(text), path, size)) return fail(ERROR_INSUFFICIENT_BUFFER, size);
  return static_cast<DWORD>(text.size());
}

template <typename Char>
DWORD give_expanded(const Char* text, Char* expanded, DWORD size) {
  if (text == nullptr) return fail(ERROR_INVALID_PARAMETER, 0U);
  const auto whole = text_from<Char>(expand_variables(utf8_from(text)));
  if (expanded != nullptr && size > whole.size()) (void)copy_cut(Text<Char>(whole), expanded, size);
  return static_cast<DWORD>(whole.size() + 1);
}

}  // namespace
}  // namespace openperflib::compat

using namespace openperflib::compat;

BOOL GetComputerNameA(LPSTR name, LPDWORD size) { return give_computer_name(name, size); }
BOOL GetComputerNameW(LPWSTR name, LPDWORD size) { return give_computer_name(name, size); }
DWORD GetCurrentProcessId() { return static_cast<DWORD>(::getpid()); }
DWORD GetCurrentThreadId() { return static_cast<DWORD>(::gettid()); }
DWORD GetModuleFileNameA(HMODULE module, LPSTR path, DWORD size) {
  return give_module_file_name(module, path, size);
}
DWORD GetModuleFileNameW(HMODULE module, LPWSTR path, DWORD size) {
  return give_module_file_name(module, path, size);
}
DWORD ExpandEnvironmentStringsA(LPCSTR text, LPSTR expanded, DWORD size) {
  return give_expanded(text, expanded, size);
}
DWORD ExpandEnvironmentStringsW(LPCWSTR text, LPWSTR expanded, DWORD size) {
  return give_expanded(text, expanded, size);
}
