#include "openperflib/machine_jobs/live_report_job.h"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <thread>
#include <utility>

#include "openperflib/analysis/counter_presence.h"
#include "openperflib/base/try_internal.h"
#include "openperflib/jobs/step_time.h"
#include "openperflib/os/portable/time_zone.h"
#include "openperflib/query/query.h"
#include "openperflib/query/query_series.h"
#include "openperflib/snapshot/snapshot.h"
#include "openperflib/titles/title_set.h"
#include "openperflib/view/report/report_overview.h"

namespace openperflib {

struct LiveReportJob::State {
  // One sample. The one before all others is only what the first rates are relative to; root
  // folders have none.
  struct Kept {
    Snapshot snapshot;
    bool is_before = false;
  };
  // One reading of all samples: the series that the paths mean. The passes do not get the blocks,
  // which have more: all counters of each object, and Collection Status. Their readings would be
  // counted, and what is missing of them reported (docs/adr/0030-one-record.md).
  struct Reading {
    explicit Reading(Query its_query) : query(std::move(its_query)) {}
    Query query;
    QuerySeries series;
    std::size_t next = 0;  // sample
  };

  State(CounterSession its_session, LiveReportOptions its_options, const TitleTable& its_titles)
      : session(std::move(its_session)),
        options(std::move(its_options)),
        titles(its_titles),
        passes(titles, options.rules, SampleOrigin::machine, options.facts, options.workers) {
    if (options.overview) passes.want_overview();
  }

  [[nodiscard]] std::expected<void, JobFault> add_paths();
  [[nodiscard]] std::expected<void, JobFault> collect();
  void keep(bool is_before);
  [[nodiscard]] Query make_query() const;
  void read(const Kept& sample);
  [[nodiscard]] JobStep read_on();

  CounterSession session;
  LiveReportOptions options;
  const TitleTable& titles;
  ReportPasses passes;
  bool is_begun = false;
  bool is_collecting = true;
  bool is_full = false;
  std::uint64_t collected = 0;  // samples that count
  std::vector<Kept> samples;
  std::uint64_t bytes = 0;                // of them
  std::shared_ptr<const TitleSet> names;  // of the first sample; null: there is none
  ZoneOffset zone;                        // the same
  std::optional<Reading> reading;         // in progress
};

std::expected<void, JobFault> LiveReportJob::State::add_paths() {
  for (const std::string& path : paths_of(options.rules)) {
    const auto added = session.add(path);
    if (!added.has_value()) return std::unexpected(not_a_path(path, added.error()));
  }
  if (!options.overview) return {};
  for (const std::string_view path : ReportOverview::paths()) (void)session.add(path);
  return {};
}

// Keeps the newest snapshot.
void LiveReportJob::State::keep(bool is_before) {
  const Snapshot& newest = session.snapshot();
  if (newest.empty()) return;
  if (samples.empty()) {
    zone = session.zone_at(newest.view().perf_time_100ns());
    names = session.titles();
  }
  Kept& kept = samples.emplace_back(Kept{.snapshot = {}, .is_before = is_before});
  if (!kept.snapshot.assign(newest.view().bytes()).has_value()) {  // it was read before
    samples.pop_back();
    return;
  }
  std::vector<InstanceKey> keys = newest.instance_keys();
  kept.snapshot.set_instance_keys(keys);
  bytes += newest.view().bytes().size();
  is_full = bytes >= options.most_bytes;
}

std::expected<void, JobFault> LiveReportJob::State::collect() {
  const auto row = session.collect();
  if (!row.has_value()) return std::unexpected(unreadable(row.error()));
  const bool is_first = !std::exchange(is_begun, true);
  if (*row == CounterSession::Collected::end) {
    is_collecting = false;
    return {};
  }
  if (is_first && session.nothing_can_match()) {
    return std::unexpected(JobFault{.kind = JobFault::Kind::no_series,
                                    .path = std::string(session.query().binding().machine())});
  }
  const bool is_before = is_first && session.is_live();
  keep(is_before);
  if (!is_before) ++collected;
  const bool has_all = options.samples != 0 && collected >= options.samples;
  is_collecting = !is_full && !has_all;
  return {};
}

// The paths were added to the session before, so they are valid.
Query LiveReportJob::State::make_query() const {
  QueryOptions how;
  how.rows = QueryOptions::Rows::left_out;
  if (session.is_live()) how.policy.clock_check = ClockCheck::clock_was_set;
  Query query(names != nullptr ? names : session.titles(), std::move(how));
  for (const std::string& path : session.paths()) (void)query.add(path);
  return query;
}

void LiveReportJob::State::read(const Kept& sample) {
  QuerySeries& series = reading->series;
  reading->query.take(sample.snapshot);
  series.take(reading->query);
  passes.take({.time_local = to_local(series.sample().time_utc, zone.bias_minutes),
               .record = {series.catalog(), series.sample()},
               .is_before = sample.is_before});
}

JobStep LiveReportJob::State::read_on() {
  if (!reading.has_value()) reading.emplace(make_query());
  StepTime time;
  while (reading->next < samples.size()) {
    read(samples[reading->next++]);
    if (time.is_over()) return JobStep::more;
  }
  reading.reset();
  return passes.end_pass() ? JobStep::more : JobStep::done;
}

LiveReportJob::LiveReportJob(std::unique_ptr<State> state) : state_(std::move(state)) {}
LiveReportJob::LiveReportJob(LiveReportJob&&) noexcept = default;
LiveReportJob& LiveReportJob::operator=(LiveReportJob&&) noexcept = default;
LiveReportJob::~LiveReportJob() = default;

std::expected<LiveReportJob, JobFault> LiveReportJob::begin(CounterSession session,
                                                            LiveReportOptions options,
                                                            const TitleTable& titles) {
  auto state = std::make_unique<State>(std::move(session), std::move(options), titles);
  OPENPERFLIB_TRY(state->add_paths());
  return LiveReportJob(std::move(state));
}

std::expected<JobStep, JobFault> LiveReportJob::step() {
  constexpr CounterSession::Clock::duration kLongestPause = std::chrono::milliseconds(20);
  State& state = *state_;
  if (!state.is_collecting) return state.read_on();
  const CounterSession::Clock::time_point now = CounterSession::Clock::now();
  if (due() <= now) {
    OPENPERFLIB_TRY(state.collect());
  } else {
    std::this_thread::sleep_for(std::min(due() - now, kLongestPause));
  }
  return JobStep::more;
}

bool LiveReportJob::is_collecting() const noexcept { return state_->is_collecting; }

CounterSession::Clock::time_point LiveReportJob::due() const {
  const State& state = *state_;
  const bool waits = state.is_collecting && state.session.is_live();
  return waits ? state.session.due() : CounterSession::Clock::time_point::min();
}

void LiveReportJob::end_samples() noexcept { state_->is_collecting = false; }

bool LiveReportJob::is_full() const noexcept { return state_->is_full; }

JobProgress LiveReportJob::progress() const noexcept {
  const State& state = *state_;
  if (state.is_collecting) return {.position = state.collected, .size = state.options.samples};
  const std::size_t read = state.reading.has_value() ? state.reading->next : state.samples.size();
  return {.position = read, .size = state.samples.size()};
}

const CounterSession& LiveReportJob::session() const noexcept { return state_->session; }

ReportModel LiveReportJob::take_model() {
  State& state = *state_;
  return report_model({.zone_name = state.zone.name,
                       .bias_minutes = state.zone.bias_minutes,
                       .left_out = std::move(state.options.left_out),
                       .origin = SampleOrigin::machine},
                      std::move(state.options.rules), state.passes.take_result(), state.titles);
}

}  // namespace openperflib
