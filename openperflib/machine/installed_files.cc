#include "openperflib/machine/installed_files.h"

#include <dlfcn.h>
#include <link.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <vector>

#include "openperflib/os/process/program_path.h"

namespace openperflib {
namespace {

std::string folder_of(std::string_view path) {
  return std::string(path.substr(0, path.rfind('/') + 1));
}

// The folder of the shared library that has this code; empty: a program has it.
std::string library_folder() {
  Dl_info found{};
  link_map* library = nullptr;
  const int is_found = ::dladdr1(reinterpret_cast<const void*>(&library_folder), &found,
                                 reinterpret_cast<void**>(&library), RTLD_DL_LINKMAP);
  if (is_found == 0 || library == nullptr || library->l_name == nullptr) return {};
  return folder_of(library->l_name);
}

// Where the programs of one kind are, seen from LIBDIR and from a program in PREFIX/bin: as
// installed, in a prefix of another layout, and in the build tree.
struct Places {
  std::array<const char*, 3> from_libraries;
  std::array<const char*, 3> from_programs;
};

constexpr Places kHosts{
    {OPENPERFLIB_HOSTS_FROM_LIBRARIES, "../libexec/openperflib", "libexec/openperflib"},
    {OPENPERFLIB_HOSTS_FROM_PROGRAMS, "../libexec/openperflib", "libexec/openperflib"}};
constexpr Places kPrograms{{OPENPERFLIB_PROGRAMS_FROM_LIBRARIES, "../bin", "bin"},
                           {".", "../bin", "bin"}};

// Where a program may be, the most likely place first.
std::vector<std::string> candidates(const Places& places, const std::string& name) {
  const std::string libraries = library_folder();
  const bool is_library = !libraries.empty();
  const std::string from = is_library ? libraries : folder_of(program_path(""));
  std::vector<std::string> programs;
  for (const char* const place : is_library ? places.from_libraries : places.from_programs) {
    programs.push_back(from + place + "/" + name);
  }
  return programs;
}

// The first that may be executed; nullopt: none may.
std::optional<std::string> first_executable(const std::vector<std::string>& programs) {
  const auto found = std::ranges::find_if(
      programs, [](const std::string& program) { return ::access(program.c_str(), X_OK) == 0; });
  return found == programs.end() ? std::nullopt : std::optional(*found);
}

}  // namespace

std::string installed_modules_folder() {
  const std::string libraries = library_folder();
  if (!libraries.empty()) return libraries + "openperflib/modules";
  return folder_of(program_path("")) + OPENPERFLIB_LIBRARIES_FROM_PROGRAMS "/openperflib/modules";
}

std::string installed_host_program() {
  const auto programs = candidates(kHosts, "openperflib-v1-host");
  return first_executable(programs).value_or(programs.front());
}

std::string installed_program(const std::string& name) {
  return first_executable(candidates(kPrograms, name)).value_or("");
}

}  // namespace openperflib
