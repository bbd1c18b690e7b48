#include "openperflib/provider/v1/module_places.h"

namespace openperflib {

std::vector<std::string> host_environment(const ModulePlaces& places, const StoreFolders& folders) {
  std::vector<std::string> environment;
  const auto add = [&](const std::string& name, const std::string& value) {
    environment.push_back(name + "=" + value);
  };
  for (const char* const name : {"HOME", "LANG", "LC_ALL", "LC_MESSAGES"}) {
    const auto value = places.variable ? places.variable(name) : std::nullopt;
    if (value.has_value()) add(name, *value);
  }
  add(kHostSystemState, folders.system);
  add(kHostUserState, folders.user);
  return environment;
}

}  // namespace openperflib
