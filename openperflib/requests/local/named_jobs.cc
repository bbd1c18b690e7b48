#include "openperflib/requests/local/named_jobs.h"

#include <fmt/core.h>

#include <utility>

#include "openperflib/base/try_internal.h"
#include "openperflib/jobs/job.h"
#include "openperflib/jobs/job_fault.h"
#include "openperflib/requests/local/tool_environment.h"
#include "openperflib/requests/tool.h"
#include "openperflib/requests/tool_list.h"
#include "openperflib/requests/tool_session.h"
#include "openperflib/rules/located_json.h"
#include "openperflib/view/text/json_writer.h"

namespace openperflib {

struct NamedJobs::State {
  explicit State(const TitleTable& given) : titles(given) {}

  TitleTable titles;                                  // to which the session refers
  std::optional<ToolSession> session = std::nullopt;  // from open() on
  std::unique_ptr<ToolRun> running = nullptr;         // of the session
  bool has_ended = false;                             // `running` has a result
};

NamedJobs::NamedJobs(std::unique_ptr<State> state) noexcept : state_(std::move(state)) {}
NamedJobs::NamedJobs(NamedJobs&&) noexcept = default;
NamedJobs& NamedJobs::operator=(NamedJobs&&) noexcept = default;
NamedJobs::~NamedJobs() = default;

std::expected<NamedJobs, std::string> NamedJobs::open(const TitleTable& titles, JobAccess access) {
  auto state = std::make_unique<State>(titles);
  state->session.emplace(OPENPERFLIB_TRY(tool_environment(std::move(access), state->titles)));
  return NamedJobs(std::move(state));
}

std::string NamedJobs::list() {
  JsonWriter out(JsonLayout::line);
  out.begin_array();
  for (const Tool& tool : tools()) {
    out.begin_object();
    write_tool(out, tool);
    out.end_object();
  }
  out.end_array();
  return out.take();
}

std::expected<std::string, std::string> NamedJobs::open_log(std::string_view path) {
  const std::string arguments = fmt::format(R"({{"path":{}}})", json_string(path));
  const JobResult opened = OPENPERFLIB_TRY(run("open_log", arguments));
  const auto parsed = LocatedJson::parse(opened.json);
  if (!parsed.has_value()) return std::unexpected(describe(parsed.error()));
  return std::string(parsed->text_of("log"));
}

std::expected<JobResult, std::string> NamedJobs::run(std::string_view name,
                                                     std::string_view arguments,
                                                     const OnProgress& on_progress) {
  OPENPERFLIB_TRY(begin(name, arguments));
  for (;;) {
    if (on_progress && !on_progress(progress())) {
      stop();
      return std::unexpected(describe(JobFault{.kind = JobFault::Kind::stopped}));
    }
    if (OPENPERFLIB_TRY(step()) == Step::done) return result();
  }
}

std::expected<void, std::string> NamedJobs::begin(std::string_view name,
                                                  std::string_view arguments) {
  stop();
  const Tool* const tool = find_tool(name);
  if (tool == nullptr) return std::unexpected(fmt::format("there is no job \"{}\"", name));
  const auto parsed = LocatedJson::parse(arguments);
  if (!parsed.has_value()) {
    return std::unexpected("the arguments are not JSON: " + parsed.error().reason);
  }
  auto begun = begin_tool(*tool, *state_->session, *parsed);
  if (!begun.has_value()) return std::unexpected(std::move(begun).error().sentence);
  state_->running = *std::move(begun);
  return {};
}

std::expected<NamedJobs::Step, std::string> NamedJobs::step() {
  if (state_->running == nullptr || state_->has_ended) return std::unexpected("no job runs");
  auto taken = state_->running->step();
  if (!taken.has_value()) {
    stop();
    return std::unexpected(std::move(taken).error().sentence);
  }
  state_->has_ended = *taken == JobStep::done;
  return state_->has_ended ? Step::done : Step::more;
}

NamedJobs::Progress NamedJobs::progress() const noexcept {
  if (state_->running == nullptr) return {};
  const JobProgress done = state_->running->progress();
  return {.position = done.position, .size = done.size};
}

std::expected<JobResult, std::string> NamedJobs::result() {
  if (!state_->has_ended) return std::unexpected("no job has ended");
  JobResult found{.json = state_->running->result(), .columns = state_->running->take_columns()};
  stop();
  return found;
}

void NamedJobs::stop() noexcept {
  state_->running.reset();
  state_->has_ended = false;
}

}  // namespace openperflib
