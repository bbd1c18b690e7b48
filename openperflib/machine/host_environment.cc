#include "openperflib/machine/host_environment.h"

#include <pwd.h>
#include <sys/auxv.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <utility>

#include "openperflib/machine/installed_files.h"
#include "openperflib/provider/v1/module_places.h"
#include "openperflib/provider/v2/runtime_folders.h"
#include "openperflib/state/store_folders.h"

namespace openperflib {
namespace {

std::string trusted_text(const char* name) {
  return HostEnvironment::trusted_variable(name).value_or("");
}

// The path in a variable; empty if it is relative or not set.
std::string trusted_path(const char* name) {
  std::string path = trusted_text(name);
  return path.starts_with('/') ? path : std::string();
}

// What the entry of a user has at `field`; empty: the user has no entry.
std::string of_entry(uid_t user, char* passwd::* field) {
  passwd entry = {};
  passwd* found = nullptr;
  std::array<char, 4096> texts = {};
  (void)::getpwuid_r(user, &entry, texts.data(), texts.size(), &found);
  return found == nullptr || found->*field == nullptr ? "" : found->*field;
}

StateEnvironment state_environment() {
  return {.state_home = trusted_path("XDG_STATE_HOME"),
          .home = HostEnvironment::home(),
          .is_root = ::geteuid() == 0};
}

RuntimeEnvironment runtime_environment() {
  return {.runtime_home = trusted_text("XDG_RUNTIME_DIR"),
          .runtime_directory = trusted_text("RUNTIME_DIRECTORY"),
          .user = HostEnvironment::user()};
}

}  // namespace

std::optional<std::string> HostEnvironment::trusted_variable(const std::string& name) {
  const char* const value = ::secure_getenv(name.c_str());
  return value == nullptr ? std::nullopt : std::optional<std::string>(value);
}

std::string HostEnvironment::name_of(uid_t user) {
  std::string name = of_entry(user, &passwd::pw_name);
  return name.empty() ? std::to_string(user) : name;
}

std::string HostEnvironment::user() { return name_of(::geteuid()); }

// A program that has gained rights uses the system's folders only.
std::string HostEnvironment::home() {
  if (::getauxval(AT_SECURE) != 0) return {};
  const std::string given = trusted_path("HOME");
  return given.empty() ? of_entry(::geteuid(), &passwd::pw_dir) : given;
}

std::string HostEnvironment::config_home() {
  const std::string given = trusted_path("XDG_CONFIG_HOME");
  if (!given.empty()) return given;
  const std::string below = home();
  return below.empty() ? "" : below + "/.config";
}

std::string HostEnvironment::state_folder() { return own_state_folder(state_environment()); }

StoreFolders HostEnvironment::stores() {
  if (is_module_host()) {
    return {.system = trusted_text(kHostSystemState), .user = trusted_text(kHostUserState)};
  }
  return store_folders(state_environment());
}

bool HostEnvironment::is_module_host() { return trusted_variable(kHostSystemState).has_value(); }

ModulePlaces HostEnvironment::module_places() {
  return {.host_program = installed_host_program(),
          .modules_folder = installed_modules_folder(),
          .variable = trusted_variable};
}

ReadingFolders HostEnvironment::counter_set_folders() {
  return reading_folders(trusted_text("XDG_RUNTIME_DIR"));
}

std::vector<std::string> HostEnvironment::publishing_folders() {
  return openperflib::publishing_folders(runtime_environment());
}

SourceFault HostEnvironment::publishing_fault(SourceFault fault) {
  return openperflib::publishing_fault(runtime_environment(), std::move(fault));
}

}  // namespace openperflib
