#include "openperflib/machine/installed_files.h"

#include <dlfcn.h>
#include <link.h>
#include <sys/auxv.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <memory>
#include <string_view>

namespace openperflib {
namespace {

std::string folder_of(std::string_view path) {
  return std::string(path.substr(0, path.rfind('/') + 1));
}

// With all symbolic links resolved, so that a link to a program finds what is installed with it.
std::string program_folder() {
  const auto* const as_called = reinterpret_cast<const char*>(::getauxval(AT_EXECFN));
  if (as_called == nullptr) return {};
  const std::unique_ptr<char, decltype(&std::free)> whole(::realpath(as_called, nullptr),
                                                          &std::free);
  return folder_of(whole == nullptr ? as_called : whole.get());
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

// The first program of this name that may be executed; empty: there is none. `expected` gets where
// it is looked for first.
std::string find(const Places& places, const std::string& name, std::string& expected) {
  const std::string libraries = library_folder();
  const bool is_library = !libraries.empty();
  const std::string from = is_library ? libraries : program_folder();
  for (const char* const place : is_library ? places.from_libraries : places.from_programs) {
    const std::string program = from + place + "/" + name;
    if (expected.empty()) expected = program;
    if (::access(program.c_str(), X_OK) == 0) return program;
  }
  return {};
}

}  // namespace

std::string installed_modules_folder() {
  const std::string libraries = library_folder();
  if (!libraries.empty()) return libraries + "openperflib/modules";
  return program_folder() + OPENPERFLIB_LIBRARIES_FROM_PROGRAMS "/openperflib/modules";
}

std::string installed_host_program() {
  std::string expected;
  std::string program = find(kHosts, "openperflib-v1-host", expected);
  return program.empty() ? expected : program;
}

std::string installed_program(const std::string& name) {
  std::string expected;
  return find(kPrograms, name, expected);
}

}  // namespace openperflib
