#include "openperflib/view/chart/chart.h"

#include <array>

namespace openperflib {
namespace {

constexpr double kKibi = 1024;
constexpr double kMebi = kKibi * kKibi;

// What a chart calls a quantity, and the basic one that it is drawn in.
struct UnitRow {
  ChartUnit unit;
  std::string_view heading;
  std::string_view name;
};

// In the order of Quantity.
constexpr auto kUnits = std::to_array<UnitRow>({
    {{Quantity::number, 1}, "Numbers", "number"},
    {{Quantity::number, 1}, "Numbers", "number"},
    {{Quantity::number, 1}, "Numbers", "number"},
    {{Quantity::percent, 1}, "Per cent", "percent"},
    {{Quantity::rate, 1}, "Per second", "1/s"},
    {{Quantity::seconds, 1}, "Time", "seconds"},
    {{Quantity::bytes, 1}, "Bytes", "bytes"},
    {{Quantity::bytes, kKibi}, "Bytes", "bytes"},
    {{Quantity::bytes, kMebi}, "Bytes", "bytes"},
    {{Quantity::byte_rate, 1}, "Bytes per second", "bytes/s"},
    {{Quantity::byte_rate, kKibi}, "Bytes per second", "bytes/s"},
    {{Quantity::byte_rate, kMebi}, "Bytes per second", "bytes/s"},
    {{Quantity::bits_per_second, 1}, "Bits per second", "bits/s"},
    {{Quantity::megahertz, 1}, "Megahertz", "MHz"},
});
static_assert(kUnits.size() == static_cast<std::size_t>(Quantity::megahertz) + 1);

const UnitRow& unit_row(Quantity quantity) noexcept {
  return kUnits[static_cast<std::size_t>(quantity)];
}

}  // namespace

ChartSeries in_unit(ChartSeries series, double factor) {
  series.factor = factor;
  if (factor == 1) return series;
  for (Value* value : {&series.minimum, &series.average, &series.maximum, &series.last}) {
    if (value->usable()) value->number *= factor;
  }
  for (ChartColumn& one : series.columns) {
    for (double* number : {&one.first, &one.least, &one.largest, &one.last, &one.sum}) {
      *number *= factor;
    }
  }
  return series;
}

ChartUnit chart_unit_of(CounterType type, std::string_view counter) {
  return unit_row(quantity_of(type, counter)).unit;
}

std::string_view heading_of(Quantity quantity) noexcept { return unit_row(quantity).heading; }

std::string_view unit_name_of(Quantity quantity) noexcept { return unit_row(quantity).name; }

}  // namespace openperflib
