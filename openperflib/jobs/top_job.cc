#include "openperflib/jobs/top_job.h"

#include <map>
#include <string_view>
#include <tuple>

#include "openperflib/base/try_internal.h"
#include "openperflib/jobs/open_cursor_internal.h"

namespace openperflib {
namespace {

using InstanceName = std::tuple<std::string_view, std::string_view, std::string_view,
                                std::string_view, std::uint32_t>;

InstanceName full_instance_name(const Series& series) {
  return {series.machine, series.object, series.parent, series.instance.value_or(""),
          series.instance_number};
}

}  // namespace

void TopModel::note(const Query& query) {
  ranking_.note(query);
  note_series(query);
}

// A name passes from one instance to the next, so the instance that has it now is remembered.
void TopModel::note_series(const Query& query) {
  if (generation_ == query.binding().generation()) return;
  generation_ = query.binding().generation();
  std::map<InstanceName, std::uint64_t> owners;
  for (const Series& series : query.binding().series()) {
    if (series.counter_ordinal == Series::kNoOrdinal) continue;
    if (series.path == 0) owners.emplace(full_instance_name(series), series.identity);
    const auto owner = owners.find(full_instance_name(series));
    if (owner == owners.end() || !known_.insert(series.identity).second) continue;
    owners_.emplace(series.identity, owner->second);
    series_.add(series);
  }
}

std::expected<void, SourceFault> TopModel::begin(RowSink& sink,
                                                 const std::vector<std::uint64_t>& chosen) const {
  auto query = query_of_paths(paths_, titles_);
  if (!query.has_value()) return {};  // the job has added the same paths
  query->bind(series_);
  std::vector<std::size_t> shown;
  const auto series = query->binding().series();
  for (const std::uint64_t instance : chosen) {
    for (std::size_t i = 0; i < series.size(); ++i) {
      const auto owner = owners_.find(series[i].identity);
      if (owner != owners_.end() && owner->second == instance) shown.push_back(i);
    }
  }
  return sink.begin(query->binding(), shown);
}

struct TopJob::State {
  LogCursor log;
  Query query;
  TopModel model;
};

TopJob::TopJob(std::unique_ptr<State> state) : state_(std::move(state)) {}
TopJob::TopJob(TopJob&&) noexcept = default;
TopJob& TopJob::operator=(TopJob&&) noexcept = default;
TopJob::~TopJob() = default;

std::expected<TopJob, JobFault> TopJob::begin(TopOptions options, const TitleTable& titles) {
  LogCursor log =
      OPENPERFLIB_TRY(open_cursor(options.logs, options.window, titles, LogReadings::by_block));
  Query query =
      OPENPERFLIB_TRY(query_of_paths(options.paths, titles, QueryOptions::FirstRates::start));
  return TopJob(std::make_unique<State>(std::move(log), std::move(query),
                                        TopModel(std::move(options.paths), titles)));
}

std::expected<JobStep, JobFault> TopJob::step() {
  State& state = *state_;
  return read_for_a_step([&] { return state.log.take_next(state.query); },
                         [&] {
                           state.model.note(state.query);
                           return JobStep::more;
                         });
}

JobProgress TopJob::progress() const noexcept { return progress_of(state_->log); }

LogFindings TopJob::findings() const { return findings_of(state_->log); }

TopModel TopJob::take_model() { return std::move(state_->model); }

}  // namespace openperflib
