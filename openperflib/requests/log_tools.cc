// open_log, list, find: what there is.
#include <algorithm>
#include <span>
#include <utility>

#include "openperflib/base/civil_time.h"
#include "openperflib/base/try_internal.h"
#include "openperflib/jobs/list_job.h"
#include "openperflib/jobs/machine_listing.h"
#include "openperflib/jobs/survey_job.h"
#include "openperflib/log/log_format_name.h"
#include "openperflib/os/portable/code_page.h"
#include "openperflib/query/names.h"
#include "openperflib/requests/session_tool_internal.h"
#include "openperflib/requests/tool_parts_internal.h"
#include "openperflib/view/paths/word_search.h"
#include "openperflib/view/summary/series_summary_json.h"
#include "openperflib/view/text/word_match.h"

namespace openperflib {
namespace {

constexpr std::size_t kMostInstances = 50;
constexpr std::size_t kMostObjects = 100;
constexpr std::size_t kMostListed = 10;  // with their counters
constexpr std::size_t kMostPaths = 50;

// At most the first `most` names.
std::vector<std::string> first(const std::vector<std::string>& names, std::size_t most) {
  const auto shown = std::span(names).first(std::min(names.size(), most));
  return {shown.begin(), shown.end()};
}

void write_object(JsonWriter& out, const ListedObject& object, bool with_counters) {
  out.member("name", object.name);
  if (!object.machine.empty()) out.member("machine", object.machine);
  if (object.has_instances) out.member("instance_count", object.instances.size());
  if (!with_counters) return out.member("counter_count", object.counters.size());
  if (object.has_instances) out.member("instances", first(object.instances, kMostInstances));
  out.objects("counters", object.counters, [&](const ListedCounter& counter) {
    out.member("name", counter.name);
    if (!counter.summary.empty()) out.member("measures", counter.summary);
    if (!usable(counter.status)) out.member("has_values", false);
    if (!counter.reason.empty()) out.member("reason", counter.reason);
  });
}

std::string opened_log(const ListModel& model, const std::string& name) {
  return json_object([&](JsonWriter& out) {
    out.member("log", name);
    out.member("format", name_of(model.format).title);
    out.member("holds", model.content == LogContent::values ? "values" : "readings");
    if (!model.machine.empty()) out.member("machine", model.machine);
    if (!model.zone_name.empty()) out.member("zone", model.zone_name);
    write_extent(out, model.extent);
    write_bounded(out, "objects", model.objects, kMostObjects,
                  [&](const ListedObject& one) { write_object(out, one, false); });
    write_findings(out, model.findings);
  });
}

// Without a word the objects alone, with one those that it names with their counters.
std::string list_of(std::vector<ListedObject> objects, const std::string& word, std::size_t most) {
  if (!word.empty()) {
    std::erase_if(objects, [&](const ListedObject& one) {
      return !matches_word(one.name, word) && !matches_word(one.original_name, word);
    });
  }
  return json_object([&](JsonWriter& out) {
    write_bounded(out, "objects", objects, most,
                  [&](const ListedObject& one) { write_object(out, one, !word.empty()); });
  });
}

std::string found_paths(std::string_view word, const Names& names) {
  const WordMeanings meanings = meanings_of(word, names);
  return json_object([&](JsonWriter& out) {
    out.member("called_so", first(meanings.exact, kMostPaths));
    out.member("similar", first(meanings.near, kMostPaths));
  });
}

}  // namespace

BegunTool begin_open_log(ToolSession& session, const LocatedJson& arguments) {
  const ToolArguments words(arguments);
  const ToolEnvironment& environment = session.environment();
  if (!environment.file_of) return std::unexpected("this client may not read logs");
  LogInputs logs{.files = {OPENPERFLIB_TRY(environment.file_of(words.text("path")))}};
  if (words.has("encoding")) {
    logs.code_page = code_page_of_name(words.text("encoding"));
    if (!logs.code_page.has_value()) return std::unexpected("encoding is not a known encoding");
  }
  return tool_of(ListJob::begin({.logs = logs}, environment.titles),
                 [&session, logs](ListJob& job) {
                   const auto name = session.add_log(logs);
                   if (name.has_value()) return opened_log(job.take_model(), *name);
                   return json_object([&](JsonWriter& out) { out.member("error", name.error()); });
                 });
}

BegunTool begin_list(ToolSession& session, const LocatedJson& arguments) {
  const ToolArguments words(arguments);
  const std::string word = words.text("object");
  const std::size_t most = words.count("limit", word.empty() ? kMostObjects : kMostListed, 1000);
  if (!words.has("log")) {
    return machine_tool(session, {}, 1, [word, most](CounterSession& machine) {
      return list_of(list_objects(machine.snapshot(), machine.describe()), word, most);
    });
  }
  return tool_of(ListJob::begin({.logs = OPENPERFLIB_TRY(log_of(session, words))},
                                session.environment().titles),
                 [word, most](ListJob& job) {
                   return list_of(std::move(job.take_model().objects), word, most);
                 });
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
