// The statistics that WMI itself calculates over the last refreshes of a value.
#pragma once

#include <cstddef>
#include <vector>

#include "openperflib/counter/raw_counter.h"

namespace openperflib {

// The last `size` refreshes of one value, for WMI's COOKER_AVERAGE, _MIN, _MAX, _RANGE and
// _VARIANCE (their SampleWindow is `size`). A refresh without a value occupies a place in the
// window but is otherwise ignored. A window of size 0 never has a value. Allocates only on
// construction.
class SampleWindow {
 public:
  // An empty window of `size` refreshes.
  explicit SampleWindow(std::size_t size) : numbers_(size) {}

  // Adds a refresh; a full window drops its oldest.
  void add(const Value& value) noexcept;

  // no_data if no refresh in the window has a value.
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
