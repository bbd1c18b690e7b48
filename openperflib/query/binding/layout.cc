#include <algorithm>
#include <tuple>

#include "openperflib/query/binding/layout_internal.h"
#include "openperflib/query/identity/identity_token.h"
#include "openperflib/titles/title_indices.h"

namespace openperflib {
namespace {

bool same_keys(const std::vector<InstanceKey>& a, const std::vector<InstanceKey>& b) {
  return std::ranges::equal(a, b, [](const InstanceKey& x, const InstanceKey& y) {
    return x.object_title_index == y.object_title_index && x.instance == y.instance &&
           x.key == y.key;
  });
}

// A hash of the counters without a definition: the answer to a path to one of them depends on it.
std::uint64_t hash_of_left_out(std::span<const MissingRun> missing) {
  std::uint64_t hash = 0;
  for (const MissingRun& run : missing) {
    if (run.counter_ordinal != MissingRun::kLeftOut) continue;
    hash = (hash ^ run.object_title_index) * 0x9E3779B97F4A7C15;
    hash = (hash ^ run.first_instance) * 0x9E3779B97F4A7C15;
  }
  return hash;
}

// Whether some path reads Collection Status itself: it is then part of the layout.
BlockMap::StatusObject status_object(const Catalog& catalog, const BoundPaths& bound) {
  const bool is_bound = std::ranges::any_of(bound.runs, [&](const SeriesRun& run) {
    return catalog.objects()[run.object].title_index == title::kCollectionStatus;
  });
  return is_bound ? BlockMap::StatusObject::included : BlockMap::StatusObject::ignored;
}

}  // namespace

void Layout::assign(const Snapshot& snapshot, const Catalog& catalog,
                    std::span<const PathPattern> paths, const TitleTable& titles,
                    std::string_view machine) {
  bind_paths(paths, snapshot, catalog, titles, machine, bound_);
  map_.assign(snapshot.view(), status_object(catalog, bound_));
  identities_.assign(snapshot, catalog, map_);
  objects_.clear();
  counters_.clear();
  counter_tokens_.clear();
  equal_objects_.clear();
  for (const Catalog::Object& object : catalog.objects()) add_counters(object);
  keys_ = snapshot.instance_keys();
  left_out_ = hash_of_left_out(snapshot.missing());
}

// Equal objects, and equal counters of an object, are told apart by their order.
void Layout::add_counters(const Catalog::Object& object) {
  objects_.push_back({object.title_index, object.has_instances});
  const std::uint64_t equal_objects = equal_objects_[object.title_index]++;
  equal_counters_.clear();
  for (const Catalog::Counter& counter : object.counters) {
    counters_.push_back({counter.title_index, counter.type});
    IdentityToken token;
    token.add(object.title_index).add(equal_objects).add(object.has_instances ? 1 : 0);
    token.add(counter.title_index).add(counter.type.bits());
    counter_tokens_.push_back(token.add(equal_counters_[token.value()]++).value());
  }
}

void Layout::identify_series(std::vector<std::uint64_t>& identities) const {
  identities.resize(bound_.series);
  for (const SeriesRun& run : bound_.runs) {
    const bool has_instances = objects_[run.object].has_instances;
    const std::uint64_t instance = has_instances ? identities_.token(run.object, run.instance) : 0;
    for (std::uint32_t i = 0; i < run.count; ++i) {
      const std::uint64_t counter = counter_tokens_[bound_.choices[run.first_choice + i]];
      identities[run.first_series + i] = IdentityToken(counter).add(instance).value();
    }
  }
  for (const UnreadableSeries& one : bound_.unreadable) {
    IdentityToken token;
    token.add(one.object_title_index).add(one.counter_title_index);
    token.add(static_cast<std::uint64_t>(one.status)).add(one.instance);
    identities[one.series] = token.value();
  }
}

bool Layout::follow(const Snapshot& snapshot, const TimeStep& step) noexcept {
  return map_.is_layout_of(snapshot.view()) && same_keys(keys_, snapshot.instance_keys()) &&
         left_out_ == hash_of_left_out(snapshot.missing()) &&
         identities_.follow(snapshot.view(), step);
}

std::uint32_t Layout::find_object(const Object& object) const noexcept {
  const auto at = std::ranges::find(objects_, object.title_index, &Object::title_index);
  if (at == objects_.end() || at->has_instances != object.has_instances) return kNone;
  return static_cast<std::uint32_t>(at - objects_.begin());
}

const SeriesRun* Layout::find_run(std::uint32_t path, std::uint32_t object,
                                  std::uint32_t instance) const noexcept {
  const auto place = [](const SeriesRun& run) {
    return std::tuple(run.path, run.object, run.instance);
  };
  const auto wanted = std::tuple(path, object, instance);
  const auto at = std::ranges::lower_bound(bound_.runs, wanted, {}, place);
  return at != bound_.runs.end() && place(*at) == wanted ? &*at : nullptr;
}

void Layout::match_run(const Layout& older, const SeriesRun& older_run, const Layout& newer,
                       const SeriesRun& newer_run, std::vector<std::uint32_t>& older_series) {
  std::uint32_t at = 0;  // counters keep their order, but some may be missing
  for (std::uint32_t i = 0; i < newer_run.count; ++i) {
    std::uint32_t found = at;
    while (found < older_run.count &&
           older.counter(older_run, found) != newer.counter(newer_run, i)) {
      ++found;
    }
    if (found == older_run.count) continue;
    older_series[newer_run.first_series + i] = older_run.first_series + found;
    at = found + 1;
  }
}

void Layout::match_unreadable(const Layout& older, const Layout& newer,
                              std::vector<std::uint32_t>& older_series) {
  auto at = older.bound_.unreadable.begin();
  const auto end = older.bound_.unreadable.end();
  for (const UnreadableSeries& one : newer.bound_.unreadable) {  // both by path, one per path
    while (at != end && at->path < one.path) ++at;
    if (at == end) return;
    if (at->path == one.path && at->status == one.status) older_series[one.series] = at->series;
  }
}

void Layout::match_series(const Layout& older, const Layout& newer, const TimeStep& step,
                          std::vector<std::uint32_t>& older_series) {
  older_series.assign(newer.bound_.series, kNone);
  match_unreadable(older, newer, older_series);
  std::vector<std::vector<std::uint32_t>> instances(newer.objects_.size());  // matched when needed
  for (const SeriesRun& run : newer.bound_.runs) {
    const std::uint32_t older_object = older.find_object(newer.objects_[run.object]);
    if (older_object == kNone) continue;
    std::uint32_t older_instance = run.instance;
    if (newer.objects_[run.object].has_instances) {
      std::vector<std::uint32_t>& matched = instances[run.object];
      if (matched.empty()) {
        InstanceIdentities::match(older.identities_, older_object, newer.identities_, run.object,
                                  step, matched);
      }
      older_instance = matched[run.instance];
    }
    const SeriesRun* older_run = older.find_run(run.path, older_object, older_instance);
    if (older_run != nullptr) match_run(older, *older_run, newer, run, older_series);
  }
}

}  // namespace openperflib
