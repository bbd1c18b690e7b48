// ReaderConnections: the readers that connect to this process, until their requests have arrived.
#pragma once

#include <chrono>
#include <cstddef>
#include <vector>

#include "openperflib/os/net/unix_socket.h"
#include "openperflib/provider/v2/publish/reader_queue.h"
#include "openperflib/provider/v2/request_message.h"

namespace openperflib {

// How much readers may cost a process that publishes. Most programs may have 1,024 descriptors.
struct ReaderLimits {
  std::size_t connections = 96;             // at once, of readers without a request
  std::size_t accepted = 64;                // in a turn: as many as can wait to be accepted
  std::size_t requests = 8;                 // read in a turn: at most 1 MiB
  std::size_t jobs = 64;                    // that wait for callbacks, each with its connection
  std::chrono::milliseconds silence{1000};  // of a reader, before it is disconnected
};

// Resource, movable: a request, with the connection for its answer.
struct ReaderRequest {
  HeldSocket connection;
  UnixPeer reader = {};
  RequestMessage message = {};
};

// Resource: a few connections. One thread, but for the socket, which others wake.
class ReaderConnections {
 public:
  // `socket` must live as long as this.
  explicit ReaderConnections(const ListeningSocket& socket, const ReaderLimits& limits = {});

  // Waits for requests, at most a second, and reads as many as a turn has, in fair turns of users
  // and processes. None: there is none, or the socket was woken.
  [[nodiscard]] std::vector<ReaderRequest> wait();

 private:
  // An accepted connection whose reader has not sent a request.
  struct Waiting {
    HeldSocket connection;
    std::chrono::steady_clock::time_point since;
    bool has_message = false;
  };
  // Returns whether the socket has a connection.
  [[nodiscard]] bool poll();
  void accept_some();
  // Sets has_message of each connection that can be read now.
  void find_messages();
  // Takes the message of a connection, which is then done, whatever it was.
  void take(Waiting& waiting, const UnixPeer& reader);

  const ListeningSocket& socket_;
  ReaderLimits limits_;
  ReaderQueue<Waiting> waiting_;
  std::vector<ReaderRequest> requests_;
  std::vector<std::byte> buffer_;
};

}  // namespace openperflib
