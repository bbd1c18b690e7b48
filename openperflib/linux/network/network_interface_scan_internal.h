// The readings of all interfaces in one collection, shared by Network Interface and Network
// Adapter.
#pragma once

#include <cstdint>
#include <vector>

#include "openperflib/linux/network/network_interface_list_internal.h"

namespace openperflib::linux_objects {

// Resource, kept between collections.
class InterfaceScan {
 public:
  // Lists the interfaces and reads what the requested counters need, once per collection.
  void ensure_read(CollectContext& context);
  // Adds the row of one interface to a table of either object; call after ensure_read.
  void add_row(Interface& interface, ObjectTable& table, Reasons& reasons) const;
  [[nodiscard]] const std::vector<Interface*>& interfaces() const noexcept {
    return list_.interfaces();
  }

 private:
  void ask_for_queues(const CollectContext& context);
  [[nodiscard]] InterfaceReading read(Interface& interface, CollectContext& context);
  [[nodiscard]] CountOrReason read_count_of(Interface& interface, std::size_t count,
                                            CollectContext& context);
  [[nodiscard]] CountOrReason read_bandwidth(Interface& interface, CollectContext& context);
  [[nodiscard]] CountOrReason find_queue(const Interface& interface, CollectContext& context);
  void read_sent_to_many(Interface& interface, InterfaceReading& reading, CollectContext& context);

  InterfaceList list_;
  std::vector<InterfaceReading> readings_;  // in the order of the interfaces
  std::vector<LinkQueue> queues_;
  std::expected<void, int> queues_read_;
  std::uint64_t collection_number_ = ~0ULL;
};

}  // namespace openperflib::linux_objects
