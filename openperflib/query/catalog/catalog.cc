#include "openperflib/query/catalog/catalog.h"

#include <fmt/format.h>

#include <algorithm>

#include "openperflib/abi/perflib_constants.h"
#include "openperflib/base/fnv1a.h"
#include "openperflib/snapshot/titles_object.h"
#include "openperflib/text/utf16.h"

namespace openperflib {
namespace {

// The counter of a definition, without its names.
Catalog::Counter counter_of(const CounterDefinitionView& definition, std::uint32_t ordinal) {
  Catalog::Counter counter;
  counter.title_index = definition.name_title_index();
  counter.help_index = definition.help_title_index();
  counter.ordinal = ordinal;
  counter.type = CounterType(definition.counter_type());
  counter.default_scale = definition.default_scale();
  counter.detail_level = definition.detail_level();
  counter.size = definition.counter_size();
  counter.offset = definition.counter_offset();
  return counter;
}

// Whether the definition after `counter` is its base: it has the same title, or none.
bool is_base_of(const CounterDefinitionView& definition, const Catalog::Counter& counter) {
  const std::uint32_t title = definition.name_title_index();
  return CounterType(definition.counter_type()).is_base() &&
         (title == 0 || title == counter.title_index);
}

// Returns the hash of a text in lower case, after what `begun` is the hash of. Most names are ASCII
// and are not copied.
std::uint64_t folded_hash(std::string_view text, std::uint64_t begun) {
  std::uint64_t hash = begun;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if (byte >= 0x80) return fnv1a(folded(text.substr(i)), hash);
    hash = fnv1a_step(hash, byte >= 'A' && byte <= 'Z' ? byte - 'A' + 'a' : byte);
  }
  return hash;
}

}  // namespace

std::string_view Catalog::title(std::uint32_t index, const TitleTable& titles) {
  auto name = titles.name(index);
  if (!name.has_value()) name = find_title(block_titles_, index);
  return texts_.add(name.has_value() ? std::string(*name) : fmt::to_string(index));
}

std::string_view Catalog::original(std::uint32_t index) {
  const auto name = find_title(originals_, index);
  return name.has_value() ? texts_.add(*name) : std::string_view();
}

void Catalog::add_counters(const ObjectTypeView& object, const TitleTable& titles) {
  std::uint32_t ordinal = 0;
  bool may_be_base = false;  // the previous definition is a counter of this object
  for (const CounterDefinitionView definition : object.counters()) {
    if (may_be_base && is_base_of(definition, counters_.back())) {
      counters_.back().base_ordinal = ordinal;
      counters_.back().base_size = definition.counter_size();
      counters_.back().base_offset = definition.counter_offset();
      may_be_base = false;
    } else if (CounterType(definition.counter_type()).is_base()) {
      may_be_base = false;  // its counter is not in the catalog
    } else {
      Counter counter = counter_of(definition, ordinal);
      counter.name = title(counter.title_index, titles);
      counter.folded_name = texts_.add(folded(counter.name));
      counter.original_name = original(counter.title_index);
      counters_.push_back(counter);
      may_be_base = true;
    }
    ++ordinal;
  }
}

void Catalog::add_instances(const ObjectTypeView& object) {
  for (const InstanceView& instance : object.instances()) {
    const auto parent = instance.definition.parent();
    if (parent.has_value()) {
      children_.push_back({.instance = instances_.size(), .parent = *parent});
    }
    Instance& added = instances_.emplace_back();
    added.name = texts_.add(name_or_id(object, instance.definition, decode_));
    added.unique_id = instance.definition.unique_id();
  }
}

// A counter or clock that the object lacks is ignored.
void Catalog::add_links(std::size_t first_counter, std::uint32_t object,
                        std::span<const CounterLink> links) {
  const std::span<Counter> counters = std::span(counters_).subspan(first_counter);
  const auto position_of = [&](std::uint32_t ordinal) -> std::optional<std::uint32_t> {
    const auto found = std::ranges::lower_bound(counters, ordinal, {}, &Counter::ordinal);
    if (found == counters.end() || found->ordinal != ordinal) return std::nullopt;
    return static_cast<std::uint32_t>(found - counters.begin());
  };
  for (Counter& counter : counters) {
    const CounterLink* const link = find_counter_link(links, object, counter.ordinal);
    if (link == nullptr) continue;
    counter.time = position_of(link->time_ordinal);
    counter.frequency = position_of(link->frequency_ordinal);
    counter.is_listed = (link->attributes & PERF_ATTRIB_NO_DISPLAYABLE) == 0;
  }
}

void Catalog::add_object(const ObjectTypeView& object, const TitleTable& titles,
                         std::span<const CounterLink> links) {
  const std::size_t first_counter = counters_.size();
  const std::size_t first_instance = instances_.size();
  add_counters(object, titles);
  if (!links.empty()) add_links(first_counter, object.name_title_index(), links);
  add_instances(object);
  Object& added = objects_.emplace_back();
  added.title_index = object.name_title_index();
  added.help_index = object.help_title_index();
  added.detail_level = object.detail_level();
  added.has_instances = object.stored_instance_count() != PERF_NO_INSTANCES &&
                        object.stored_instance_count() != PERF_METADATA_NO_INSTANCES;
  added.has_data = !object.is_metadata();
  added.machine = machine_;
  added.name = title(added.title_index, titles);
  added.folded_name = texts_.add(folded(added.name));
  added.original_name = original(added.title_index);
  counter_counts_.push_back(counters_.size() - first_counter);
  instance_counts_.push_back(instances_.size() - first_instance);
  const auto ordinal = object.default_counter_ordinal();
  for (std::size_t i = first_counter; ordinal.has_value() && i < counters_.size(); ++i) {
    if (counters_[i].ordinal == *ordinal) {
      added.default_counter = static_cast<std::uint32_t>(i - first_counter);
    }
  }
}

void Catalog::set_spans() {
  const Counter* counter = counters_.data();
  const Instance* instance = instances_.data();
  std::size_t series = 0;
  for (std::size_t i = 0; i < objects_.size(); ++i) {
    objects_[i].counters = {counter, counter_counts_[i]};
    objects_[i].instances = {instance, instance_counts_[i]};
    counter += counter_counts_[i];
    instance += instance_counts_[i];
    const std::size_t instances = objects_[i].has_instances ? instance_counts_[i] : 1;
    first_series_.push_back(series);
    series += instances * counter_counts_[i];
    by_title_.push_back({objects_[i].title_index, static_cast<std::uint32_t>(i)});
  }
  first_series_.push_back(series);
  std::ranges::sort(by_title_);
}

std::size_t Catalog::series_count() const noexcept {
  return first_series_.empty() ? series_.size() : first_series_.back();
}

// The places of a snapshot are calculated.
Catalog::Place Catalog::place_of(std::size_t series) const noexcept {
  if (first_series_.empty()) return places_[series];
  const auto behind = std::ranges::upper_bound(first_series_, series);
  const auto object = static_cast<std::size_t>(behind - first_series_.begin()) - 1;
  const std::size_t counters = objects_[object].counters.size();
  const std::size_t cell = series - first_series_[object];
  return {.object = static_cast<std::uint32_t>(object),
          .instance = objects_[object].has_instances ? static_cast<std::uint32_t>(cell / counters)
                                                     : Place::kNone,
          .counter = static_cast<std::uint32_t>(cell % counters)};
}

Series Catalog::series_at(const Place& place) const noexcept {
  const Object& object = objects_[place.object];
  const Counter& counter = object.counters[place.counter];
  Series series;
  series.machine = object.machine;
  series.object = object.name;
  series.counter = counter.name;
  series.original_object = object.original_name;
  series.original_counter = counter.original_name;
  series.object_title_index = object.title_index;
  series.counter_title_index = counter.title_index;
  series.counter_ordinal = counter.ordinal;
  series.type = counter.type;
  series.default_scale = counter.default_scale;
  series.size = counter.size;
  if (place.instance == Place::kNone) return series;
  const Instance& instance = object.instances[place.instance];
  series.parent = instance.parent;
  series.instance = instance.name;
  series.instance_number = instance.number;
  series.instance_position = place.instance;
  return series;
}

void Catalog::name_parents() {
  for (const Child& child : children_) {
    const TitlePosition first{child.parent.object_title_index, child.first_object};
    const auto at = std::ranges::lower_bound(by_title_, first);
    if (at == by_title_.end() || at->title_index != first.title_index) continue;
    if (at->position >= child.end_object) continue;
    const Object& object = objects_[at->position];
    if (child.parent.instance >= object.instances.size()) continue;
    instances_[child.instance].parent = object.instances[child.parent.instance].name;
  }
}

void Catalog::number_equal_names() {
  Instance* first = instances_.data();
  for (const Object& object : objects_) {
    hashes_.clear();
    for (std::uint32_t i = 0; i < object.instances.size(); ++i) {
      first[i].name_hash = name_hash_of(first[i]);
      hashes_.push_back({first[i].name_hash, i});
    }
    std::ranges::sort(hashes_);
    for (std::size_t i = 1; i < hashes_.size(); ++i) {
      if (hashes_[i].hash != hashes_[i - 1].hash) continue;
      first[hashes_[i].position].number = first[hashes_[i - 1].position].number + 1;
    }
    first += object.instances.size();
  }
}

void Catalog::remove_all() noexcept {
  texts_.clear();
  objects_.clear();
  counters_.clear();
  instances_.clear();
  children_.clear();
  by_title_.clear();
  counter_counts_.clear();
  instance_counts_.clear();
  first_series_.clear();
  series_.clear();
  places_.clear();
  by_hash_.clear();
  occurrences_.clear();
  last_object_ = 0;
  has_machines_ = false;
  machine_ = {};
}

void Catalog::assign(const Snapshot& snapshot, const TitleTable& titles, CodePageDecoder decode,
                     std::span<const Title> originals) {
  decode_ = decode;
  clear();
  if (snapshot.empty()) return;
  originals_ = originals;
  add_block({}, snapshot, titles);
  originals_ = {};
  complete();
}

void Catalog::assign(std::span<const Machine> machines) {
  decode_ = nullptr;
  clear();
  const auto is_empty = [](const Machine& one) { return one.snapshot.empty(); };
  if (std::ranges::all_of(machines, is_empty)) return;
  for (const Machine& one : machines) {
    if (!one.snapshot.empty()) add_block(one.name, one.snapshot, one.titles);
  }
  complete();
  if (machines.size() > 1) machine_ = {};
}

void Catalog::add_block(std::string_view machine, const Snapshot& snapshot,
                        const TitleTable& titles) {
  const std::size_t first_child = children_.size();
  const auto first_object = static_cast<std::uint32_t>(objects_.size());
  const DataBlockView& view = snapshot.view();
  machine_ = machine.empty()
                 ? texts_.add(utf8_from_utf16(view.machine_name(), view.text_order()).text)
                 : texts_.add(machine);
  block_titles_ = snapshot.titles();
  for (const ObjectTypeView object : view.objects()) {
    add_object(object, titles, snapshot.counter_links());
  }
  block_titles_ = {};
  for (Child& child : std::span(children_).subspan(first_child)) {
    child.first_object = first_object;
    child.end_object = static_cast<std::uint32_t>(objects_.size());
  }
}

void Catalog::complete() {
  set_spans();
  name_parents();
  number_equal_names();
}

const Catalog::Object* Catalog::find(std::uint32_t object_title_index) const noexcept {
  const auto at =
      std::ranges::lower_bound(by_title_, object_title_index, {}, &TitlePosition::title_index);
  if (at == by_title_.end() || at->title_index != object_title_index) return nullptr;
  return &objects_[at->position];
}

Catalog catalog_of(const Snapshot& snapshot, const TitleTable& titles, CodePageDecoder decode) {
  Catalog catalog;
  catalog.assign(snapshot, titles, decode);
  return catalog;
}

std::uint64_t name_hash_of(std::string_view folded_full_name) noexcept {
  return fnv1a(folded_full_name);
}

std::uint64_t name_hash_of(const Catalog::Instance& instance) {
  std::uint64_t hash = kFnv1aBegin<std::uint64_t>;
  if (!instance.parent.empty()) hash = fnv1a_step(folded_hash(instance.parent, hash), '/');
  return folded_hash(instance.name, hash);
}

std::string full_name(const Catalog::Instance& instance) {
  if (instance.parent.empty()) return std::string(instance.name);
  return fmt::format("{}/{}", instance.parent, instance.name);
}

std::string display_name(const Catalog::Instance& instance) {
  std::string name = full_name(instance);
  if (instance.number != 0) name += fmt::format("#{}", instance.number);
  return name;
}

}  // namespace openperflib
