// MachineNames: the objects, counters and instances of this machine.
#pragma once

#include <cstdint>
#include <expected>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "openperflib/pdh/name_list.h"
#include "openperflib/pdh/object_items.h"
#include "openperflib/pdh/pdh_machine.h"
#include "openperflib/pdh/pdh_status.h"
#include "openperflib/query/path_expansion.h"
#include "openperflib/query/paths/path_pattern.h"
#include "openperflib/snapshot/object_request.h"

namespace openperflib {

// Resource: what was read is kept until refresh(). Any number of threads may call all functions;
// none waits while another reads, but for the machine. Error of all: PDH_CANNOT_CONNECT_MACHINE.
class MachineNames {
 public:
  explicit MachineNames(const PdhMachine& machine) : machine_(machine) {}

  void refresh();
  // Returns the objects of a level of detail and below it; the costly ones, too, or not.
  [[nodiscard]] std::expected<NameList, PdhStatus> objects(std::uint32_t detail_level, bool costly);
  [[nodiscard]] std::expected<std::string, PdhStatus> default_object();
  // Error: PDH_CSTATUS_NO_OBJECT.
  [[nodiscard]] std::expected<std::shared_ptr<const ObjectItems>, PdhStatus> items(
      std::string_view object);
  // Reads again what a path without a machine asks for, and expands it.
  [[nodiscard]] std::expected<ExpandedPath, PdhStatus> expand(
      const PathPattern& path, const PathExpansion& expansion,
      const std::function<void(const CounterPath& path)>& take) const;

  // Around fork().
  void lock() { mutex_.lock(); }
  void unlock() { mutex_.unlock(); }

 private:
  struct Object {
    std::string name;
    std::uint32_t detail_level;
  };
  using Objects = std::shared_ptr<const std::vector<Object>>;
  // Null or empty: not read yet.
  struct Lists {
    Objects objects;
    Objects costly_objects;
    std::string default_object;
    std::map<std::string, std::shared_ptr<const ObjectItems>> items;  // by folded name
  };
  struct Reading;

  [[nodiscard]] static std::expected<Reading, PdhStatus> read(Source& source,
                                                              const ObjectRequest& request);
  [[nodiscard]] std::expected<Objects, PdhStatus> list(Objects Lists::* which,
                                                       std::string_view value_name);

  const PdhMachine& machine_;
  std::mutex mutex_;
  Lists lists_;  // guarded by the mutex
};

}  // namespace openperflib
