// HostSocket: the consumer's end of a host's socket: frames out, answers in, without waiting.
#pragma once

#include <cstdint>
#include <vector>

#include "openperflib/os/portable/unique_fd.h"
#include "openperflib/provider/v1/host_protocol.h"

namespace openperflib {

// Resource: owns the descriptor, which does not block. One thread at a time.
class HostSocket {
 public:
  HostSocket() = default;
  explicit HostSocket(UniqueFd socket) noexcept : socket_(std::move(socket)) {}

  // What receive() found.
  enum class Arrival : std::uint8_t {
    nothing,  // not yet
    answer,   // a whole one is in answer()
    ended,    // the host has closed its end
    invalid,  // what it sent is not an answer
  };

  // Sends a frame, as much of it as is accepted now; flush() and receive() send the rest.
  template <typename Request>
  void send(const Request& request) {
    append_frame(out_, request);
    flush();
  }
  // Reads what is there.
  [[nodiscard]] Arrival receive();
  // The last answer, its text cut at kLongestAnswerText; valid until the next receive().
  [[nodiscard]] const HostAnswer& answer() const noexcept { return answer_; }

  [[nodiscard]] int fd() const noexcept { return socket_.get(); }  // to poll; -1: closed
  // Whether a part of a request was not accepted yet: poll for POLLOUT as well.
  [[nodiscard]] bool has_more_to_send() const noexcept { return !out_.empty(); }
  [[nodiscard]] bool is_open() const noexcept { return socket_.get() >= 0; }
  // Drops what was not sent yet, and the part of a frame that has arrived.
  void close() noexcept;

 private:
  // Sends what is accepted now. An error shows in the next receive().
  void flush() noexcept;
  // Reads the whole frame in in_ into answer_. Returns `answer` or `invalid`.
  [[nodiscard]] Arrival take_frame();
  UniqueFd socket_;
  std::vector<std::byte> out_;
  std::vector<std::byte> in_;  // the frame that is arriving; grows to its length
  std::size_t received_ = 0;   // bytes of it
  HostAnswer answer_;
};

}  // namespace openperflib
