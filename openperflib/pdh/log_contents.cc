#include "openperflib/pdh/log_contents.h"

#include <sys/stat.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "openperflib/log/local/recording_ring.h"
#include "openperflib/log/log_inputs.h"
#include "openperflib/log/log_window.h"
#include "openperflib/pdh/pdh_sessions_internal.h"

namespace openperflib {
namespace {

LogIdentity::File file_of(const struct stat& status) noexcept {
  constexpr std::int64_t kNanoseconds = 1'000'000'000;
  return {.device = status.st_dev,
          .inode = status.st_ino,
          .size = static_cast<std::uint64_t>(status.st_size),
          .written_ns = status.st_mtim.tv_sec * kNanoseconds + status.st_mtim.tv_nsec};
}

// Adds a file, or the folder of a ring and its segments. False: nothing has that name.
bool add_file(const std::string& path, LogIdentity& identity) {
  struct stat status = {};
  if (::stat(path.c_str(), &status) != 0) return false;
  identity.files.push_back(file_of(status));
  for (const std::string& segment : ring_segments(path)) {
    if (::stat(segment.c_str(), &status) != 0) return false;
    identity.files.push_back(file_of(status));
  }
  return true;
}

// nullopt: it cannot be told whether they have changed, as with databases.
std::optional<LogIdentity> identity_of(const DataSource& source) {
  LogIdentity identity;
  for (const std::string& name : source.logs()) {
    if (!add_file(name, identity)) return std::nullopt;
  }
  return identity;
}

std::expected<std::shared_ptr<const LogSurvey>, PdhStatus> read_all(const DataSource& source,
                                                                    const TitleTable& titles) {
  LogInputs inputs = log_inputs_of(source);
  inputs.readings = LogReadings::left_out;
  auto logs = open_logs(inputs, LogWindow{}, titles);
  if (!logs.has_value()) return std::unexpected(logs.error().pdh_code);
  auto survey = std::make_shared<LogSurvey>();
  LogRecord record;
  while (true) {
    const auto read = logs->reader->read(record);
    if (!read.has_value()) return std::unexpected(PDH_LOG_FILE_OPEN_ERROR);
    if (*read == ReadResult::end) break;
    survey->add(*logs->reader, record);
  }
  survey->finish();
  return survey;
}

}  // namespace

LogContents::Survey LogContents::find(const DataSource& source, const LogIdentity& identity) {
  const std::lock_guard lock(mutex_);
  const auto known = std::ranges::find(known_, source, &Known::source);
  if (known == known_.end() || known->identity != identity) return nullptr;
  std::ranges::rotate(known, known + 1, known_.end());
  return known_.back().survey;
}

void LogContents::keep(Known known) {
  const std::lock_guard lock(mutex_);
  std::erase_if(known_, [&](const Known& one) { return one.source == known.source; });
  if (known_.size() == kMostKnown) known_.erase(known_.begin());
  known_.push_back(std::move(known));
}

void LogContents::forget(const DataSource& source) {
  const std::lock_guard lock(mutex_);
  std::erase_if(known_, [&](const Known& one) { return one.source == source; });
}

// What a file was before it was read is its identity: one that grows meanwhile is read again.
std::expected<std::shared_ptr<const LogSurvey>, PdhStatus> LogContents::of(
    const DataSource& source) {
  auto identity = identity_of(source);
  if (identity.has_value()) {
    if (Survey known = find(source, *identity); known != nullptr) return known;
  }
  auto survey = read_all(source, titles_);
  if (survey.has_value() && identity.has_value()) {
    keep({.source = source, .identity = *std::move(identity), .survey = *survey});
  }
  return survey;
}

}  // namespace openperflib
