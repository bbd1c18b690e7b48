// The catalog of a log's entries. Entries follow each other in some order of instances and
// counters: most have the object and the instance of the one before, or its counter, and are found
// by a comparison. Texts are kept once per object, counter and instance.
#include <algorithm>
#include <bit>
#include <initializer_list>

#include "openperflib/base/fnv1a.h"
#include "openperflib/query/catalog/catalog.h"
#include "openperflib/text/utf16.h"

namespace openperflib {
namespace {

// Returns the hash of the parts of a name.
std::uint64_t hash_of(std::initializer_list<std::string_view> parts,
                      std::uint64_t hash = kFnv1aBegin<std::uint64_t>) noexcept {
  for (const std::string_view part : parts) hash = fnv1a_of_list(hash, part);
  return hash;
}

// Returns the hash of two hashes, which depends on their order.
std::uint64_t joined(std::uint64_t a, std::uint64_t b) noexcept {
  const std::uint64_t sum = (std::rotl(a, 23) ^ b) * 0x9E3779B97F4A7C15ULL;
  return sum ^ (sum >> 32);
}

bool is_object(const Catalog::Object& object, const Series& series) noexcept {
  return object.name == series.object && object.machine == series.machine &&
         object.title_index == series.object_title_index &&
         object.original_name == series.original_object;
}

bool is_counter(const Catalog::Counter& counter, const Series& series) noexcept {
  return counter.name == series.counter && counter.title_index == series.counter_title_index &&
         counter.original_name == series.original_counter;
}

bool is_instance(const Catalog::Instance& instance, const Series& series) noexcept {
  return instance.number == series.instance_number && instance.name == *series.instance &&
         instance.parent == series.parent;
}

}  // namespace

void Catalog::clear() noexcept {
  remove_all();
  ++generation_;
}

// Different names with one hash are noted one behind the other.
template <class IsMeant>
std::uint32_t Catalog::number_of(std::uint64_t hash, std::size_t next, IsMeant is_meant) {
  while (true) {
    const auto [place, is_new] = by_hash_.try_emplace(hash, static_cast<std::uint32_t>(next));
    if (is_new || is_meant(place->second)) return place->second;
    ++hash;
  }
}

std::uint32_t Catalog::add_object(const Series& series, std::uint64_t hash) {
  const auto number = static_cast<std::uint32_t>(objects_.size());
  if (number != 0 && objects_.front().machine != series.machine) has_machines_ = true;
  Object& added = objects_.emplace_back();
  added.machine = texts_.add(series.machine);
  added.name = texts_.add(series.object);
  added.folded_name = texts_.add(folded(series.object));
  added.original_name = texts_.add(series.original_object);
  added.title_index = series.object_title_index;
  machine_ = has_machines_ ? std::string_view() : added.machine;
  if (entries_.size() == number) entries_.emplace_back();
  Entries& entries = entries_[number];
  entries.object = number;
  entries.hash = hash;
  entries.counters.clear();
  entries.counter_hashes.clear();
  entries.instances.clear();
  entries.instance_hashes.clear();
  entries.last_counter = entries.last_instance = 0;
  const TitlePosition position{added.title_index, number};
  by_title_.insert(std::ranges::upper_bound(by_title_, position), position);
  return number;
}

std::uint32_t Catalog::entry_object(const Series& series) {
  if (!objects_.empty() && is_object(objects_[last_object_], series)) return last_object_;
  const std::uint64_t hash = hash_of({series.machine, series.object});
  const std::uint32_t number = number_of(hash, objects_.size(), [&](std::uint32_t known) {
    return known < objects_.size() && is_object(objects_[known], series);
  });
  return last_object_ = number == objects_.size() ? add_object(series, hash) : number;
}

// The counter is mostly the next one of the object, or the first.
std::uint32_t Catalog::entry_counter(const Series& series, Entries& of) {
  const std::size_t count = of.counters.size();
  for (const std::uint32_t likely : {of.last_counter + 1, of.last_counter, 0U}) {
    if (likely < count && is_counter(of.counters[likely], series)) return likely;
  }
  const std::uint64_t hash = hash_of({series.counter});
  const std::uint32_t number =
      number_of(joined(of.object * 2U, hash), count, [&](std::uint32_t known) {
        return known < of.counters.size() && is_counter(of.counters[known], series);
      });
  if (number != count) return number;
  Counter& added = of.counters.emplace_back();
  of.counter_hashes.push_back(hash);
  added.name = texts_.add(series.counter);
  added.folded_name = texts_.add(folded(series.counter));
  added.original_name = texts_.add(series.original_counter);
  added.title_index = series.counter_title_index;
  added.ordinal = series.counter_ordinal;
  added.type = series.type;
  added.default_scale = series.default_scale;
  added.size = series.size;
  objects_[of.object].counters = of.counters;
  return number;
}

// The instance is mostly that of the series before, or the next one.
std::uint32_t Catalog::entry_instance(const Series& series, Entries& of) {
  const std::size_t count = of.instances.size();
  for (const std::uint32_t likely : {of.last_instance, of.last_instance + 1, 0U}) {
    if (likely < count && is_instance(of.instances[likely], series)) return likely;
  }
  const std::uint64_t hash = hash_of({series.parent, *series.instance},
                                     kFnv1aBegin<std::uint64_t> ^ series.instance_number);
  const std::uint32_t number =
      number_of(joined(of.object * 2U + 1, hash), count, [&](std::uint32_t known) {
        return known < of.instances.size() && is_instance(of.instances[known], series);
      });
  if (number != count) return number;
  Instance& added = of.instances.emplace_back();
  added.name = texts_.add(*series.instance);
  added.parent = texts_.add(series.parent);
  added.number = series.instance_number;
  added.name_hash = name_hash_of(added);
  of.instance_hashes.push_back(hash);
  objects_[of.object].instances = of.instances;
  objects_[of.object].has_instances = true;
  return number;
}

void Catalog::add(const Series& series) { add_entry(entry_object(series), series, false); }

void Catalog::add_after(const Series& before, const Series& series) {
  const bool is_same_object = !objects_.empty() && are_one_text(before.object, series.object) &&
                              are_one_text(before.machine, series.machine) &&
                              are_one_text(before.original_object, series.original_object) &&
                              before.object_title_index == series.object_title_index;
  const bool is_same_instance = is_same_object && before.instance.has_value() &&
                                series.instance.has_value() &&
                                before.instance_number == series.instance_number &&
                                are_one_text(*before.instance, *series.instance) &&
                                are_one_text(before.parent, series.parent);
  add_entry(is_same_object ? last_object_ : entry_object(series), series, is_same_instance);
}

void Catalog::add_entry(std::uint32_t number, const Series& series, bool has_last_instance) {
  if (generation_ == 0) generation_ = 1;
  Place place{.object = number, .instance = Place::kNone};
  Entries& of = entries_[number];
  place.counter = of.last_counter = entry_counter(series, of);
  Series& kept = series_.emplace_back(series);
  const Object& object = objects_[place.object];
  kept.machine = object.machine;
  kept.object = object.name;
  kept.original_object = object.original_name;
  kept.counter = of.counters[place.counter].name;
  kept.original_counter = of.counters[place.counter].original_name;
  std::uint64_t instance_hash = 0;
  if (series.instance.has_value()) {
    if (!has_last_instance) of.last_instance = entry_instance(series, of);
    place.instance = of.last_instance;
    const Instance& instance = of.instances[place.instance];
    kept.instance = instance.name;
    kept.parent = instance.parent;
    instance_hash = of.instance_hashes[place.instance];
  } else {
    kept.parent = texts_.add(series.parent);
  }
  places_.push_back(place);
  if (series.identity != 0) return;
  const std::uint64_t identity =
      joined(joined(of.hash, instance_hash), of.counter_hashes[place.counter]);
  const std::uint32_t earlier = occurrences_[identity]++;
  kept.identity = std::rotl(identity, 1) * (2ULL * earlier + 1);
}

}  // namespace openperflib
