// Network Interface: the parsers of its sources, and the table that derives counters from them.
// Source: docs/objects/network_interface.md.
#pragma once

#include <array>
#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "openperflib/linux/table/collect_context_internal.h"
#include "openperflib/os/net/link_queries.h"

namespace openperflib::linux_objects {

// One line of /proc/net/dev:
//   eth0: 116221288    3677    0    0    0     0          0         0   110394    1563 ...
// The name views the text it was parsed from.
struct NetDevLine {
  // A number, or what is wrong with the word (missing: the line ends before it) and its offset.
  struct Number {
    std::uint64_t value = 0;
    std::optional<Errc> fault;
    std::size_t offset = 0;
  };
  std::string_view name;
  // In the order of LinkCount. The file's `drop` is rx_dropped + rx_missed_errors, so the latter is
  // 0 here; rx_nohandler is not in the file.
  std::array<Number, kLinkCountCount> numbers;
};

// Parses all interface lines into `lines`, reused; the two heading lines have no colon and are
// skipped.
void parse_net_dev(std::string_view text, std::vector<NetDevLine>& lines);

// /sys/class/net/NAME/speed, in Mbit/s, as bits per second. nullopt: not known (-1, 0, empty, or
// what is not a number).
[[nodiscard]] std::optional<std::uint64_t> parse_link_speed(std::string_view text) noexcept;

// A count or the reason why it is missing.
using CountOrReason = std::expected<std::uint64_t, ReasonId>;

// The numbers of one interface in one collection.
struct InterfaceReading {
  std::array<CountOrReason, kLinkCountCount> counts;
  CountOrReason sent_to_many;     // multicast and broadcast packets
  CountOrReason taken_from_sent;  // the same, or 0 if they are not counted separately
  CountOrReason bits_per_second;
  CountOrReason queue_length;
};

// Keeps a difference of two counts, which are not read at the same instant, from decreasing
// (process-private), until the minuend itself decreases because the driver restarted.
class HeldDifference {
 public:
  [[nodiscard]] std::uint64_t follow(std::uint64_t from, std::uint64_t taken_away) noexcept;

 private:
  std::uint64_t last_from_ = 0;
  std::uint64_t last_ = 0;
};

// Sets every counter of an instance.
void set_interface_counters(ObjectTable& table, std::size_t instance,
                            const InterfaceReading& reading, HeldDifference& received_unicast,
                            HeldDifference& sent_unicast, Reasons& reasons);

}  // namespace openperflib::linux_objects
