#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <ctime>
#include <utility>

#include "openperflib/base/try_internal.h"
#include "openperflib/requests/session_tool_internal.h"
#include "openperflib/requests/tool_parts_internal.h"

namespace openperflib {
namespace {

constexpr std::chrono::milliseconds kStep{20};

// Waits, or less if a signal comes.
void wait_for(std::chrono::nanoseconds time) noexcept {
  const auto seconds = std::chrono::floor<std::chrono::seconds>(time);
  const timespec wait{.tv_sec = seconds.count(),
                      .tv_nsec = static_cast<long>((time - seconds).count())};
  (void)::nanosleep(&wait, nullptr);
}

std::expected<void, std::string> add_paths(CounterSession& session,
                                           const std::vector<std::string>& paths) {
  for (const std::string& path : paths) {
    const auto added = session.add(path);
    if (!added.has_value()) return std::unexpected(message_of(not_a_path(path, added.error())));
  }
  return {};
}

// The row of a machine is due a second after the one before.
class MachineTool final : public ToolRun {
 public:
  MachineTool(CounterSession session, std::size_t rows, WriteSession write)
      : session_(std::move(session)), left_(rows), write_(std::move(write)) {}

  [[nodiscard]] std::expected<JobStep, ToolRefusal> step() override {
    const auto now = CounterSession::Clock::now();
    if (session_.is_paced() && now < session_.due()) {
      wait_for(std::min<CounterSession::Clock::duration>(kStep, session_.due() - now));
      return JobStep::more;
    }
    const auto collected = session_.collect();
    if (!collected.has_value()) return std::unexpected(describe(collected.error()));
    const bool has_ended = *collected == CounterSession::Collected::end;
    return has_ended || --left_ == 0 ? JobStep::done : JobStep::more;
  }
  [[nodiscard]] std::string result() override { return write_(session_); }

 private:
  CounterSession session_;
  std::size_t left_;
  WriteSession write_;
};

}  // namespace

BegunTool machine_tool(ToolSession& session, const std::vector<std::string>& paths,
                       std::size_t rows, WriteSession write) {
  const ToolEnvironment& environment = session.environment();
  if (!environment.open_machine) {
    return std::unexpected("this client may not read this machine; name a log");
  }
  CounterSession machine = OPENPERFLIB_TRY(environment.open_machine());
  OPENPERFLIB_TRY(add_paths(machine, paths));
  if (paths.empty()) machine.ask_for(ObjectRequest());
  return std::make_unique<MachineTool>(std::move(machine), rows, std::move(write));
}

}  // namespace openperflib
