// DatagramSocket: receives UDP packets at one address.
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <string>

#include "openperflib/base/bytes.h"
#include "openperflib/os/portable/unique_fd.h"

namespace openperflib {

// Resource, movable. It never waits.
class DatagramSocket {
 public:
  // `address`: "127.0.0.1:8125", "[::1]:8125"; port 0: one that is free. Errors: errno; EINVAL: it
  // is not such an address (names of hosts are not looked up).
  [[nodiscard]] static std::expected<DatagramSocket, int> listen(const std::string& address);

  // As for listen(), with the port that it has got.
  [[nodiscard]] const std::string& address() const noexcept { return address_; }
  [[nodiscard]] int fd() const noexcept { return socket_.get(); }
  // The next packet, in `buffer`, cut to its size. Errors: errno; EAGAIN: there is none.
  [[nodiscard]] std::expected<Bytes, int> receive(MutableBytes buffer) const noexcept;

  static constexpr std::size_t kMostBytes = 65'535;  // of a packet

 private:
  DatagramSocket(UniqueFd socket, std::string address) noexcept
      : socket_(std::move(socket)), address_(std::move(address)) {}
  UniqueFd socket_;
  std::string address_;
};

}  // namespace openperflib
