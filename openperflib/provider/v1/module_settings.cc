#include "openperflib/provider/v1/module_settings.h"

#include <fmt/core.h>
#include <pwd.h>
#include <unistd.h>

#include <algorithm>
#include <array>

#include "openperflib/abi/winreg_constants.h"
#include "openperflib/state/store/module_library.h"
#include "openperflib/state/store/registered_service.h"
#include "openperflib/text/utf16.h"

namespace openperflib {
namespace {

constexpr auto kPerformance = ServiceKey::performance;

std::chrono::milliseconds timeout_of(const RegisteredService& service, std::string_view name) {
  constexpr std::uint32_t kUsual = 10'000;
  constexpr std::uint32_t kMost = 3'600'000;
  const std::uint32_t stored = service.number(kPerformance, name).value_or(kUsual);
  return std::chrono::milliseconds(stored == 0 || stored > kMost ? kUsual : stored);
}

std::vector<std::string> paths_of(const RegisteredService& service) {
  std::vector<std::string> paths;
  const RegisteredValue* const value = service.find(kPerformance, "Sandbox Paths");
  if (value == nullptr) return paths;
  const std::string all = utf8_from_all_utf16(value->data);
  for (std::size_t at = 0; at < all.size();) {
    const std::string path = all.substr(at, all.find('\0', at) - at);
    if (path.starts_with('/')) paths.push_back(path);
    at += path.size() + 1;
  }
  return paths;
}

// Unknown words are as strict as none.
Sandbox sandbox_of(const RegisteredService& service) {
  const std::string word = folded(service.text(kPerformance, "Sandbox").value_or(""));
  if (word == "none") return Sandbox::none;
  return word == "network" ? Sandbox::network : Sandbox::strict;
}

// Who a host of root becomes; nullopt: there is no such user.
std::optional<ProcessUser> user_named(const std::string& name) {
  std::array<char, 4096> texts{};
  passwd entry{};
  passwd* found = nullptr;
  if (::getpwnam_r(name.c_str(), &entry, texts.data(), texts.size(), &found) != 0)
    return std::nullopt;
  return found == nullptr ? std::nullopt : std::optional(ProcessUser{found->pw_uid, found->pw_gid});
}

void set_user(const RegisteredService& service, ModuleSettings& settings) {
  if (::geteuid() != 0) return;
  const std::string name = service.text(kPerformance, "Host User").value_or("nobody");
  settings.confinement.user = user_named(name);
  if (settings.confinement.user.has_value()) return;
  settings.refusal = fmt::format("its Host User, {}, does not exist", name);
}

// "%DISQUE%/lib.so" with the value of DISQUE; nullopt: it has a variable that is not set, or a
// single %.
std::optional<std::string> expanded(std::string_view text, const ModulePlaces& places) {
  std::string path;
  for (;;) {
    const std::size_t begin = text.find('%');
    path += text.substr(0, begin);
    if (begin == text.npos) return path;
    const std::size_t end = text.find('%', begin + 1);
    if (end == text.npos) return std::nullopt;
    const auto value = places.variable(std::string(text.substr(begin + 1, end - begin - 1)));
    if (!value.has_value()) return std::nullopt;
    path += *value;
    text.remove_prefix(end + 1);
  }
}

// nullopt: it names no file.
std::optional<std::string> library_of(const RegisteredService& service,
                                      const ModulePlaces& places) {
  const RegisteredValue* const value = service.find(kPerformance, "Library");
  const bool may_expand =
      value != nullptr && value->type == REG_EXPAND_SZ && places.variable && ::geteuid() != 0;
  if (!may_expand) return library_path(service, places.modules_folder);
  const std::string text = service.text(kPerformance, "Library").value_or("");
  if (!text.contains('%')) return library_path(service, places.modules_folder);
  auto path = expanded(text, places);
  return path.has_value() && path->starts_with('/') ? std::move(path) : std::nullopt;
}

void set_library(const RegisteredService& service, const ModulePlaces& places,
                 ModuleSettings& settings) {
  const auto library = library_of(service, places);
  if (!library.has_value()) {
    settings.refusal = "its value Library names no file";
    return;
  }
  settings.start.library = *library;
}

std::string disabled_text(const RegisteredService& service, const Registration& registration) {
  if (registration.perflib_number(kDisablePerformanceCounters).value_or(0) != 0) {
    return "all modules are disabled (Perflib: Disable Performance Counters)";
  }
  const std::uint32_t number =
      service.number(kPerformance, kDisablePerformanceCounters).value_or(0);
  if (number == 0) return {};
  return fmt::format("is disabled (Disable Performance Counters = {}); lodctr /E:{} enables it",
                     number, service.name);
}

void set_start(const RegisteredService& service, const Registration& registration,
               ModuleSettings& settings) {
  const auto text = [&](std::string_view name) {
    return service.text(kPerformance, name).value_or("");
  };
  settings.start = {.service = service.name,
                    .open = text("Open"),
                    .collect = text("Collect"),
                    .close = text("Close"),
                    .query = text("Query"),
                    .test_level = registration.perflib_number("ExtCounterTestLevel").value_or(4)};
  if (const RegisteredValue* context = service.find(ServiceKey::linkage, "Export")) {
    settings.start.context = context->data;
  }
  if (const RegisteredValue* code = service.find(kPerformance, "Library Validation Code")) {
    settings.validation_code = code->data;
  }
}

void set_confinement(const RegisteredService& service, const StoreFolders& folders,
                     ModuleSettings& settings) {
  settings.confinement.sandbox = sandbox_of(service);
  settings.confinement.readable = paths_of(service);
  for (const std::string& folder : {folders.system, folders.user}) {
    if (!folder.empty()) settings.confinement.readable.push_back(folder);
  }
  if (const auto limit = service.number(kPerformance, "Memory Limit")) {
    settings.confinement.memory_limit = std::uint64_t{*limit} << 20U;
  }
}

void set_times(const RegisteredService& service, const Registration& registration,
               ModuleSettings& settings) {
  settings.open_timeout = timeout_of(service, "Open Timeout");
  settings.collect_timeout = timeout_of(service, "Collect Timeout");
  if (const auto wait = registration.perflib_number("OpenProcedureWaitTime")) {
    settings.open_wait = std::chrono::milliseconds(*wait);
  }
}

void set_flags(const Registration& registration, ModuleSettings& settings) {
  const std::uint32_t flags = registration.perflib_number("Configuration Flags").value_or(0);
  settings.pads_lengths = (flags & 1U) != 0;
  settings.never_disables = (flags & 2U) != 0;
  settings.refuses_silently = (flags & 4U) != 0;
  settings.lets_late_run = (flags & 8U) != 0;
  settings.event_level =
      registration.perflib_number("EventLogLevel").value_or(settings.event_level);
}

}  // namespace

bool is_logged(std::uint32_t event, std::uint32_t level) noexcept {
  constexpr auto kLastByLevel = std::to_array<std::uint32_t>({0, 1013, 2002, 3000});
  return level != 0 && event <= kLastByLevel[std::min<std::size_t>(level, kLastByLevel.size() - 1)];
}

ModuleSettings module_settings(const RegisteredService& service, const Registration& registration,
                               const StoreFolders& folders, const ModulePlaces& places) {
  ModuleSettings settings;
  set_start(service, registration, settings);
  set_library(service, places, settings);
  set_confinement(service, folders, settings);
  set_user(service, settings);
  set_times(service, registration, settings);
  set_flags(registration, settings);
  settings.supports_metadata =
      service.number(kPerformance, "Collect Supports Metadata").value_or(0) == 1;
  if (const std::string disabled = disabled_text(service, registration); !disabled.empty()) {
    settings.refusal = disabled;
  }
  return settings;
}

}  // namespace openperflib
