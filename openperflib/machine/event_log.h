// EventLog: passes the events of providers on to the system's log, of each kind at most one per
// minute.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <string>
#include <utility>

#include "openperflib/snapshot/provider_event.h"

namespace openperflib {

// Value. One thread at a time. An event that nobody receives is lost: no collection waits for a
// log.
class EventLog {
 public:
  using Clock = std::chrono::steady_clock;  // monotonic

  // `socket`: of the log, as syslog(3) uses it. `program`: the name in its lines.
  EventLog(std::string socket, std::string program)
      : socket_(std::move(socket)), program_(std::move(program)) {}

  // Writes the event unless one of the same service and number was written less than a minute
  // before. The next line of that kind says how many were left out.
  void write(const ProviderEvent& event, Clock::time_point now);

 private:
  // When an event of this kind was last written, and how many were left out since.
  struct Kind {
    Clock::time_point written;
    std::uint64_t left_out = 0;
  };
  std::string socket_;
  std::string program_;
  std::map<std::pair<std::string, std::uint32_t>, Kind> kinds_;  // by service and number
};

// Writes to the log of this system under the name of this process.
[[nodiscard]] EventSink system_event_log();

}  // namespace openperflib
