#include <unistd.h>

#include <cstdlib>
#include <string>

#include "openperflib/compat/process_stores_internal.h"
#include "openperflib/provider/v1/v1_modules.h"
#include "openperflib/state/store_folders.h"

namespace openperflib::compat {
namespace {

std::string trusted_value(const char* name) {
  const char* const value = ::secure_getenv(name);
  return value == nullptr ? "" : value;
}

}  // namespace

StoreFolders store_folders_of_process() {
  const std::string of_consumer = trusted_value(kHostSystemState);
  if (!of_consumer.empty()) {
    return {.system = of_consumer, .user = trusted_value(kHostUserState)};
  }
  return store_folders({.state_home = trusted_value("XDG_STATE_HOME"),
                        .home = trusted_value("HOME"),
                        .is_root = ::geteuid() == 0});
}

}  // namespace openperflib::compat
