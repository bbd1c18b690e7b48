#include "openperflib/jobs/rows_job.h"

#include <utility>

#include "openperflib/base/try_internal.h"
#include "openperflib/jobs/open_cursor_internal.h"
#include "openperflib/jobs/shown_rows.h"

namespace openperflib {
namespace {

// The session refers to `titles`. Errors: not_a_log, not_a_path.
std::expected<CounterSession, JobFault> session_of(const RowsOptions& options,
                                                   const TitleTable& titles) {
  using FirstRates = QueryOptions::FirstRates;
  return session_of_paths(options.logs, options.window, options.paths, titles,
                          options.instances.has_value() ? FirstRates::start : FirstRates::nothing);
}

}  // namespace

struct RowsJob::State {
  RowsOptions options;
  OpenRowSink open;
  TitleTable titles;
  bool is_looking = false;                               // for a record that has one of the paths
  std::optional<CounterSession> session = std::nullopt;  // from begin() on
  RowSink* sink = nullptr;
  std::optional<ShownRows> rows = std::nullopt;

  [[nodiscard]] std::expected<JobStep, JobFault> read();
  [[nodiscard]] std::expected<JobStep, JobFault> take();
  [[nodiscard]] std::expected<void, JobFault> rewind();
  [[nodiscard]] std::expected<void, JobFault> open_sink();
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
    if (!session->has_matched()) return JobStep::more;
    is_looking = false;
    if (session->log()->records() != 1) {
      OPENPERFLIB_TRY(rewind());
      return JobStep::more;
    }
  }
  if (!rows.has_value()) OPENPERFLIB_TRY(open_sink());
  if (const auto written = rows->write(session->query()); !written.has_value()) {
    return std::unexpected(unwritable(written.error()));
  }
  return rows->rows() == options.rows ? JobStep::done : JobStep::more;
}

// Errors: not_a_log.
std::expected<void, JobFault> RowsJob::State::rewind() {
  auto rewound = session->rewind();
  if (!rewound.has_value()) return std::unexpected(not_a_log(std::move(rewound).error()));
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
  state->session.emplace(OPENPERFLIB_TRY(session_of(state->options, state->titles)));
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
    std::string why = state.session->unmatched_text(path);
    if (!why.empty()) model.unmatched.push_back({state.session->paths()[path], std::move(why)});
  }
  return model;
}

}  // namespace openperflib
