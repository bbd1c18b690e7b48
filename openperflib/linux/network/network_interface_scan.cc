#include <algorithm>
#include <array>
#include <cerrno>
#include <string>
#include <utility>

#include "openperflib/linux/network/network_interface_scan_internal.h"
#include "openperflib/linux/table/row_numbers.h"
#include "openperflib/linux/table/text_numbers_internal.h"

namespace openperflib::linux_objects {
namespace {

constexpr std::array<TitleIndex, 2> kObjects = {510, 1820};  // Network Interface, Network Adapter

// Whether a counter is requested of either object; both have the same counters.
bool is_wanted(const CollectContext& context, std::size_t order) noexcept {
  return std::ranges::any_of(kObjects, [&](TitleIndex index) {
    const CatalogueObject* const object = find_catalogue_object(index);
    return context.request.wants_object(index) && context.wants(*object, order);
  });
}

CountOrReason read_count(KeptFile& file, CollectContext& context) {
  const auto text = context.root.read(file, context.buffer);
  if (!text.has_value()) {
    return std::unexpected(context.reasons.add_file_errno(text.error(), file.path()));
  }
  const auto number = lone_number(*text);
  if (number.has_value()) return *number;
  return std::unexpected(context.reasons.add_bad_word(file.path(), "count", 0, number.error()));
}

CountOrReason count_in_line(const NetDevLine& line, std::size_t count, Reasons& reasons) {
  constexpr std::string_view kFile = "proc/net/dev";
  const NetDevLine::Number& number = line.numbers[count];
  const std::string_view name = kLinkCountNames[count];
  if (!number.fault.has_value()) return number.value;
  if (number.fault == Errc::missing) return std::unexpected(reasons.add_lacking(kFile, name));
  return std::unexpected(reasons.add_bad_word(kFile, name, number.offset, *number.fault));
}

// The count from netlink; if the kernel lacks it, the error of reading the file,
// "statistics/rx_nohandler".
CountOrReason count_of_link(const Link& link, std::size_t count, const Interface& interface,
                            Reasons& reasons) {
  if (link.counts[count].has_value()) return *link.counts[count];
  return std::unexpected(reasons.add_file_errno(ENOENT, interface.files[count].path()));
}

// "no netlink below a recorded folder", "no ethtool for eth0": `text` and then a name.
std::unexpected<ReasonId> no_value(std::string_view text, std::string_view name, MissingReason code,
                                   CollectContext& context) {
  context.scratch = text;
  context.scratch += name;
  return std::unexpected(context.reasons.add(context.scratch, code));
}

}  // namespace

void InterfaceScan::ask_for_queues(const CollectContext& context) {
  queues_.clear();
  queues_read_ = {};
  if (!context.root.is_live() || !is_wanted(context, NetworkInterfaceRow::kOutputQueueLength)) {
    return;
  }
  queues_read_ = list_.queries().read_queues(queues_);
}

CountOrReason InterfaceScan::read_count_of(Interface& interface, std::size_t count,
                                           CollectContext& context) {
  if (interface.source == CountSource::statistics) {
    return read_count(interface.files[count], context);
  }
  if (interface.source == CountSource::netlink) {
    const Link* const link = list_.link_of(interface);
    if (link != nullptr) return count_of_link(*link, count, interface, context.reasons);
  }
  const NetDevLine* const line = list_.line_of(interface);
  if (line != nullptr) return count_in_line(*line, count, context.reasons);
  return std::unexpected(Reasons::kNotCollected);
}

CountOrReason InterfaceScan::read_bandwidth(Interface& interface, CollectContext& context) {
  if (interface.is_wireless && context.root.is_live()) {
    const auto bitrate = list_.queries().read_bitrate(interface.index);
    if (bitrate.has_value()) return *bitrate;
  }
  if (interface.speed_file.path().empty())
    return no_value("no link speed for ", interface.name, MissingReason::not_on_this_machine,
                    context);
  const auto text = context.root.read(interface.speed_file, context.buffer);
  if (!text.has_value()) {
    const ReasonId reason =
        context.reasons.add_file_errno(text.error(), interface.speed_file.path());
    return std::unexpected(reason);
  }
  const auto speed = parse_link_speed(*text);
  if (speed.has_value()) return *speed;
  return no_value("link speed unknown: /", interface.speed_file.path(),
                  MissingReason::not_on_this_machine, context);
}

CountOrReason InterfaceScan::find_queue(const Interface& interface, CollectContext& context) {
  if (!context.root.is_live()) {
    return no_value("netlink: not available for a recorded folder", "",
                    MissingReason::recorded_folder, context);
  }
  if (!queues_read_.has_value()) {
    return std::unexpected(context.reasons.add_errno(queues_read_.error(), "netlink RTM_GETQDISC"));
  }
  const auto found = std::ranges::find(queues_, interface.index, &LinkQueue::index);
  if (found != queues_.end()) return std::uint64_t{found->packets};
  return no_value("netlink: no root queue for ", interface.name, MissingReason::not_on_this_machine,
                  context);
}

void InterfaceScan::read_sent_to_many(Interface& interface, InterfaceReading& reading,
                                      CollectContext& context) {
  reading.taken_from_sent = 0;  // almost all packets are unicast
  if (!context.root.is_live()) {
    reading.sent_to_many = no_value("ethtool: not available for a recorded folder", "",
                                    MissingReason::recorded_folder, context);
    return;
  }
  const auto sent = list_.queries().read_sent_to_many(interface.name, interface.driver);
  if (sent.has_value()) {
    reading.sent_to_many = reading.taken_from_sent = *sent;
    return;
  }
  reading.sent_to_many = no_value("ethtool: no tx_multicast and tx_broadcast for ", interface.name,
                                  MissingReason::not_on_this_machine, context);
  // If a driver that has counted them so far fails now, both have no value.
  if (interface.driver.state == DriverCounts::State::known) {
    reading.taken_from_sent = reading.sent_to_many;
  }
}

InterfaceReading InterfaceScan::read(Interface& interface, CollectContext& context) {
  const CountOrReason not_asked = std::unexpected(Reasons::kNotAskedFor);
  InterfaceReading reading{{}, not_asked, not_asked, not_asked, not_asked};
  for (std::size_t i = 0; i < kLinkCountCount; ++i) {
    reading.counts[i] = read_count_of(interface, i, context);
  }
  if (is_wanted(context, NetworkInterfaceRow::kCurrentBandwidth)) {
    reading.bits_per_second = read_bandwidth(interface, context);
  }
  if (is_wanted(context, NetworkInterfaceRow::kPacketsSentUnicastPerSec) ||
      is_wanted(context, NetworkInterfaceRow::kPacketsSentNonUnicastPerSec)) {
    read_sent_to_many(interface, reading, context);
  }
  if (is_wanted(context, NetworkInterfaceRow::kOutputQueueLength)) {
    reading.queue_length = find_queue(interface, context);
  }
  return reading;
}

void InterfaceScan::ensure_read(CollectContext& context) {
  if (collection_number_ == context.number) return;
  collection_number_ = context.number;
  list_.update(context);
  ask_for_queues(context);
  readings_.clear();
  for (Interface* const interface : list_.interfaces()) {
    readings_.push_back(read(*interface, context));
  }
}

void InterfaceScan::add_row(Interface& interface, ObjectTable& table, Reasons& reasons) const {
  const auto at = std::ranges::find(list_.interfaces(), &interface) - list_.interfaces().begin();
  const InterfaceReading& reading = readings_[static_cast<std::size_t>(at)];
  const std::size_t row = table.add_instance(interface.instance_name, interface.index);
  set_interface_counters(table, row, reading, interface.received_unicast, interface.sent_unicast,
                         reasons);
}

}  // namespace openperflib::linux_objects
