// The host's end of the socket.
#pragma once

#include <optional>
#include <vector>

#include "openperflib/base/bytes.h"
#include "openperflib/provider/v1/host_protocol.h"

namespace openperflib {

// Owns no descriptor. One thread.
class Channel {
 public:
  explicit Channel(int socket) noexcept : socket_(socket) {}

  // The next frame, valid until the next call; nullopt: the consumer has gone, or sends no frames.
  [[nodiscard]] std::optional<Bytes> receive();
  // Whether the consumer got it.
  bool send(const HostAnswer& answer);

 private:
  [[nodiscard]] bool read_whole(MutableBytes bytes) const noexcept;

  int socket_;
  std::vector<std::byte> frame_;
};

}  // namespace openperflib
