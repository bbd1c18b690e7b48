// The last values of a series as a line of small bars.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace openperflib::apps {

enum class BarCharacters : std::uint8_t { unicode, ascii };

// Resource-free value: the newest `kLength` values; a missing one is kept as missing.
class RecentValues {
 public:
  static constexpr std::size_t kLength = 60;
  void add(float value) noexcept;
  void add_missing() noexcept;
  // The newest `width` values, oldest first, newest at the right edge; padded with blanks at the
  // left. Bars go from 0 (or the least value, where that is below 0) to the largest, so that a flat
  // line of large values is high. Missing values are blanks.
  [[nodiscard]] std::string text(std::size_t width, BarCharacters characters) const;

 private:
  [[nodiscard]] float at(std::size_t back) const noexcept;  // 0 is the newest
  float values_[kLength] = {};                              // NaN: missing
  std::size_t next_ = 0;
  std::size_t count_ = 0;
};

}  // namespace openperflib::apps
