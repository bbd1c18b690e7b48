#include <algorithm>
#include <utility>

#include "openperflib/query/binding/layout_internal.h"
#include "openperflib/snapshot/identity_token.h"
#include "openperflib/titles/title_indices.h"

namespace openperflib {
namespace {

bool same_keys(const std::vector<InstanceKey>& a, const std::vector<InstanceKey>& b) {
  return std::ranges::equal(a, b, [](const InstanceKey& x, const InstanceKey& y) {
    return x.object_title_index == y.object_title_index && x.instance == y.instance &&
           x.key == y.key;
  });
}

// An object without instances may have another source than before, as an instance may.
std::uint64_t single_key_of(const Catalog::Object& object, std::span<const InstanceKey> keys) {
  if (object.has_instances) return 0;
  const auto key =
      std::ranges::lower_bound(keys, object.title_index, {}, &InstanceKey::object_title_index);
  return key != keys.end() && key->object_title_index == object.title_index ? key->key : 0;
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
BlockMap::StatusObject status_object(const Catalog& catalog, std::span<const BoundSeries> bound) {
  const Catalog::Object* const status = catalog.find(title::kCollectionStatus);
  if (status == nullptr) return BlockMap::StatusObject::ignored;
  const auto position = static_cast<std::uint32_t>(status - catalog.objects().data());
  const bool is_bound = std::ranges::any_of(bound, [&](const BoundSeries& one) {
    return one.number != BoundSeries::kNone && one.place.object == position;
  });
  return is_bound ? BlockMap::StatusObject::included : BlockMap::StatusObject::ignored;
}

}  // namespace

void Layout::assign(const Snapshot& snapshot, const Catalog& catalog,
                    std::span<const BoundSeries> bound) {
  map_.assign(snapshot.view(), status_object(catalog, bound));
  identities_.assign(snapshot, catalog, map_);
  starts_.clear();
  objects_.clear();
  counter_tokens_.clear();
  equal_objects_.clear();
  keys_ = snapshot.instance_keys();
  links_.assign(snapshot.counter_links().begin(), snapshot.counter_links().end());
  for (const Catalog::Object& object : catalog.objects()) add_counters(object, keys_);
  left_out_ = hash_of_left_out(snapshot.missing());
}

// Equal objects, and equal counters of an object, are told apart by their order.
void Layout::add_counters(const Catalog::Object& object, std::span<const InstanceKey> keys) {
  objects_.push_back({object.title_index, object.has_instances, counter_tokens_.size(),
                      single_key_of(object, keys)});
  const std::uint64_t equal_objects = equal_objects_[object.title_index]++;
  equal_counters_.clear();
  for (const Catalog::Counter& counter : object.counters) {
    IdentityToken token;
    token.add(object.title_index).add(equal_objects).add(object.has_instances ? 1 : 0);
    token.add(counter.title_index).add(counter.type.bits());
    counter_tokens_.push_back(token.add(equal_counters_[token.value()]++).value());
  }
}

std::uint64_t Layout::identity_of(const Catalog::Place& place) const noexcept {
  const std::uint64_t counter =
      counter_tokens_[objects_[place.object].first_counter + place.counter];
  const bool has_instance = place.instance != Catalog::Place::kNone;
  const std::uint64_t instance = has_instance ? identities_.token(place.object, place.instance)
                                              : objects_[place.object].single_key;
  return IdentityToken(counter).add(instance).value();
}

std::uint32_t Layout::process_id_of(const Catalog::Place& place) const noexcept {
  if (place.instance == Catalog::Place::kNone) return 0;
  return identities_.process_id(place.object, place.instance);
}

Layout::Next Layout::follow(const Snapshot& snapshot, const TimeStep& step) noexcept {
  const bool has_same_places = map_.is_layout_of(snapshot.view()) &&
                               same_keys(keys_, snapshot.instance_keys()) &&
                               left_out_ == hash_of_left_out(snapshot.missing()) &&
                               std::ranges::equal(links_, snapshot.counter_links());
  if (!has_same_places) return Next::other_layout;
  return identities_.follow(snapshot.view(), step) ? Next::same : Next::other_processes;
}

void Layout::replace_processes(const Snapshot& snapshot, const Catalog& catalog, Layout& older) {
  older.objects_ = objects_;
  std::swap(identities_, older.identities_);
  identities_.assign(snapshot, catalog, map_);
  starts_.clear();
}

std::size_t Layout::find_object(const Object& object) const noexcept {
  const auto at = std::ranges::find(objects_, object.title_index, &Object::title_index);
  const bool is_same = at != objects_.end() && at->has_instances == object.has_instances;
  return is_same ? static_cast<std::size_t>(at - objects_.begin()) : objects_.size();
}

void Layout::continue_from(const Layout& older, const TimeStep& step) {
  for (std::size_t i = 0; i < objects_.size(); ++i) {
    const std::size_t before = older.find_object(objects_[i]);
    if (before != older.objects_.size()) {
      identities_.continue_from(older.identities_, before, i, step);
    }
  }
}

// A start that is known to a second only decides nothing alone: the older block then has to lack
// the process, whatever it was called there.
bool Layout::has_begun_since(const Layout& older, const Catalog::Place& place) const noexcept {
  if (place.instance == Catalog::Place::kNone) return false;
  const Began began = starts_.of(place.object, place.instance);
  if (began != Began::perhaps) return began == Began::after;
  const std::size_t before = older.find_object(objects_[place.object]);
  return before != older.objects_.size() &&
         !older.identities_.has_token(before, identities_.token(place.object, place.instance));
}

}  // namespace openperflib
