// The course of a series over a log of any length, as a line of small bars.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

#include "apps/perflib/sparkline.h"

namespace openperflib::apps {

// Value. A bar is the mean of so many records that the whole log fits; the number doubles as it
// grows.
class Trend {
 public:
  void add(double value) noexcept;
  void add_missing() noexcept;
  // `width` columns at most.
  [[nodiscard]] std::string text(std::size_t width, BarCharacters characters) const;

 private:
  static constexpr std::size_t kBars = 40;
  struct Bar {
    double sum = 0;
    std::uint64_t values = 0;
  };
  [[nodiscard]] Bar& next() noexcept;
  std::array<Bar, kBars> bars_{};
  std::uint64_t records_ = 0;
  std::uint64_t records_a_bar_ = 1;
};

}  // namespace openperflib::apps
