#include "openperflib/state/store_folders.h"

namespace openperflib {
namespace {

constexpr const char* kOfSystem = "/var/lib/openperflib";

bool is_absolute(const std::string& path) { return path.starts_with('/'); }

}  // namespace

std::string own_state_folder(const StateEnvironment& environment) {
  if (is_absolute(environment.state_home)) return environment.state_home + "/openperflib";
  if (environment.is_root) return kOfSystem;
  return is_absolute(environment.home) ? environment.home + "/.local/state/openperflib" : "";
}

StoreFolders store_folders(const StateEnvironment& environment) {
  std::string own = own_state_folder(environment);
  if (environment.is_root) return {.system = std::move(own), .user = {}};
  return {.system = kOfSystem, .user = std::move(own)};
}

}  // namespace openperflib
