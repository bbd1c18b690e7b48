#include <unistd.h>

#include <cstdlib>
#include <string>

#include "openperflib/compat/process_stores_internal.h"

namespace openperflib::compat {
namespace {

constexpr const char* kOfSystem = "/var/lib/openperflib";

// The path in an environment variable; empty if it is not absolute, or not to be trusted.
std::string absolute_of_environment(const char* name) {
  const char* const value = ::secure_getenv(name);
  return value != nullptr && value[0] == '/' ? value : "";
}

}  // namespace

StoreFolders store_folders_of_process() {
  const std::string state = absolute_of_environment("XDG_STATE_HOME");
  if (::geteuid() == 0)
    return {.system = state.empty() ? kOfSystem : state + "/openperflib", .user = {}};
  if (!state.empty()) return {.system = kOfSystem, .user = state + "/openperflib"};
  const std::string home = absolute_of_environment("HOME");
  return {.system = kOfSystem,
          .user = home.empty() ? std::string() : home + "/.local/state/openperflib"};
}

}  // namespace openperflib::compat
