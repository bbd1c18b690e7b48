#include "apps/program/state_folder.h"

#include <pwd.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <string_view>

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

std::expected<std::string, SourceFault> state_folder() {
  const std::string told = absolute_of_environment("XDG_STATE_HOME");
  if (!told.empty()) return told + "/openperflib";
  if (::geteuid() == 0) return "/var/lib/openperflib";
  return in_home("/.local/state/openperflib");
}

std::expected<void, SourceFault> make_folders(const std::string& path) {
  for (std::size_t end = 0; end != std::string::npos;) {
    end = path.find('/', end + 1);
    const std::string folder = path.substr(0, end);
    struct stat facts{};
    const bool is_there = ::stat(folder.c_str(), &facts) == 0 && S_ISDIR(facts.st_mode);
    if (!is_there && ::mkdir(folder.c_str(), 0700) != 0 && errno != EEXIST) {
      return std::unexpected(
          SourceFault{.errno_value = errno, .file = folder, .error = std::nullopt});
    }
  }
  return {};
}

}  // namespace openperflib::apps
