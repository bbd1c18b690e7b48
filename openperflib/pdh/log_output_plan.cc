#include <span>
#include <string>
#include <utility>

#include "openperflib/base/try_internal.h"
#include "openperflib/log/copied_header.h"
#include "openperflib/pdh/log_output_plan_internal.h"
#include "openperflib/pdh/pdh_sessions_internal.h"
#include "openperflib/query/row_feed.h"
#include "openperflib/session/live_log.h"

namespace openperflib {
namespace {

// A removed path keeps its number.
template <typename To>
void add_paths(std::span<const std::string> paths, To& to) {
  for (const std::string& path : paths) {
    if (path.empty()) {
      to.reserve();
    } else {
      (void)to.add(path);
    }
  }
}

std::expected<CounterSession, PdhStatus> probe_of(const PdhQueryState& query) {
  CounterSession probe = OPENPERFLIB_TRY(open_session(query.source, query.window, query.machine));
  add_paths(query.session->paths(), probe);
  const auto collected = probe.collect();
  if (!collected.has_value()) return std::unexpected(PDH_CANNOT_CONNECT_MACHINE);
  if (*collected == CounterSession::Collected::end) return std::unexpected(PDH_NO_DATA);
  return probe;
}

Query query_of_whole_log(const CounterSession& probe, const LogSurvey& survey) {
  QueryOptions options;
  options.grammar = PathGrammar::pdh;
  Query query(probe.titles(), std::move(options));
  add_paths(probe.paths(), query);
  query.bind(survey.catalog());
  return query;
}

// As a copy of the log, but with each record in the file before the next one is asked for.
CreateLogOptions copy_of_log(const CounterSession& probe, const LogSurvey& survey) {
  const LogHeader header = one_zone_header(probe.log()->reader().header(), survey);
  CreateLogOptions options = copied_options(header, probe.query().row().time_utc);
  options.caption.clear();
  options.flush = LogFlush::each_row;
  return options;
}

}  // namespace

std::expected<LogOutputPlan, PdhStatus> plan_log_output(const PdhQueryState& query,
                                                        LogFormat format, const LogSurvey* survey) {
  if (query.holds_values() && format == LogFormat::blg) return std::unexpected(PDH_NOT_IMPLEMENTED);
  LogOutputPlan plan{.probe = OPENPERFLIB_TRY(probe_of(query)), .whole_log = {}, .log = {}};
  plan.log =
      survey == nullptr ? live_log_options(plan.probe, {}) : copy_of_log(plan.probe, *survey);
  plan.log.paths.assign(plan.probe.paths().begin(), plan.probe.paths().end());
  plan.log.grammar = PathGrammar::pdh;
  if (survey == nullptr) return plan;
  // Two columns of one text log may have one name, and its first record has all.
  const bool has_later_series = !query.holds_values() || query.source.logs().size() > 1;
  if (has_later_series) plan.whole_log = query_of_whole_log(plan.probe, *survey);
  return plan;
}

// The columns of a text log and the entries of a BLG are those of the first begin(); a set takes
// each series with its first value.
std::expected<std::unique_ptr<RowSink>, SourceFault> begin_log_output(const LogTarget& target,
                                                                      int fd,
                                                                      const LogOutputPlan& plan) {
  auto sink = OPENPERFLIB_TRY(create_log(target, fd, plan.log));
  const bool has_columns = !target.is_set() && plan.whole_log.has_value();
  if (has_columns) OPENPERFLIB_TRY(RowFeed(*sink).follow(*plan.whole_log));
  OPENPERFLIB_TRY(RowFeed(*sink).follow(plan.probe.query()));
  OPENPERFLIB_TRY(sink->prepare(plan.probe.query().newer()));
  return sink;
}

}  // namespace openperflib
