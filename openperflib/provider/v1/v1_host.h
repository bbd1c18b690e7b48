// V1Host: the module of one service in its host process, from the consumer's side.
//
// Resource: owns the process. One thread at a time. It never waits but in close(): the caller polls
//           socket() and calls receive().
// Errors:   none are thrown or lost: lack() says why the last request has no answer.
// Source:   docs/adr/0021-modules-run-in-hosts.md; docs/guide-v1.md, "When a module fails".
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "openperflib/provider/v1/host_process.h"
#include "openperflib/provider/v1/host_socket.h"
#include "openperflib/provider/v1/module_answer.h"
#include "openperflib/provider/v1/module_definitions.h"
#include "openperflib/provider/v1/module_events.h"
#include "openperflib/provider/v1/module_retries.h"
#include "openperflib/provider/v1/module_settings.h"
#include "openperflib/snapshot/missing_reason.h"

namespace openperflib {

// Why there is no answer.
struct ModuleLack {
  MissingReason code = MissingReason::provider_failed;
  std::string text;  // for people, without the name of the service
};

// Resource: neither copied nor moved; one process at a time, which may be started again.
class V1Host {
 public:
  // `titles`: of the service. `start` makes a host.
  V1Host(ModuleSettings settings, TitleRange titles, StartHost start);
  V1Host(const V1Host&) = delete;
  V1Host& operator=(const V1Host&) = delete;
  ~V1Host();

  // Drops what has arrived late, and ends a process whose time is up. For every collection, whether
  // or not it asks for objects of this module.
  void tend(HostClock::time_point now);
  // Asks for objects after tend(): starts the host if that is due, and sends the request unless an
  // earlier one is unanswered.
  void request(const HostCollect& collect, HostClock::time_point now);
  // Whether request() would start a process now.
  [[nodiscard]] bool would_start(HostClock::time_point now) const noexcept;
  [[nodiscard]] bool is_running() const noexcept { return state_ != State::stopped; }
  // Instead of request(): the caller has no time for it.
  void pass_over(std::string why);
  [[nodiscard]] const ModuleSettings& settings() const noexcept { return settings_; }
  // Whether the answer to the last request may still arrive.
  [[nodiscard]] bool is_awaited() const noexcept { return is_awaited_; }
  // What to poll for while it is awaited.
  [[nodiscard]] const HostSocket& socket() const noexcept { return socket_; }
  // When waiting for it is over, whatever the caller's own limit: Collect Timeout after the
  // request, the time that the module takes to open included.
  [[nodiscard]] HostClock::time_point limit() const noexcept;
  // Takes what has arrived.
  void receive(HostClock::time_point now);
  // The caller waits no longer: an answer that comes later is dropped.
  void give_up(HostClock::time_point now);

  // The checked objects of the last request; null: there are none, see lack().
  [[nodiscard]] const std::vector<AnsweredObject>* objects() const noexcept;
  [[nodiscard]] const ModuleLack& lack() const noexcept { return lack_; }
  // Distinguishes the values of two processes: counts the starts.
  [[nodiscard]] std::uint64_t starts() const noexcept { return starts_; }
  // What confines the process, for people; empty: it does not run.
  [[nodiscard]] const std::string& confinement() const noexcept { return confinement_; }
  // Whether the module failed so often that it is left alone.
  [[nodiscard]] bool is_given_up() const noexcept { return retries_.is_given_up(); }
  // For the system's log.
  [[nodiscard]] ModuleEvents& events() noexcept { return events_; }
  // Asks the module to close, and waits for it until `deadline`; then kills it.
  void ask_to_close();
  void close(HostClock::time_point deadline);
  // In a forked child: lets go of the process.
  void forget() noexcept;

 private:
  // What the process does: it answers HostStart (opening) or HostCollect (collecting), or nothing.
  enum class State : std::uint8_t { stopped, opening, idle, collecting };

  // When the module's own time for the open request ends.
  [[nodiscard]] HostClock::time_point due() const noexcept;
  [[nodiscard]] bool is_overdue(HostClock::time_point now) const noexcept;
  void fail_overdue(HostClock::time_point now);
  // Starts a process and sends HostStart. It stays stopped and is postponed if that fails.
  void start_process(HostClock::time_point now);
  // Sends the last request, with the buffer size that sufficed before.
  void send_collect(HostClock::time_point now);
  // The host has closed its socket, which is a failure in any state.
  void take_end(HostClock::time_point now);
  // Takes an answer by the state. One to no request is a failure.
  void take_answer(HostClock::time_point now);
  // Takes the answer to HostStart, and sends the request that is queued.
  void take_opened(const HostAnswer& answer, HostClock::time_point now);
  // Takes the answer to HostCollect. Its objects are used if it is awaited and passes check().
  void take_collected(const HostAnswer& answer, HostClock::time_point now);
  // Errors: why the answer is refused.
  [[nodiscard]] std::expected<void, AnswerFault> check(const HostAnswer& answer);
  void stop() noexcept;
  // Stops the process, which does not count as a failure; the next start is in a minute.
  void postpone(std::uint32_t event, std::string text, HostClock::time_point now);
  // Stops the process and counts a failure: after too many in a row the module is given up.
  void fail(std::uint32_t event, std::string text, HostClock::time_point now);
  // Ends the last request without an answer: sets lack().
  void lacks(MissingReason code, std::string text);

  ModuleSettings settings_;
  AnswerRules rules_;
  StartHost start_;
  State state_ = State::stopped;
  HostSocket socket_;
  UniqueFd output_;
  std::optional<ChildProcess> process_;
  HostClock::time_point since_{};  // when the open request was sent
  HostClock::time_point asked_{};  // when the caller made its last request
  HostCollect collect_;            // the last request
  bool is_queued_ = false;         // it is sent once the module is open
  bool is_awaited_ = false;
  bool has_objects_ = false;
  ModuleAnswer answer_;
  ModuleDefinitions definitions_;  // of the process
  ModuleLack lack_;
  std::string confinement_;
  std::uint32_t buffer_size_ = 1U << 16U;
  std::uint64_t starts_ = 0;
  ModuleRetries retries_;
  ModuleEvents events_;
};

}  // namespace openperflib
