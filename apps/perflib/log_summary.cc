#include "apps/perflib/log_summary.h"

#include "apps/perflib/exit_code.h"
#include "apps/perflib/log_progress.h"
#include "apps/perflib/messages.h"
#include "apps/perflib/named_series.h"
#include "apps/perflib/source_query.h"
#include "openperflib/titles/title_table.h"

namespace openperflib::apps {
namespace {

// Adds the paths, or those of everything in the log if there are none. kSuccess, or an exit code
// after a message.
int add_paths(Query& query, const std::vector<std::string>& paths) {
  for (const std::string& path : paths.empty() ? all_paths() : paths) {
    const auto added = query.add(path);
    if (added.has_value()) continue;
    print_error(path, not_a_path(added.error()));
    return kUsageError;
  }
  return kSuccess;
}

// Tells intervals that are shorter than half of those before them on average.
class Intervals {
 public:
  // Of the record of this time. The first two are never brief: nothing is known then.
  [[nodiscard]] SeriesSummary::Interval next(FileTime time) {
    const FileTime usual = count_ < 2 ? 0 : (last_ - first_) / (count_ - 1);
    const bool is_brief = count_ >= 2 && time - last_ < usual / 2;
    if (count_++ == 0) first_ = time;
    last_ = time;
    return is_brief ? SeriesSummary::Interval::brief : SeriesSummary::Interval::usual;
  }

 private:
  std::int64_t count_ = 0;
  FileTime first_ = 0;
  FileTime last_ = 0;
};

int read_all(LogSource& log, Query& query, SeriesSummary& summary, SummaryExtent& extent) {
  LogProgress progress;
  Intervals intervals;
  const LogContent content = log.reader().header().content;
  for (;;) {
    const auto taken = log.take_next_shown(query, progress);
    if (!taken.has_value()) return taken.error();
    if (!*taken) return kSuccess;
    extent.note(log.record().time_local);
    summary.add(query, content, intervals.next(log.record().time_local));
  }
}

}  // namespace

void name_machines(std::vector<SummaryOfSeries>& all) {
  if (all.empty() || !only_machine_of(all).empty()) return;
  for (SummaryOfSeries& one : all) {
    const std::string machine = machine_of(one.path);
    if (!machine.empty()) one.title.insert(0, "\\\\" + machine);
  }
}

std::expected<LogSummary, int> summary_of(LogSource& log, const std::vector<std::string>& paths) {
  Query query(fixed_titles());
  if (const int code = add_paths(query, paths)) return std::unexpected(code);
  SeriesSummary summary;
  LogSummary result;
  result.extent.bias_minutes = log.reader().header().bias_minutes;
  if (const int code = read_all(log, query, summary, result.extent)) return std::unexpected(code);
  result.series = summary.take_result();
  return result;
}

}  // namespace openperflib::apps
