// watch without a terminal: samples as text, one below the other.
#include <string>

#include "apps/perflib/exit_code.h"
#include "apps/perflib/messages.h"
#include "apps/perflib/row_sinks.h"
#include "apps/perflib/source_query.h"
#include "apps/perflib/watch_loop.h"

namespace openperflib::apps {
namespace {

constexpr std::size_t kWidth = 80;

// Prints the time and what the full screen would show. Errors: those of standard output.
std::expected<void, SourceFault> print_sample(const SourceQuery& source, const WatchModel& model) {
  std::vector<WatchGroup> groups = model.groups(source.query(), WatchOrder::as_collected, {});
  append_unmatched(source, groups);
  std::string text = row_time_text(source) + "\n";
  for (const std::string& line : draw_sample(source.query(), groups, kWidth)) text += line + "\n";
  return write_out(text);
}

// Like SourceQuery::first(). The model also takes the silent sample: the average of a rate begins
// there.
SourceQuery::Next take_first(SourceQuery& source, WatchModel& model) {
  const SourceQuery::Next first = source.first_row();
  if (first != SourceQuery::Next::row) return first;
  model.take(source.query());
  if (source.nothing_can_match() || !source.wants_another_sample()) return first;
  const SourceQuery::Next second = source.next();
  if (second == SourceQuery::Next::row) model.take(source.query());
  return second == SourceQuery::Next::end ? first : second;
}

}  // namespace

int watch_plain(const WatchOptions& options) {
  SourceQuery source;
  if (const int code =
          source.open(options.source, options.log, options.paths, options.interval_seconds))
    return code;
  WatchModel model = watch_model_of(source);
  SourceQuery::Next next = take_first(source, model);
  if (next == SourceQuery::Next::end && source.log() != nullptr) return report_no_row(source);
  for (std::uint64_t printed = 0; next == SourceQuery::Next::row && !source.nothing_can_match();) {
    if (const auto written = print_sample(source, model); !written.has_value()) {
      print_error(written.error());
      return kFailed;
    }
    if (++printed == options.samples) break;
    next = source.next();
    if (next == SourceQuery::Next::row) model.take(source.query());
  }
  report_log_anomalies(source);
  if (next == SourceQuery::Next::failed) return kFailed;
  return report_unmatched_paths(source) ? kDoesNotExist : kSuccess;
}

}  // namespace openperflib::apps
