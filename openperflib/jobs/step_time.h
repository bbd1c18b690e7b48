// StepTime: when a step of a job ends.
#pragma once

#include <chrono>
#include <cstdint>

namespace openperflib {

// Value. Looks at the clock rarely, because a record may take a microsecond.
class StepTime {
 public:
  // Returns whether the step has taken long enough; to be called after each record.
  [[nodiscard]] bool is_over() noexcept {
    if (++records_ % kRecordsBetweenLooks != 0) return false;
    return std::chrono::steady_clock::now() - begin_ >= kLongest;
  }

 private:
  static constexpr std::uint32_t kRecordsBetweenLooks = 8;
  static constexpr std::chrono::milliseconds kLongest{20};
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  std::uint32_t records_ = 0;
};

}  // namespace openperflib
