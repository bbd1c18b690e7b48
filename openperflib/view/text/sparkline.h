// A sparkline of the last values of a series.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace openperflib {

// unicode: eight heights of block characters. ascii: five characters from _ to #.
enum class BarCharacters : std::uint8_t { unicode, ascii };

// Value: the newest `kLength` values, including missing ones.
class RecentValues {
 public:
  static constexpr std::size_t kLength = 60;
  // Add the newest value; after kLength of them the oldest is forgotten.
  void add(float value) noexcept;
  void add_missing() noexcept;
  // The newest `width` values, oldest first, the newest at the right edge; padded with spaces on
  // the left. Bars start at 0 (or at the minimum if that is below 0), so that a flat line of large
  // values is high. Missing values are spaces.
  [[nodiscard]] std::string text(std::size_t width, BarCharacters characters) const;
  // How many it keeps, missing ones included: kLength at most.
  [[nodiscard]] std::size_t count() const noexcept { return count_; }

 private:
  [[nodiscard]] float at(std::size_t back) const noexcept;  // 0 is the newest
  float values_[kLength] = {};                              // NaN: missing
  std::size_t next_ = 0;
  std::size_t count_ = 0;
};

}  // namespace openperflib
