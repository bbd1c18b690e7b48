#include "openperflib/jobs/inspect/inspect_job.h"

#include <utility>

#include "openperflib/base/try_internal.h"
#include "openperflib/jobs/inspect/inspection_pass_internal.h"
#include "openperflib/jobs/open_cursor_internal.h"

namespace openperflib {
const ReadingFacts& InspectModel::reading() const {
  return std::visit([](const auto& of) -> const ReadingFacts& { return of.reading; }, facts);
}

std::expected<JobStep, SourceFault> ReadingsPass::add_next() {
  SampleFacts& samples = facts_.samples;
  const auto result = OPENPERFLIB_TRY(reader_->read(record_));
  if (result == ReadResult::reading) {
    if (samples.count++ == 0) samples.first_local = record_.time_local;
    samples.last_local = record_.time_local;
    samples.values += record_.sample.counters.size();
    return JobStep::more;
  }
  samples.bias_minutes = reader_->header().bias_minutes;
  for (const LogAnomaly& anomaly : reader_->anomalies()) {
    facts_.oddities.push_back({.error = *anomaly.what.error,
                               .is_loss = anomaly.is_loss,
                               .skipped_bytes = anomaly.skipped_bytes,
                               .skipped_samples = anomaly.skipped_records});
  }
  facts_.oddity_count = reader_->anomaly_count();
  anomalies_.assign(reader_->anomalies().begin(), reader_->anomalies().end());
  return JobStep::done;
}

struct InspectJob::State {
  InspectModel model;
  std::unique_ptr<InspectionPasses> passes;
  std::unique_ptr<InspectionPass> pass;
};

InspectJob::InspectJob(std::unique_ptr<State> state) : state_(std::move(state)) {}
InspectJob::InspectJob(InspectJob&&) noexcept = default;
InspectJob& InspectJob::operator=(InspectJob&&) noexcept = default;
InspectJob::~InspectJob() = default;

std::expected<InspectJob, JobFault> InspectJob::begin(const InspectOptions& options,
                                                      const TitleTable& titles) {
  auto state = std::make_unique<State>();
  InspectModel& model = state->model;
  if (options.kind == InspectOptions::Kind::blg) {
    state->passes =
        blg_inspection(options.file, titles, model.facts.emplace<BlgFacts>(), model.anomalies);
  } else {
    state->passes = recording_inspection(options.file, titles,
                                         model.facts.emplace<RecordingFacts>(), model.anomalies);
  }
  auto first = state->passes->next();
  if (!first.has_value()) return std::unexpected(unreadable(std::move(first).error()));
  state->pass = *std::move(first);
  return InspectJob(std::move(state));
}

std::expected<JobStep, JobFault> InspectJob::step() {
  StepTime time;
  do {
    auto added = state_->pass->add_next();
    if (!added.has_value()) return std::unexpected(unreadable(std::move(added).error()));
    if (*added == JobStep::more) continue;
    auto next = state_->passes->next();
    if (!next.has_value()) return std::unexpected(unreadable(std::move(next).error()));
    if (*next == nullptr) return JobStep::done;
    state_->pass = *std::move(next);
  } while (!time.is_over());
  return JobStep::more;
}

JobProgress InspectJob::progress() const noexcept { return state_->pass->progress(); }

InspectModel InspectJob::take_model() { return std::move(state_->model); }

std::expected<ByteSource, SourceFault> open_inspected(const std::string& path) {
  auto file = ByteSource::open(path);
  if (file.has_value()) return *std::move(file);
  return std::unexpected(
      SourceFault{.errno_value = file.error(), .file = path, .error = std::nullopt});
}

}  // namespace openperflib
