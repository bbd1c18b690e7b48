// chart: counters of a log over a part of the time, in columns of equal width.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

#include "openperflib/base/try_internal.h"
#include "openperflib/jobs/chart/chart_job.h"
#include "openperflib/requests/tool_parts_internal.h"
#include "openperflib/view/chart/chart_json.h"

namespace openperflib {
namespace {

constexpr std::size_t kUsualColumns = 200;
constexpr std::size_t kMostChartColumns = 1000;
constexpr std::size_t kMostLines = 50;  // of each unit

std::string chart_of_log(const ChartModel& model) {
  return json_object([&](JsonWriter& out) {
    write_chart(out, model.chart);
    write_unmatched(out, model.unmatched);
    write_findings(out, model.findings);
  });
}

}  // namespace

BegunTool begin_chart(ToolSession& session, const LocatedJson& arguments) {
  const ToolArguments words(arguments);
  const TitleTable& titles = session.environment().titles;
  ChartOptions options{.logs = OPENPERFLIB_TRY(log_of(session, words)),
                       .window = OPENPERFLIB_TRY(window_of(session, words)),
                       .paths = words.texts("paths"),
                       .columns = static_cast<std::uint32_t>(
                           words.count("columns", kUsualColumns, kMostChartColumns)),
                       .choice = {.most = words.count("limit", ChartChoice::kUsual, kMostLines),
                                  .by = OPENPERFLIB_TRY(ranked_by(words.text("by")))}};
  if (options.paths.empty()) return std::unexpected("paths names no counter");
  options.logs.request = request_of(options.paths, titles);
  return tool_of(ChartJob::begin(std::move(options), titles),
                 [](ChartJob& job) { return chart_of_log(job.take_model()); });
}

}  // namespace openperflib
