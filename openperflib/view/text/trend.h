// A sparkline of a series over a log of any length.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "openperflib/view/text/sparkline.h"

namespace openperflib {

// Value. A bar is the mean of as many records as needed to fit the whole log; the number doubles as
// the log grows. Memory: at most 40 bars.
class Trend {
 public:
  // Add the next record, with a value or without.
  void add(double value);
  void add_missing();
  // Adds the next records, all of which have a value.
  void add(std::span<const double> values);
  // Adds the records of another series that follow these.
  void add(const Trend& later);
  // Forgets all records, and keeps the memory for the next ones.
  void clear() noexcept;
  // Returns how many records were added.
  [[nodiscard]] std::uint64_t records() const noexcept { return records_; }
  // The mean of the last bar with values less that of the first one; nothing where there are not
  // two.
  [[nodiscard]] std::optional<double> growth() const;
  // At most `width` columns.
  [[nodiscard]] std::string text(std::size_t width, BarCharacters characters) const;

 private:
  static constexpr std::size_t kBars = 40;
  static constexpr std::size_t kFewBars = 8;  // a series that is soon gone needs no room for more
  // Some consecutive records, and how many of them have a value.
  struct Bar {
    double sum = 0;
    std::uint64_t values = 0;
  };
  // Returns the bar of the next record.
  [[nodiscard]] Bar& next();
  // Adds a bar; if all are full, pairs are merged first.
  void begin_bar();
  std::vector<Bar> bars_;
  std::uint64_t records_ = 0;
  std::uint64_t records_a_bar_ = 1;
  std::uint64_t room_ = 0;  // for so many more records in the last bar
};

}  // namespace openperflib
