// list, find: what there is.
#include <algorithm>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "openperflib/base/try_internal.h"
#include "openperflib/jobs/machine_listing.h"
#include "openperflib/jobs/survey_job.h"
#include "openperflib/query/names.h"
#include "openperflib/requests/listed_objects_internal.h"
#include "openperflib/requests/session_tool_internal.h"
#include "openperflib/requests/tool_parts_internal.h"
#include "openperflib/view/paths/word_search.h"
#include "openperflib/view/text/word_match.h"

namespace openperflib {
namespace {

constexpr std::size_t kUsualInstances = 50;
constexpr std::size_t kMostInstances = 100'000;
constexpr std::size_t kUsualObjects = 100;
constexpr std::size_t kMostObjects = 1000;
constexpr std::size_t kUsualListed = 10;  // with their counters
constexpr std::size_t kMostPaths = 50;

// Returns at most the first `most` names.
std::vector<std::string> first(const std::vector<std::string>& names, std::size_t most) {
  const auto shown = std::span(names).first(std::min(names.size(), most));
  return {shown.begin(), shown.end()};
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
  [[nodiscard]] std::expected<JobStep, ToolRefusal> step() override { return JobStep::done; }
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

}  // namespace

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
