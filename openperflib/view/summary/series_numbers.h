// SeriesNumbers: what the values of one series come to: count, bounds, sum, percentiles, trend.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "openperflib/counter/raw_counter.h"
#include "openperflib/counter/value_distribution.h"
#include "openperflib/view/text/trend.h"

namespace openperflib {

// Resource-free value.
class SeriesNumbers {
 public:
  // Adds the value of the next record. NaN: it is missing.
  void add(double number);
  // Adds the values of the next records at once, which takes less time than one after the other.
  void add(std::span<const double> numbers);
  // Adds the values of series that follow one after the other, each of which has one record.
  void add_each(std::span<const double> numbers);
  // Adds the records of another series that follow these.
  void add(const SeriesNumbers& later);
  // Forgets all records, and keeps the memory for the next ones.
  void clear() noexcept;
  // Keeps at most so many values exactly from now on, for percentiles; 0 at first.
  void keep_exact(std::size_t values) { distribution_.keep_exact(values); }

  // Returns whether no record was added.
  [[nodiscard]] bool is_empty() const noexcept { return trend_.records() == 0; }
  // Returns how many records have a value.
  [[nodiscard]] std::uint64_t count() const noexcept { return distribution_.count(); }
  // Returns how many records have no value.
  [[nodiscard]] std::uint64_t missing() const noexcept { return trend_.records() - count(); }
  // Returns how many records have no value, after the first one that has.
  [[nodiscard]] std::uint64_t gaps() const noexcept { return gaps_; }
  // The bounds and the mean are not usable without values.
  [[nodiscard]] Value minimum() const noexcept { return of_values(minimum_); }
  [[nodiscard]] Value maximum() const noexcept { return of_values(maximum_); }
  [[nodiscard]] Value mean() const noexcept {
    return of_values(sum_ / static_cast<double>(count()));
  }
  [[nodiscard]] const ValueDistribution& distribution() const noexcept { return distribution_; }
  [[nodiscard]] const Trend& trend() const noexcept { return trend_; }
  // Moves the trend out; nothing else is known of the series afterwards.
  [[nodiscard]] Trend take_trend() noexcept { return std::move(trend_); }

 private:
  // Adds values, none of which is missing, to the bounds and the sum.
  void include(std::span<const double> numbers) noexcept;
  [[nodiscard]] Value of_values(double number) const noexcept {
    if (count() == 0) return {};
    return {.number = number, .status = CStatus::valid_data};
  }

  ValueDistribution distribution_{0};
  Trend trend_;
  double sum_ = 0;
  double minimum_ = 0;
  double maximum_ = 0;
  std::uint64_t gaps_ = 0;
};

}  // namespace openperflib
