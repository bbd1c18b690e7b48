// summary, difference: statistics over whole logs.
#include <cmath>
#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <utility>

#include "openperflib/base/try_internal.h"
#include "openperflib/jobs/difference_job.h"
#include "openperflib/jobs/summary_job.h"
#include "openperflib/requests/tool_parts_internal.h"
#include "openperflib/view/summary/log_difference_json.h"
#include "openperflib/view/summary/series_summary_json.h"

namespace openperflib {
namespace {

constexpr std::size_t kMostNames = 30;  // of what only one log has

std::string summary_json(const SummaryModel& model, std::size_t most) {
  return json_object([&](JsonWriter& out) {
    write_extent(out, model.extent);
    write_first(out, "series", model.series, most,
                [&](const SummaryOfSeries& one) { write_summary(out, one, model.rows); });
    write_unmatched(out, model.unmatched);
    write_findings(out, model.findings);
  });
}

void write_side(JsonWriter& out, std::string_view name, const DifferenceSideModel& side) {
  out.key(name);
  out.begin_object();
  write_extent(out, side.extent);
  write_unix_extent(out, side.extent);
  write_findings(out, side.findings);
  out.end_object();
}

void write_lone(JsonWriter& out, std::string_view name, const LoneSeries& lone) {
  out.key(name);
  out.begin_object();
  write_bounded(out, "objects", lone.objects, kMostNames,
                [&](const LoneObject& one) { out.member("path", one.path); });
  write_bounded(out, "instances", lone.instances, kMostNames,
                [&](const LoneInstance& one) { out.member("path", one.path); });
  write_bounded(out, "counters", lone.counters, kMostNames,
                [&](const std::string& path) { out.member("path", path); });
  out.end_object();
}

// The argument `seconds`. Errors: a sentence.
std::expected<std::optional<std::int64_t>, std::string> length_of(const ToolArguments& words) {
  constexpr double kMostSeconds = 1e10;
  const auto seconds = words.number("seconds");
  if (!seconds.has_value()) return std::nullopt;
  if (*seconds > 0 && *seconds <= kMostSeconds) {
    return std::llround(*seconds * static_cast<double>(kTicksPerSecond));
  }
  return std::unexpected("seconds is not a length of time");
}

std::string difference_json(const DifferenceModel& model, std::size_t most) {
  return json_object([&](JsonWriter& out) {
    write_side(out, "before", model.sides[0]);
    write_side(out, "after", model.sides[1]);
    write_first(out, "changes", model.difference.changes, most, [&](const SeriesChange& change) {
      write_change(out, change, model.sides[0].rows);
    });
    write_lone(out, "only_before", model.difference.only_in_first);
    write_lone(out, "only_after", model.difference.only_in_second);
    if (!model.unmatched.empty()) out.member("unmatched", model.unmatched);
  });
}

}  // namespace

BegunTool begin_summary(ToolSession& session, const LocatedJson& arguments) {
  const ToolArguments words(arguments);
  const TitleTable& titles = session.environment().titles;
  const std::size_t most = words.count("limit", 50, 500);
  SummaryOptions options{.logs = OPENPERFLIB_TRY(log_of(session, words)),
                         .window = OPENPERFLIB_TRY(window_of(session, words)),
                         .paths = words.texts("paths")};
  options.logs.request = request_of(options.paths, titles);
  return tool_of(SummaryJob::begin(std::move(options), titles),
                 [most](SummaryJob& job) { return summary_json(job.take_model(), most); });
}

BegunTool begin_difference(ToolSession& session, const LocatedJson& arguments) {
  const ToolArguments words(arguments);
  using Parts = DifferenceOptions::Parts;
  const auto before = OPENPERFLIB_TRY(session.log(words.text("before")));
  const auto after = OPENPERFLIB_TRY(session.log(words.text("after")));
  DifferenceOptions options{
      .before = before.inputs,
      .after = after.inputs,
      .paths = words.texts("paths"),
      .at_before = OPENPERFLIB_TRY(time_of(words, "at_before", before.bias_minutes)),
      .at_after = OPENPERFLIB_TRY(time_of(words, "at_after", after.bias_minutes)),
      .length = OPENPERFLIB_TRY(length_of(words))};
  if (words.flag("whole")) {
    options.parts = Parts::whole;
  } else if (words.flag("by_clock")) {
    options.parts = Parts::by_clock;
  }
  const std::size_t most = words.count("limit", 40, 500);
  return tool_of(DifferenceJob::begin(std::move(options), session.environment().titles),
                 [most](DifferenceJob& job) { return difference_json(job.take_model(), most); });
}

}  // namespace openperflib
