#include "apps/perflib/log_summary.h"

#include <algorithm>
#include <cstddef>

#include "apps/perflib/log_progress.h"
#include "apps/perflib/messages.h"
#include "apps/perflib/source_query.h"
#include "apps/perflib/subcommand.h"
#include "openperflib/titles/title_table.h"

namespace openperflib::apps {
namespace {

// How many values the percentiles of all series together keep as they are: 16 MiB at most, as the
// lists double.
constexpr std::size_t kExactValues = 1U << 20;

// Adds the paths; all that a log has where there are none. kAllWell, or an exit code after a
// message.
int add_paths(Query& query, const std::vector<std::string>& paths) {
  for (const std::string& path : paths.empty() ? all_paths() : paths) {
    const auto added = query.add(path);
    if (added.has_value()) continue;
    complain(path, not_a_path(added.error()));
    return kWrongUsage;
  }
  return kAllWell;
}

int read_all(LogSource& log, Query& query, SeriesSummary& summary, SummaryExtent& extent) {
  LogProgress progress;
  const LogContent content = log.reader().header().content;
  for (;;) {
    const auto taken = log.take_next_shown(query, progress);
    if (!taken.has_value()) return taken.error();
    if (!*taken) return kAllWell;
    extent.note(log.record().time_local);
    summary.add(query, content);
  }
}

}  // namespace

std::expected<LogSummary, int> summary_of(LogSource& log, const std::vector<std::string>& paths) {
  Query query(fixed_titles());
  if (const int code = add_paths(query, paths)) return std::unexpected(code);
  const std::size_t series = log.reader().catalog().series().size();
  SeriesSummary summary(kExactValues / std::max<std::size_t>(1, series));
  LogSummary result;
  result.extent.bias_minutes = log.reader().header().bias_minutes;
  if (const int code = read_all(log, query, summary, result.extent)) return std::unexpected(code);
  result.series = summary.result();
  return result;
}

}  // namespace openperflib::apps
