// Any bytes as a StatsD packet: what is accepted is within its bounds, and can be in a path.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "apps/perflib/provider/statsd_line.h"
#include "openperflib/query/paths/counter_path.h"

namespace openperflib::apps {
namespace {

void check(bool holds) {
  if (!holds) std::abort();
}

void check_line(std::string_view text) {
  const auto line = read_statsd_line(text);
  if (!line.has_value()) return check(!describe(line.error()).empty());
  check(!line->instance.empty() && line->instance.size() <= kMostStatsdInstance);
  check(!line->values.empty() || line->refused.has_value());
  for (const StatsdValue& value : line->values) {
    check(value.rate >= kLeastStatsdRate && value.rate <= 1);
    check(std::abs(value.value) / value.rate <= kMostStatsdValue);
    check(value.value >= 0 || value.is_change || value.type == StatsdType::counter);
  }
  const auto path = CounterPath::parse("\\StatsD Counters(" + line->instance + ")\\Count");
  check(path.has_value() && path->instance == line->instance);
}

}  // namespace
}  // namespace openperflib::apps

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(static_cast<const char*>(static_cast<const void*>(data)), size);
  for (std::size_t at = 0; at <= size;) {
    const std::size_t end = std::min(text.find('\n', at), size);
    openperflib::apps::check_line(text.substr(at, end - at));
    at = end + 1;
  }
  return 0;
}
