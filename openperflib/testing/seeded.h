// Seeded: numbers that look random, for tests and fuzz targets.
#pragma once

#include <cstddef>
#include <cstdint>

namespace openperflib {

// The same numbers from the same seed, everywhere.
class Seeded {
 public:
  explicit Seeded(std::uint64_t seed) : state_(seed) {}  // any seed, also 0
  // A number from 0 to `bound` - 1; `bound` is not 0.
  std::size_t below(std::size_t bound) {
    state_ = state_ * 6'364'136'223'846'793'005U + 1'442'695'040'888'963'407U;
    return static_cast<std::size_t>(state_ >> 33) % bound;
  }

 private:
  std::uint64_t state_;
};

}  // namespace openperflib
