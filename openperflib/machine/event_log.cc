#include "openperflib/machine/event_log.h"

#include <errno.h>
#include <fmt/core.h>
#include <unistd.h>

#include <memory>

#include "openperflib/os/net/system_log.h"

namespace openperflib {
namespace {

// Windows' ids: 1000 to 1999 are errors, 2000 to 2999 warnings. What a module prints is neither.
LogSeverity severity_of(std::uint32_t id) noexcept {
  if (id >= 1000 && id < 2000) return LogSeverity::error;
  return id >= 2000 && id < 3000 ? LogSeverity::warning : LogSeverity::information;
}

std::string text_of(const ProviderEvent& event, std::uint64_t left_out) {
  std::string text = event.id == 0
                         ? fmt::format("{} printed: {}", event.service, event.text)
                         : fmt::format("event {}: {}: {}", event.id, event.service, event.text);
  if (left_out > 0) text += fmt::format(" (left out since the last one: {})", left_out);
  return text;
}

}  // namespace

void EventLog::write(const ProviderEvent& event, Clock::time_point now) {
  constexpr std::chrono::minutes kPause{1};
  const auto [found, is_first] = kinds_.try_emplace({event.service, event.id}, Kind{now});
  Kind& kind = found->second;
  if (!is_first && now - kind.written < kPause) {
    ++kind.left_out;
    return;
  }
  const std::string line = system_log_line(severity_of(event.id), program_, ::getpid(),
                                           text_of(event, std::exchange(kind.left_out, 0)));
  (void)send_to_system_log(socket_, line);
  kind.written = now;
}

EventSink system_event_log() {
  auto log = std::make_shared<EventLog>(kSystemLogSocket, ::program_invocation_short_name);
  return [log = std::move(log)](const ProviderEvent& event) {
    log->write(event, EventLog::Clock::now());
  };
}

}  // namespace openperflib
