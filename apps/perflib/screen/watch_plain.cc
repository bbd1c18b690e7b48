// watch without a terminal: samples as text or as JSON, one below the other.
#include <string>

#include "apps/perflib/run/failure.h"
#include "apps/perflib/run/messages.h"
#include "apps/perflib/screen/watch_loop.h"
#include "apps/perflib/screen/watch_screen.h"
#include "apps/perflib/sources/open_session.h"
#include "apps/perflib/text/log_messages.h"
#include "apps/perflib/text/row_sinks.h"
#include "openperflib/base/try_internal.h"
#include "openperflib/jobs/explanation.h"
#include "openperflib/jobs/moment/watched_session.h"
#include "openperflib/view/text/json_writer.h"
#include "openperflib/view/watch/watch_model_json.h"

namespace openperflib::apps {
namespace {

constexpr std::size_t kSampleWidth = 80;

// Prints the time and what the full screen would show. Errors: those of standard output.
std::expected<void, SourceFault> print_text_sample(const CounterSession& session,
                                                   const WatchModel& model) {
  std::vector<WatchGroup> groups = model.groups(session.query(), WatchOrder::as_collected, {});
  append_unmatched(session, groups);
  std::string text = row_time_text(session) + "\n";
  for (const std::string& line : draw_sample(session.query(), groups, kSampleWidth))
    text += line + "\n";
  return write_out(text);
}

// Prints all that the model has, as a line. Errors: those of standard output.
std::expected<void, SourceFault> print_json_sample(const CounterSession& session,
                                                   const WatchModel& model) {
  JsonWriter out(JsonLayout::line);
  write_watch(out, session.query(), row_time(session),
              model.groups(session.query(), WatchOrder::as_collected, {}), model.remainder());
  return write_out(out.take() + "\n");
}

using Next = PacedSession::Next;

// Like PacedSession::first(). The model also takes the silent sample: the average of a rate begins
// there.
std::expected<Next, SourceFault> take_first(PacedSession& rows, WatchModel& model) {
  CounterSession& session = rows.session();
  if (OPENPERFLIB_TRY(session.collect_first()) == CounterSession::Collected::end) return Next::end;
  model.take(session.query());
  if (session.nothing_can_match() || !session.wants_another_sample()) return Next::row;
  const Next second = OPENPERFLIB_TRY(rows.next());
  if (second == Next::row) model.take(session.query());
  return second == Next::end ? Next::row : second;
}

}  // namespace

Outcome watch_plain(const WatchOptions& options) {
  PacedSession rows = OPENPERFLIB_TRY(report_opening(open_session(
      options.source, options.log, options.paths, options.interval_seconds, ShortLives::counted)));
  const CounterSession& session = rows.session();
  WatchModel model = watch_model_of(session);
  auto next = take_first(rows, model);
  if (next == Next::end && session.log() != nullptr) {
    return std::unexpected(report_no_row(session, options.log));
  }
  for (std::uint64_t printed = 0; next == Next::row && !session.nothing_can_match();) {
    const auto written =
        options.json ? print_json_sample(session, model) : print_text_sample(session, model);
    if (!written.has_value()) return failed(written.error());
    if (++printed == options.samples) break;
    next = rows.next();
    if (next == Next::row) model.take(session.query());
  }
  report_log_anomalies(session);
  if (!next.has_value()) return failed(next.error());
  return report_unmatched_paths(session) ? Ending::does_not_exist : Ending::success;
}

}  // namespace openperflib::apps
