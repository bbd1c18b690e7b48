// ModuleKeys: what identifies the instances of a module's objects across collections.
//
// Resource: keeps its buffers between answers. One thread at a time.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "openperflib/snapshot/provider_report.h"
#include "openperflib/wire/object_type_view.h"

namespace openperflib {

// The process that answered. Values of two of them are never compared, even if the names are equal.
struct ModuleProcess {
  std::uint64_t installation = 0;  // of the titles of its service
  std::uint64_t host = 0;          // counts the hosts of this consumer
  std::uint64_t starts = 0;        // of that host
};

// Serves one answer after the other: begin(), then add() for each of its objects.
class ModuleKeys {
 public:
  // Starts an answer.
  void begin(const ModuleProcess& process) noexcept;
  // Reports a key for each instance, and one for an object without instances. Call it for the
  // objects of the answer in their order: parents come first. An instance is identified by its
  // unique id or its name, and by its parent's, never by positions.
  void add(const ObjectTypeView& object, ProviderReport& report);

 private:
  // An object of this answer, with the place of its instances in tokens_.
  struct Object {
    std::uint32_t index = 0;
    std::size_t first = 0;  // in tokens_
    std::size_t count = 0;
  };
  // The token of an instance of this answer; nullopt: the answer has no such instance.
  [[nodiscard]] std::optional<std::uint64_t> token_of(const ParentInstance& parent) const noexcept;
  ModuleProcess process_;
  std::vector<Object> objects_;
  std::vector<std::uint64_t> tokens_;  // of instances, without their parents
};

}  // namespace openperflib
