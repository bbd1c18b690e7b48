#include "apps/perflib/sources/log_statistics.h"

#include "apps/perflib/run/failure.h"
#include "apps/perflib/run/messages.h"
#include "apps/perflib/sources/log_progress.h"
#include "apps/perflib/sources/log_reading.h"
#include "apps/perflib/sources/open_session.h"
#include "openperflib/base/try_internal.h"
#include "openperflib/titles/title_table.h"
#include "openperflib/view/summary/series_by_name.h"

namespace openperflib::apps {
namespace {

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

Step read_all(LogCursor& log, Query& query, SeriesSummary& summary, SummaryExtent& extent) {
  LogProgress progress;
  Intervals intervals;
  const RowsOf rows = log.holds_values() ? RowsOf::values : RowsOf::readings;
  for (;;) {
    const auto taken = take_next_shown(log, query, progress);
    if (!taken.has_value()) return std::unexpected(std::move(taken).error());
    if (!*taken) return {};
    extent.note(log.record().time_local);
    summary.add(query, rows, intervals.next(log.record().time_local));
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

std::expected<LogStatistics, Failure> statistics_of(LogCursor& log,
                                                    const std::vector<std::string>& paths,
                                                    const TitleTable& titles) {
  Query query = OPENPERFLIB_TRY(query_of(paths, titles));
  SeriesSummary summary;
  LogStatistics result;
  result.extent.bias_minutes = log.reader().header().bias_minutes;
  OPENPERFLIB_TRY(read_all(log, query, summary, result.extent));
  result.series = summary.take_result();
  return result;
}

}  // namespace openperflib::apps
