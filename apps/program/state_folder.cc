#include "apps/program/state_folder.h"

#include <pwd.h>
#include <sys/types.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <string_view>

#include "openperflib/base/try_internal.h"
#include "openperflib/os/files/make_folders.h"

namespace openperflib::apps {
namespace {

// The path in an environment variable; no path if it is empty or relative.
std::string absolute_of_environment(const char* name) {
  const char* const value = std::getenv(name);
  return value != nullptr && value[0] == '/' ? value : "";
}

std::string home_folder() {
  std::string home = absolute_of_environment("HOME");
  if (!home.empty()) return home;
  const passwd* const user = ::getpwuid(::getuid());
  return user == nullptr || user->pw_dir == nullptr ? "" : user->pw_dir;
}

// The path of `below` in the home folder.
std::expected<std::string, SourceFault> in_home(std::string_view below) {
  const std::string home = home_folder();
  if (!home.empty()) return home + std::string(below);
  return std::unexpected(
      SourceFault{.errno_value = ENOENT, .file = "the home folder", .error = std::nullopt});
}

}  // namespace

std::expected<std::string, SourceFault> config_home() {
  const std::string told = absolute_of_environment("XDG_CONFIG_HOME");
  if (!told.empty()) return told;
  return in_home("/.config");
}

StateEnvironment state_environment() {
  return {.state_home = absolute_of_environment("XDG_STATE_HOME"),
          .home = home_folder(),
          .is_root = ::geteuid() == 0};
}

std::expected<std::string, SourceFault> state_folder() {
  std::string folder = own_state_folder(state_environment());
  if (!folder.empty()) return folder;
  return in_home("");  // says that it is not known
}

std::expected<void, SourceFault> make_folders(const std::string& path) {
  constexpr mode_t kReadByAll = 0755;
  constexpr mode_t kPrivate = 0700;
  const auto state = state_folder();
  const bool is_below = state.has_value() && (path == *state || path.starts_with(*state + "/"));
  if (::geteuid() == 0 && is_below) {
    (void)OPENPERFLIB_TRY(openperflib::make_folders(*state, kReadByAll));
  }
  auto made = openperflib::make_folders(path, kPrivate);
  // A file in its place is reported by who opens something in it.
  if (!made.has_value() && made.error().errno_value != EEXIST) {
    return std::unexpected(std::move(made).error());
  }
  return {};
}

}  // namespace openperflib::apps
