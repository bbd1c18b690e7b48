#include <algorithm>
#include <utility>

#include "openperflib/query/binding/series_binding_internal.h"

namespace openperflib {
namespace {

using Match = PathMatch;

// A path that was removed names no object.
bool is_plain(const PathPattern& path) {
  const PathPattern::Request* const request = path.single_request();
  return request != nullptr && !request->counter.number().has_value() &&
         (path.objects().empty() || !path.objects().front().number().has_value());
}

void add(auto& paths, const NamePattern& pattern, std::uint32_t path) {
  if (pattern.has_wildcards()) {
    paths.with_wildcards.push_back(path);
  } else {
    paths.exact[pattern.folded_text()].push_back(path);
  }
}

// The paths that may mean something called so, in its own name or the log's: `pattern` gives the
// part of a path that must match it.
std::vector<std::uint32_t> matching(const auto& paths, std::string_view name,
                                    std::string_view original, auto pattern) {
  std::vector<std::uint32_t> all;
  const auto take_exact = [&](std::string_view one) {
    const auto exact = paths.exact.find(one);
    if (exact == paths.exact.end()) return;
    all.insert(all.end(), exact->second.begin(), exact->second.end());
  };
  take_exact(name);
  if (!original.empty() && original != name) take_exact(original);
  for (const std::uint32_t path : paths.with_wildcards) {
    const NamePattern& part = pattern(path);
    if (part.matches(name) || (!original.empty() && part.matches(original))) all.push_back(path);
  }
  return all;
}

}  // namespace

void SeriesBinder::set_paths(std::span<const PathPattern> paths, const TitleTable& titles) {
  paths_ = paths;
  titles_ = &titles;
  by_object_ = {};
  odd_paths_.clear();
  for (std::uint32_t i = 0; i < paths.size(); ++i) {
    if (is_plain(paths[i])) {
      if (!paths[i].objects().empty()) add(by_object_, paths[i].objects().front(), i);
    } else {
      odd_paths_.push_back(i);
    }
  }
  forget_names();
}

// What was learnt of them: they are learnt again.
void SeriesBinder::forget_names() {
  meanings_.assign(paths_.size(), {});
  machines_.clear();
  objects_.clear();
  counters_.clear();
  wanted_of_.clear();
  wanted_.clear();
}

void SeriesBinder::learn_object(std::uint32_t number) {
  const SeriesNames::Object& object = names_.objects()[number];
  Object& learnt = objects_.emplace_back();
  const std::string& machine = names_.machines()[object.machine];
  const auto pattern = [&](std::uint32_t path) -> const NamePattern& {
    return paths_[path].objects().front();
  };
  for (const std::uint32_t path : matching(by_object_, object.name, object.original, pattern)) {
    if (!paths_[path].is_for_machine(machine)) continue;
    meanings_[path].objects.push_back(number);
    add(learnt.by_counter, paths_[path].single_request()->counter, path);
  }
}

void SeriesBinder::learn_counter(std::uint32_t number) {
  const SeriesNames::Counter& counter = names_.counters()[number];
  Counter& learnt = counters_.emplace_back();
  const auto pattern = [&](std::uint32_t path) -> const NamePattern& {
    return paths_[path].single_request()->counter;
  };
  for (const std::uint32_t path :
       matching(objects_[counter.object].by_counter, counter.name, counter.original, pattern)) {
    meanings_[path].counters.push_back(number);
    const auto& instance = paths_[path].single_request()->instance;
    if (!instance.has_value()) {
      learnt.without_instance.push_back(path);
    } else if (instance->has_wildcards()) {
      learnt.by_instance.with_wildcards.push_back(path);
    } else {
      for (const std::string_view name : instance->possible_names()) {
        learnt.by_instance.exact[name].push_back(path);
      }
    }
  }
}

void SeriesBinder::learn_name(std::uint32_t number) {
  const SeriesNames::Name& name = names_.names()[number];
  const Counter& counter = counters_[name.counter];
  const auto first = static_cast<std::uint32_t>(wanted_.size());
  const auto take = [&](std::uint32_t path) {
    const InstancePattern& instance = *paths_[path].single_request()->instance;
    const bool is_meant = instance.matches_everything() ||
                          instance.matches(name.instance, name.stored.instance_number);
    const bool is_known = wanted_.size() > first && wanted_.back() == path;
    if (is_meant && !is_known) wanted_.push_back(path);
  };
  if (!name.stored.instance.has_value()) {
    wanted_.insert(wanted_.end(), counter.without_instance.begin(), counter.without_instance.end());
  } else {
    const auto exact = counter.by_instance.exact.find(name.instance);
    if (exact != counter.by_instance.exact.end()) std::ranges::for_each(exact->second, take);
    std::ranges::for_each(counter.by_instance.with_wildcards, take);
  }
  wanted_of_.push_back({first, static_cast<std::uint32_t>(wanted_.size()) - first});
}

void SeriesBinder::learn_names() {
  machines_.resize(names_.machines().size());
  while (objects_.size() < names_.objects().size()) {
    learn_object(static_cast<std::uint32_t>(objects_.size()));
  }
  while (counters_.size() < names_.counters().size()) {
    learn_counter(static_cast<std::uint32_t>(counters_.size()));
  }
  while (wanted_of_.size() < names_.names().size()) {
    learn_name(static_cast<std::uint32_t>(wanted_of_.size()));
  }
}

// That the catalog has this machine, object and counter.
void SeriesBinder::note_place(std::uint32_t series) {
  const SeriesNames::Name& name = name_of(series);
  Counter& counter = counters_[name.counter];
  if (std::exchange(counter.catalog, catalogs_) != catalogs_) {
    counter.last_with_instance = counter.last_without_instance = BoundSeries::kNone;
  }
  const bool has_instance = name.stored.instance.has_value();
  (has_instance ? counter.last_with_instance : counter.last_without_instance) = series;
  const std::uint32_t number = names_.counters()[name.counter].object;
  Object& object = objects_[number];
  if (std::exchange(object.catalog, catalogs_) != catalogs_) object.series.clear();
  if (!odd_paths_.empty()) object.series.push_back(series);
  machines_[names_.objects()[number].machine] = catalogs_;
}

// What of the names the catalog has, and which of its series the plain paths mean.
void SeriesBinder::note_series() {
  found_.clear();
  found_of_.assign(paths_.size(), 0);
  const auto names = names_.of_series();
  for (std::uint32_t i = 0; i < names.size(); ++i) {
    note_place(i);
    const Wanted& wanted = wanted_of_[names[i]];
    for (const std::uint32_t path : std::span(wanted_).subspan(wanted.first, wanted.count)) {
      found_.push_back({.path = path, .source = i});
      ++found_of_[path];
    }
  }
}

bool SeriesBinder::is_machine_there(const PathPattern& path) const {
  for (std::size_t i = 0; i < machines_.size(); ++i) {
    if (machines_[i] == catalogs_ && path.is_for_machine(names_.machines()[i])) return true;
  }
  return false;
}

// What of a plain path is there, where no series is.
Match SeriesBinder::match_of_unfound(std::uint32_t path) const {
  const auto is_there = [&](const auto& all) {
    return [&](std::uint32_t number) { return all[number].catalog == catalogs_; };
  };
  const Meaning& meaning = meanings_[path];
  if (std::ranges::any_of(meaning.counters, is_there(counters_))) return Match::no_instance;
  if (std::ranges::any_of(meaning.objects, is_there(objects_))) return Match::no_counter;
  return is_machine_there(paths_[path]) ? Match::no_object : Match::no_machine;
}

// The last series of its object and counter.
std::uint32_t SeriesBinder::like(std::uint32_t path) const {
  const bool has_instance = paths_[path].single_request()->instance.has_value();
  std::uint32_t like = BoundSeries::kNone;
  for (const std::uint32_t number : meanings_[path].counters) {
    const Counter& counter = counters_[number];
    if (counter.catalog != catalogs_) continue;
    const std::uint32_t last =
        has_instance ? counter.last_with_instance : counter.last_without_instance;
    if (last != BoundSeries::kNone && (like == BoundSeries::kNone || last > like)) like = last;
  }
  return like;
}

// A path without wildcards keeps its place while its instance is gone.
void SeriesBinder::bind_unfound(std::uint32_t path) {
  const bool is_odd = !is_plain(paths_[path]);
  if (!is_odd) matches_[path] = match_of_unfound(path);
  if (matches_[path] != Match::no_instance || paths_[path].has_wildcards()) return;
  const std::uint32_t series_like_it = is_odd ? odd_like_ : like(path);
  if (series_like_it == BoundSeries::kNone) return;
  found_.push_back({.path = path, .source = BoundSeries::kNone, .like = series_like_it});
  ++found_of_[path];
}

// By path; the series of one are in order already.
void SeriesBinder::put_in_order() {
  std::uint32_t place = 0;
  for (std::uint32_t& count : found_of_) place += std::exchange(count, place);
  bound_.resize(found_.size());
  for (const BoundSeries& one : found_) bound_[found_of_[one.path]++] = one;
}

void SeriesBinder::assign(const Catalog& catalog) {
  if (!names_.assign(catalog, *titles_, paths_.size())) forget_names();
  ++catalogs_;
  learn_names();
  note_series();
  matches_.assign(paths_.size(), Match::matched);
  for (const std::uint32_t path : odd_paths_) {
    matches_[path] = bind_odd(path);
    if (matches_[path] != Match::matched) bind_unfound(path);
  }
  for (std::uint32_t path = 0; path < paths_.size(); ++path) {
    if (found_of_[path] == 0 && matches_[path] == Match::matched) bind_unfound(path);
  }
  put_in_order();
}

}  // namespace openperflib
