#include <algorithm>
#include <utility>

#include "openperflib/query/binding/path_binder_internal.h"
#include "openperflib/query/binding/path_request_internal.h"
#include "openperflib/snapshot/missing_runs.h"
#include "openperflib/snapshot/titles_object.h"
#include "openperflib/text/utf16.h"

namespace openperflib {
namespace {

using Match = PathMatch;

// Whether it asks for objects of any name, and not for one in particular.
bool asks_for_several_objects(const PathPattern& path) {
  return !path.objects().empty() && path.objects().front().has_wildcards();
}

}  // namespace

void PathBinder::set_paths(std::span<const PathPattern> paths) {
  paths_ = paths;
  by_object_.assign(paths);
}

// Where the catalog has no object, its own machine is there nevertheless.
void PathBinder::begin(const Catalog& catalog, const BoundSource& source) {
  catalog_ = &catalog;
  source_ = &source;
  places_.assign(catalog);
  found_.clear();
  unreadable_.clear();
  missing_instances_.clear();
  progress_.assign(paths_.size(), {});
  matches_.assign(paths_.size(), Match::no_machine);
  std::vector<std::string_view> machines;
  if (source.machine.has_value()) machines.push_back(*source.machine);
  for (const Catalog::Object& object : catalog.objects()) {
    const bool is_known = std::ranges::find(machines, object.machine) != machines.end();
    if (!source.machine.has_value() && !is_known) machines.push_back(object.machine);
  }
  for (std::size_t path = 0; path < paths_.size(); ++path) {
    const auto is_meant = [&](std::string_view one) { return paths_[path].is_for_machine(one); };
    if (std::ranges::any_of(machines, is_meant)) matches_[path] = Match::no_object;
  }
}

bool PathBinder::is_for(const PathPattern& path, const Catalog::Object& object) const {
  return path.is_for_machine(source_->machine.value_or(object.machine));
}

// A path that names one object of a block has the first that answers it. In a log, objects of one
// name are one object that was stored under several title indices.
bool PathBinder::is_answered(std::uint32_t path) const {
  return matches_[path] == Match::matched && catalog_->is_of_snapshot() &&
         !asks_for_several_objects(paths_[path]);
}

// Returns whether a log of objects does not have this one: another object only describes the first
// one, which the log lacks while it has no instances.
bool PathBinder::has_no_series(std::uint32_t number) const noexcept {
  const Catalog::Object& object = catalog_->objects()[number];
  const bool is_empty = object.has_instances && object.instances.empty();
  return source_->is_of_one_object && (number != 0 || is_empty);
}

void PathBinder::bind_object(std::uint32_t number) {
  if (has_no_series(number)) return;
  const Catalog::Object& object = catalog_->objects()[number];
  object_ = number;
  title_index_ = title_index_of(object, source_->titles);
  original_name_ = folded(object.original_name);
  by_object_.find(object.folded_name, original_name_, title_index_, candidates_);
  if (candidates_.empty()) return;
  names_.assign(object);
  for (const std::uint32_t path : candidates_) {
    if (std::exchange(progress_[path].last_object, number) != number) bind_path(path);
  }
}

void PathBinder::bind_path(std::uint32_t path) {
  const PathPattern& pattern = paths_[path];
  if (is_answered(path) || !is_for(pattern, catalog_->objects()[object_])) return;
  if (asks_for_several_objects(pattern) && describes_the_block(title_index_)) return;
  matches_[path] = nearer(matches_[path], match_object(path));
}

// The first reading of the path that matches something counts.
Match PathBinder::match_object(std::uint32_t path) {
  const PathPattern& pattern = paths_[path];
  const std::string_view name = catalog_->objects()[object_].folded_name;
  if (const PathPattern::Request* const request = pattern.single_request()) {
    const bool is_meant = is_called(pattern.objects().front(), name, original_name_, title_index_);
    return is_meant ? bind_request(path, *request) : Match::no_object;
  }
  Match best = Match::no_object;
  for (const auto& request : pattern.requests_for(name, title_index_, original_name_)) {
    const Match match = bind_request(path, request);
    if (match == Match::matched) return match;
    best = nearer(best, match);
  }
  return best;
}

Match PathBinder::bind_request(std::uint32_t path, const PathPattern::Request& request) {
  const Catalog::Object& object = catalog_->objects()[object_];
  names_.find_counters(request.counter, source_->titles, counters_);
  if (counters_.empty()) return Match::no_counter;
  instances_.clear();
  if (request.instance.has_value()) {
    names_.find_instances(*request.instance, instances_);
  } else if (!(catalog_->is_of_snapshot() && object.has_instances) && object.has_data) {
    instances_.push_back(Catalog::Place::kNone);
  }
  placed_.clear();
  for (const std::uint32_t instance : instances_) {
    places_.find(object_, instance, counters_, placed_);
  }
  if (placed_.empty()) {
    note_missing_instance(path, request);
    return Match::no_instance;
  }
  progress_[path].series += static_cast<std::uint32_t>(placed_.size());
  for (const PlacedSeries& one : placed_) {
    found_.push_back({.path = path, .number = one.number, .place = one.place});
  }
  return Match::matched;
}

void PathBinder::note_missing_instance(std::uint32_t path, const PathPattern::Request& request) {
  const Catalog::Object& object = catalog_->objects()[object_];
  if (!request.instance.has_value() || !object.has_instances || paths_[path].has_wildcards() ||
      progress_[path].missing_instance != BoundSeries::kNone) {
    return;
  }
  progress_[path].missing_instance = static_cast<std::uint32_t>(missing_instances_.size());
  missing_instances_.push_back(
      {.path = path,
       .object_title_index = object.title_index,
       .counter_title_index = object.counters[counters_.front()].title_index,
       .like = {.object = object_, .instance = Catalog::Place::kNone, .counter = counters_.front()},
       .instance = request.instance->name(),
       .has_instance = true});
}

void PathBinder::add_unreadable(UnreadableSeries series) {
  const std::uint32_t path = series.path;
  progress_[path].series = 1;
  found_.push_back({.path = path, .number = BoundSeries::kNone, .place = series.like});
  unreadable_.push_back(std::move(series));
}

bool PathBinder::bind_left_out(std::uint32_t path, std::uint32_t object) {
  const TitleTable& titles = source_->titles;
  const std::string name = folded(titles.name(object).value_or(""));
  for (const PathPattern::Request& request : paths_[path].requests_for(name, object)) {
    if (request.counter.has_wildcards()) continue;
    for (const std::uint32_t counter : title_indices_of(request.counter, titles)) {
      const MissingRun* run = find_left_out(source_->missing, object, counter);
      if (run == nullptr) continue;
      const bool has_instance = request.instance.has_value();
      add_unreadable(
          {.path = path,
           .status = run->status == CStatus::no_object ? CStatus::no_object : CStatus::no_counter,
           .object_title_index = object,
           .counter_title_index = counter,
           .instance = has_instance ? request.instance->name() : std::string(),
           .has_instance = has_instance});
      return true;
    }
  }
  return false;
}

bool PathBinder::bind_left_out(std::uint32_t path) {
  for (const NamePattern& pattern : paths_[path].objects()) {
    if (pattern.has_wildcards()) continue;
    for (const std::uint32_t object : title_indices_of(pattern, source_->titles)) {
      if (bind_left_out(path, object)) return true;
    }
  }
  return false;
}

// After all objects: a path without wildcards keeps its place while it has no series.
void PathBinder::finish(std::uint32_t path) {
  Match& match = matches_[path];
  const bool may_be_left_out = match == Match::no_object || match == Match::no_counter;
  if (may_be_left_out && !source_->missing.empty() && bind_left_out(path)) {
    match = Match::left_out;
  }
  const std::uint32_t missing = progress_[path].missing_instance;
  if (match == Match::no_instance && missing != BoundSeries::kNone) {
    add_unreadable(std::move(missing_instances_[missing]));
  }
}

// By path; those of one path in the order of the catalog.
void PathBinder::put_in_order() {
  std::uint32_t place = 0;
  for (Progress& one : progress_) place += std::exchange(one.series, place);
  bound_.resize(found_.size());
  for (const BoundSeries& one : found_) bound_[progress_[one.path].series++] = one;
  for (UnreadableSeries& one : unreadable_) one.series = progress_[one.path].series - 1;
  if (catalog_->is_of_snapshot()) return;
  const auto order = [](const BoundSeries& one) { return std::pair(one.path, one.number); };
  if (!std::ranges::is_sorted(bound_, {}, order)) std::ranges::sort(bound_, {}, order);
}

void PathBinder::bind(const Catalog& catalog, const BoundSource& source) {
  begin(catalog, source);
  for (std::uint32_t object = 0; object < catalog.objects().size(); ++object) bind_object(object);
  for (std::uint32_t path = 0; path < paths_.size(); ++path) finish(path);
  put_in_order();
  catalog_ = nullptr;
  source_ = nullptr;
}

}  // namespace openperflib
