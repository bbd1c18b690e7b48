#include "openperflib/log/log_conversion.h"

#include <algorithm>
#include <numeric>
#include <unordered_set>
#include <utility>

#include "openperflib/base/try_internal.h"
#include "openperflib/query/paths/counter_path.h"

namespace openperflib {
LogConversion::LogConversion(LogReader& reader, Query& query, RowSink& sink,
                             const LogWindow& window, RecordBefore before)
    : reader_(reader), query_(query), sink_(sink), wanted_(window), before_(before) {}

std::expected<void, SourceFault> LogConversion::begin() {
  const Binding& binding = query_.binding();
  if (generation_ == binding.generation()) return {};
  generation_ = binding.generation();
  shown_.resize(binding.series().size());
  std::iota(shown_.begin(), shown_.end(), std::size_t{0});
  return sink_.begin(binding, shown_);
}

std::expected<void, SourceFault> LogConversion::write_record_before() {
  if (!time_before_.has_value()) return {};
  const FileTime time = *std::exchange(time_before_, std::nullopt);
  if (before_ == RecordBefore::left_out || written_.records != 0) return {};
  no_row_.time_utc = query_.older().time_utc;
  no_row_.values.assign(query_.older().counters.size(), Value::unusable(CStatus::invalid_data));
  written_.note(time);
  return sink_.write(query_.older(), no_row_);
}

std::expected<void, SourceFault> LogConversion::write() {
  OPENPERFLIB_TRY(begin());
  OPENPERFLIB_TRY(write_record_before());
  written_.note(record_.time_local);
  return sink_.write(query_.newer(), query_.row());
}

std::expected<ReadResult, SourceFault> LogConversion::step() {
  if (OPENPERFLIB_TRY(reader_.read(record_)) == ReadResult::end) {
    OPENPERFLIB_TRY(sink_.end());
    return ReadResult::end;
  }
  const bool wanted = wanted_.take(record_.time_local);
  if (!wanted && !wanted_.is_before(record_.time_local)) return ReadResult::reading;
  // Times are written as stored in the log, even if the offset has changed since its start.
  record_.sample.time_utc = reader_.header().to_utc(record_.time_local);
  const bool has_values = reader_.header().content == LogContent::values;
  query_.take(reader_.catalog(), record_.sample, has_values ? &record_.row : nullptr);
  if (wanted) {
    OPENPERFLIB_TRY(write());
  } else {
    time_before_ = record_.time_local;
  }
  return ReadResult::reading;
}

std::expected<LogSelection, Error> select_series(const LogSurvey& survey,
                                                 std::span<const std::string> patterns,
                                                 const TitleTable& titles) {
  LogSelection selection;
  const std::vector<Series> all = survey.series();
  std::unordered_set<std::string> known;
  if (patterns.empty()) {
    for (const Series& series : all) {
      std::string path = exact_path_of(series);
      if (known.insert(path).second) selection.paths.push_back(std::move(path));
    }
    return selection;
  }
  Query query(titles);
  for (const std::string& pattern : patterns) (void)OPENPERFLIB_TRY(query.add(pattern));
  Catalog catalog;
  catalog.clear();
  for (const Series& series : all) catalog.add(series);
  const Sample nothing_read{.counters = std::vector<RawCounter>(all.size())};
  query.take(catalog, nothing_read);
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
  Catalog catalog;
  catalog.clear();
  for (const Series& series : survey.series()) catalog.add(series);
  const Sample nothing_read{.counters = std::vector<RawCounter>(catalog.series().size())};
  query.take(catalog, nothing_read);
  std::vector<std::size_t> shown(query.binding().series().size());
  std::iota(shown.begin(), shown.end(), std::size_t{0});
  return sink.begin(query.binding(), shown);
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
