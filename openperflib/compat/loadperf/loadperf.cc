#include "openperflib/compat/loadperf/loadperf.h"

#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "openperflib/abi/winerror_constants.h"
#include "openperflib/compat/characters_internal.h"
#include "openperflib/compat/process/this_machine_internal.h"
#include "openperflib/loading/library_trust.h"
#include "openperflib/loading/name_files.h"
#include "openperflib/loading/service_loading.h"
#include "openperflib/loading/title_backup.h"
#include "openperflib/machine/host_environment.h"
#include "openperflib/machine/installed_files.h"
#include "openperflib/titles/title_table.h"

namespace openperflib::compat {
namespace {

constexpr std::string_view kBlanks = " \t\r\n";
constexpr ULONG_PTR kAllFlags = LOADPERF_FLAGS_DELETE_MOF_ON_EXIT |
                                LOADPERF_FLAGS_LOAD_REGISTRY_ONLY | LOADPERF_FLAGS_CREATE_MOF_ONLY |
                                LOADPERF_FLAGS_DISPLAY_USER_MSGS;

// Calls work(store), which returns an std::expected with a LoadFault. A store keeps no file open
// between calls.
template <typename Work>
DWORD with_store(Work work) {
  TitleStore store(fixed_titles(), HostEnvironment::stores());
  const auto result = work(store);
  return result.has_value() ? ERROR_SUCCESS : windows_code(result.error());
}

std::string_view without_blanks_before(std::string_view text) {
  return text.substr(std::min(text.find_first_not_of(kBlanks), text.size()));
}

// What follows the first word of a command line, which may stand in quotes.
std::string_view after_first_word(std::string_view line) {
  line = without_blanks_before(line);
  const bool is_quoted = line.starts_with('"');
  const std::size_t end = is_quoted ? line.find('"', 1) : line.find_first_of(kBlanks);
  return end == std::string_view::npos ? std::string_view() : line.substr(end + 1);
}

// The one argument of a command line, without its quotes.
std::string argument_of(std::string_view line) {
  std::string_view rest = without_blanks_before(after_first_word(line));
  if (rest.starts_with('"')) {
    rest.remove_prefix(1);
    return std::string(rest.substr(0, rest.find('"')));
  }
  return std::string(rest.substr(0, rest.find_last_not_of(kBlanks) + 1));
}

template <typename Char>
DWORD install_dll(const Char* computer, const Char* ini, ULONG_PTR flags) {
  if (ini == nullptr || (flags & ~kAllFlags) != 0) return ERROR_INVALID_PARAMETER;
  if (!is_this_machine(utf8_of(computer))) return ERROR_BAD_NETPATH;
  if ((flags & LOADPERF_FLAGS_CREATE_MOF_ONLY) != 0) return ERROR_NOT_SUPPORTED;
  return with_store([&](TitleStore& store) {
    return install_service(store, utf8_of(ini), installed_modules_folder());
  });
}

template <typename Char>
DWORD load_texts(const Char* command_line) {
  if (command_line == nullptr) return ERROR_INVALID_PARAMETER;
  return with_store([&](TitleStore& store) {
    return install_service(store, argument_of(utf8_of(command_line)), installed_modules_folder());
  });
}

template <typename Char>
DWORD unload_texts(const Char* command_line) {
  if (command_line == nullptr) return ERROR_INVALID_PARAMETER;
  return with_store([&](TitleStore& store) {
    return remove_service_titles(store, argument_of(utf8_of(command_line)));
  });
}

template <typename Char>
DWORD update_name_files(const Char* names, const Char* helps, const Char* language,
                        ULONG_PTR flags) {
  const bool is_complete = names != nullptr && helps != nullptr && language != nullptr;
  if (!is_complete || flags != 0) return ERROR_INVALID_PARAMETER;
  return with_store([&](TitleStore& store) {
    return update_names(store, utf8_of(names), utf8_of(helps), utf8_of(language));
  });
}

template <typename Char>
DWORD trust_service(const Char* reserved, const Char* service) {
  if (reserved != nullptr || service == nullptr) return ERROR_INVALID_PARAMETER;
  return with_store([&](TitleStore& store) {
    return trust_library(store, utf8_of(service), installed_modules_folder());
  });
}

DWORD restore_from(const WCHAR* file, const WCHAR* language) {
  if (file == nullptr) return ERROR_INVALID_PARAMETER;
  std::optional<LanguageId> id;
  if (language != nullptr) {
    id = language_of(utf8_of(language));
    if (!id.has_value()) return ERROR_INVALID_PARAMETER;
  }
  return with_store([&](TitleStore& store) { return restore_titles(store, utf8_of(file), id); });
}

}  // namespace
}  // namespace openperflib::compat

using namespace openperflib::compat;

DWORD InstallPerfDllW(LPCWSTR computer, LPCWSTR ini_file, ULONG_PTR flags) {
  return install_dll(computer, ini_file, flags);
}
DWORD InstallPerfDllA(LPCSTR computer, LPCSTR ini_file, ULONG_PTR flags) {
  return install_dll(computer, ini_file, flags);
}

DWORD LoadPerfCounterTextStringsW(LPWSTR command_line, BOOL /*quiet*/) {
  return load_texts(command_line);
}
DWORD LoadPerfCounterTextStringsA(LPSTR command_line, BOOL /*quiet*/) {
  return load_texts(command_line);
}

DWORD UnloadPerfCounterTextStringsW(LPWSTR command_line, BOOL /*quiet*/) {
  return unload_texts(command_line);
}
DWORD UnloadPerfCounterTextStringsA(LPSTR command_line, BOOL /*quiet*/) {
  return unload_texts(command_line);
}

DWORD UpdatePerfNameFilesW(LPCWSTR names_file, LPCWSTR help_file, LPWSTR language,
                           ULONG_PTR flags) {
  return update_name_files<WCHAR>(names_file, help_file, language, flags);
}
DWORD UpdatePerfNameFilesA(LPCSTR names_file, LPCSTR help_file, LPSTR language, ULONG_PTR flags) {
  return update_name_files<CHAR>(names_file, help_file, language, flags);
}

DWORD SetServiceAsTrustedW(LPCWSTR reserved, LPCWSTR service) {
  return trust_service(reserved, service);
}
DWORD SetServiceAsTrustedA(LPCSTR reserved, LPCSTR service) {
  return trust_service(reserved, service);
}

DWORD BackupPerfRegistryToFileW(LPCWSTR file, LPCWSTR /*comment*/) {
  if (file == nullptr) return ERROR_INVALID_PARAMETER;
  return with_store([&](openperflib::TitleStore& store) {
    return openperflib::save_titles(store, utf8_of(file));
  });
}

DWORD RestorePerfRegistryFromFileW(LPCWSTR file, LPCWSTR language) {
  return restore_from(file, language);
}
