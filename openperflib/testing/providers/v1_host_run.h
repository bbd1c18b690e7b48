// V1HostRun: a real host process, driven over its socket by a test. Not part of the library.
#pragma once

#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "openperflib/os/process/child_process.h"
#include "openperflib/os/process/confinement_options.h"
#include "openperflib/provider/v1/host_protocol.h"

namespace openperflib {

// Resource. `program` is the path of openperflib-v1-host.
class V1HostRun {
 public:
  // Starts the host with one end of a socket pair, and keeps the other.
  explicit V1HostRun(const std::string& program, const ConfinementOptions& confinement = {}) {
    std::array<int, 2> sockets{};
    std::array<int, 2> pipe{};
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets.data()) != 0) std::abort();
    if (::pipe2(pipe.data(), O_CLOEXEC) != 0) std::abort();
    socket_.reset(sockets[0]);
    output_.reset(pipe[0]);
    const UniqueFd theirs(sockets[1]);
    const UniqueFd their_output(pipe[1]);
    process_ = ChildProcess::start({.program = program,
                                    .arguments = to_arguments(confinement),
                                    .socket = theirs.get(),
                                    .output = their_output.get()});
  }

  // Whether the program could be run.
  [[nodiscard]] bool started() const { return process_.has_value(); }

  // The answer to a request; nullopt: the host has ended.
  template <typename Request>
  std::optional<HostAnswer> ask(const Request& request) {
    std::vector<std::byte> frame;
    append_frame(frame, request);
    send_bytes(frame);
    return receive();
  }

  // A frame, or anything else.
  void send_bytes(Bytes bytes) {
    static_cast<void>(::send(socket_.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL));
  }

  // The next answer; nullopt: the host has ended, or closed the socket.
  std::optional<HostAnswer> receive() {
    std::vector<std::byte> frame(4);
    if (!read_whole(frame)) return std::nullopt;
    frame.resize(frame_length(frame).value().value());
    if (!read_whole(MutableBytes(frame).subspan(4))) return std::nullopt;
    return read_answer(frame).value();
  }

  // Closes the socket, as a consumer that has gone.
  void hang_up() { socket_.reset(); }

  // All that the module has printed; returns when the host has ended.
  std::string output() {
    std::string text;
    std::array<char, 4096> part{};
    for (;;) {
      const ssize_t length = ::read(output_.get(), part.data(), part.size());
      if (length <= 0) return text;
      text.append(part.data(), static_cast<std::size_t>(length));
    }
  }

 private:
  // Fills all bytes; false: the host has closed the socket before.
  bool read_whole(MutableBytes bytes) {
    while (!bytes.empty()) {
      const ssize_t length = ::recv(socket_.get(), bytes.data(), bytes.size(), 0);
      if (length <= 0) return false;
      bytes = bytes.subspan(static_cast<std::size_t>(length));
    }
    return true;
  }

  UniqueFd socket_;
  UniqueFd output_;
  std::expected<ChildProcess, SourceFault> process_ = std::unexpected(SourceFault{});
};

}  // namespace openperflib
