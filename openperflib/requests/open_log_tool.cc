// open_log: opens a log, and tells what it has.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <expected>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "openperflib/base/civil_time.h"
#include "openperflib/base/try_internal.h"
#include "openperflib/jobs/job_fault.h"
#include "openperflib/jobs/list_job.h"
#include "openperflib/log/log_format_name.h"
#include "openperflib/log/log_languages.h"
#include "openperflib/os/portable/code_page.h"
#include "openperflib/requests/client_notes_internal.h"
#include "openperflib/requests/listed_objects_internal.h"
#include "openperflib/requests/tool_parts_internal.h"
#include "openperflib/view/summary/series_summary_json.h"

namespace openperflib {
namespace {

constexpr std::size_t kMostOpenedObjects = 100;
constexpr std::size_t kMostGaps = 100;
constexpr std::size_t kMostFiles = 1000;
constexpr std::size_t kMostFilesOfNames = 100;

// Writes the members about steps: the usual interval and the gaps.
void write_steps(JsonWriter& out, const ListModel& model) {
  const RecordGaps gaps = model.steps.gaps(kMostGaps);
  std::vector<std::pair<FileTime, FileTime>> pairs;
  for (const RecordGap& one : gaps.widest) pairs.emplace_back(one.before, one.after);
  write_interval(out, model.steps.usual());
  write_time_pairs(out, "gaps", pairs, model.extent.bias_minutes);
  if (gaps.count != pairs.size()) out.member("gaps_left_out", gaps.count - pairs.size());
}

// Writes the member `damage`: each place that is not as the format demands.
void write_damage(JsonWriter& out, const LogFindings& findings) {
  if (findings.anomalies.empty()) return;
  out.objects("damage", findings.anomalies, [&](const LogAnomaly& one) {
    out.member("text", describe(one.what));
    out.member("is_loss", one.is_loss);
    out.member("skipped_bytes", one.skipped_bytes);
    out.member("skipped_records", one.skipped_records);
  });
}

// A log that is to be opened, and what stands beside it.
struct RequestedLog {
  ClientLog log;
  ClientNotes notes;
};

std::string opened_log(const ListModel& model, const RequestedLog& requested,
                       const std::string& name, const std::optional<UnfinishedReading>& unfinished,
                       const TitleTable& titles) {
  return json_object([&](JsonWriter& out) {
    out.member("log", name);
    out.member("files", requested.log.names);
    out.member("format", name_of(model.format).title);
    out.member("holds", model.content == LogContent::values ? "values" : "readings");
    if (!model.machine.empty()) out.member("machine", model.machine);
    if (!model.zone_name.empty()) out.member("zone", model.zone_name);
    write_extent(out, model.extent);
    write_unix_extent(out, model.extent);
    if (unfinished.has_value()) write_unfinished(out, *unfinished);
    write_steps(out, model);
    write_bounded(out, "objects", model.objects, kMostOpenedObjects,
                  [&](const ListedObject& one) { write_object(out, one, {}, titles); });
    write_damage(out, model.findings);
    write_notes(out, requested.notes, model.extent.bias_minutes);
    write_findings(out, model.findings);
  });
}

// Returns why a log cannot be read, with the file that is the reason as the client named it.
ToolRefusal refusal_of(const JobFault& fault, const ClientLog& log) {
  const auto file = std::ranges::find(log.inputs.files, file_of(fault));
  if (file == log.inputs.files.end()) return message_of(fault);
  return {message_of(fault), log.names[static_cast<std::size_t>(file - log.inputs.files.begin())]};
}

// Returns the files of these names as they are opened. Errors: the client may not read one.
std::expected<std::vector<std::string>, ToolRefusal> opened_files(
    const ToolEnvironment& environment, const std::vector<std::string>& names) {
  std::vector<std::string> files;
  for (const std::string& name : names) {
    auto file = environment.file_of(name);
    if (!file.has_value()) return std::unexpected(ToolRefusal(std::move(file).error(), name));
    files.push_back(*std::move(file));
  }
  return files;
}

// Returns the argument `bias_minutes`. Errors: no clock has that offset.
std::expected<std::optional<int>, std::string> bias_of(const ToolArguments& words) {
  constexpr double kMinutesADay = 24 * 60;
  const std::optional<double> minutes = words.number("bias_minutes");
  if (!minutes.has_value()) return std::nullopt;
  const bool is_offset = std::abs(*minutes) < kMinutesADay && std::trunc(*minutes) == *minutes;
  if (is_offset) return static_cast<int>(*minutes);
  return std::unexpected("bias_minutes is not a whole number of minutes of less than a day");
}

// Returns the log that the arguments name. Errors: the client may not read it; a sentence.
std::expected<ClientLog, ToolRefusal> log_to_open(const ToolEnvironment& environment,
                                                  const ToolArguments& words) {
  if (!environment.file_of) return std::unexpected("this client may not read logs");
  ClientLog log{.inputs = {}, .names = words.texts("more")};
  log.names.insert(log.names.begin(), words.text("path"));
  if (log.names.size() > kMostFiles) return std::unexpected("more has too many files");
  log.inputs.files = OPENPERFLIB_TRY(opened_files(environment, log.names));
  if (words.has("encoding")) {
    log.inputs.code_page = code_page_of_name(words.text("encoding"));
    if (!log.inputs.code_page.has_value()) {
      return std::unexpected("encoding is not a known encoding");
    }
  }
  log.inputs.bias_minutes = OPENPERFLIB_TRY(bias_of(words));
  const std::vector<std::string> names = words.texts("names");
  if (names.size() > kMostFilesOfNames) return std::unexpected("names has too many files");
  log.files_of_names = OPENPERFLIB_TRY(opened_files(environment, names));
  if (!log.files_of_names.empty()) {
    log.inputs.names = std::make_shared<LogLanguages>(LanguageFiles{.files = log.files_of_names});
  }
  return log;
}

// Returns the log with its notes: those of the argument `notes`, or those beside its files. Errors:
// those of log_to_open(); a file of notes that was named cannot be read.
std::expected<RequestedLog, ToolRefusal> requested_log(const ToolEnvironment& environment,
                                                       const ToolArguments& words) {
  RequestedLog requested{.log = OPENPERFLIB_TRY(log_to_open(environment, words)), .notes = {}};
  const std::vector<std::string> files = words.texts("notes");
  if (files.size() > kMostFiles) return std::unexpected("notes has too many files");
  if (words.has("notes")) {
    requested.notes = OPENPERFLIB_TRY(notes_in_files(environment, files));
  } else {
    requested.notes = notes_beside(environment, requested.log.names);
  }
  requested.log.notes = std::make_shared<const std::vector<LogNote>>(requested.notes.notes);
  return requested;
}

// Reads a log once. What was read of one that is not read to its end is kept for the next request,
// whether this one is answered or dropped.
class OpenLogTool final : public ToolRun {
 public:
  OpenLogTool(ToolSession& session, RequestedLog requested, ListJob job)
      : session_(session), requested_(std::move(requested)), job_(std::move(job)) {}
  OpenLogTool(const OpenLogTool&) = delete;
  OpenLogTool& operator=(const OpenLogTool&) = delete;
  ~OpenLogTool() override {
    if (!has_failed_ && !job_.has_ended()) session_.keep_opening(requested_.log, std::move(job_));
  }

  [[nodiscard]] std::expected<JobStep, ToolRefusal> step() override {
    const auto step = job_.step();
    if (step.has_value()) return *step == JobStep::done ? add_to_session() : *step;
    has_failed_ = true;
    return std::unexpected(refusal_of(step.error(), requested_.log));
  }
  [[nodiscard]] JobProgress progress() const noexcept override { return job_.progress(); }
  [[nodiscard]] std::string result() override {
    return opened_log(model_, requested_, name_, unfinished(model_.extent),
                      session_.environment().titles);
  }

 private:
  // Errors: the session has too many logs.
  [[nodiscard]] std::expected<JobStep, std::string> add_to_session() {
    model_ = job_.model();
    ClientLog known = requested_.log;
    known.bias_minutes = model_.extent.bias_minutes;
    known.objects = std::make_shared<const std::vector<ListedObject>>(model_.objects);
    name_ = OPENPERFLIB_TRY(session_.add_log(std::move(known)));
    return JobStep::done;
  }
  [[nodiscard]] std::optional<UnfinishedReading> unfinished(const SummaryExtent& extent) const {
    if (job_.has_ended()) return std::nullopt;
    return UnfinishedReading{
        .read = progress(),
        .read_to_unix = extent.records == 0 ? std::numeric_limits<double>::quiet_NaN()
                                            : unix_seconds(extent.last_local, extent.bias_minutes)};
  }

  ToolSession& session_;
  RequestedLog requested_;
  ListJob job_;
  ListModel model_;   // when the job was done
  std::string name_;  // of the log, in the session
  bool has_failed_ = false;
};

}  // namespace

BegunTool begin_open_log(ToolSession& session, const LocatedJson& arguments) {
  const ToolArguments words(arguments);
  const ToolEnvironment& environment = session.environment();
  RequestedLog requested = OPENPERFLIB_TRY(requested_log(environment, words));
  std::optional<ListJob> job = session.take_opening(requested.log);
  if (!job.has_value()) {
    auto begun = ListJob::begin({.logs = requested.log.inputs}, environment.titles);
    if (!begun.has_value()) return std::unexpected(refusal_of(begun.error(), requested.log));
    job.emplace(*std::move(begun));
  }
  job->read_until(most_bytes_of(words));
  return std::make_unique<OpenLogTool>(session, std::move(requested), *std::move(job));
}

}  // namespace openperflib
