// SummedRows: the statistics of rows, which workers add up where there are some.
#pragma once

#include <cstddef>
#include <vector>

#include "openperflib/base/workers.h"
#include "openperflib/query/query.h"
#include "openperflib/query/row_batches.h"
#include "openperflib/view/summary/rows_of.h"
#include "openperflib/view/summary/series_summary.h"

namespace openperflib {

// Runs tasks in the thread of its caller, before start() returns: what they read was just written.
class CallerWorkers final : public Workers {
 public:
  [[nodiscard]] std::size_t count() const noexcept override { return 1; }
  void start(std::size_t tasks, Task task) override {
    for (std::size_t i = 0; i < tasks; ++i) task(i);
  }
  void finish() override {}
};

// Resource. The result is the same with any number of workers. Rows come in batches also without
// them: the numbers of a series are then in a cache for all rows of a batch.
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
  CallerWorkers caller_;  // where there are no workers
  RowBatches batches_;    // last, so that what runs ends first
};

}  // namespace openperflib
