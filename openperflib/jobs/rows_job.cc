#include "openperflib/jobs/rows_job.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "openperflib/base/try_internal.h"
#include "openperflib/jobs/open_cursor_internal.h"
#include "openperflib/jobs/shown_rows.h"

namespace openperflib {
namespace {

constexpr std::chrono::seconds kNoPace{1};  // logs are read without waiting

// Errors: not_a_log, not_a_path.
std::expected<CounterSession, JobFault> session_of(const RowsOptions& options,
                                                   const TitleTable& titles) {
  LogCursor log = OPENPERFLIB_TRY(open_query_cursor(options.logs, options.window, titles));
  CounterSession session = CounterSession::of_log(std::move(log), titles, kNoPace);
  for (const std::string& path : options.paths) {
    const auto added = session.add(path);
    if (added.has_value()) continue;
    return std::unexpected(
        JobFault{.kind = JobFault::Kind::not_a_path, .path = path, .syntax = added.error()});
  }
  if (options.paths.empty()) session.add_everything();
  return session;
}

}  // namespace

struct RowsJob::State {
  RowsOptions options;
  OpenRowSink open;
  TitleTable titles;
  std::optional<CounterSession> session = std::nullopt;
  std::vector<bool> matched = {};  // by path, before the logs were read from their start again
  bool is_looking = false;         // for a record that has one of the paths
  RowSink* sink = nullptr;
  std::optional<ShownRows> rows = std::nullopt;

  [[nodiscard]] std::expected<JobStep, JobFault> read();
  [[nodiscard]] std::expected<JobStep, JobFault> take();
  [[nodiscard]] std::expected<void, JobFault> open_logs();
  [[nodiscard]] std::expected<void, JobFault> open_sink();
  [[nodiscard]] bool has_matched();
};

std::expected<JobStep, JobFault> RowsJob::State::read() {
  StepTime time;
  do {
    const auto collected = session->collect();
    if (!collected.has_value()) return std::unexpected(unreadable(collected.error()));
    if (*collected == CounterSession::Collected::end) return JobStep::done;
    if (OPENPERFLIB_TRY(take()) == JobStep::done) return JobStep::done;
  } while (!time.is_over());
  return JobStep::more;
}

std::expected<JobStep, JobFault> RowsJob::State::take() {
  if (is_looking) {
    if (!has_matched()) return JobStep::more;
    is_looking = false;
    if (session->log()->records() != 1) {
      OPENPERFLIB_TRY(open_logs());
      return JobStep::more;
    }
  }
  if (!rows.has_value()) OPENPERFLIB_TRY(open_sink());
  if (const auto written = rows->write(session->query()); !written.has_value()) {
    return std::unexpected(unwritable(written.error()));
  }
  return rows->rows() == options.rows ? JobStep::done : JobStep::more;
}

// At their start, with a query that has read nothing. Errors: not_a_log, not_a_path.
std::expected<void, JobFault> RowsJob::State::open_logs() {
  session.emplace(OPENPERFLIB_TRY(session_of(options, titles)));
  return {};
}

std::expected<void, JobFault> RowsJob::State::open_sink() {
  const auto opened = open(*session);
  if (!opened.has_value()) return std::unexpected(unwritable(opened.error()));
  sink = *opened;
  rows.emplace(*sink, options.instances.has_value() ? ShownSeries(*options.instances)
                                                    : ShownSeries(std::uint32_t{0}));
  return {};
}

bool RowsJob::State::has_matched() {
  matched.resize(session->paths().size());
  for (Query::PathId path = 0; path < matched.size(); ++path) {
    if (session->match(path) == Query::Match::matched) matched[path] = true;
  }
  return std::ranges::find(matched, true) != matched.end();
}

RowsJob::RowsJob(std::unique_ptr<State> state) : state_(std::move(state)) {}
RowsJob::RowsJob(RowsJob&&) noexcept = default;
RowsJob& RowsJob::operator=(RowsJob&&) noexcept = default;
RowsJob::~RowsJob() = default;

std::expected<RowsJob, JobFault> RowsJob::begin(RowsOptions options, OpenRowSink open,
                                                const TitleTable& titles) {
  const bool looks = options.without_series == RowsOptions::WithoutSeries::no_rows;
  std::unique_ptr<State> state(new State{.options = std::move(options),
                                         .open = std::move(open),
                                         .titles = titles,
                                         .is_looking = looks});
  OPENPERFLIB_TRY(state->open_logs());
  return RowsJob(std::move(state));
}

std::expected<JobStep, JobFault> RowsJob::step() {
  const auto step = state_->read();
  const bool goes_on = step.has_value() && *step == JobStep::more;
  if (goes_on || state_->sink == nullptr) return step;
  const auto ended = std::exchange(state_->sink, nullptr)->end();
  if (step.has_value() && !ended.has_value()) return std::unexpected(unwritable(ended.error()));
  return step;
}

JobProgress RowsJob::progress() const noexcept { return progress_of(*state_->session->log()); }

LogFindings RowsJob::findings() const { return findings_of(*state_->session->log()); }

std::vector<std::string> RowsJob::take_without_column() {
  if (!state_->rows.has_value()) return {};
  return state_->rows->take_without_column();
}

const CounterSession& RowsJob::session() const noexcept { return *state_->session; }

RowsModel RowsJob::model() const {
  const State& state = *state_;
  RowsModel model{.records = state.session->log()->records(), .unmatched = {}};
  if (state.rows.has_value()) {
    model.rows = state.rows->rows();
    model.has_values = state.rows->has_values();
  }
  for (Query::PathId path = 0; path < state.session->paths().size(); ++path) {
    if (path < state.matched.size() && state.matched[path]) continue;
    std::string why = state.session->unmatched_text(path);
    if (!why.empty()) model.unmatched.push_back({state.session->paths()[path], std::move(why)});
  }
  return model;
}

}  // namespace openperflib
