// The network interfaces, and the sources of their counts.
// Source: docs/objects/network_interface.md.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "openperflib/linux/network/network_interface_internal.h"
#include "openperflib/linux/table/collect_context_internal.h"
#include "openperflib/os/net/link_queries.h"

namespace openperflib::linux_objects {

// The source of an interface's counts.
enum class CountSource : std::uint8_t {
  netlink,     // InterfaceList::links()
  statistics,  // its files below /sys/class/net
  net_dev,     // InterfaceList::net_dev_lines()
};

// One interface, kept while its number (ifindex) and name stay the same.
struct Interface {
  std::string name;
  std::string instance_name;
  std::uint32_t index = 0;  // 0: not known
  CountSource source = CountSource::statistics;
  std::size_t position = 0;  // in links() or net_dev_lines()
  bool is_wireless = false;
  bool is_hardware = false;  // sysfs has a link to its device
  KeptFile index_file;
  KeptFile speed_file;
  std::array<KeptFile, kLinkCountCount> files;
  DriverCounts driver;
  HeldDifference received_unicast;
  HeldDifference sent_unicast;
};

// All folders of /sys/class/net that have statistics or a line in /proc/net/dev; without sysfs, all
// lines of that file. Loopbacks are omitted. On this machine, one netlink query returns all counts
// at half the cost of reading the files; if it fails, and below a recorded folder, files are read.
class InterfaceList {
 public:
  // Queries and lists the interfaces; call once per collection.
  void update(CollectContext& context);
  // The interfaces by number, then name; those without a number are last.
  [[nodiscard]] const std::vector<Interface*>& interfaces() const noexcept { return in_order_; }
  // The counts of an interface whose source is netlink; null if it is gone.
  [[nodiscard]] const Link* link_of(const Interface& interface) const noexcept;
  [[nodiscard]] const NetDevLine* line_of(const Interface& interface) const noexcept;
  [[nodiscard]] LinkQueries& queries() noexcept { return queries_; }

 private:
  struct Found {
    std::string name;
    std::uint32_t index;
    CountSource source;
    std::size_t position;
  };
  void read_files(CollectContext& context);
  [[nodiscard]] std::uint64_t layout() const noexcept;
  [[nodiscard]] bool has_new_numbers(CollectContext& context);
  void list_folders(const ProcRoot& root);
  template <typename Items>
  [[nodiscard]] static std::optional<std::size_t> position_of(std::string_view name,
                                                              const Items& items);
  [[nodiscard]] std::optional<Found> find_folder(const std::string& name, CollectContext& context);
  [[nodiscard]] std::vector<Found> find_in_folders(CollectContext& context);
  [[nodiscard]] std::vector<Found> find_without_folders() const;
  void take_over(const std::vector<Found>& found, CollectContext& context);

  LinkQueries queries_;
  bool has_links_ = false;
  std::vector<Link> links_;
  KeptFile net_dev_file_{"proc/net/dev"};
  TextBuffer net_dev_buffer_;
  std::vector<NetDevLine> net_dev_lines_;
  bool has_folders_ = false;
  std::vector<char> names_;  // names in /sys/class/net, each with its NUL
  std::unordered_map<std::string, Interface> interfaces_;  // by number and name
  std::vector<Interface*> in_order_;
  std::optional<std::uint64_t> layout_;
};

}  // namespace openperflib::linux_objects
