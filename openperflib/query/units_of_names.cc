#include <algorithm>
#include <array>
#include <string_view>

#include "openperflib/abi/winperf_constants.h"
#include "openperflib/query/units_of_names_internal.h"
#include "openperflib/text/utf16.h"

namespace openperflib {
namespace {

struct NamedUnit {
  std::string_view object;
  std::string_view counter;
  std::int8_t scale;
};

// Only counters that this project defines: the numbers of other providers are what they say. A name
// that has the scale in it (Thousandths) needs no row.
constexpr auto kUnits = std::to_array<NamedUnit>({
    {"Linux System", "Load Average 1m", -2},
    {"Linux System", "Load Average 5m", -2},
    {"Linux System", "Load Average 15m", -2},
});

}  // namespace

std::int8_t scale_to_name(const Series& series) noexcept {
  if (series.type != CounterType(PERF_COUNTER_RAWCOUNT)) return 0;
  const auto row = std::ranges::find_if(kUnits, [&](const NamedUnit& one) {
    return one.object.size() == series.object.size() &&
           one.counter.size() == series.counter.size() &&
           equal_ignoring_case(one.object, series.object) &&
           equal_ignoring_case(one.counter, series.counter);
  });
  return row == kUnits.end() ? std::int8_t{0} : row->scale;
}

}  // namespace openperflib
