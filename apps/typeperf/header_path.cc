#include "apps/typeperf/header_path.h"

#include "openperflib/query/paths/counter_path.h"
#include "openperflib/query/paths/name_pattern.h"

namespace openperflib::typeperf {
namespace {

// Whether it is not the name itself.
bool stands_for_a_name(std::string_view text) {
  const NamePattern pattern(text);
  return pattern.has_wildcards() || pattern.number().has_value();
}

void take_instance(CounterPath& path, const Series& series) {
  path.parent = series.parent;
  path.instance = series.instance;
  path.index = series.instance_number;
}

}  // namespace

std::string header_path(std::string_view written, const Binding& binding, std::size_t series) {
  auto parsed = CounterPath::parse(written);
  if (!written.starts_with('\\') || !parsed.has_value()) return binding.path_of(series);
  CounterPath& path = *parsed;
  const Series& named = binding.series()[series];
  path.machine = binding.machine();
  if (stands_for_a_name(path.object)) path.object = named.object;
  if (path.instance.has_value() && InstancePattern(*path.instance).has_wildcards()) {
    take_instance(path, named);
  }
  if (stands_for_a_name(path.counter)) path.counter = named.counter;
  return write(path);
}

}  // namespace openperflib::typeperf
