// Paths that may be read in several ways: for shells, or by title indices.
#include <algorithm>

#include "openperflib/query/binding/series_binding_internal.h"
#include "openperflib/text/utf16.h"

namespace openperflib {
namespace {

using Match = PathMatch;

}  // namespace

// A title index stands for a name, and a log may have names alone.
bool SeriesBinder::is_called(const NamePattern& counter, std::uint32_t series) const {
  const SeriesNames::Counter& names = names_.counters()[name_of(series).counter];
  if (counter.matches(names.name, names.title_index)) return true;
  if (!names.original.empty() && counter.matches(names.original)) return true;
  if (!counter.number().has_value() || names.title_index != 0) return false;
  return folded(titles_->name(*counter.number()).value_or("")) == names.name;
}

bool SeriesBinder::is_instance(const PathPattern::Request& reading, std::uint32_t series) const {
  const SeriesNames::Name& name = name_of(series);
  if (reading.instance.has_value() != name.stored.instance.has_value()) return false;
  return !reading.instance.has_value() || reading.instance->matches_everything() ||
         reading.instance->matches(name.instance, name.stored.instance_number);
}

// By names alone: a counter that is called 6 comes before the one whose title index is 6.
bool SeriesBinder::look_up(const PathPattern::Request& reading, const Object& object) {
  odd_found_.clear();
  for (const std::uint32_t series : object.series) {
    const SeriesNames::Counter& counter = names_.counters()[name_of(series).counter];
    const bool is_called_so =
        reading.counter.matches(counter.name) ||
        (!counter.original.empty() && reading.counter.matches(counter.original));
    if (is_called_so && is_instance(reading, series)) odd_found_.push_back(series);
  }
  return !odd_found_.empty();
}

Match SeriesBinder::scan(const PathPattern::Request& reading, const Object& object) {
  odd_found_.clear();
  Match best = object.series.empty() ? Match::no_object : Match::no_counter;
  for (const std::uint32_t series : object.series) {
    if (!is_called(reading.counter, series)) continue;
    if (best == Match::no_counter) best = Match::no_instance;
    const bool has_instance = name_of(series).stored.instance.has_value();
    if (reading.instance.has_value() == has_instance) {
      odd_like_ = odd_like_ == BoundSeries::kNone ? series : std::max(odd_like_, series);
    }
    if (!is_instance(reading, series)) continue;
    odd_found_.push_back(series);
    best = Match::matched;
  }
  return best;
}

// The first reading that stands for something counts.
Match SeriesBinder::bind_odd(const PathPattern& path, std::uint32_t number) {
  const SeriesNames::Object& names = names_.objects()[number];
  Match best = Match::no_object;
  for (const auto& reading : path.requests_for(names.name, names.title_index, names.original)) {
    const bool has_wildcards = reading.counter.has_wildcards() ||
                               (reading.instance.has_value() && reading.instance->has_wildcards());
    if (!has_wildcards && look_up(reading, objects_[number])) return Match::matched;
    const Match match = scan(reading, objects_[number]);
    if (match == Match::matched) return match;
    best = std::max(best, match);
  }
  return best;
}

Match SeriesBinder::bind_odd(std::uint32_t path) {
  odd_like_ = BoundSeries::kNone;
  if (!is_machine_there(paths_[path])) return Match::no_machine;
  Match best = Match::no_object;
  const std::size_t first = found_.size();
  for (std::uint32_t i = 0; i < objects_.size(); ++i) {
    const std::string& machine = names_.machines()[names_.objects()[i].machine];
    const bool is_meant = objects_[i].catalog == catalogs_ && paths_[path].is_for_machine(machine);
    if (!is_meant) continue;
    const Match match = bind_odd(paths_[path], i);
    if (best != Match::matched) best = match == Match::matched ? match : std::max(best, match);
    if (match != Match::matched) continue;
    for (const std::uint32_t one : odd_found_) found_.push_back({.path = path, .source = one});
    found_of_[path] += static_cast<std::uint32_t>(odd_found_.size());
  }
  std::ranges::sort(std::span(found_).subspan(first), {}, &BoundSeries::source);
  return best;
}

}  // namespace openperflib
