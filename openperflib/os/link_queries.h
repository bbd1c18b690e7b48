// LinkQueries asks this machine's kernel about its network interfaces: what no file below /proc and
// /sys says, and what one question says cheaper than a dozen files.
#pragma once

#include <array>
#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace openperflib {

// Counts the kernel keeps for an interface; each is also a file of /sys/class/net/NAME/statistics.
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

// One interface, as RTM_GETLINK describes it. Value.
struct Link {
  std::uint32_t index = 0;
  std::uint16_t type = 0;  // ARPHRD_*: 1 Ethernet, 772 loopback
  std::string name;
  std::array<std::optional<std::uint64_t>, kLinkCountCount>
      counts;  // nullopt: this kernel has none
  bool operator==(const Link&) const = default;
};

// Packets that wait in the root queue of an interface. Value.
struct LinkQueue {
  std::uint32_t index = 0;
  std::uint32_t packets = 0;
  bool operator==(const LinkQueue&) const = default;
};

// What a driver counted apart, and where it stands in its list of numbers, which is looked up once.
struct DriverCounts {
  // unknown: not looked up yet; lacking: the driver has no such numbers, and is asked no more.
  enum class State : std::uint8_t { unknown, lacking, known };
  State state = State::unknown;
  std::uint32_t number_count = 0;
  std::uint32_t sent_multicast_at = 0;
  std::uint32_t sent_broadcast_at = 0;
};

// Resource. Keeps buffers, but no descriptor open: a socket lives for one question. One caller at a
// time. Errors are errno values; ENODATA: the kernel answered, but not that.
class LinkQueries {
 public:
  // All interfaces of this network namespace, into `links`, reused.
  [[nodiscard]] std::expected<void, int> read_links(std::vector<Link>& links);
  // The root queues of all interfaces that have one, into `queues`, reused.
  [[nodiscard]] std::expected<void, int> read_queues(std::vector<LinkQueue>& queues);
  // Multicast and broadcast packets sent, where the driver counts them (tx_multicast + tx_broadcast
  // of `ethtool -S`). `driver` belongs to this interface.
  [[nodiscard]] std::expected<std::uint64_t, int> read_sent_to_many(const std::string& interface,
                                                                    DriverCounts& driver);
  // TCP sockets of IPv6 in the states ESTABLISHED and CLOSE_WAIT, in this network namespace. Costs
  // a twentieth of /proc/net/tcp6, which is slow where the kernel's table of sockets is large.
  [[nodiscard]] std::expected<std::uint64_t, int> count_established_ipv6();
  // Bits per second that a wireless interface sends with to its one peer.
  [[nodiscard]] std::expected<std::uint64_t, int> read_bitrate(std::uint32_t index);

 private:
  std::vector<std::byte> datagram_;
  std::vector<std::uint64_t> numbers_;
  std::uint16_t wireless_family_ = 0;  // of nl80211 in generic netlink; 0: not asked for yet
};

}  // namespace openperflib
