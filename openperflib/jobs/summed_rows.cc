#include "openperflib/jobs/summed_rows_internal.h"

namespace openperflib {
namespace {

// Where parts take different times, a worker that is done takes another one.
constexpr std::size_t kTasksPerWorker = 4;

}  // namespace

SummedRows::SummedRows(RowsOf rows, Workers* workers)
    : rows_(rows),
      tasks_(run_beside_caller(workers) ? kTasksPerWorker * workers->count() : 1),
      batches_(run_beside_caller(workers) ? *workers : caller_,
               static_cast<RowBatches::User&>(*this), RowBatches::Contents::numbers) {}

std::size_t SummedRows::tasks_of(const RowBatch& /*batch*/) { return tasks_; }

void SummedRows::run(const RowBatch& batch, std::size_t task) { summary_.add(batch, task, tasks_); }

// Nothing fails in the summary.
void SummedRows::flush() { (void)batches_.flush(); }

void SummedRows::add(const Query& query, SeriesSummary::Interval interval) {
  const bool is_usual = interval == SeriesSummary::Interval::usual;
  const bool fits_batch = is_usual && !query.has_first_rates();
  if (fits_batch && summary_.takes_batch_of(query)) {
    summary_.add_readings(query);
    (void)batches_.add(query);
    return;
  }
  flush();
  summary_.add(query, rows_, interval);
}

std::vector<SummaryOfSeries> SummedRows::take_result() {
  flush();
  return summary_.take_result();
}

}  // namespace openperflib
