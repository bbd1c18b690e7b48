// SummedRows: the statistics of rows, which workers add up where there are some.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "openperflib/base/workers.h"
#include "openperflib/query/query.h"
#include "openperflib/query/row_batches.h"
#include "openperflib/view/summary/rows_of.h"
#include "openperflib/view/summary/series_summary.h"

namespace openperflib {

// Resource. The result is the same with any number of workers.
class SummedRows final : private RowBatches::User {
 public:
  // `workers`, which must outlive it; null: none.
  SummedRows(RowsOf rows, Workers* workers);
  SummedRows(const SummedRows&) = delete;
  SummedRows& operator=(const SummedRows&) = delete;

  // Adds the newest row of the query.
  void add(const Query& query, SeriesSummary::Interval interval);
  [[nodiscard]] RowsOf rows() const noexcept { return rows_; }
  // In the order of the paths, then of their appearance. Only once.
  [[nodiscard]] std::vector<SummaryOfSeries> take_result();

 private:
  [[nodiscard]] std::size_t tasks_of(const RowBatch& batch) override;
  void run(const RowBatch& batch, std::size_t task) override;
  // Returns when all rows that were added are in the summary.
  void flush();

  RowsOf rows_;
  std::size_t tasks_ = 1;
  SeriesSummary summary_;
  std::optional<RowBatches> batches_;  // last, so that what runs ends first
};

}  // namespace openperflib
