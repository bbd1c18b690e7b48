#include <fmt/core.h>

#include <algorithm>
#include <functional>
#include <utility>

#include "openperflib/query/catalog/series_names_internal.h"
#include "openperflib/text/utf16.h"

namespace openperflib {
namespace {

// Names that are gone are kept until there are more of them than of the others: an instance that
// ended often comes again, another number of the same name.
constexpr std::size_t kFewNames = 1024;

bool has_same_names(const Series& a, const Series& b) noexcept {
  return a.instance_number == b.instance_number && a.instance == b.instance &&
         a.counter == b.counter && a.object == b.object && a.parent == b.parent &&
         a.machine == b.machine && a.counter_title_index == b.counter_title_index &&
         a.object_title_index == b.object_title_index && a.original_counter == b.original_counter &&
         a.original_object == b.original_object;
}

std::uint64_t hash_of(const Series& series) noexcept {
  constexpr std::uint64_t kPrime = 0x100000001B3;
  const std::hash<std::string_view> hash;
  std::uint64_t sum = series.instance_number;
  for (const std::string_view part :
       {series.machine, series.object, series.parent, series.instance.value_or(std::string_view()),
        series.counter}) {
    sum = (sum ^ hash(part)) * kPrime;
  }
  return sum;
}

// Of names that are the same only where all of these are.
std::string key_of(std::uint32_t parent, std::uint32_t title_index, std::string_view name,
                   std::string_view original) {
  std::string key = fmt::format("{} {} ", parent, title_index);
  key.append(name);
  key += '\0';
  return key.append(original);
}

std::string folded_instance(const Series& series) {
  const std::string_view name = series.instance.value_or(std::string_view());
  if (series.parent.empty()) return folded(name);
  return folded(std::string(series.parent) + '/' + std::string(name));
}

}  // namespace

void SeriesNames::forget() noexcept {
  texts_.clear();
  machines_.clear();
  objects_.clear();
  counters_.clear();
  names_.clear();
  object_positions_.clear();
  counter_positions_.clear();
  by_hash_.clear();
  before_.clear();
}

// A log has few machines.
std::uint32_t SeriesNames::machine_of(std::string_view machine) {
  const auto known = std::ranges::find(machines_, machine);
  const auto number = static_cast<std::uint32_t>(known - machines_.begin());
  if (known == machines_.end()) machines_.emplace_back(machine);
  return number;
}

// A title index stands for a name, and a log may have names alone.
std::uint32_t SeriesNames::object_of(const Catalog::Object& one, const TitleTable& titles) {
  const std::uint32_t machine = machine_of(one.machine);
  const std::string original = folded(one.original_name);
  const auto [place, is_new] =
      object_positions_.try_emplace(key_of(machine, one.title_index, one.folded_name, original),
                                    static_cast<std::uint32_t>(objects_.size()));
  if (is_new) {
    std::uint32_t title = one.title_index;
    const auto positions = titles.positions(one.name);
    if (title == 0 && positions.size() == 1) title = titles.names()[positions.front()].index;
    objects_.push_back({.machine = machine,
                        .name = texts_.add(one.folded_name),
                        .original = texts_.add(original),
                        .title_index = title});
  }
  return place->second;
}

std::uint32_t SeriesNames::counter_of(const Catalog::Counter& one, std::uint32_t object) {
  const std::string original = folded(one.original_name);
  const auto [place, is_new] =
      counter_positions_.try_emplace(key_of(object, one.title_index, one.folded_name, original),
                                     static_cast<std::uint32_t>(counters_.size()));
  if (is_new) {
    counters_.push_back({.object = object,
                         .name = texts_.add(one.folded_name),
                         .original = texts_.add(original),
                         .title_index = one.title_index});
  }
  return place->second;
}

// Each counter of a catalog is looked up once, and only if a name of it is new.
std::uint32_t SeriesNames::counter_at(const Catalog& catalog, Catalog::Place place,
                                      const TitleTable& titles) {
  const Catalog::Object& object = catalog.objects()[place.object];
  std::uint32_t& known = counters_of_catalog_[first_counter_[place.object] + place.counter];
  if (known == kNone) known = counter_of(object.counters[place.counter], object_of(object, titles));
  return known;
}

void SeriesNames::forget_places(const Catalog& catalog) {
  first_counter_.clear();
  std::size_t counters = 0;
  for (const Catalog::Object& object : catalog.objects()) {
    first_counter_.push_back(counters);
    counters += object.counters.size();
  }
  counters_of_catalog_.assign(counters, kNone);
}

Series SeriesNames::kept(const Series& series) {
  Series kept = series;
  kept.machine = texts_.add(series.machine);
  kept.object = texts_.add(series.object);
  kept.parent = texts_.add(series.parent);
  if (series.instance.has_value()) kept.instance = texts_.add(*series.instance);
  kept.counter = texts_.add(series.counter);
  kept.original_object = texts_.add(series.original_object);
  kept.original_counter = texts_.add(series.original_counter);
  return kept;
}

std::uint32_t SeriesNames::find(const Series& series, std::uint64_t hash) const noexcept {
  const auto first = by_hash_.find(hash);
  std::uint32_t name = first == by_hash_.end() ? kNone : first->second;
  while (name != kNone && !has_same_names(names_[name].stored, series)) {
    name = names_[name].next_of_hash;
  }
  return name;
}

std::uint32_t SeriesNames::add(const Series& series, std::uint64_t hash, std::uint32_t counter) {
  const auto number = static_cast<std::uint32_t>(names_.size());
  const auto [first, is_first] = by_hash_.try_emplace(hash, number);
  names_.push_back({.stored = kept(series),
                    .counter = counter,
                    .instance = texts_.add(folded_instance(series)),
                    .next_of_hash = is_first ? kNone : std::exchange(first->second, number),
                    .position = kNone});
  return number;
}

std::uint32_t SeriesNames::name_of(const Catalog& catalog, std::uint32_t place,
                                   const TitleTable& titles) {
  const Series& series = catalog.series()[place];
  const std::uint64_t hash = hash_of(series);
  const std::uint32_t known = find(series, hash);
  return known != kNone ? known
                        : add(series, hash, counter_at(catalog, catalog.place_of(place), titles));
}

// Most series are where they are expected, behind the one that stood before them in the last
// catalog.
bool SeriesNames::assign(const Catalog& catalog, const TitleTable& titles, std::size_t room) {
  const auto series = catalog.series();
  std::swap(before_, of_series_);
  const bool has_too_many = names_.size() > 2 * series.size() + room + kFewNames;
  if (has_too_many) forget();
  forget_places(catalog);
  of_series_.clear();
  std::size_t expected = 0;
  for (std::uint32_t i = 0; i < series.size(); ++i) {
    const bool is_expected =
        expected < before_.size() && has_same_names(names_[before_[expected]].stored, series[i]);
    const std::uint32_t name = is_expected ? before_[expected] : name_of(catalog, i, titles);
    if (is_expected) {
      ++expected;
    } else if (names_[name].position < before_.size() && before_[names_[name].position] == name) {
      expected = names_[name].position + 1;
    }
    of_series_.push_back(name);
  }
  for (std::uint32_t i = 0; i < of_series_.size(); ++i) names_[of_series_[i]].position = i;
  return !has_too_many;
}

}  // namespace openperflib
