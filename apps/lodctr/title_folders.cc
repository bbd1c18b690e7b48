#include "apps/lodctr/title_folders.h"

#include <unistd.h>

#include "apps/drop_in/help_layout.h"
#include "apps/program/state_folder.h"

namespace openperflib::lodctr {

StoreFolders store_folders_of_process() {
  std::string own = apps::state_folder().value_or("");
  if (::geteuid() == 0) return {.system = std::move(own), .user = {}};
  return {.system = "/var/lib/openperflib", .user = std::move(own)};
}

std::string modules_folder() {
  const std::string program = drop_in::program_path("");
  const std::string bin = program.substr(0, program.rfind('/'));
  const std::string prefix = bin.substr(0, bin.rfind('/'));
  return prefix + "/" OPENPERFLIB_LIBDIR "/openperflib/modules";
}

}  // namespace openperflib::lodctr
