// LayoutHash: detects whether a file lists the same things in the same order as before.
#pragma once

#include <cstdint>
#include <string_view>

#include "openperflib/base/fnv1a.h"

namespace openperflib::linux_objects {

// Value: FNV-1a over numbers and names. Different lists may have the same hash, so positions that
// were kept by it must be checked against the length of the list before use.
class LayoutHash {
 public:
  void add(std::uint64_t number) noexcept { value_ = fnv1a_step(value_, number); }
  void add(std::string_view name) noexcept {
    value_ = fnv1a(name, value_);
    add(kEndOfName);
  }
  [[nodiscard]] std::uint64_t value() const noexcept { return value_; }

 private:
  static constexpr std::uint64_t kEndOfName = 256;  // no byte of a name
  std::uint64_t value_ = kFnv1aBegin<std::uint64_t>;
};

}  // namespace openperflib::linux_objects
