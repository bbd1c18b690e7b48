// What the tools are made of: arguments, bounds, jobs that become tools.
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "openperflib/base/civil_time.h"
#include "openperflib/jobs/job.h"
#include "openperflib/jobs/log_findings.h"
#include "openperflib/log/log_inputs.h"
#include "openperflib/log/log_window.h"
#include "openperflib/log/time/written_time.h"
#include "openperflib/requests/tool.h"
#include "openperflib/requests/tool_session.h"
#include "openperflib/view/summary/summary_extent.h"
#include "openperflib/view/summary/summary_ranking.h"
#include "openperflib/view/text/json_writer.h"

namespace openperflib {

// The arguments of a call, which were checked against the table.
class ToolArguments {
 public:
  explicit ToolArguments(const LocatedJson& arguments) : arguments_(arguments) {}
  [[nodiscard]] bool has(std::string_view name) const { return arguments_.find(name) != nullptr; }
  [[nodiscard]] std::string text(std::string_view name) const {
    return std::string(arguments_.text_of(name));
  }
  [[nodiscard]] std::vector<std::string> texts(std::string_view name) const;
  [[nodiscard]] bool flag(std::string_view name, bool usual = false) const;
  // A number, of an argument that may be one; nullopt: it is not given, or it is a text.
  [[nodiscard]] std::optional<double> number(std::string_view name) const;
  // A whole number from 1 to `most`; `usual` if it is not given.
  [[nodiscard]] std::size_t count(std::string_view name, std::size_t usual, std::size_t most) const;

 private:
  const LocatedJson& arguments_;
};

// The log of the argument `log`, or of another one. Errors: a sentence.
[[nodiscard]] std::expected<LogInputs, std::string> log_of(const ToolSession& session,
                                                           const ToolArguments& arguments,
                                                           std::string_view name = "log");
// The time of an argument, on the clock of a log with this bias; nullopt: it is not given. A
// number, which tells a time to less than a microsecond, is moved by `slack`. Errors: a sentence.
[[nodiscard]] std::expected<std::optional<WrittenTime>, std::string> time_of(
    const ToolArguments& arguments, std::string_view name, std::optional<int> bias_minutes,
    FileTime slack = 0);
// Less than half a microsecond: no two records are so close to each other.
inline constexpr FileTime kTimeSlack = 3;
// The window of `begin` and `end`, on the clock of the argument `log`. Errors: a sentence.
[[nodiscard]] std::expected<LogWindow, std::string> window_of(const ToolSession& session,
                                                              const ToolArguments& arguments);

// Returns seconds since 1970 began, in UTC, as a double has them: to a quarter of a microsecond;
// NaN for 0.
[[nodiscard]] double unix_seconds(FileTime time_utc) noexcept;
// Returns unix_seconds() of a time on the clock of a log with this bias; nullopt: it is not known,
// and the clock is taken for UTC.
[[nodiscard]] double unix_seconds(FileTime time_local, std::optional<int> bias_minutes) noexcept;
// Writes a list of pairs of such times.
void write_time_pairs(JsonWriter& out, std::string_view name,
                      const std::vector<std::pair<FileTime, FileTime>>& pairs,
                      std::optional<int> bias_minutes);
// Writes the members first_unix and last_unix, null without records.
void write_unix_extent(JsonWriter& out, const SummaryExtent& extent);
// Writes the member interval_seconds: the usual time from one record to the next, null if it is not
// known.
void write_interval(JsonWriter& out, std::optional<FileTime> usual);

// How many bytes of a log may be read, by the argument `at_most_bytes`; without it, all.
[[nodiscard]] std::uint64_t most_bytes_of(const ToolArguments& arguments);
inline constexpr std::uint64_t kAllBytes = std::numeric_limits<std::uint64_t>::max();

// How far a log was read that was not read to its end. Value.
struct UnfinishedReading {
  JobProgress read;
  double read_to_unix = 0;  // the time of the last record that was read; NaN: there is none
};
// A member: how far it was read.
void write_unfinished(JsonWriter& out, const UnfinishedReading& unfinished);

// Returns the message of a fault for a client. It names a file with its folder, as the tool opens
// it.
[[nodiscard]] std::string message_of(const JobFault& fault);

// A job that runs as a tool.
template <class Job>
class JobTool final : public ToolRun {
 public:
  using Write = std::function<std::string(Job&)>;
  using TakeColumns = std::function<std::vector<double>(Job&)>;
  JobTool(Job job, Write write, TakeColumns take)
      : job_(std::move(job)), write_(std::move(write)), take_(std::move(take)) {}
  [[nodiscard]] std::expected<JobStep, ToolRefusal> step() override {
    const auto step = job_.step();
    if (!step.has_value()) return std::unexpected(message_of(step.error()));
    return *step;
  }
  [[nodiscard]] JobProgress progress() const noexcept override { return job_.progress(); }
  [[nodiscard]] std::string result() override { return write_(job_); }
  [[nodiscard]] std::vector<double> take_columns() override {
    return take_ ? take_(job_) : std::vector<double>();
  }

 private:
  Job job_;
  Write write_;
  TakeColumns take_;  // empty: there are none
};

// `write(job)` makes the result of a job that has ended, and `take(job)` its columns; empty: it has
// none.
template <class Job>
[[nodiscard]] BegunTool tool_of(std::expected<Job, JobFault> job,
                                typename JobTool<Job>::Write write,
                                typename JobTool<Job>::TakeColumns take = {}) {
  if (!job.has_value()) return std::unexpected(message_of(job.error()));
  return std::make_unique<JobTool<Job>>(*std::move(job), std::move(write), std::move(take));
}

// An object of JSON whose members `write(out)` writes.
[[nodiscard]] std::string json_object(const std::function<void(JsonWriter&)>& write);
// The member `name`: the first `most` of a list, each an element that `write(one)` writes, and a
// member left_out with the number of the others.
template <typename List, typename Write>
void write_first(JsonWriter& out, std::string_view name, const List& list, std::size_t most,
                 Write write) {
  std::size_t shown = 0;
  out.key(name);
  out.begin_array();
  for (const auto& one : list) {
    if (shown == most) break;
    write(one);
    ++shown;
  }
  out.end_array();
  if (shown < list.size()) out.member("left_out", list.size() - shown);
}
// Writes at most `most` objects, whose members `write(one)` writes.
template <typename List, typename Write>
void write_bounded(JsonWriter& out, std::string_view name, const List& list, std::size_t most,
                   Write write) {
  write_first(out, name, list, most, [&](const auto& one) {
    out.begin_object();
    write(one);
    out.end_object();
  });
}
// Members: what was odd about the logs, if anything was.
void write_findings(JsonWriter& out, const LogFindings& findings);
// A member: the paths that the log does not have, if there are any.
void write_unmatched(JsonWriter& out, const std::vector<UnmatchedPath>& unmatched);
// What the argument `by` says; empty: the average. Errors: a sentence.
[[nodiscard]] std::expected<RankedBy, std::string> ranked_by(const std::string& word);

// The tools, each in the file of its subject.
[[nodiscard]] BegunTool begin_open_log(ToolSession& session, const LocatedJson& arguments);
[[nodiscard]] BegunTool begin_list(ToolSession& session, const LocatedJson& arguments);
[[nodiscard]] BegunTool begin_find(ToolSession& session, const LocatedJson& arguments);
[[nodiscard]] BegunTool begin_summary(ToolSession& session, const LocatedJson& arguments);
[[nodiscard]] BegunTool begin_top(ToolSession& session, const LocatedJson& arguments);
[[nodiscard]] BegunTool begin_difference(ToolSession& session, const LocatedJson& arguments);
[[nodiscard]] BegunTool begin_report(ToolSession& session, const LocatedJson& arguments);
[[nodiscard]] BegunTool begin_query(ToolSession& session, const LocatedJson& arguments);
[[nodiscard]] BegunTool begin_chart(ToolSession& session, const LocatedJson& arguments);
[[nodiscard]] BegunTool begin_columns(ToolSession& session, const LocatedJson& arguments);
[[nodiscard]] BegunTool begin_explain(ToolSession& session, const LocatedJson& arguments);
[[nodiscard]] BegunTool begin_at(ToolSession& session, const LocatedJson& arguments);
[[nodiscard]] BegunTool begin_picture(ToolSession& session, const LocatedJson& arguments);
[[nodiscard]] BegunTool begin_facts(ToolSession& session, const LocatedJson& arguments);
[[nodiscard]] BegunTool begin_export(ToolSession& session, const LocatedJson& arguments);

}  // namespace openperflib
