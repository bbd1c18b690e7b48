#include "openperflib/os/net/datagram_socket.h"

#include <arpa/inet.h>
#include <fmt/core.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <optional>
#include <string_view>

namespace openperflib {
namespace {

// As bind() takes it: one of the two is used.
struct Address {
  sockaddr_in v4{};
  sockaddr_in6 v6{};
  bool is_v6 = false;

  [[nodiscard]] const sockaddr* generic() const noexcept {
    const void* const used = is_v6 ? static_cast<const void*>(&v6) : &v4;
    return static_cast<const sockaddr*>(used);
  }
  [[nodiscard]] sockaddr* generic() noexcept {
    void* const used = is_v6 ? static_cast<void*>(&v6) : &v4;
    return static_cast<sockaddr*>(used);
  }
  [[nodiscard]] socklen_t size() const noexcept { return is_v6 ? sizeof v6 : sizeof v4; }
};

std::optional<std::uint16_t> port_of(std::string_view text) noexcept {
  std::uint16_t port = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, port);
  if (error != std::errc{} || stop != end) return std::nullopt;
  return port;
}

std::optional<Address> read_address(const std::string& text) {
  const std::size_t colon = text.rfind(':');
  if (colon == std::string::npos) return std::nullopt;
  const auto port = port_of(std::string_view(text).substr(colon + 1));
  if (!port.has_value()) return std::nullopt;
  std::string host = text.substr(0, colon);
  Address address;
  address.is_v6 = host.starts_with('[') && host.ends_with(']');
  if (address.is_v6) host = host.substr(1, host.size() - 2);
  address.v4.sin_family = AF_INET;
  address.v4.sin_port = ::htons(*port);
  address.v6.sin6_family = AF_INET6;
  address.v6.sin6_port = ::htons(*port);
  const bool is_read = address.is_v6
                           ? ::inet_pton(AF_INET6, host.c_str(), &address.v6.sin6_addr) == 1
                           : ::inet_pton(AF_INET, host.c_str(), &address.v4.sin_addr) == 1;
  return is_read ? std::optional(address) : std::nullopt;
}

std::string address_text(const Address& address) {
  std::array<char, INET6_ADDRSTRLEN> host{};
  if (address.is_v6) {
    ::inet_ntop(AF_INET6, &address.v6.sin6_addr, host.data(), host.size());
    return fmt::format("[{}]:{}", host.data(), ::ntohs(address.v6.sin6_port));
  }
  ::inet_ntop(AF_INET, &address.v4.sin_addr, host.data(), host.size());
  return fmt::format("{}:{}", host.data(), ::ntohs(address.v4.sin_port));
}

}  // namespace

std::expected<DatagramSocket, int> DatagramSocket::listen(const std::string& text) {
  auto address = read_address(text);
  if (!address.has_value()) return std::unexpected(EINVAL);
  UniqueFd socket(
      ::socket(address->is_v6 ? AF_INET6 : AF_INET, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  if (!socket) return std::unexpected(errno);
  if (::bind(socket.get(), address->generic(), address->size()) != 0) return std::unexpected(errno);
  socklen_t size = address->size();
  if (::getsockname(socket.get(), address->generic(), &size) != 0) return std::unexpected(errno);
  return DatagramSocket(std::move(socket), address_text(*address));
}

std::expected<Bytes, int> DatagramSocket::receive(MutableBytes buffer) const noexcept {
  for (;;) {
    const ssize_t size = ::recv(socket_.get(), buffer.data(), buffer.size(), 0);
    if (size >= 0) return Bytes(buffer).first(static_cast<std::size_t>(size));
    if (errno != EINTR) return std::unexpected(errno);
  }
}

}  // namespace openperflib
