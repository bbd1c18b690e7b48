// MachineReadings: what was read of this machine to name its objects, counters and instances.
#pragma once

#include <cstdint>
#include <expected>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>

#include "openperflib/pdh/object_items.h"
#include "openperflib/pdh/pdh_machine.h"
#include "openperflib/pdh/pdh_status.h"
#include "openperflib/query/names.h"
#include "openperflib/query/path_expansion.h"
#include "openperflib/query/paths/path_pattern.h"
#include "openperflib/snapshot/object_request.h"

namespace openperflib {

// One collection, as far as its names matter. Value.
struct MachineReading {
  Catalog catalog;
  std::shared_ptr<const TitleSet> titles;
  std::string default_object;  // of the block; empty: it has none

  [[nodiscard]] Names names() const { return Names(catalog, titles->table()); }
};

// Resource: what was read is kept until refresh(). Any number of threads may call all functions;
// none waits while another reads, but for the machine. Error of all: PDH_CANNOT_CONNECT_MACHINE.
class MachineReadings {
 public:
  using Reading = std::shared_ptr<const MachineReading>;

  explicit MachineReadings(const PdhMachine& machine) : machine_(machine) {}

  void refresh();
  // Returns a reading of all objects but the costly ones, without their values; of those alone.
  [[nodiscard]] std::expected<Reading, PdhStatus> objects();
  [[nodiscard]] std::expected<Reading, PdhStatus> costly_objects();
  // Returns a reading that has the object of that name; its items up to a level of detail. Error:
  // PDH_CSTATUS_NO_OBJECT.
  [[nodiscard]] std::expected<Reading, PdhStatus> with_object(std::string_view object);
  [[nodiscard]] std::expected<ObjectItems, PdhStatus> items(std::string_view object,
                                                            std::uint32_t detail_level);
  // Reads again what a path without a machine asks for, and expands it.
  [[nodiscard]] std::expected<ExpandedPath, PdhStatus> expand(
      const PathPattern& path, const PathExpansion& expansion,
      const std::function<void(const CounterPath& path)>& take) const;

  // Around fork().
  void lock() { mutex_.lock(); }
  void unlock() { mutex_.unlock(); }

 private:
  // Null or empty: not read yet.
  struct Known {
    Reading objects;
    Reading costly_objects;
    std::map<std::string, Reading> by_object;                            // folded names
    std::map<std::pair<std::string, std::uint32_t>, ObjectItems> items;  // also by level of detail
  };

  [[nodiscard]] std::expected<Reading, PdhStatus> list(Reading Known::* which,
                                                       std::string_view value_name);

  const PdhMachine& machine_;
  std::mutex mutex_;
  Known known_;  // guarded by the mutex
};

}  // namespace openperflib
