// ObjectProcesses: which objects of a block come from another process than before, such as a module
// whose host was restarted.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "openperflib/snapshot/snapshot.h"

namespace openperflib {

// Resource: a small table. Objects that a block lacks are remembered.
class ObjectProcesses {
 public:
  // The keys of a block, sorted by object.
  void take(std::span<const InstanceKey> keys);
  // Whether the object had another process the last time that a block before had it.
  [[nodiscard]] bool is_another(std::uint32_t object_title_index) const noexcept;

 private:
  struct Object {
    std::uint32_t title_index = 0;
    std::uint64_t process = 0;
    bool is_another = false;
  };
  void take(const InstanceKey& key);
  std::vector<Object> objects_;
};

}  // namespace openperflib
