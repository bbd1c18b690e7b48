// StatisticsReading: reads a log once for the statistics of its series.
#pragma once

#include <cstdint>
#include <expected>
#include <memory>
#include <string>
#include <vector>

#include "openperflib/base/civil_time.h"
#include "openperflib/base/workers.h"
#include "openperflib/jobs/job.h"
#include "openperflib/jobs/open_cursor_internal.h"
#include "openperflib/jobs/summed_rows_internal.h"
#include "openperflib/log/log_cursor.h"
#include "openperflib/query/query.h"
#include "openperflib/view/summary/rows_of.h"
#include "openperflib/view/summary/series_summary.h"
#include "openperflib/view/summary/summary_extent.h"

namespace openperflib {

// Tells intervals that are shorter than half of those before them on average. Value.
class RecordIntervals {
 public:
  // Classifies the interval before a record of this time. The first two count as usual.
  [[nodiscard]] SeriesSummary::Interval next(FileTime time) noexcept {
    const FileTime usual = count_ < 2 ? 0 : (last_ - first_) / (count_ - 1);
    const bool is_brief = count_ >= 2 && time - last_ < usual / 2;
    if (count_++ == 0) first_ = time;
    last_ = time;
    return is_brief ? SeriesSummary::Interval::brief : SeriesSummary::Interval::usual;
  }

 private:
  std::int64_t count_ = 0;
  FileTime first_ = 0;
  FileTime last_ = 0;
};

// Resource, movable: the open logs.
class StatisticsReading {
 public:
  // `workers` must outlive it; null: none. Errors: not_a_log, not_a_path.
  [[nodiscard]] static std::expected<StatisticsReading, JobFault> begin(
      const LogInputs& logs, const LogWindow& window, const std::vector<std::string>& paths,
      const TitleTable& titles, Workers* workers);
  // Errors: unreadable.
  [[nodiscard]] std::expected<JobStep, JobFault> step();

  [[nodiscard]] const LogCursor& log() const noexcept { return log_; }
  [[nodiscard]] JobProgress progress() const noexcept { return progress_of(log_); }
  [[nodiscard]] RowsOf rows() const noexcept { return rows_->rows(); }
  [[nodiscard]] const SummaryExtent& extent() const noexcept { return extent_; }
  // In the order of the paths, then of their appearance. Only once.
  [[nodiscard]] std::vector<SummaryOfSeries> take_series() { return rows_->take_result(); }

 private:
  StatisticsReading(LogCursor log, Query query, Workers* workers)
      : log_(std::move(log)), query_(std::move(query)) {
    const RowsOf rows = log_.holds_values() ? RowsOf::values : RowsOf::readings;
    rows_ = std::make_unique<SummedRows>(rows, workers);
    extent_.bias_minutes = log_.reader().header().bias_minutes;
  }
  LogCursor log_;
  Query query_;
  std::unique_ptr<SummedRows> rows_;  // its address is that of tasks that run
  SummaryExtent extent_;
  RecordIntervals intervals_;
};

}  // namespace openperflib
