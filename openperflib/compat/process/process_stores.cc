#include <unistd.h>

#include <cstdlib>
#include <string>

#include "openperflib/compat/process/process_stores_internal.h"
#include "openperflib/provider/v1/module_places.h"
#include "openperflib/state/store_folders.h"

namespace openperflib::compat {
namespace {

std::string trusted_text(const char* name) { return trusted_variable(name).value_or(""); }

}  // namespace

std::optional<std::string> trusted_variable(const std::string& name) {
  const char* const value = ::secure_getenv(name.c_str());
  return value == nullptr ? std::nullopt : std::optional<std::string>(value);
}

StoreFolders store_folders_of_process() {
  const std::string of_consumer = trusted_text(kHostSystemState);
  if (!of_consumer.empty()) {
    return {.system = of_consumer, .user = trusted_text(kHostUserState)};
  }
  return store_folders({.state_home = trusted_text("XDG_STATE_HOME"),
                        .home = trusted_text("HOME"),
                        .is_root = ::geteuid() == 0});
}

}  // namespace openperflib::compat
