#include "openperflib/jobs/chart/history_job.h"

#include <utility>

#include "openperflib/base/try_internal.h"
#include "openperflib/jobs/log_statistics_internal.h"
#include "openperflib/jobs/open_cursor_internal.h"

namespace openperflib {
namespace {

constexpr std::uint64_t kRecordsBetweenLooks = 64;  // at how much memory there is

}  // namespace

struct HistoryJob::State {
  State(HistoryOptions its_options, LogCursor its_log, Query its_query)
      : options(std::move(its_options)),
        log(std::move(its_log)),
        query(std::move(its_query)),
        builder(log.holds_values() ? RowsOf::values : RowsOf::readings, options.paths) {
    builder.set_bias(log.reader().header().bias_minutes);
  }

  [[nodiscard]] JobStep take();
  void look_at_memory();

  HistoryOptions options;
  LogCursor log;
  Query query;
  ChartHistoryBuilder builder;
  RecordIntervals intervals;
  ReadLimit limit;
  std::optional<HistoryNeed> need;
};

JobStep HistoryJob::State::take() {
  const FileTime time = log.record().time_local;
  builder.take(query, time, intervals.next(time));
  if (log.records() % kRecordsBetweenLooks == 0) look_at_memory();
  return need.has_value() ? JobStep::done : JobStep::more;
}

// What is needed for the rest of the log is as much as for the same part that was read.
void HistoryJob::State::look_at_memory() {
  const std::size_t bytes = builder.bytes();
  if (bytes <= options.most_bytes) return;
  const JobProgress done = progress_of(log);
  const bool is_known = done.position != 0 && done.size > done.position;
  const double parts =
      is_known ? static_cast<double>(done.size) / static_cast<double>(done.position) : 1;
  const auto of_all = [&](std::uint64_t so_far) {
    return static_cast<std::uint64_t>(static_cast<double>(so_far) * parts);
  };
  need = HistoryNeed{
      .bytes = of_all(bytes), .series = builder.series(), .records = of_all(log.records())};
}

HistoryJob::HistoryJob(std::unique_ptr<State> state) : state_(std::move(state)) {}
HistoryJob::HistoryJob(HistoryJob&&) noexcept = default;
HistoryJob& HistoryJob::operator=(HistoryJob&&) noexcept = default;
HistoryJob::~HistoryJob() = default;

std::expected<HistoryJob, JobFault> HistoryJob::begin(HistoryOptions options,
                                                      const TitleTable& titles) {
  options.logs.request = request_of(options.paths, titles);
  LogCursor log =
      OPENPERFLIB_TRY(open_cursor(options.logs, LogWindow(), titles, LogReadings::by_block));
  Query query =
      OPENPERFLIB_TRY(query_of_paths(options.paths, titles, QueryOptions::FirstRates::start));
  return HistoryJob(std::make_unique<State>(std::move(options), std::move(log), std::move(query)));
}

std::expected<JobStep, JobFault> HistoryJob::step() {
  State& state = *state_;
  if (state.need.has_value()) return JobStep::done;
  return read_up_to(
      state.limit, state.log, [&] { return state.log.take_next(state.query); },
      [&] { return state.take(); });
}

void HistoryJob::read_until(std::uint64_t position) noexcept { state_->limit.set(position); }

bool HistoryJob::has_ended() const noexcept { return state_->limit.has_ended(); }

JobProgress HistoryJob::progress() const noexcept { return progress_of(state_->log); }

LogFindings HistoryJob::findings() const { return findings_of(state_->log); }

std::optional<HistoryNeed> HistoryJob::need() const noexcept { return state_->need; }

std::size_t HistoryJob::bytes() const noexcept { return state_->builder.bytes(); }

ChartHistory HistoryJob::history() {
  State& state = *state_;
  ChartHistory history = state.builder.history();
  for (PathHistory& path : history.paths) {
    if (state.limit.has_ended() && !path.was_there)
      path.hint = unmatched_path(path.path, state.log).hint;
  }
  return history;
}

}  // namespace openperflib
