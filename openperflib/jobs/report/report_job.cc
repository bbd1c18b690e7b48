#include "openperflib/jobs/report/report_job.h"

#include <fmt/core.h>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "openperflib/base/try_internal.h"
#include "openperflib/jobs/open_cursor_internal.h"
#include "openperflib/log/log_cursor.h"
#include "openperflib/log/sql_log_name.h"
#include "openperflib/os/portable/time_zone.h"

namespace openperflib {
namespace {

// Where readings are lost, if any are.
std::optional<QualityNote> damage_note(std::span<const LogAnomaly> anomalies) {
  const auto first = std::ranges::find_if(anomalies, &LogAnomaly::is_loss);
  if (first == anomalies.end()) return std::nullopt;
  const auto lost =
      static_cast<std::uint64_t>(std::ranges::count_if(anomalies, &LogAnomaly::is_loss));
  return QualityNote{Severity::warning,
                     "damage",
                     fmt::format("The log is damaged in {}, where readings are lost (first: {}).",
                                 plural(lost, "place"), describe(first->what)),
                     lost,
                     {}};
}

// Returns a note if the clock of the log is not that of this machine.
std::optional<QualityNote> zone_note(const LogHeader& header, const LogShape& shape) {
  const int here = local_zone_at(header.to_utc(shape.first_local)).bias_minutes;
  if (shape.records == 0 || header.bias_minutes.value_or(here) == here) return std::nullopt;
  return QualityNote{
      Severity::info,
      "other_zone",
      fmt::format("Times are those of the log's clock, {}; the clock of this machine is {}.",
                  name_of_offset(*header.bias_minutes), name_of_offset(here)),
      1,
      {}};
}

// They come before the notes of the analysis.
void add_log_notes(AnalysisResult& result, const LogReader& log) {
  std::vector<QualityNote> notes;
  for (auto& note : {damage_note(log.anomalies()), zone_note(log.header(), result.shape)}) {
    if (note.has_value()) notes.push_back(*note);
  }
  result.quality.insert(result.quality.begin(), notes.begin(), notes.end());
}

}  // namespace

struct ReportJob::State {
  State(ReportOptions its_options, const TitleTable& its_titles, LogCursor its_log)
      : options(std::move(its_options)),
        titles(its_titles),
        log(std::move(its_log)),
        passes(titles, options.rules, SampleOrigin::log, options.facts, options.workers) {
    if (options.overview) passes.want_overview();
  }

  void take();

  ReportOptions options;
  const TitleTable& titles;
  LogCursor log;
  ReportPasses passes;
};

void ReportJob::State::take() {
  const LogRecord& record = log.record();
  passes.take({.time_local = record.time_local,
               .record = record_of(log.reader(), record),
               .is_before = !log.is_in_window()});
}

ReportJob::ReportJob(std::unique_ptr<State> state) : state_(std::move(state)) {}
ReportJob::ReportJob(ReportJob&&) noexcept = default;
ReportJob& ReportJob::operator=(ReportJob&&) noexcept = default;
ReportJob::~ReportJob() = default;

std::expected<ReportJob, JobFault> ReportJob::begin(ReportOptions options,
                                                    const TitleTable& titles) {
  LogCursor log =
      OPENPERFLIB_TRY(open_cursor(options.logs, options.window, titles, LogReadings::by_block));
  return ReportJob(std::make_unique<State>(std::move(options), titles, std::move(log)));
}

std::expected<JobStep, JobFault> ReportJob::step() {
  State& state = *state_;
  const JobStep step = OPENPERFLIB_TRY(read_for_a_step([&] { return state.log.read(); },
                                                       [&] {
                                                         state.take();
                                                         return JobStep::more;
                                                       }));
  if (step == JobStep::more || !state.passes.end_pass()) return step;
  auto rewound = state.log.rewind();
  if (!rewound.has_value()) return std::unexpected(not_a_log(std::move(rewound).error()));
  return JobStep::more;
}

JobProgress ReportJob::progress() const noexcept { return progress_of(state_->log); }

LogFindings ReportJob::findings() const { return findings_of(state_->log); }

ReportModel ReportJob::take_model() {
  const LogHeader& header = state_->log.reader().header();
  AnalysedRecords found = state_->passes.take_result();
  add_log_notes(found.result, state_->log.reader());
  ReportSubject subject{.zone_name = header.zone_name,
                        .bias_minutes = header.bias_minutes,
                        .notes = std::move(state_->options.notes),
                        .left_out = std::move(state_->options.left_out)};
  for (const std::string& file : state_->options.logs.files) {
    subject.files.push_back(shown_log_name(file));
  }
  return report_model(std::move(subject), std::move(state_->options.rules), std::move(found),
                      state_->titles, findings());
}

}  // namespace openperflib
