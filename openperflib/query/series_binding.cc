#include <algorithm>

#include "openperflib/base/utf16.h"
#include "openperflib/query/path_binding_internal.h"
#include "openperflib/query/series_binding_internal.h"

namespace openperflib {
namespace {

using Match = Query::Match;

// What a name without wildcards is looked up by: its parts, closed by a byte that no text has.
std::string key_of(std::uint32_t object, std::string_view counter, std::string_view instance) {
  std::string key = std::to_string(object);
  key.reserve(key.size() + counter.size() + instance.size() + 2);
  key += '\0';
  key += counter;
  key += '\0';
  key += instance;
  return key;
}

std::string folded_full_name(const Series& series) {
  const std::string_view name = series.instance.value_or(std::string_view());
  if (series.parent.empty()) return folded(name);
  return folded(std::string(series.parent) + '/' + std::string(name));
}

}  // namespace

std::uint32_t SeriesBinder::object_of(const Series& series, const TitleTable& titles) {
  const std::string name = folded(series.object);
  const auto [place, is_new] =
      object_positions_.try_emplace(name, static_cast<std::uint32_t>(objects_.size()));
  if (is_new) {
    std::uint32_t title = series.object_title_index;
    const auto positions = titles.positions(series.object);
    if (title == 0 && positions.size() == 1) title = titles.names()[positions.front()].index;
    objects_.push_back(
        {.name = texts_.add(name), .original = {}, .title_index = title, .series = {}});
  }
  Object& object = objects_[place->second];
  if (object.original.empty() && !series.original_object.empty()) {
    object.original = texts_.add(folded(series.original_object));
  }
  return place->second;
}

// A log has few machines.
std::uint32_t SeriesBinder::machine_of(const Series& series) {
  const auto place = std::ranges::find(machines_, series.machine);
  if (place == machines_.end()) {
    machines_.emplace_back(series.machine);
    return static_cast<std::uint32_t>(machines_.size() - 1);
  }
  return static_cast<std::uint32_t>(place - machines_.begin());
}

void SeriesBinder::index(const TitleTable& titles) {
  texts_.clear();
  names_.clear();
  machines_.clear();
  objects_.clear();
  object_positions_.clear();
  by_name_.clear();
  const auto series = catalog_->series();
  for (std::uint32_t i = 0; i < series.size(); ++i) {
    const std::uint32_t object = object_of(series[i], titles);
    objects_[object].series.push_back(i);
    names_.push_back({.machine = machine_of(series[i]),
                      .object = object,
                      .counter = texts_.add(folded(series[i].counter)),
                      .original = texts_.add(folded(series[i].original_counter)),
                      .instance = texts_.add(folded_full_name(series[i]))});
    const Names& names = names_.back();
    by_name_.emplace(key_of(object, names.counter, names.instance), i);
    if (names.original.empty()) continue;
    by_name_.emplace(key_of(object, names.original, names.instance), i);
  }
}

// A title index stands for a name, and a log may have names alone.
bool SeriesBinder::is_called(const NamePattern& counter, std::uint32_t series,
                             const TitleTable& titles) const {
  const Names& names = names_[series];
  const std::uint32_t title_index = catalog_->series()[series].counter_title_index;
  if (counter.matches(names.counter, title_index)) return true;
  if (!names.original.empty() && counter.matches(names.original)) return true;
  if (!counter.number().has_value() || title_index != 0) return false;
  return folded(titles.name(*counter.number()).value_or("")) == names.counter;
}

bool SeriesBinder::is_instance(const PathPattern::Request& reading, std::uint32_t series) const {
  const Series& one = catalog_->series()[series];
  if (reading.instance.has_value() != one.instance.has_value()) return false;
  return !reading.instance.has_value() || reading.instance->matches_everything() ||
         reading.instance->matches(names_[series].instance, one.instance_number);
}

// For readings without wildcards. Finds nothing where a name is given by its number.
bool SeriesBinder::look_up(const PathPattern::Request& reading, const Object& object) {
  std::vector<std::string_view> instances = {""};
  if (reading.instance.has_value()) instances = reading.instance->possible_names();
  const auto position = static_cast<std::uint32_t>(&object - objects_.data());
  found_.clear();
  for (const std::string_view instance : instances) {
    const auto [first, last] =
        by_name_.equal_range(key_of(position, reading.counter.folded_text(), instance));
    for (auto one = first; one != last; ++one) {
      if (is_for_machine_of(one->second) && is_instance(reading, one->second)) {
        found_.push_back(one->second);
      }
    }
  }
  std::ranges::sort(found_);
  found_.erase(std::ranges::unique(found_).begin(), found_.end());
  return !found_.empty();
}

Match SeriesBinder::scan(const PathPattern::Request& reading, const Object& object,
                         const TitleTable& titles) {
  found_.clear();
  Match best = Match::no_object;
  for (const std::uint32_t i : object.series) {
    const Series& one = catalog_->series()[i];
    if (!is_for_machine_of(i)) continue;
    if (best == Match::no_object) best = Match::no_counter;
    if (!is_called(reading.counter, i, titles)) continue;
    if (best == Match::no_counter) best = Match::no_instance;
    if (reading.instance.has_value() == one.instance.has_value()) like_ = i;
    if (!is_instance(reading, i)) continue;
    found_.push_back(i);
    best = Match::matched;
  }
  return best;
}

Match SeriesBinder::bind_reading(const PathPattern::Request& reading, const Object& object,
                                 const TitleTable& titles) {
  const bool has_wildcards = reading.counter.has_wildcards() ||
                             (reading.instance.has_value() && reading.instance->has_wildcards());
  if (!has_wildcards && look_up(reading, object)) return Match::matched;
  return scan(reading, object, titles);
}

Match SeriesBinder::bind_object(const PathPattern& path, const Object& object,
                                const TitleTable& titles) {
  Match best = Match::no_object;
  for (const auto& reading : path.requests_for(object.name, object.title_index, object.original)) {
    const Match match = bind_reading(reading, object, titles);
    if (match == Match::matched) return match;
    best = std::max(best, match);
  }
  return best;
}

bool SeriesBinder::choose_machines(const PathPattern& path) {
  machine_is_meant_.clear();
  for (const std::string& machine : machines_) {
    machine_is_meant_.push_back(path.is_for_machine(machine));
  }
  return std::ranges::find(machine_is_meant_, true) != machine_is_meant_.end();
}

void SeriesBinder::bind(const PathPattern& path, std::uint32_t number, const TitleTable& titles) {
  like_ = BoundSeries::kNone;
  if (!choose_machines(path)) {
    matches_.push_back(Match::no_machine);
    return;
  }
  Match best = Match::no_object;
  const std::size_t first = bound_.size();
  for (const Object& object : objects_) {
    const Match match = bind_object(path, object, titles);
    if (match == Match::matched) {
      for (const std::uint32_t i : found_) bound_.push_back({.path = number, .source = i});
      best = match;
    } else if (best != Match::matched && match > best) {
      best = match;
    }
  }
  std::ranges::sort(std::span(bound_).subspan(first), {}, &BoundSeries::source);
  if (best == Match::no_instance && !path.has_wildcards() && like_ != BoundSeries::kNone) {
    bound_.push_back({.path = number, .source = BoundSeries::kNone, .like = like_});
  }
  matches_.push_back(best);
}

void SeriesBinder::assign(const SeriesCatalog& catalog, std::span<const PathPattern> paths,
                          const TitleTable& titles) {
  catalog_ = &catalog;
  bound_.clear();
  matches_.clear();
  index(titles);
  for (std::uint32_t i = 0; i < paths.size(); ++i) bind(paths[i], i, titles);
  catalog_ = nullptr;
}

}  // namespace openperflib
