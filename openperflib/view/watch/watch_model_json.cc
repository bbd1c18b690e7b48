#include "openperflib/view/watch/watch_model_json.h"

#include <vector>

#include "openperflib/view/summary/series_summary_json.h"
#include "openperflib/view/text/json_values_internal.h"
#include "openperflib/view/text/remainder_text.h"
#include "openperflib/view/text/value_text.h"

namespace openperflib {
namespace {

void write_line(JsonWriter& out, const Query& query, const WatchLine& line) {
  const Statistics& statistics = line.statistics;
  out.member("path", query.binding().path_of(line.series));
  out.member("label", line.label);
  write_value_and_status(out, line.last);
  out.member("reason", known(line.reason));
  const std::string_view meaning = meaning_of(query.binding().series()[line.series], line.last);
  if (!meaning.empty()) out.member("meaning", meaning);
  if (!line.state.empty()) out.member("state", line.state);
  out.member("count", statistics.count);
  out.member("min", number_of(statistics.minimum));
  out.member("average", number_of(statistics.average));
  out.member("max", number_of(statistics.maximum));
  out.member("competes", line.competes);
  out.member("is_virtual", line.is_virtual);
  out.member("is_repeat", line.is_repeat);
}

// The remainder has a member of its own.
std::vector<const WatchLine*> lines_of_series(const WatchGroup& group) {
  std::vector<const WatchLine*> lines;
  for (const WatchLine& line : group.lines) {
    if (!line.is_remainder) lines.push_back(&line);
  }
  return lines;
}

}  // namespace

void write_groups(JsonWriter& out, const Query& query, std::span<const WatchGroup> groups) {
  out.objects("groups", groups, [&](const WatchGroup& group) {
    out.member("title", group.title);
    out.member("is_list", group.is_list);
    out.objects("lines", lines_of_series(group),
                [&](const WatchLine* line) { write_line(out, query, *line); });
    if (group.left_out != 0) out.member("left_out", group.left_out);
  });
}

void write_watch(JsonWriter& out, const Query& query, const std::optional<std::string>& time,
                 std::span<const WatchGroup> groups, const std::optional<CpuRemainder>& remainder) {
  out.begin_object();
  out.member("time", time);
  write_groups(out, query, groups);
  if (remainder.has_value()) write_remainder(out, *remainder);
  out.end_object();
}

}  // namespace openperflib
