// ParentCounts: how many instances the object with a given title has, looked up for each instance
// that has a parent.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "openperflib/base/bytes.h"

namespace openperflib {

// Resource of one parse: caches the last answers. The number of walks over the objects is bounded,
// because a hostile block could name another object in every instance; blocks of real software name
// one or two.
class ParentCounts {
 public:
  static constexpr std::uint32_t kMostLookups = 1024;  // of one block

  // `objects`: the bytes of all objects of the block, validated or not.
  ParentCounts(Bytes objects, ByteOrder order, std::uint32_t most_lookups = kMostLookups) noexcept
      : objects_(objects), order_(order), most_lookups_(most_lookups) {}

  // Number of instances of the first object with that title, 0 if there is none; nullopt once too
  // many different titles have been looked up.
  [[nodiscard]] std::optional<std::uint32_t> instances_of(std::uint32_t title) noexcept;
  // How many titles were not found in the cache so far.
  [[nodiscard]] std::uint32_t lookups() const noexcept { return lookups_; }

 private:
  struct Answer {
    std::uint32_t title = 0;  // 0, which no object has: unused
    std::uint32_t instances = 0;
  };
  [[nodiscard]] std::uint32_t look_up(std::uint32_t title) const noexcept;

  Bytes objects_;
  ByteOrder order_;
  std::uint32_t most_lookups_;
  std::uint32_t lookups_ = 0;
  std::array<Answer, 64> answers_;
};

}  // namespace openperflib
