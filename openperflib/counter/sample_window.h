// The statistics that WMI calculates itself: over the last refreshes of a value.
#pragma once

#include <cstddef>
#include <vector>

#include "openperflib/counter/raw_counter.h"

namespace openperflib {

// The last `size` refreshes of one value, for WMI's COOKER_AVERAGE, _MIN, _MAX, _RANGE and
// _VARIANCE (their SampleWindow is `size`). A refresh without a value takes its place in the window
// and counts for nothing else. A window of 0 never has a value. Allocates when made, never
// afterwards.
class SampleWindow {
 public:
  // An empty window of `size` refreshes.
  explicit SampleWindow(std::size_t size) : numbers_(size) {}

  // Takes a refresh; a full window loses its oldest for it.
  void add(const Value& value) noexcept;

  // no_data where no refresh in the window has a value.
  [[nodiscard]] Value average() const noexcept;
  [[nodiscard]] Value minimum() const noexcept;
  [[nodiscard]] Value maximum() const noexcept;
  [[nodiscard]] Value range() const noexcept;     // maximum - minimum
  [[nodiscard]] Value variance() const noexcept;  // of the population: mean of squared deviations

 private:
  std::vector<double> numbers_;  // a ring; NaN for a refresh without a value
  std::size_t filled_ = 0;
  std::size_t next_ = 0;
};

}  // namespace openperflib
