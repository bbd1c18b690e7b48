// ReaderConnections: the readers that connect to this process, until they have said what they want.
#pragma once

#include <chrono>
#include <deque>
#include <vector>

#include "openperflib/os/unix_socket.h"
#include "openperflib/provider/v2/request_message.h"

namespace openperflib {

struct ReaderRequest {
  HeldSocket connection;
  RequestMessage message = {};
};

// Resource: a few connections. One thread, but for the socket, which others wake.
class ReaderConnections {
 public:
  explicit ReaderConnections(const ListeningSocket& socket);

  // Waits for requests, at most a second. None: there is none, or the socket was woken.
  [[nodiscard]] std::vector<ReaderRequest> wait();

 private:
  struct Silent {
    HeldSocket connection;
    std::chrono::steady_clock::time_point since;
  };
  // Whether the socket has a connection, or one of those that are known has a message.
  [[nodiscard]] bool poll() const;
  void accept_all();
  // Takes the message of a connection, which is then done, whatever it was. False: none is there.
  [[nodiscard]] bool take(HeldSocket& connection);

  const ListeningSocket& socket_;
  std::deque<Silent> silent_;  // the oldest first
  std::vector<ReaderRequest> requests_;
  std::vector<std::byte> buffer_;
};

}  // namespace openperflib
