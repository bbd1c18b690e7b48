// at: one moment of a log.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "openperflib/base/try_internal.h"
#include "openperflib/jobs/moment/moment_job.h"
#include "openperflib/jobs/remainder_reading.h"
#include "openperflib/requests/tool_parts_internal.h"
#include "openperflib/view/text/remainder_text.h"
#include "openperflib/view/watch/watch_model_json.h"
#include "openperflib/view/watch/watched_moment.h"

namespace openperflib {
namespace {

constexpr std::size_t kUsualListedLines = 50;
constexpr std::size_t kMostListedLines = 1000;

// Sorts the lines of a list by their values: totals after the others, and what has no value last.
void sort_lines(WatchGroup& group) {
  const auto rank = [](const WatchLine& line) {
    const double number = line.last.usable() ? line.last.number : -HUGE_VAL;
    return std::pair(!line.competes, -number);
  };
  std::ranges::stable_sort(group.lines, {}, rank);
}

// Leaves at most so many lines of each group.
void cut_groups(std::vector<WatchGroup>& groups, std::size_t most) {
  for (WatchGroup& group : groups) {
    std::erase_if(group.lines, [](const WatchLine& line) { return line.is_remainder; });
    if (group.is_list) sort_lines(group);
    if (group.lines.size() <= most) continue;
    group.left_out = group.lines.size() - most;
    group.lines.resize(most);
  }
}

std::string moment_json(const MomentJob& job, std::size_t most) {
  const WatchedMoment& moment = job.moment();
  std::vector<WatchGroup> groups = job.groups();
  cut_groups(groups, most);
  return json_object([&](JsonWriter& out) {
    const bool has_time = moment.time.has_value();
    const FileTime time_utc = has_time ? job.session().query().row().time_utc : 0;
    out.member("time_unix", has_time ? std::optional(unix_seconds(time_utc)) : std::nullopt);
    write_moment_members(out, moment);
    write_groups(out, job.session().query(), groups);
    if (const auto remainder = job.remainder(); remainder.has_value()) {
      write_remainder(out, *remainder);
    }
    write_findings(out, job.findings());
  });
}

}  // namespace

BegunTool begin_at(ToolSession& session, const LocatedJson& arguments) {
  const ToolArguments words(arguments);
  const TitleTable& titles = session.environment().titles;
  const ClientLog log = OPENPERFLIB_TRY(session.log(words.text("log")));
  const auto time = OPENPERFLIB_TRY(time_of(words, "time", log.bias_minutes, kTimeSlack));
  MomentOptions options{.logs = log.inputs, .time = *time, .paths = words.texts("paths")};
  std::vector<std::string> read = options.paths;
  if (!read.empty()) std::ranges::copy(remainder_paths_for(read), std::back_inserter(read));
  options.logs.request = request_of(read, titles);
  const std::size_t most = words.count("limit", kUsualListedLines, kMostListedLines);
  return tool_of(MomentJob::begin(std::move(options), titles),
                 [most](MomentJob& job) { return moment_json(job, most); });
}

}  // namespace openperflib
