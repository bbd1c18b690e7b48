#include "apps/program/state_folder.h"

#include <sys/types.h>
#include <unistd.h>

#include <cerrno>

#include "openperflib/base/try_internal.h"
#include "openperflib/machine/host_environment.h"
#include "openperflib/os/files/make_folders.h"

namespace openperflib::apps {
namespace {

std::expected<std::string, SourceFault> known(std::string path) {
  if (!path.empty()) return path;
  return std::unexpected(
      SourceFault{.errno_value = ENOENT, .file = "the home folder", .error = std::nullopt});
}

}  // namespace

std::expected<std::string, SourceFault> config_home() {
  return known(HostEnvironment::config_home());
}

std::expected<std::string, SourceFault> state_folder() {
  return known(HostEnvironment::state_folder());
}

std::expected<void, SourceFault> make_folders(const std::string& path) {
  constexpr mode_t kReadByAll = 0755;
  constexpr mode_t kPrivate = 0700;
  const auto state = state_folder();
  const bool is_below = state.has_value() && (path == *state || path.starts_with(*state + "/"));
  if (::geteuid() == 0 && is_below) {
    (void)OPENPERFLIB_TRY(openperflib::make_folders(*state, kReadByAll));
  }
  auto made = openperflib::make_folders(path, kPrivate);
  // If a file has that name, opening something in it reports the error.
  if (!made.has_value() && made.error().errno_value != EEXIST) {
    return std::unexpected(std::move(made).error());
  }
  return {};
}

}  // namespace openperflib::apps
