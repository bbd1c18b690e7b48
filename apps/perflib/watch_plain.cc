// watch where there is no terminal: a sample below the other, as text.
#include <string>

#include "apps/perflib/live_query.h"
#include "apps/perflib/row_sinks.h"
#include "apps/perflib/watch_loop.h"

namespace openperflib::apps {
namespace {

constexpr std::size_t kWidth = 80;

// The time and what the full screen would show. Errors: standard output's.
std::expected<void, SourceFault> print_sample(const LiveQuery& live, const WatchModel& model) {
  std::vector<WatchGroup> groups = model.groups(live.query(), WatchOrder::as_collected, {});
  append_unmatched(live, groups);
  std::string text = iso_time(live.query().row().time_utc, live.is_live()) + "\n";
  for (const std::string& line : draw_sample(live.query(), groups, kWidth)) text += line + "\n";
  return write_out(text);
}

// As LiveQuery::first(); the model takes the silent sample too: a rate's average begins there.
LiveQuery::Next take_first(LiveQuery& live, WatchModel& model) {
  const LiveQuery::Next first = live.collect();
  if (first != LiveQuery::Next::row) return first;
  model.take(live.query(), live.paths());
  if (live.nothing_can_match() || !live.wants_another_sample()) return first;
  const LiveQuery::Next second = live.next();
  if (second == LiveQuery::Next::row) model.take(live.query(), live.paths());
  return second == LiveQuery::Next::end ? first : second;
}

}  // namespace

int watch_plain(const WatchOptions& options) {
  LiveQuery live;
  if (const int code = live.open(options.source, options.paths, options.interval_seconds)) return code;
  WatchModel model(Policy{.wrap = Wrap::modulo_2_32});
  LiveQuery::Next next = take_first(live, model);
  for (std::uint64_t printed = 0; next == LiveQuery::Next::row && !live.nothing_can_match();) {
    if (const auto written = print_sample(live, model); !written.has_value()) {
      complain(written.error());
      return kFailed;
    }
    if (++printed == options.samples) break;
    next = live.next();
    if (next == LiveQuery::Next::row) model.take(live.query(), live.paths());
  }
  if (next == LiveQuery::Next::failed) return kFailed;
  return report_unmatched_paths(live) ? kDoesNotExist : kAllWell;
}

}  // namespace openperflib::apps
