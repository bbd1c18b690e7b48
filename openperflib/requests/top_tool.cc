// top: the instances of a log with the largest numbers of a counter, and what else they have.
#include <cstddef>
#include <cstdint>
#include <expected>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "openperflib/base/try_internal.h"
#include "openperflib/jobs/summary_job.h"
#include "openperflib/requests/tool_parts_internal.h"
#include "openperflib/text/utf16.h"
#include "openperflib/view/summary/series_summary_json.h"
#include "openperflib/view/summary/summary_ranking.h"

namespace openperflib {
namespace {

constexpr std::size_t kMostFurther = 20;  // counters

// What a client asked for. Value.
struct TopRequest {
  std::vector<std::string> further;  // names of counters
  RankedBy by = RankedBy::average;
  std::size_t most = 0;
};

// "\Process(*)\IO Read Bytes/sec" for "\Process(*)\Working Set" and "IO Read Bytes/sec".
std::string with_counter(const std::string& path, const std::string& counter) {
  return path.substr(0, path.rfind('\\') + 1) + counter;
}

// The series of the further counters, by their paths.
using SeriesByPath = std::unordered_map<std::string, SummaryOfSeries>;

// Leaves those of the first path in `series`.
SeriesByPath take_further(std::vector<SummaryOfSeries>& series) {
  SeriesByPath further;
  std::vector<SummaryOfSeries> ranked;
  for (SummaryOfSeries& one : series) {
    if (one.path_number == 0) {
      ranked.push_back(std::move(one));
    } else {
      std::string key = folded(one.path);
      further.insert_or_assign(std::move(key), std::move(one));
    }
  }
  series = std::move(ranked);
  return further;
}

void write_further(JsonWriter& out, const SummaryOfSeries& one, const TopRequest& request,
                   const SeriesByPath& further) {
  out.key("also");
  out.begin_array();
  for (const std::string& counter : request.further) {
    const auto known = further.find(folded(with_counter(one.path, counter)));
    if (known == further.end()) {
      out.value(nullptr);
      continue;
    }
    out.begin_object();
    write_numbers(out, known->second);
    out.end_object();
  }
  out.end_array();
}

std::string top_json(SummaryModel model, const TopRequest& request) {
  const SeriesByPath further = take_further(model.series);
  const auto largest = largest_instances(std::move(model.series), request.by, request.most);
  return json_object([&](JsonWriter& out) {
    write_extent(out, model.extent);
    write_unix_extent(out, model.extent);
    out.objects("series", largest, [&](const SummaryOfSeries& one) {
      out.member("path", one.path);
      out.member("title", one.title);
      out.member("type", type_of(one, model.rows));
      out.member("instances", one.instances);
      write_numbers(out, one);
      if (!request.further.empty()) write_further(out, one, request, further);
    });
    write_unmatched(out, model.unmatched);
    write_findings(out, model.findings);
  });
}

}  // namespace

BegunTool begin_top(ToolSession& session, const LocatedJson& arguments) {
  const ToolArguments words(arguments);
  const TitleTable& titles = session.environment().titles;
  const TopRequest request{.further = words.texts("also"),
                           .by = OPENPERFLIB_TRY(ranked_by(words.text("by"))),
                           .most = words.count("limit", 10, 500)};
  if (request.further.size() > kMostFurther) return std::unexpected("also has too many counters");
  SummaryOptions options{.logs = OPENPERFLIB_TRY(log_of(session, words)),
                         .window = OPENPERFLIB_TRY(window_of(session, words)),
                         .paths = {words.text("path")}};
  for (const std::string& counter : request.further) {
    options.paths.push_back(with_counter(options.paths.front(), counter));
  }
  options.logs.request = request_of(options.paths, titles);
  return tool_of(SummaryJob::begin(std::move(options), titles),
                 [request](SummaryJob& job) { return top_json(job.take_model(), request); });
}

}  // namespace openperflib
