#include "apps/perflib/sources/log_window.h"

#include <fmt/core.h>

#include "apps/perflib/run/failure.h"
#include "apps/perflib/run/messages.h"
#include "apps/perflib/sources/log_series.h"
#include "openperflib/base/try_internal.h"
#include "openperflib/log/sql_log_name.h"
#include "openperflib/os/portable/time_zone.h"
#include "openperflib/view/text/time_text.h"

namespace openperflib::apps {
namespace {

// Whether the logs must be read to understand a time; not for a date on their clock.
bool needs_the_log(const std::optional<WrittenTime>& time) {
  return time.has_value() && (!time->date.has_value() || time->bias_minutes.has_value());
}

std::expected<std::optional<WrittenTime>, Failure> read_bound(const std::string& text,
                                                              const char* option) {
  if (text.empty()) return std::nullopt;
  return OPENPERFLIB_TRY(read_time(text, option));
}

// Two times of day are a night if the second is not the later one.
std::unexpected<Failure> no_such_night(const LogOptions& options, const LogTimes& log) {
  const bool is_same = options.end == options.begin;
  return usage_error(
      "-e", fmt::format("{} is {} {}, which -b gives, so that it would be on the next day, but the "
                        "log runs from {}; {}, or write them with their dates",
                        options.end, is_same ? "not after" : "before", options.begin,
                        shown_range(log), is_same ? "name a later time" : "swap the two times"));
}

}  // namespace

std::expected<WrittenTime, Failure> read_time(const std::string& text, const char* option) {
  const auto time = parse_written_time(text);
  if (time.has_value()) return *time;
  return usage_error(
      option,
      fmt::format("\"{}\" is not a time; write 15:45, 2026-11-21 or '2026-11-21 15:45'", text));
}

std::expected<LogWindow, Failure> window_of(const LogOptions& options) {
  const auto begin = OPENPERFLIB_TRY(read_bound(options.begin, "-b"));
  const auto end = OPENPERFLIB_TRY(read_bound(options.end, "-e"));
  LogTimes log;
  if (needs_the_log(begin) || needs_the_log(end)) log = OPENPERFLIB_TRY(times_of(options));
  LogWindow window;
  if (begin.has_value() && end.has_value()) {
    const auto both = window_between(*begin, *end, log);
    if (!both.has_value()) return no_such_night(options, log);
    window = {.begin_local = both->begin_local, .end_local = both->end_local};
  } else if (begin.has_value()) {
    window.begin_local = begin_of(*begin, log);
  } else if (end.has_value()) {
    window.end_local = end_of(*end, log, std::nullopt);
  }
  if (window.begin_local <= window.end_local) return window;
  return usage_error("-e", fmt::format("{} is before {}, which -b gives",
                                       date_text(window.end_local), date_text(window.begin_local)));
}

std::string shown_range(const LogTimes& log) {
  return extent_text(log.first_local, log.last_local);
}

// Without a window the log needs no second reading, which a log without samples may make expensive:
// the first reader still has all of its header.
Failure why_no_samples(const LogOptions& options) {
  const std::string name = shown_log_name(options.files.front());
  if (options.begin.empty() && options.end.empty()) {
    return failed(name, "contains no samples").error();
  }
  const auto log = times_of(options);
  if (!log.has_value()) return log.error();
  const std::string zone =
      log->bias_minutes.has_value() ? " " + name_of_offset(*log->bias_minutes) : std::string();
  return failed(name, fmt::format("no samples in that range; {} from {}{}",
                                  options.files.size() > 1 ? "the logs run" : "the log runs",
                                  shown_range(*log), zone))
      .error();
}

}  // namespace openperflib::apps
