#include "openperflib/view/watch/watched_moment.h"

#include <fmt/core.h>

#include <string_view>

#include "openperflib/view/text/remainder_text.h"
#include "openperflib/view/watch/watch_model_json.h"

namespace openperflib {
namespace {

// "2026-11-21 10:00:05": to the second, for sentences.
std::string for_people(std::string_view time) {
  constexpr std::size_t kToTheSecond = 19;
  std::string text(time.substr(0, kToTheSecond));
  if (const std::size_t between = text.find('T'); between != std::string::npos) text[between] = ' ';
  return text;
}

}  // namespace

std::string text_of(const WatchedMoment& moment) {
  if (!moment.time.has_value()) {
    return fmt::format("no sample at {}; the log runs from {} to {}\n", for_people(moment.asked),
                       for_people(moment.log_from), for_people(moment.log_to));
  }
  std::string text = *moment.time + "\n";
  if (moment.gap.has_value()) {
    text += fmt::format("no samples between {} and {}: this is the last one before {}\n",
                        for_people(moment.gap->from), for_people(moment.gap->to),
                        for_people(moment.asked));
  }
  if (moment.samples > 1) {
    text += fmt::format("avg, min and max are of {} samples, from {} on\n", moment.samples,
                        for_people(moment.samples_from));
  }
  return text;
}

void write_moment_members(JsonWriter& out, const WatchedMoment& moment) {
  out.member("asked", moment.asked);
  out.member("time", moment.time);
  out.key("gap");
  if (moment.gap.has_value()) {
    out.begin_object();
    out.member("from", moment.gap->from);
    out.member("to", moment.gap->to);
    out.end_object();
  } else {
    out.value(nullptr);
  }
  out.key("log");
  out.begin_object();
  out.member("from", moment.log_from);
  out.member("to", moment.log_to);
  out.end_object();
  out.member("samples", moment.samples);
  out.member("samples_from", moment.samples_from);
}

void write_moment(JsonWriter& out, const WatchedMoment& moment, const Query& query,
                  std::span<const WatchGroup> groups,
                  const std::optional<CpuRemainder>& remainder) {
  out.begin_object();
  write_moment_members(out, moment);
  write_groups(out, query, groups);
  if (remainder.has_value()) write_remainder(out, *remainder);
  out.end_object();
}

}  // namespace openperflib
