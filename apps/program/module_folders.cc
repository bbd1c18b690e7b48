#include "apps/program/module_folders.h"

#include "apps/program/program_path.h"
#include "apps/program/state_folder.h"

namespace openperflib::apps {
namespace {

// "/usr" of "/usr/bin/perflib".
std::string prefix_of_program() {
  const std::string program = program_path("");
  const std::string bin = program.substr(0, program.rfind('/'));
  return bin.substr(0, bin.rfind('/'));
}

}  // namespace

StoreFolders store_folders_of_process() { return store_folders(state_environment()); }

std::string modules_folder() {
  return prefix_of_program() + "/" OPENPERFLIB_LIBDIR "/openperflib/modules";
}

std::string module_host_program() {
  return prefix_of_program() + "/" OPENPERFLIB_LIBEXECDIR "/openperflib/openperflib-v1-host";
}

}  // namespace openperflib::apps
