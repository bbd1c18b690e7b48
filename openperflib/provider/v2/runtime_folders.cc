#include "openperflib/provider/v2/runtime_folders.h"

#include <algorithm>
#include <cerrno>
#include <ranges>
#include <string_view>
#include <utility>

namespace openperflib {
namespace {

constexpr std::string_view kOfSystem = "/run/openperflib";

// $XDG_RUNTIME_DIR/openperflib; empty: there is none.
std::string own_folder(const std::string& runtime_home) {
  if (!runtime_home.starts_with('/')) return {};
  return runtime_home + "/openperflib";
}

bool is_below_system(std::string_view folder) {
  return folder.starts_with(kOfSystem) && folder.substr(kOfSystem.size()).starts_with('/') &&
         folder.find("/..") == std::string_view::npos;
}

}  // namespace

std::vector<std::string> publishing_folders(const RuntimeEnvironment& environment) {
  std::vector<std::string> folders;
  if (std::string own = own_folder(environment.runtime_home); !own.empty())
    folders.push_back(std::move(own));
  for (const auto part : std::views::split(environment.runtime_directory, ':')) {
    const std::string_view folder(part.begin(), part.end());
    if (is_below_system(folder)) folders.emplace_back(folder);
  }
  const bool is_name = !environment.user.empty() && !environment.user.starts_with('.') &&
                       environment.user.find('/') == std::string::npos;
  if (is_name) folders.push_back(std::string(kOfSystem) + "/" + environment.user);
  folders.emplace_back(kOfSystem);
  return folders;
}

SourceFault publishing_fault(const RuntimeEnvironment& environment, SourceFault fault) {
  const bool is_refused = fault.errno_value == ENOENT || fault.errno_value == EACCES ||
                          fault.errno_value == EPERM || fault.errno_value == EROFS;
  if (!is_refused || !own_folder(environment.runtime_home).empty()) return fault;
  return {.file = "no runtime folder",
          .error = std::nullopt,
          .message = std::string("XDG_RUNTIME_DIR ") +
                     (environment.runtime_home.empty() ? "is not set" : "is not an absolute path") +
                     ": set it to a folder of your own, or create /run/openperflib (see "
                     "guide-publish)"};
}

ReadingFolders reading_folders(const std::string& runtime_home) {
  return {.system = std::string(kOfSystem), .own = own_folder(runtime_home)};
}

}  // namespace openperflib
