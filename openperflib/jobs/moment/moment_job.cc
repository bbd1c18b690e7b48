#include "openperflib/jobs/moment/moment_job.h"

#include <optional>
#include <utility>

#include "openperflib/base/try_internal.h"
#include "openperflib/jobs/explanation.h"
#include "openperflib/jobs/moment/watched_session.h"
#include "openperflib/jobs/open_cursor_internal.h"
#include "openperflib/jobs/times_job.h"

namespace openperflib {
namespace {

// A time of the log's own clock, as text.
std::string text_of_local(const CounterSession& session, FileTime local) {
  return time_text(session, session.log()->reader().header().to_utc(local)).value_or("unknown");
}

}  // namespace

struct MomentJob::State {
  MomentOptions options;
  TitleTable titles;
  std::optional<TimesJob> reading = std::nullopt;        // until all times are read
  std::optional<CounterSession> session = std::nullopt;  // from begin() on
  std::optional<WatchModel> watch = std::nullopt;        // from the last step on
  WatchedMoment moment = {};

  [[nodiscard]] std::expected<void, JobFault> find();
  [[nodiscard]] std::expected<void, JobFault> go_to(const LogTimeline& times, std::size_t place,
                                                    FileTime asked);
};

// The logs of a text format may have no record in order: their extremes are those of all records.
std::expected<void, JobFault> MomentJob::State::find() {
  const LogTimes clock = reading->times();
  const LogTimeline times = timeline_in(reading->take_all(), LogWindow());
  reading.reset();
  const FileTime asked = begin_of(options.time, clock);
  moment.asked = text_of_local(*session, asked);
  moment.log_from = text_of_local(*session, clock.first_local);
  moment.log_to = text_of_local(*session, clock.last_local);
  const auto place = times.place_at(asked);
  if (!place.has_value()) return {};
  return go_to(times, *place, asked);
}

std::expected<void, JobFault> MomentJob::State::go_to(const LogTimeline& times, std::size_t place,
                                                      FileTime asked) {
  watch.emplace(watch_model_of(*session));
  moment.samples = OPENPERFLIB_TRY(go_to_moment(*session, times, place, *watch));
  moment.samples_from = text_of_local(*session, times.at(place + 1 - moment.samples));
  moment.time = row_time(*session);
  if (const auto gap = times.gap_at(place, asked)) {
    moment.gap = WatchedMoment::Gap{.from = text_of_local(*session, gap->first),
                                    .to = text_of_local(*session, gap->second)};
  }
  return {};
}

MomentJob::MomentJob(std::unique_ptr<State> state) : state_(std::move(state)) {}
MomentJob::MomentJob(MomentJob&&) noexcept = default;
MomentJob& MomentJob::operator=(MomentJob&&) noexcept = default;
MomentJob::~MomentJob() = default;

std::expected<MomentJob, JobFault> MomentJob::begin(MomentOptions options,
                                                    const TitleTable& titles) {
  std::unique_ptr<State> state(new State{.options = std::move(options), .titles = titles});
  state->session.emplace(
      OPENPERFLIB_TRY(session_of_paths(state->options.logs, LogWindow(), state->options.paths,
                                       state->titles, QueryOptions::FirstRates::start)));
  state->reading.emplace(
      OPENPERFLIB_TRY(TimesJob::begin(state->options.logs, state->titles, TimesJob::Kept::all)));
  return MomentJob(std::move(state));
}

std::expected<JobStep, JobFault> MomentJob::step() {
  if (!state_->reading.has_value()) return JobStep::done;
  if (OPENPERFLIB_TRY(state_->reading->step()) == JobStep::more) return JobStep::more;
  OPENPERFLIB_TRY(state_->find());
  return JobStep::done;
}

JobProgress MomentJob::progress() const noexcept {
  return state_->reading.has_value() ? state_->reading->progress()
                                     : progress_of(*state_->session->log());
}

LogFindings MomentJob::findings() const { return findings_of(*state_->session->log()); }

const WatchedMoment& MomentJob::moment() const noexcept { return state_->moment; }

const CounterSession& MomentJob::session() const noexcept { return *state_->session; }

std::vector<WatchGroup> MomentJob::groups() const {
  if (!state_->watch.has_value()) return {};
  std::vector<WatchGroup> groups =
      state_->watch->groups(state_->session->query(), WatchOrder::as_collected, {});
  append_unmatched(*state_->session, groups);
  return groups;
}

std::optional<CpuRemainder> MomentJob::remainder() const {
  return state_->watch.has_value() ? state_->watch->remainder() : std::nullopt;
}

}  // namespace openperflib
