#include <fmt/format.h>

#include "openperflib/query/binding/binding_internal.h"
#include "openperflib/query/identity/instance_identity_internal.h"

namespace openperflib {

std::string_view NamedSeries::title(std::uint32_t index, const TitleTable& titles) {
  const auto name = titles.name(index);
  return texts.add(name.has_value() ? std::string(*name) : fmt::to_string(index));
}

void NamedSeries::name_run(const SeriesRun& run, std::span<const std::uint32_t> choices,
                           std::uint32_t process_id) {
  const Catalog::Object& object = catalog.objects()[run.object];
  const std::size_t first_counter = catalog.first_counter(object);
  for (std::uint32_t i = 0; i < run.count; ++i) {
    const Catalog::Counter& counter =
        object.counters[choices[run.first_choice + i] - first_counter];
    Series& one = series[run.first_series + i];
    one.path = run.path;
    one.object = object.name;
    if (object.has_instances) {
      const Catalog::Instance& instance = object.instances[run.instance];
      one.parent = instance.parent;
      one.instance = instance.name;
      one.instance_number = instance.number;
    }
    one.counter = counter.name;
    one.object_title_index = object.title_index;
    one.counter_title_index = counter.title_index;
    one.counter_ordinal = counter.ordinal;
    one.instance_position = run.instance;
    one.type = counter.type;
    one.default_scale = counter.default_scale;
    one.size = counter.size;
    one.process_id = process_id;
  }
}

void NamedSeries::name_unreadable(const UnreadableSeries& unreadable, const TitleTable& titles) {
  Series& one = series[unreadable.series];
  one.path = unreadable.path;
  one.object = title(unreadable.object_title_index, titles);
  if (unreadable.has_instance) one.instance = texts.add(unreadable.instance);
  one.counter = title(unreadable.counter_title_index, titles);
  one.object_title_index = unreadable.object_title_index;
  one.counter_title_index = unreadable.counter_title_index;
  one.counter_ordinal = Series::kNoOrdinal;
  one.type = unreadable.type;
  one.default_scale = unreadable.default_scale;
}

void NamedSeries::assign(const BoundPaths& bound, const InstanceIdentities& identities,
                         const TitleTable& titles) {
  texts.clear();
  const Series unnamed;
  series.assign(bound.series, unnamed);
  for (const SeriesRun& run : bound.runs) {
    const bool has_instances = catalog.objects()[run.object].has_instances;
    name_run(run, bound.choices,
             has_instances ? identities.process_id(run.object, run.instance) : 0);
  }
  for (const UnreadableSeries& unreadable : bound.unreadable) name_unreadable(unreadable, titles);
}

Binding::Binding() : state_(std::make_unique<State>()) {}
Binding::~Binding() = default;

std::span<const Series> Binding::series() const noexcept { return state_->named.series; }

std::string_view Binding::machine() const noexcept { return state_->machine; }

std::uint64_t Binding::generation() const noexcept { return state_->generation; }

std::string Binding::path_of(std::size_t series) const {
  return openperflib::path_of(state_->named.series[series], state_->machine);
}

}  // namespace openperflib
