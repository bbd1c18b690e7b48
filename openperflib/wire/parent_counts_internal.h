// ParentCounts: how many instances the object of a title has, asked for each instance with a
// parent.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "openperflib/base/bytes.h"

namespace openperflib {

// Resource of one parse: remembers the last answers. The number of walks over the objects is
// bounded, because a hostile block could ask for another object with every instance; a block that
// real software writes names one or two.
class ParentCounts {
 public:
  // `objects`: the bytes of all objects of the block, judged or not.
  ParentCounts(Bytes objects, ByteOrder order) noexcept : objects_(objects), order_(order) {}

  // Instances of the first object of that title, 0 where there is none; nullopt once too many
  // different titles were asked for.
  [[nodiscard]] std::optional<std::uint32_t> instances_of(std::uint32_t title) noexcept;

 private:
  struct Answer {
    std::uint32_t title = 0;  // 0: no answer yet; no object has it
    std::uint32_t instances = 0;
  };
  [[nodiscard]] std::uint32_t look_up(std::uint32_t title) const noexcept;

  static constexpr std::uint32_t kMostLookups = 1024;
  Bytes objects_;
  ByteOrder order_;
  std::uint32_t lookups_ = 0;
  std::array<Answer, 64> answers_;
};

}  // namespace openperflib
