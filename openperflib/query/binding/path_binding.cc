#include <algorithm>
#include <optional>
#include <utility>

#include "openperflib/query/binding/path_binding_internal.h"
#include "openperflib/snapshot/titles_object.h"
#include "openperflib/text/utf16.h"

namespace openperflib {
namespace {

using Match = PathMatch;

// How close a path came to a series: the closest match decides what is reported as missing.
constexpr int nearness(Match match) {
  switch (match) {
    case Match::no_machine:
    case Match::no_object:
      return 0;
    case Match::no_counter:
      return 1;
    case Match::left_out:
      return 2;
    case Match::no_instance:
      return 3;
    case Match::matched:
      return 4;
  }
  return 0;
}

// Binds one path after the other. Lists are members so that they are reused for each path.
class Binder {
 public:
  Binder(const Snapshot& snapshot, const Catalog& catalog, const TitleTable& titles,
         std::string_view machine, BoundPaths& bound)
      : snapshot_(snapshot), catalog_(catalog), titles_(titles), machine_(machine), bound_(bound) {}

  void bind(const PathPattern& path, std::uint32_t number);

 private:
  [[nodiscard]] Match bind_object(const PathPattern& path, const Catalog::Object& object);
  [[nodiscard]] Match bind_reading(const PathPattern::Request& reading,
                                   const Catalog::Object& object);
  void find_counters(const NamePattern& pattern, const Catalog::Object& object);
  void find_instances(const InstancePattern& pattern, const Catalog::Object& object);
  void add_runs(const Catalog::Object& object);
  void note_missing_instance(const PathPattern::Request& reading, const Catalog::Object& object);
  [[nodiscard]] bool bind_left_out(const PathPattern& path);
  [[nodiscard]] bool bind_left_out(const PathPattern& path, std::uint32_t object);
  void add_unreadable(UnreadableSeries series);

  const Snapshot& snapshot_;
  const Catalog& catalog_;
  const TitleTable& titles_;
  std::string_view machine_;
  BoundPaths& bound_;
  std::uint32_t path_ = 0;
  std::vector<std::uint32_t> counters_;   // found, by position in the object
  std::vector<std::uint32_t> instances_;  // found
  std::optional<UnreadableSeries> missing_instance_;
};

void Binder::find_counters(const NamePattern& pattern, const Catalog::Object& object) {
  counters_.clear();
  for (std::uint32_t i = 0; i < object.counters.size(); ++i) {
    const Catalog::Counter& counter = object.counters[i];
    if (pattern.matches(counter.folded_name, counter.title_index)) counters_.push_back(i);
  }
}

void Binder::find_instances(const InstancePattern& pattern, const Catalog::Object& object) {
  instances_.clear();
  if (!pattern.has_wildcards()) {
    for (const std::string_view name : pattern.possible_names()) {
      catalog_.find_instances(object, name, instances_);
    }
    std::ranges::sort(instances_);
    instances_.erase(std::ranges::unique(instances_).begin(), instances_.end());
    std::erase_if(instances_, [&](std::uint32_t i) {
      return !pattern.matches(folded(full_name(object.instances[i])), object.instances[i].number);
    });
    return;
  }
  for (std::uint32_t i = 0; i < object.instances.size(); ++i) {
    const Catalog::Instance& instance = object.instances[i];
    if (pattern.matches_everything() ||
        pattern.matches(folded(full_name(instance)), instance.number)) {
      instances_.push_back(i);
    }
  }
}

void Binder::add_runs(const Catalog::Object& object) {
  const auto first_choice = static_cast<std::uint32_t>(bound_.choices.size());
  const auto count = static_cast<std::uint32_t>(counters_.size());
  const auto first_counter = static_cast<std::uint32_t>(catalog_.first_counter(object));
  for (const std::uint32_t counter : counters_) bound_.choices.push_back(first_counter + counter);
  SeriesRun run;
  run.path = path_;
  run.object = static_cast<std::uint32_t>(&object - catalog_.objects().data());
  run.first_choice = first_choice;
  run.count = count;
  for (const std::uint32_t instance : instances_) {
    run.instance = instance;
    run.first_series = bound_.series;
    bound_.series += count;
    bound_.runs.push_back(run);
  }
}

void Binder::note_missing_instance(const PathPattern::Request& reading,
                                   const Catalog::Object& object) {
  if (missing_instance_.has_value() || !reading.instance.has_value()) return;
  if (!object.has_instances || counters_.size() != 1) return;
  missing_instance_.emplace();
  missing_instance_->status = CStatus::no_instance;
  missing_instance_->object_title_index = object.title_index;
  const Catalog::Counter& counter = object.counters[counters_.front()];
  missing_instance_->counter_title_index = counter.title_index;
  missing_instance_->type = counter.type;
  missing_instance_->default_scale = counter.default_scale;
  missing_instance_->instance = reading.instance->name();
  missing_instance_->has_instance = true;
}

Match Binder::bind_reading(const PathPattern::Request& reading, const Catalog::Object& object) {
  find_counters(reading.counter, object);
  if (counters_.empty()) return Match::no_counter;
  if (reading.instance.has_value() != object.has_instances) return Match::no_instance;
  if (reading.instance.has_value()) {
    find_instances(*reading.instance, object);
  } else {
    instances_.assign(object.has_data ? 1 : 0, 0);
  }
  if (instances_.empty()) {
    note_missing_instance(reading, object);
    return Match::no_instance;
  }
  add_runs(object);
  return Match::matched;
}

Match Binder::bind_object(const PathPattern& path, const Catalog::Object& object) {
  Match best = Match::no_object;
  for (const auto& reading : path.requests_for(object.folded_name, object.title_index)) {
    const Match match = bind_reading(reading, object);
    if (match == Match::matched) return match;
    if (nearness(match) > nearness(best)) best = match;
  }
  return best;
}

void Binder::add_unreadable(UnreadableSeries series) {
  series.path = path_;
  series.series = bound_.series++;
  bound_.unreadable.push_back(std::move(series));
}

bool Binder::bind_left_out(const PathPattern& path, std::uint32_t object) {
  const std::string name = folded(titles_.name(object).value_or(""));
  for (const PathPattern::Request& reading : path.requests_for(name, object)) {
    if (reading.counter.has_wildcards()) continue;
    for (const std::uint32_t counter : title_indices_of(reading.counter, titles_)) {
      const MissingRun* run = snapshot_.left_out(object, counter);
      if (run == nullptr) continue;
      UnreadableSeries series;
      series.status = run->status == CStatus::no_object ? CStatus::no_object : CStatus::no_counter;
      series.object_title_index = object;
      series.counter_title_index = counter;
      series.has_instance = reading.instance.has_value();
      if (series.has_instance) series.instance = reading.instance->name();
      add_unreadable(std::move(series));
      return true;
    }
  }
  return false;
}

bool Binder::bind_left_out(const PathPattern& path) {
  for (const NamePattern& pattern : path.objects()) {
    if (pattern.has_wildcards()) continue;
    for (const std::uint32_t object : title_indices_of(pattern, titles_)) {
      if (bind_left_out(path, object)) return true;
    }
  }
  return false;
}

void Binder::bind(const PathPattern& path, std::uint32_t number) {
  if (!path.is_for_machine(machine_)) {
    bound_.matches.push_back(Match::no_machine);
    return;
  }
  path_ = number;
  missing_instance_.reset();
  Match best = Match::no_object;
  const bool any_object = !path.objects().empty() && path.objects().front().has_wildcards();
  for (const Catalog::Object& object : catalog_.objects()) {
    if (best == Match::matched && !any_object) break;
    if (any_object && describes_the_block(object.title_index)) continue;
    const Match match = bind_object(path, object);
    if (nearness(match) > nearness(best)) best = match;
  }
  if (nearness(best) <= nearness(Match::no_counter) && bind_left_out(path)) {
    best = Match::left_out;
  }
  if (best == Match::no_instance && missing_instance_.has_value() && !path.has_wildcards()) {
    add_unreadable(*std::move(missing_instance_));
  }
  bound_.matches.push_back(best);
}

}  // namespace

void bind_paths(std::span<const PathPattern> paths, const Snapshot& snapshot,
                const Catalog& catalog, const TitleTable& titles, std::string_view machine,
                BoundPaths& bound) {
  bound.runs.clear();
  bound.choices.clear();
  bound.unreadable.clear();
  bound.matches.clear();
  bound.series = 0;
  Binder binder(snapshot, catalog, titles, machine, bound);
  for (std::uint32_t i = 0; i < paths.size(); ++i) binder.bind(paths[i], i);
}

}  // namespace openperflib
