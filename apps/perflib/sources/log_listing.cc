#include "apps/perflib/sources/log_listing.h"

#include <string>

#include "apps/perflib/run/failure.h"
#include "apps/perflib/run/messages.h"
#include "apps/perflib/sources/log_progress.h"
#include "apps/perflib/sources/log_reading.h"
#include "apps/perflib/sources/log_window.h"
#include "openperflib/base/try_internal.h"
#include "openperflib/query/catalog/catalog.h"

namespace openperflib::apps {
namespace {

std::string summary_of(const Series& series) { return std::string(summary_by_names(series)); }

bool has_value(const LogCursor& log, std::size_t series) {
  const LogRecord& record = log.record();
  return log.holds_values() ? record.row.values[series].usable()
                            : usable(record.sample.counters[series].status);
}

}  // namespace

std::expected<std::vector<ListedObject>, Failure> list_log(const LogOptions& options) {
  auto log = OPENPERFLIB_TRY(open_cursor(options));
  ListOfRecords list(&summary_of);
  LogProgress progress;
  while (OPENPERFLIB_TRY(read_next_shown(log, progress))) {
    list.add(log.reader().catalog(), log.holds_values(),
             [&](std::size_t series) { return has_value(log, series); });
  }
  report_anomalies(log.reader());
  if (log.records() != 0) return list.take_objects();
  return std::unexpected(why_no_samples(options));
}

}  // namespace openperflib::apps
