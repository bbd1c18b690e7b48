#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "openperflib/query/catalogue_counters.h"
#include "openperflib/requests/listed_objects_internal.h"
#include "openperflib/text/utf16.h"
#include "openperflib/titles/object_catalogue.h"
#include "openperflib/view/chart/chart.h"

namespace openperflib {
namespace {

// Whether the counter is the one that Perfmon shows first of its object.
bool is_default(std::string_view object, const CatalogueCounter& counter) {
  const auto known = std::ranges::find_if(object_catalogue(), [&](const CatalogueObject& one) {
    return equal_ignoring_case(one.name, object);
  });
  return known != object_catalogue().end() && known->default_order == counter.order;
}

std::optional<std::int32_t> scale_of(const ListedCounter& counter, const CatalogueCounter* known) {
  if (counter.default_scale.has_value()) return counter.default_scale;
  return known == nullptr ? std::nullopt : std::optional<std::int32_t>(known->default_scale);
}

// Members of a counter.
void write_details(JsonWriter& out, const ListedObject& object, const ListedCounter& counter,
                   const TitleTable& titles) {
  const CatalogueCounter* const known = catalogue_counter(object.name, counter.name);
  const auto help = known == nullptr ? std::nullopt : titles.help(known->help_index);
  const ChartUnit unit = chart_unit_of(counter.type.value_or(CounterType()), counter.name);
  if (help.has_value()) out.member("help", *help);
  out.member("type",
             counter.type.has_value() ? std::optional(winperf_name(*counter.type)) : std::nullopt);
  out.member("unit", unit_name_of(unit.quantity));
  out.member("factor", unit.factor);
  out.member("scale", scale_of(counter, known));
  if (known != nullptr && is_default(object.name, *known)) out.member("is_default", true);
  if (!counter.original_name.empty()) out.member("original_name", counter.original_name);
}

void write_instances(JsonWriter& out, const ListedObject& object, std::size_t most) {
  const std::size_t shown = std::min(object.instances.size(), most);
  out.key("instances");
  out.begin_array();
  for (const std::string& one : std::span(object.instances).first(shown)) out.value(one);
  out.end_array();
}

}  // namespace

void write_object(JsonWriter& out, const ListedObject& object, const ListDepth& depth,
                  const TitleTable& titles) {
  out.member("name", object.name);
  if (!object.machine.empty()) out.member("machine", object.machine);
  if (object.has_instances) out.member("instance_count", object.instances.size());
  if (!depth.has_counters) return out.member("counter_count", object.counters.size());
  if (depth.has_details && !object.original_name.empty()) {
    out.member("original_name", object.original_name);
  }
  if (object.has_instances) write_instances(out, object, depth.most_instances);
  out.objects("counters", object.counters, [&](const ListedCounter& counter) {
    out.member("name", counter.name);
    if (!counter.summary.empty()) out.member("measures", counter.summary);
    if (depth.has_details) write_details(out, object, counter, titles);
    if (!usable(counter.status)) out.member("has_values", false);
    if (!counter.reason.empty() && !usable(counter.status)) out.member("reason", counter.reason);
  });
}

}  // namespace openperflib
