#include "openperflib/provider/v2/read/value_aggregate.h"

#include "openperflib/abi/perflib_constants.h"

namespace openperflib {

// Long division of 128 bits. The quotient has 64, because no value has more.
std::uint64_t ValueAggregate::mean() const noexcept {
  if (high_ == 0) return low_ / count_;
  std::uint64_t remainder = high_;  // less than count_, which is below 2^63
  std::uint64_t quotient = 0;
  for (unsigned bit = 64; bit-- > 0;) {
    remainder = remainder << 1U | (low_ >> bit & 1U);
    quotient <<= 1U;
    if (remainder < count_) continue;
    remainder -= count_;
    quotient |= 1U;
  }
  return quotient;
}

std::optional<std::uint64_t> ValueAggregate::result(std::uint32_t function,
                                                    std::uint32_t width) const noexcept {
  if (count_ == 0) return std::nullopt;
  switch (function) {
    case PERF_AGGREGATE_TOTAL:
      return width == sizeof(std::uint32_t) ? low_ & 0xFFFF'FFFFU : low_;
    case PERF_AGGREGATE_AVG:
      return mean();
    case PERF_AGGREGATE_MIN:
      return least_;
    case PERF_AGGREGATE_MAX:
      return greatest_;
    default:
      return std::nullopt;
  }
}

}  // namespace openperflib
