#include <dlfcn.h>
#include <unistd.h>

#include "openperflib/compat/process/installed_files_internal.h"

namespace openperflib::compat {

std::string library_folder() {
  Dl_info found{};
  const bool is_found = ::dladdr(reinterpret_cast<const void*>(&library_folder), &found) != 0;
  const std::string library = is_found && found.dli_fname != nullptr ? found.dli_fname : "";
  return library.substr(0, library.rfind('/') + 1);
}

std::string find_program(std::string_view name, std::span<const char* const> places) {
  const std::string folder = library_folder();
  for (const char* const place : places) {
    std::string program = folder + place + "/" + std::string(name);
    if (::access(program.c_str(), X_OK) == 0) return program;
  }
  return {};
}

}  // namespace openperflib::compat
