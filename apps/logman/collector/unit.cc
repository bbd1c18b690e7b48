#include "apps/logman/collector/unit.h"

#include <fmt/core.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <filesystem>
#include <span>

#include "apps/drop_in/help_layout.h"
#include "apps/logman/collection/collector_lock.h"
#include "apps/logman/collector/unit_text.h"
#include "apps/logman/run/command.h"
#include "apps/program/atomic_file.h"
#include "apps/program/state_folder.h"
#include "openperflib/base/try_internal.h"
#include "openperflib/os/process/program_path.h"
#include "openperflib/text/utf16.h"

namespace openperflib::logman {
namespace {

// Runs "systemctl --user --quiet" with `words`. Errors: it does not exist, or failed.
Outcome run_systemctl(std::span<const std::string> words) {
  std::vector<std::string> command = {"systemctl", "--user", "--quiet"};
  command.insert(command.end(), words.begin(), words.end());
  const auto status = run_command(command);
  if (!status.has_value()) return system_failure(status.error(), "systemctl");
  if (*status == 0) return {};
  std::string said;
  for (const std::string& word : command) said += word + ' ';
  return std::unexpected(Failure{fmt::format("{}failed: exit code {}", said, *status), {}});
}

Outcome read_units_again() { return run_systemctl(std::array<std::string, 1>{"daemon-reload"}); }

Outcome enable_and_start(const std::string& unit) {
  OPENPERFLIB_TRY(read_units_again());
  return run_systemctl(std::array<std::string, 3>{"enable", "--now", unit});
}

Outcome disable_and_stop(const std::string& unit) {
  return run_systemctl(std::array<std::string, 3>{"disable", "--now", unit});
}

Outcome write_unit(const std::string& path, const std::string& name) {
  const auto state = apps::state_folder();
  if (!state.has_value()) return system_failure(state.error());
  const std::filesystem::path folder(*state);
  const UnitFacts facts{.collection = name,
                        .program = program_path("logman"),
                        .state_home = folder.parent_path().string()};
  const std::string text = unit_text(facts);
  if (valid_utf8(text).replaced != 0) return invalid("the paths in a systemd unit must be UTF-8");
  const std::string unit_folder = std::filesystem::path(path).parent_path().string();
  if (const auto made = apps::make_folders(unit_folder); !made) return system_failure(made.error());
  const auto written = apps::write_whole_file(path, text, apps::AtomicFile::Existing::replaced);
  if (!written.has_value()) return system_failure(written.error());
  return {};
}

}  // namespace

std::expected<std::string, Failure> unit_path(std::string_view collection) {
  const auto config = apps::config_home();
  if (!config.has_value()) return system_failure(config.error());
  return fmt::format("{}/systemd/user/{}", *config, unit_name(collection));
}

bool has_unit(std::string_view collection) {
  const auto path = unit_path(collection);
  return path.has_value() && ::access(path->c_str(), F_OK) == 0;
}

Outcome start_unit(const CollectionStore& store, const std::string& name) {
  const DataCollectorSet set = OPENPERFLIB_TRY(store.load(name));
  const LockState state = OPENPERFLIB_TRY(lock_state(store.lock_path(name)));
  if (state.is_held) return refusal(kInUse, fmt::format("{} is running", name));
  const std::string path = OPENPERFLIB_TRY(unit_path(name));
  OPENPERFLIB_TRY(write_unit(path, set.name));
  Outcome started = enable_and_start(unit_name(name));
  if (started.has_value()) return started;
  (void)disable_and_stop(unit_name(name));  // the first error was already reported
  (void)::unlink(path.c_str());
  (void)read_units_again();
  return started;
}

Outcome stop_unit(const std::string& name) {
  const std::string path = OPENPERFLIB_TRY(unit_path(name));
  if (!has_unit(name)) return system_failure(ENOENT, path);
  OPENPERFLIB_TRY(disable_and_stop(unit_name(name)));
  if (::unlink(path.c_str()) != 0) return system_failure(errno, path);
  return read_units_again();
}

}  // namespace openperflib::logman
