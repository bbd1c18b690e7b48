#include "openperflib/log/log_conversion.h"

#include <algorithm>
#include <unordered_set>
#include <utility>
#include <variant>

#include "openperflib/base/try_internal.h"
#include "openperflib/log/log_block_copy_internal.h"
#include "openperflib/log/log_row_copy_internal.h"
#include "openperflib/query/paths/counter_path.h"
#include "openperflib/query/row_feed.h"

namespace openperflib {

struct LogConversion::State {
  LogReader& reader;
  WantedRecords wanted;
  std::variant<LogRowCopy, LogBlockCopy> copy;
  LogRecord record = {};
  LogExtent written = {};
  bool has_written = false;  // in the last step
  bool is_writing = false;   // the last step came so far

  [[nodiscard]] std::expected<ReadResult, SourceFault> step(auto& into);
};

LogConversion::LogConversion(LogReader& reader, Query& query, RowSink& sink,
                             const LogWindow& window, RecordBefore before, Workers* workers)
    : state_(new State{.reader = reader,
                       .wanted = WantedRecords(window),
                       .copy = LogRowCopy(query, sink, before, workers)}) {}

LogConversion::LogConversion(LogReader& reader, BlockSink& sink,
                             std::optional<ObjectRequest> request, const LogWindow& window,
                             RecordBefore before)
    : state_(new State{.reader = reader,
                       .wanted = WantedRecords(window),
                       .copy = LogBlockCopy(sink, std::move(request), before)}) {}

LogConversion::~LogConversion() = default;
LogConversion::LogConversion(LogConversion&&) noexcept = default;
LogConversion& LogConversion::operator=(LogConversion&&) noexcept = default;

std::expected<ReadResult, SourceFault> LogConversion::State::step(auto& into) {
  has_written = is_writing = false;
  const ReadResult found = OPENPERFLIB_TRY(reader.read(record));
  is_writing = true;
  if (found == ReadResult::end) {
    OPENPERFLIB_TRY(into.end());
    return ReadResult::end;
  }
  has_written = wanted.take(record.time_local);
  if (has_written) {
    OPENPERFLIB_TRY(into.write(reader, record, written));
  } else if (wanted.is_before(record.time_local)) {
    into.keep(reader, record);
  }
  return ReadResult::reading;
}

std::expected<ReadResult, SourceFault> LogConversion::step() {
  return std::visit([this](auto& into) { return state_->step(into); }, state_->copy);
}

bool LogConversion::is_sink_at_fault() const noexcept { return state_->is_writing; }

std::expected<void, SourceFault> LogConversion::flush() {
  auto* const rows = std::get_if<LogRowCopy>(&state_->copy);
  return rows != nullptr ? rows->flush() : std::expected<void, SourceFault>();
}

const LogExtent& LogConversion::written() const noexcept { return state_->written; }

std::span<const std::string> LogConversion::without_column() const noexcept {
  if (!state_->has_written) return {};
  return std::visit([](const auto& into) { return into.without_column(); }, state_->copy);
}

std::expected<LogSelection, Error> select_series(const LogSurvey& survey,
                                                 std::span<const std::string> patterns,
                                                 const TitleTable& titles) {
  LogSelection selection;
  std::unordered_set<std::string> known;
  if (patterns.empty()) {
    for (const Series& series : survey.series()) {
      std::string path = exact_path_of(series);
      if (known.insert(path).second) selection.paths.push_back(std::move(path));
    }
    return selection;
  }
  Query query(titles);
  for (const std::string& pattern : patterns) (void)OPENPERFLIB_TRY(query.add(pattern));
  query.bind(survey.catalog());
  for (std::size_t i = 0; i < query.binding().series().size(); ++i) {
    if (query.binding().series()[i].counter_ordinal == Series::kNoOrdinal) continue;
    std::string path = exact_path_of(query.binding().series()[i], query.binding().machine());
    if (known.insert(path).second) selection.paths.push_back(std::move(path));
  }
  for (std::uint32_t i = 0; i < patterns.size(); ++i) selection.matches.push_back(query.match(i));
  return selection;
}

// Columns are found by the numbers of their paths: a text that is not a path has none in the other
// query either.
std::expected<void, SourceFault> begin_with_all(RowSink& sink, const LogSurvey& survey,
                                                std::span<const std::string> paths,
                                                const TitleTable& titles) {
  Query query(titles);
  for (const std::string& path : paths) (void)query.add(path);
  query.bind(survey.catalog());
  return RowFeed(sink).follow(query);
}

std::vector<std::string> recorded_paths(const LogHeader& header) {
  std::vector<std::string> paths;
  for (const LogEntry& entry : header.entries) {
    CounterPath path;
    path.machine = entry.machine;
    path.object = entry.object;
    path.parent = entry.parent.value_or(std::string());
    path.instance = entry.instance;
    path.index = entry.instance_number;
    path.counter = entry.counter;
    const CounterPath literal = literal_pattern(path);
    if (entry.kind == LogEntry::Kind::single) path = literal;
    path.object = literal.object;
    if (entry.kind == LogEntry::Kind::wildcard) path.counter = literal.counter;
    paths.push_back(write(path));
    // An entry of a whole object has a * for its instances, even if the object has none.
    if (entry.kind != LogEntry::Kind::object || !path.instance.has_value()) continue;
    path.instance.reset();
    paths.push_back(write(path));
  }
  return paths;
}

std::vector<std::string> copied_paths(const LogHeader& header, const LogSurvey& survey,
                                      std::vector<std::string> series_paths,
                                      const TitleTable& titles) {
  std::vector<std::string> recorded = recorded_paths(header);
  const auto named = select_series(survey, recorded, titles);
  const bool names_none = recorded.empty() || (named.has_value() && named->paths.empty());
  return names_none ? std::move(series_paths) : recorded;
}

}  // namespace openperflib
