// columns: values of counters of a log as columns of numbers.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <expected>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "openperflib/base/civil_time.h"
#include "openperflib/counter/counter_type.h"
#include "openperflib/counter/cstatus.h"
#include "openperflib/jobs/rows_job.h"
#include "openperflib/query/binding/binding.h"
#include "openperflib/query/catalog/row.h"
#include "openperflib/query/row_sink.h"
#include "openperflib/requests/row_tools_internal.h"
#include "openperflib/requests/tool_parts_internal.h"

namespace openperflib {
namespace {

constexpr std::size_t kMostNumbers = std::size_t{1} << 20;  // of all columns, with the times
constexpr std::size_t kMostFilledRows = kMostNumbers / 2;   // times, and a column
constexpr std::size_t kMostFilledColumns = 1000;
constexpr std::size_t kMostStatusRuns = 20;  // of a column
constexpr std::size_t kMostUnmatched = 100;
constexpr double kNotKnown = std::numeric_limits<double>::quiet_NaN();

// Rows one after the other whose values are missing for the same reason.
struct StatusRun {
  std::size_t first;
  std::size_t count;
  CStatus status;
};

std::vector<StatusRun> missing_runs(const std::vector<CStatus>& statuses) {
  std::vector<StatusRun> runs;
  for (std::size_t row = 0; row < statuses.size(); ++row) {
    if (usable(statuses[row])) continue;
    const bool is_next = !runs.empty() && runs.back().status == statuses[row] &&
                         runs.back().first + runs.back().count == row;
    if (is_next) {
      ++runs.back().count;
    } else {
      runs.push_back({.first = row, .count = 1, .status = statuses[row]});
    }
  }
  return runs;
}

// Members of an object: nothing if no value is missing.
void write_missing_values(JsonWriter& out, const std::vector<CStatus>& statuses) {
  const std::vector<StatusRun> runs = missing_runs(statuses);
  if (runs.empty()) return;
  std::map<CStatus, std::size_t> counts;
  for (const StatusRun& run : runs) counts[run.status] += run.count;
  out.key("missing");
  out.begin_object();
  for (const auto& [status, count] : counts) out.member(name_of(status), count);
  out.end_object();
  write_first(out, "runs", runs, kMostStatusRuns, [&](const StatusRun& run) {
    out.begin_array();
    out.value(run.first);
    out.value(run.count);
    out.value(name_of(run.status));
    out.end_array();
  });
}

// The first rows of a log, column by column. Series come and go: where a series has no value, its
// column has NaN, so that all columns have as many numbers as there are rows.
class ColumnRows final : public RowSink {
 public:
  // `most`: rows, at most kMostFilledRows.
  explicit ColumnRows(std::size_t most) : most_(most) {}

  [[nodiscard]] std::expected<void, SourceFault> begin(
      const Binding& binding, std::span<const std::size_t> /*shown*/) override {
    if (has_room()) take_series(binding);
    return {};
  }
  [[nodiscard]] std::expected<void, SourceFault> write(const Sample& /*sample*/,
                                                       const Row& row) override {
    if (has_room()) {
      take_row(row);
    } else {
      ++left_out_;
    }
    return {};
  }
  [[nodiscard]] std::expected<void, SourceFault> end() override { return {}; }

  // Members of an object.
  void write_members(JsonWriter& out, const CounterSession& session) const {
    out.member("rows", rows_);
    if (left_out_ != 0) out.member("later_rows_left_out", left_out_);
    out.member("bias_minutes", bias_of(session));
    out.key("times");
    out.begin_object();
    write_place(out, 0);
    out.end_object();
    out.key("columns");
    out.begin_array();
    for (std::size_t i = 0; i < columns_.size(); ++i) write_column(out, i, session.holds_values());
    out.end_array();
    if (series_.left_out() != 0) out.member("columns_left_out", series_.left_out());
  }

  // The times, then each column. Only once.
  [[nodiscard]] std::vector<double> take_numbers() {
    std::vector<double> all = std::exchange(times_, {});
    all.reserve(rows_ * (columns_.size() + 1));
    for (Column& column : columns_) {
      const std::vector<double> numbers = std::exchange(column.numbers, {});
      all.insert(all.end(), numbers.begin(), numbers.end());
    }
    return all;
  }

 private:
  struct Column {
    CounterType type;
    std::vector<double> numbers;
    std::vector<CStatus> statuses;
  };

  // Whether one more row fits. Columns are added only while one does, so after a row that does not
  // fit there is none that does.
  [[nodiscard]] bool has_room() const {
    return rows_ < most_ && (rows_ + 1) * (columns_.size() + 1) <= kMostNumbers;
  }

  // Adds the columns of new series, as long as they fit with the next row.
  void take_series(const Binding& binding) {
    series_.take(binding, std::min(kMostFilledColumns, kMostNumbers / (rows_ + 1) - 1));
    for (std::size_t i = 0; i < series_.of_series().size(); ++i) {
      if (series_.of_series()[i] != columns_.size()) continue;
      columns_.push_back({.type = binding.series()[i].type,
                          .numbers = std::vector<double>(rows_, kNotKnown),
                          .statuses = std::vector<CStatus>(rows_, CStatus::no_data)});
    }
  }

  void take_row(const Row& row) {
    ++rows_;
    times_.push_back(unix_seconds(row.time_utc));
    for (Column& column : columns_) {
      column.numbers.push_back(kNotKnown);
      column.statuses.push_back(CStatus::no_data);
    }
    for (std::size_t i = 0; i < series_.of_series().size(); ++i) {
      const std::size_t place = series_.of_series()[i];
      if (place == SeriesColumns::kNoColumn) continue;
      const Value& value = row.values[i];
      if (value.usable()) columns_[place].numbers.back() = value.number;
      columns_[place].statuses.back() = value.status;
    }
  }

  // The clock of the log; nullopt: it does not tell its offset from UTC.
  [[nodiscard]] static std::optional<int> bias_of(const CounterSession& session) {
    const LogCursor* const log = session.log();
    return log == nullptr ? std::nullopt : log->reader().header().bias_minutes;
  }

  // Where the numbers of the times (0) or of a column (from 1 on) are among all.
  void write_place(JsonWriter& out, std::size_t position) const {
    out.member("offset", position * rows_);
    out.member("count", rows_);
  }

  void write_column(JsonWriter& out, std::size_t place, bool holds_values) const {
    const Column& column = columns_[place];
    out.begin_object();
    out.member("path", series_.paths()[place]);
    out.member("type", holds_values ? std::nullopt : std::optional(winperf_name(column.type)));
    write_place(out, place + 1);
    write_missing_values(out, column.statuses);
    out.end_object();
  }

  std::size_t most_;
  std::size_t rows_ = 0;
  std::size_t left_out_ = 0;  // rows
  SeriesColumns series_;
  std::vector<double> times_;
  std::vector<Column> columns_;
};

std::string columns_json(const ColumnRows& rows, const RowsJob& job) {
  return json_object([&](JsonWriter& out) {
    rows.write_members(out, job.session());
    const RowsModel model = job.model();
    if (!model.unmatched.empty()) {
      write_bounded(out, "unmatched", model.unmatched, kMostUnmatched,
                    [&](const RowsModel::Unmatched& one) {
                      out.member("path", one.path);
                      out.member("reason", one.why);
                    });
    }
    write_findings(out, job.findings());
  });
}

}  // namespace

BegunTool begin_columns(ToolSession& session, const LocatedJson& arguments) {
  const ToolArguments words(arguments);
  const auto paths = words.texts("paths");
  if (paths.empty()) return std::unexpected("paths names no counter");
  const std::size_t most = words.count("rows", kMostFilledRows, kMostFilledRows);
  const auto rows = std::make_shared<ColumnRows>(most);
  return rows_tool(
      session, words, paths, [rows](const CounterSession& /*log*/) { return rows.get(); },
      [rows](RowsJob& job) { return columns_json(*rows, job); },
      [rows](RowsJob& /*job*/) { return rows->take_numbers(); });
}

}  // namespace openperflib
