#include <algorithm>
#include <utility>

#include "openperflib/base/checked.h"
#include "openperflib/linux/network/network_interface_internal.h"
#include "openperflib/linux/table/row_numbers.h"

namespace openperflib::linux_objects {
namespace {

using enum LinkCount;

// Counters that are one count or the sum of two.
struct CountRow {
  std::uint8_t order;
  LinkCount count;
  std::optional<LinkCount> added = std::nullopt;
};
constexpr auto kCountRows = std::to_array<CountRow>({
    {NetworkInterfaceRow::kBytesTotalPerSec, rx_bytes, tx_bytes},
    {NetworkInterfaceRow::kPacketsPerSec, rx_packets, tx_packets},
    {NetworkInterfaceRow::kPacketsReceivedPerSec, rx_packets},
    {NetworkInterfaceRow::kPacketsSentPerSec, tx_packets},
    {NetworkInterfaceRow::kBytesReceivedPerSec, rx_bytes},
    {NetworkInterfaceRow::kPacketsReceivedNonUnicastPerSec, multicast},
    {NetworkInterfaceRow::kPacketsReceivedDiscarded, rx_dropped, rx_missed_errors},
    {NetworkInterfaceRow::kPacketsReceivedErrors, rx_errors},
    {NetworkInterfaceRow::kPacketsReceivedUnknown, rx_nohandler},
    {NetworkInterfaceRow::kBytesSentPerSec, tx_bytes},
    {NetworkInterfaceRow::kPacketsOutboundDiscarded, tx_dropped},
    {NetworkInterfaceRow::kPacketsOutboundErrors, tx_errors},
});
// All other counters.
constexpr std::size_t kCurrentBandwidth = NetworkInterfaceRow::kCurrentBandwidth;
constexpr std::size_t kReceivedUnicast = NetworkInterfaceRow::kPacketsReceivedUnicastPerSec;
constexpr std::size_t kSentUnicast = NetworkInterfaceRow::kPacketsSentUnicastPerSec;
constexpr std::size_t kSentNonUnicast = NetworkInterfaceRow::kPacketsSentNonUnicastPerSec;
constexpr std::size_t kOutputQueueLength = NetworkInterfaceRow::kOutputQueueLength;

const CountOrReason& count_of(const InterfaceReading& reading, LinkCount count) noexcept {
  return reading.counts[static_cast<std::size_t>(count)];
}

CountOrReason interface_sum(const InterfaceReading& reading, const CountRow& row,
                            Reasons& reasons) {
  const CountOrReason& first = count_of(reading, row.count);
  if (!first.has_value() || !row.added.has_value()) return first;
  const CountOrReason& second = count_of(reading, *row.added);
  if (!second.has_value()) return second;
  const auto sum = checked_add(*first, *second);
  if (!sum.has_value())
    return std::unexpected(reasons.add("a sum above 2^64-1", MissingReason::out_of_range));
  return *sum;
}

void set_cell(ObjectTable& table, std::size_t instance, std::size_t order,
              const CountOrReason& value) noexcept {
  if (value.has_value()) {
    table.set(instance, order, *value);
  } else {
    table.set_missing(instance, order, value.error());
  }
}

CountOrReason difference(const CountOrReason& from, const CountOrReason& taken_away,
                         HeldDifference& held) noexcept {
  if (!from.has_value()) return from;
  if (!taken_away.has_value()) return taken_away;
  return held.follow(*from, *taken_away);
}

}  // namespace

std::uint64_t HeldDifference::follow(std::uint64_t from, std::uint64_t taken_away) noexcept {
  const std::uint64_t now = from - std::min(from, taken_away);
  const bool began_anew = from < std::exchange(last_from_, from);
  last_ = began_anew ? now : std::max(last_, now);
  return last_;
}

void set_interface_counters(ObjectTable& table, std::size_t instance,
                            const InterfaceReading& reading, HeldDifference& received_unicast,
                            HeldDifference& sent_unicast, Reasons& reasons) {
  for (const CountRow& row : kCountRows) {
    set_cell(table, instance, row.order, interface_sum(reading, row, reasons));
  }
  set_cell(table, instance, kCurrentBandwidth, reading.bits_per_second);
  set_cell(
      table, instance, kReceivedUnicast,
      difference(count_of(reading, rx_packets), count_of(reading, multicast), received_unicast));
  set_cell(table, instance, kSentUnicast,
           difference(count_of(reading, tx_packets), reading.taken_from_sent, sent_unicast));
  set_cell(table, instance, kSentNonUnicast, reading.sent_to_many);
  set_cell(table, instance, kOutputQueueLength, reading.queue_length);
}

}  // namespace openperflib::linux_objects
