// LinkQueries asks the kernel of this machine about its network interfaces: for facts that no file
// below /proc and /sys has, and for those that one query returns faster than a dozen files.
#pragma once

#include <array>
#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace openperflib {

// Counts that the kernel keeps per interface; each is also a file in
// /sys/class/net/NAME/statistics.
enum class LinkCount : std::uint8_t {
  rx_bytes,
  tx_bytes,
  rx_packets,
  tx_packets,
  multicast,
  rx_dropped,
  rx_missed_errors,
  rx_errors,
  rx_nohandler,
  tx_dropped,
  tx_errors,
};
inline constexpr std::array<std::string_view, 11> kLinkCountNames = {
    "rx_bytes",         "tx_bytes",  "rx_packets",   "tx_packets", "multicast", "rx_dropped",
    "rx_missed_errors", "rx_errors", "rx_nohandler", "tx_dropped", "tx_errors"};
inline constexpr std::size_t kLinkCountCount = kLinkCountNames.size();

// Value. One interface, as described by RTM_GETLINK.
struct Link {
  std::uint32_t index = 0;
  std::uint16_t type = 0;  // ARPHRD_*: 1 Ethernet, 772 loopback
  std::string name;
  std::array<std::optional<std::uint64_t>, kLinkCountCount>
      counts;  // nullopt: not provided by this kernel
  bool operator==(const Link&) const = default;
};

// Value. The packets waiting in the root queue of an interface.
struct LinkQueue {
  std::uint32_t index = 0;
  std::uint32_t packets = 0;
  bool operator==(const LinkQueue&) const = default;
};

// The position of the multicast and broadcast counts in a driver's statistics, looked up once.
struct DriverCounts {
  // unknown: not looked up yet; lacking: the driver has no such numbers and is not asked again.
  enum class State : std::uint8_t { unknown, lacking, known };
  State state = State::unknown;
  std::uint32_t number_count = 0;
  std::uint32_t sent_multicast_at = 0;
  std::uint32_t sent_broadcast_at = 0;
};

// Resource. Keeps buffers but no open descriptor: a socket lives for one query. One caller at a
// time. Errors are errno values; ENODATA means that the answer did not contain the requested fact.
class LinkQueries {
 public:
  // Reads all interfaces of this network namespace into `links`, reused.
  [[nodiscard]] std::expected<void, int> read_links(std::vector<Link>& links);
  // Reads the root queues of all interfaces that have one into `queues`, reused.
  [[nodiscard]] std::expected<void, int> read_queues(std::vector<LinkQueue>& queues);
  // Multicast and broadcast packets sent, if the driver counts them (tx_multicast + tx_broadcast in
  // `ethtool -S`). `driver` belongs to this interface.
  [[nodiscard]] std::expected<std::uint64_t, int> read_sent_to_many(const std::string& interface,
                                                                    DriverCounts& driver);
  // TCP sockets of IPv6 in the states ESTABLISHED and CLOSE_WAIT, in this network namespace. Costs
  // a twentieth of /proc/net/tcp6, which is slow if the kernel's socket table is large.
  [[nodiscard]] std::expected<std::uint64_t, int> count_established_ipv6();
  // The transmit bit rate of a wireless interface to its only peer, in bits per second.
  [[nodiscard]] std::expected<std::uint64_t, int> read_bitrate(std::uint32_t index);

 private:
  std::vector<std::byte> datagram_;
  std::vector<std::uint64_t> numbers_;
  std::uint16_t wireless_family_ = 0;  // id of nl80211 in generic netlink; 0: not asked yet
};

}  // namespace openperflib
