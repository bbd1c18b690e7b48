// TrialHost: a host that is asked to call its module once at a time, for `perflib provider test`.
//
// Resource: owns the process, which ends with it. One thread at a time. It waits for each answer.
// Errors:   a module that ends its host or does not return is a reply, not an error.
// Source:   docs/adr/0021-modules-run-in-hosts.md.
#pragma once

#include <chrono>
#include <cstdint>
#include <expected>

#include "openperflib/base/source_fault.h"
#include "openperflib/provider/v1/host_process.h"
#include "openperflib/provider/v1/host_socket.h"

namespace openperflib {

// What came of a request.
enum class TrialReply : std::uint8_t {
  answered,  // answer() has it
  ended,     // the process has ended
  late,      // there was no answer in time
  invalid,   // its bytes are not an answer
};

// Resource, movable: the host's process, its socket and its output.
class TrialHost {
 public:
  // `host`: one to which nothing was sent yet.
  explicit TrialHost(HostProcess host) noexcept;

  // Sends a request and waits for its answer. After anything but an answer the host is of no use.
  template <typename Request>
  [[nodiscard]] TrialReply ask(const Request& request, std::chrono::milliseconds limit) {
    if (process_.has_value()) process_->note_use();
    socket_.send(request);
    return wait(limit);
  }
  // Valid until the next request.
  [[nodiscard]] const HostAnswer& answer() const noexcept { return socket_.answer(); }

 private:
  // Sends and receives until an answer is whole, the host has ended, or `limit` has passed.
  [[nodiscard]] TrialReply wait(std::chrono::milliseconds limit);

  HostSocket socket_;
  UniqueFd output_;  // never read: what does not fit into the pipe is lost
  std::optional<ChildProcess> process_;
};

}  // namespace openperflib
