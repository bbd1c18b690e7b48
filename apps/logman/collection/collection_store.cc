#include "apps/logman/collection/collection_store.h"

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <filesystem>
#include <system_error>
#include <utility>

#include "apps/logman/collection/collection_xml.h"
#include "apps/program/atomic_file.h"
#include "apps/program/input_file.h"
#include "apps/program/state_folder.h"
#include "openperflib/base/bytes.h"
#include "openperflib/base/whole_number_internal.h"
#include "openperflib/text/utf16.h"

namespace openperflib::logman {
namespace {

constexpr std::string_view kSetEnding = ".xml";
constexpr std::string_view kLockEnding = ".lock";
constexpr std::string_view kOutputEnding = ".output";
constexpr std::string_view kAlertsEnding = ".alerts";
constexpr std::string_view kErrorEnding = ".error";
constexpr std::size_t kLongestPath = 4096;
constexpr std::size_t kLongestHistory = 16384;

using Existing = apps::AtomicFile::Existing;
using Readers = apps::AtomicFile::Readers;  // a connection string may have a password

}  // namespace

CollectionStore::CollectionStore(const apps::Environment& environment, const std::string& state)
    : environment_(&environment), folder_(state + "/collections"), log_folder_(state + "/logs") {}

std::expected<CollectionStore, Failure> CollectionStore::open(
    const apps::Environment& environment) {
  const auto state = apps::state_folder();
  if (!state.has_value()) return system_failure(state.error());
  return CollectionStore(environment, *state);
}

std::string CollectionStore::path_of(std::string_view name, std::string_view ending) const {
  return fmt::format("{}/{}{}", folder_, folded(name), ending);
}

std::expected<std::vector<std::string>, Failure> CollectionStore::names() const {
  std::error_code error;
  std::filesystem::directory_iterator files(folder_, error);
  if (error == std::errc::no_such_file_or_directory) return std::vector<std::string>();
  std::vector<std::string> names;
  for (; !error && files != std::filesystem::directory_iterator(); files.increment(error)) {
    const std::string file = files->path().filename().string();
    if (!file.ends_with(kSetEnding)) continue;
    names.push_back(file.substr(0, file.size() - kSetEnding.size()));
  }
  if (error) return system_failure(error.value(), folder_);
  std::ranges::sort(names);
  return names;
}

bool CollectionStore::has(std::string_view name) const {
  return ::access(path_of(name, kSetEnding).c_str(), F_OK) == 0 || errno != ENOENT;
}

std::expected<DataCollectorSet, Failure> CollectionStore::load(std::string_view name) const {
  const std::string path = path_of(name, kSetEnding);
  const auto bytes = apps::read_input(path, kLongestXml);
  if (!bytes.has_value()) {
    if (bytes.error().errno_value == ENOENT) return refusal(kNotFound, name);
    return system_failure(bytes.error());
  }
  auto read = read_collection_xml(*bytes);
  if (!read.has_value()) {
    return invalid(fmt::format("{}:{}: {}", path, read.error().line, read.error().reason));
  }
  if (folded(read->set.name) != folded(name)) {
    return invalid(fmt::format("{}:1: contains another collection: {}", path, read->set.name));
  }
  const std::string conflict = conflict_of(read->set);
  if (!conflict.empty()) return invalid(fmt::format("{}:1: {}", path, conflict));
  return std::move(read->set);
}

Outcome CollectionStore::create(const DataCollectorSet& set) const {
  if (const auto made = apps::make_folders(folder_); !made) return system_failure(made.error());
  const auto written = apps::write_whole_file(path_of(set.name, kSetEnding), collection_xml(set),
                                              Existing::kept, Readers::owner);
  if (written.has_value()) return {};
  if (written.error().errno_value == EEXIST) return refusal(kAlreadyExists, set.name);
  return system_failure(written.error());
}

Outcome CollectionStore::replace(const DataCollectorSet& set) const {
  const auto written = apps::write_whole_file(path_of(set.name, kSetEnding), collection_xml(set),
                                              Existing::replaced, Readers::owner);
  if (!written.has_value()) return system_failure(written.error());
  return {};
}

// Removes the outputs of all collectors but the first. The set may be damaged, so their names may
// be unknown.
void CollectionStore::remove_outputs_of_others(std::string_view name) const {
  const std::string head = folded(name) + '\\';
  std::error_code error;
  for (std::filesystem::directory_iterator files(folder_, error);
       !error && files != std::filesystem::directory_iterator(); files.increment(error)) {
    const std::string file = files->path().filename().string();
    if (file.starts_with(head)) (void)::unlink(files->path().c_str());
  }
}

Outcome CollectionStore::remove(std::string_view name) const {
  const std::string path = path_of(name, kSetEnding);
  if (::unlink(path.c_str()) != 0) {
    if (errno == ENOENT) return refusal(kNotFound, name);
    return system_failure(errno, path);
  }
  (void)::unlink(path_of(name, kOutputEnding).c_str());  // it may never have been there
  (void)::unlink(path_of(name, kAlertsEnding).c_str());
  forget_error(name);
  remove_outputs_of_others(name);
  (void)::unlink(lock_path(name).c_str());
  return {};
}

std::string CollectionStore::lock_path(std::string_view name) const {
  return path_of(name, kLockEnding);
}

std::string CollectionStore::latest_output(std::string_view name) const {
  const auto bytes = apps::read_input(path_of(name, kOutputEnding), kLongestPath);
  return bytes.has_value() ? std::string(as_text(*bytes)) : std::string();
}

Outcome CollectionStore::set_latest_output(std::string_view name, std::string_view path) const {
  const auto written =
      apps::write_whole_file(path_of(name, kOutputEnding), path, Existing::replaced);
  if (!written.has_value()) return system_failure(written.error());
  return {};
}

// "COUNT TIME TEXT"
AlertHistory CollectionStore::alert_history(std::string_view name) const {
  const auto bytes = apps::read_regular_file(path_of(name, kAlertsEnding), kLongestHistory);
  if (!bytes.has_value()) return {};
  const std::string_view text = as_text(*bytes);
  const char* const end = text.data() + text.size();
  AlertHistory history;
  const auto fired = std::from_chars(text.data(), end, history.fired);
  if (fired.ec != std::errc() || fired.ptr == end || *fired.ptr != ' ') return {};
  const auto time = std::from_chars(fired.ptr + 1, end, history.last_utc);
  if (time.ec != std::errc() || time.ptr == end || *time.ptr != ' ') return {};
  history.last.assign(time.ptr + 1, end);
  return history;
}

Outcome CollectionStore::set_alert_history(std::string_view name,
                                           const AlertHistory& history) const {
  const std::string text = fmt::format("{} {} {}", history.fired, history.last_utc, history.last);
  const auto written =
      apps::write_whole_file(path_of(name, kAlertsEnding), text, Existing::replaced);
  if (!written.has_value()) return system_failure(written.error());
  return {};
}

// "TIME TEXT"
LastError CollectionStore::last_error(std::string_view name) const {
  const auto bytes = apps::read_regular_file(path_of(name, kErrorEnding), kLongestHistory);
  if (!bytes.has_value()) return {};
  const std::string_view text = as_text(*bytes);
  const std::size_t blank = std::min(text.find(' '), text.size());
  const auto time = whole_number<FileTime>(text.substr(0, blank));
  if (!time.has_value() || blank == text.size()) return {};
  return {.time_utc = *time, .text = std::string(text.substr(blank + 1))};
}

void CollectionStore::note_error(std::string_view name, const LastError& error) const {
  if (!last_error(name).text.empty()) return;
  (void)apps::write_whole_file(path_of(name, kErrorEnding),
                               fmt::format("{} {}", error.time_utc, error.text),
                               Existing::replaced);
}

void CollectionStore::forget_error(std::string_view name) const {
  (void)::unlink(path_of(name, kErrorEnding).c_str());
}

}  // namespace openperflib::logman
