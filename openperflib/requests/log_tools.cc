// open_log, list, find: what there is.
#include <algorithm>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "openperflib/base/civil_time.h"
#include "openperflib/base/try_internal.h"
#include "openperflib/jobs/list_job.h"
#include "openperflib/jobs/machine_listing.h"
#include "openperflib/jobs/survey_job.h"
#include "openperflib/log/log_format_name.h"
#include "openperflib/log/log_languages.h"
#include "openperflib/os/portable/code_page.h"
#include "openperflib/query/names.h"
#include "openperflib/requests/client_notes_internal.h"
#include "openperflib/requests/listed_objects_internal.h"
#include "openperflib/requests/session_tool_internal.h"
#include "openperflib/requests/tool_parts_internal.h"
#include "openperflib/view/paths/word_search.h"
#include "openperflib/view/summary/series_summary_json.h"
#include "openperflib/view/text/word_match.h"

namespace openperflib {
namespace {

constexpr std::size_t kUsualInstances = 50;
constexpr std::size_t kMostInstances = 100'000;
constexpr std::size_t kUsualObjects = 100;
constexpr std::size_t kMostObjects = 1000;
constexpr std::size_t kUsualListed = 10;  // with their counters
constexpr std::size_t kMostPaths = 50;
constexpr std::size_t kMostGaps = 100;
constexpr std::size_t kMostFiles = 1000;
constexpr std::size_t kMostFilesOfNames = 100;

// Returns at most the first `most` names.
std::vector<std::string> first(const std::vector<std::string>& names, std::size_t most) {
  const auto shown = std::span(names).first(std::min(names.size(), most));
  return {shown.begin(), shown.end()};
}

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
                       const std::string& name, const TitleTable& titles) {
  return json_object([&](JsonWriter& out) {
    out.member("log", name);
    out.member("files", requested.log.names);
    out.member("format", name_of(model.format).title);
    out.member("holds", model.content == LogContent::values ? "values" : "readings");
    if (!model.machine.empty()) out.member("machine", model.machine);
    if (!model.zone_name.empty()) out.member("zone", model.zone_name);
    write_extent(out, model.extent);
    write_unix_extent(out, model.extent);
    write_steps(out, model);
    write_bounded(out, "objects", model.objects, kUsualObjects,
                  [&](const ListedObject& one) { write_object(out, one, {}, titles); });
    write_damage(out, model.findings);
    write_notes(out, requested.notes, model.extent.bias_minutes);
    write_findings(out, model.findings);
  });
}

// What is listed, and how. Value.
struct ListRequest {
  std::string word;  // of the names of objects; empty: all
  std::size_t most = 0;
  ListDepth depth = {};
};

ListRequest list_request(const ToolArguments& words) {
  ListRequest request{.word = words.text("object")};
  request.depth.has_details = words.flag("details");
  request.depth.has_counters = request.depth.has_details || !request.word.empty();
  request.depth.most_instances = words.count("instances", kUsualInstances, kMostInstances);
  const std::size_t usual = request.depth.has_details    ? kMostObjects
                            : request.depth.has_counters ? kUsualListed
                                                         : kUsualObjects;
  request.most = words.count("limit", usual, kMostObjects);
  return request;
}

std::string list_of(const std::vector<ListedObject>& objects, const ListRequest& request,
                    const TitleTable& titles) {
  std::vector<const ListedObject*> meant;
  for (const ListedObject& one : objects) {
    const bool is_meant = request.word.empty() || matches_word(one.name, request.word) ||
                          matches_word(one.original_name, request.word);
    if (is_meant) meant.push_back(&one);
  }
  return json_object([&](JsonWriter& out) {
    write_bounded(out, "objects", meant, request.most,
                  [&](const ListedObject* one) { write_object(out, *one, request.depth, titles); });
  });
}

// Lists what open_log found: nothing is read again.
class ListTool final : public ToolRun {
 public:
  ListTool(std::shared_ptr<const std::vector<ListedObject>> objects, ListRequest request,
           const TitleTable& titles)
      : objects_(std::move(objects)), request_(std::move(request)), titles_(titles) {}
  [[nodiscard]] std::expected<JobStep, std::string> step() override { return JobStep::done; }
  [[nodiscard]] std::string result() override { return list_of(*objects_, request_, titles_); }

 private:
  std::shared_ptr<const std::vector<ListedObject>> objects_;
  ListRequest request_;
  const TitleTable& titles_;
};

std::string found_paths(std::string_view word, const Names& names) {
  const WordMeanings meanings = meanings_of(word, names);
  return json_object([&](JsonWriter& out) {
    out.member("called_so", first(meanings.exact, kMostPaths));
    out.member("similar", first(meanings.near, kMostPaths));
  });
}

// Returns the files of names that the arguments have, which are read with the log; null: none.
// Errors: the client may not read one.
std::expected<std::shared_ptr<LogLanguages>, std::string> languages_for(
    const ToolEnvironment& environment, const ToolArguments& words) {
  const std::vector<std::string> names = words.texts("names");
  if (names.empty()) return nullptr;
  if (names.size() > kMostFilesOfNames) return std::unexpected("names has too many files");
  LanguageFiles from;
  for (const std::string& name : names) {
    from.files.push_back(OPENPERFLIB_TRY(environment.file_of(name)));
  }
  return std::make_shared<LogLanguages>(std::move(from));
}

// Returns the log that the arguments name. Errors: the client may not read it; a sentence.
std::expected<ClientLog, std::string> log_to_open(const ToolEnvironment& environment,
                                                  const ToolArguments& words) {
  if (!environment.file_of) return std::unexpected("this client may not read logs");
  ClientLog log{.inputs = {}, .names = words.texts("more")};
  log.names.insert(log.names.begin(), words.text("path"));
  if (log.names.size() > kMostFiles) return std::unexpected("more has too many files");
  for (const std::string& name : log.names) {
    log.inputs.files.push_back(OPENPERFLIB_TRY(environment.file_of(name)));
  }
  if (words.has("encoding")) {
    log.inputs.code_page = code_page_of_name(words.text("encoding"));
    if (!log.inputs.code_page.has_value()) {
      return std::unexpected("encoding is not a known encoding");
    }
  }
  log.inputs.names = OPENPERFLIB_TRY(languages_for(environment, words));
  return log;
}

// Returns the log with its notes: those of the argument `notes`, or those beside its files. Errors:
// those of log_to_open(); a file of notes that was named cannot be read.
std::expected<RequestedLog, std::string> requested_log(const ToolEnvironment& environment,
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

}  // namespace

BegunTool begin_open_log(ToolSession& session, const LocatedJson& arguments) {
  const ToolArguments words(arguments);
  const ToolEnvironment& environment = session.environment();
  const RequestedLog requested = OPENPERFLIB_TRY(requested_log(environment, words));
  return tool_of(ListJob::begin({.logs = requested.log.inputs}, environment.titles),
                 [&session, requested](ListJob& job) {
                   ListModel model = job.take_model();
                   ClientLog known = requested.log;
                   known.bias_minutes = model.extent.bias_minutes;
                   known.objects = std::make_shared<const std::vector<ListedObject>>(model.objects);
                   const auto name = session.add_log(std::move(known));
                   if (name.has_value()) {
                     return opened_log(model, requested, *name, session.environment().titles);
                   }
                   return json_object([&](JsonWriter& out) { out.member("error", name.error()); });
                 });
}

BegunTool begin_list(ToolSession& session, const LocatedJson& arguments) {
  const ToolArguments words(arguments);
  const ListRequest request = list_request(words);
  const TitleTable& titles = session.environment().titles;
  if (!words.has("log")) {
    return machine_tool(session, {}, 1, [request, &titles](CounterSession& machine) {
      return list_of(list_objects(machine.snapshot(), machine.describe()), request, titles);
    });
  }
  const ClientLog log = OPENPERFLIB_TRY(session.log(words.text("log")));
  return std::make_unique<ListTool>(log.objects, request, titles);
}

BegunTool begin_find(ToolSession& session, const LocatedJson& arguments) {
  const ToolArguments words(arguments);
  const std::string word = words.text("word");
  if (!words.has("log")) {
    return machine_tool(session, {}, 1, [word](CounterSession& machine) {
      const Catalog catalog = catalog_of(machine.snapshot(), machine.titles()->table());
      return found_paths(word, Names(catalog));
    });
  }
  return tool_of(SurveyJob::begin({.logs = OPENPERFLIB_TRY(log_of(session, words)),
                                   .findings = SurveyOptions::Findings::without_values},
                                  session.environment().titles),
                 [word](SurveyJob& job) {
                   const LogSummary summary = job.take_model();
                   return found_paths(word, Names(summary.survey.catalog()));
                 });
}

}  // namespace openperflib
