#include <algorithm>
#include <functional>
#include <utility>

#include "openperflib/base/fnv1a.h"
#include "openperflib/log/blg/blg_instance_names_internal.h"
#include "openperflib/os/portable/code_page.h"
#include "openperflib/query/catalog/catalog.h"
#include "openperflib/text/utf16.h"
#include "openperflib/wire/instance_name.h"

namespace openperflib {
namespace {

std::int32_t id_of_unnamed(const InstanceDefinitionView& instance) noexcept {
  return instance.name().empty() ? instance.unique_id() : 0;
}

std::optional<InstanceView> instance_after(InstanceRange::Iterator one,
                                           const InstanceRange& instances) noexcept {
  ++one;
  return one == instances.end() ? std::nullopt : std::optional(*one);
}

}  // namespace

// The first object with the title has the parents, as in a catalog.
const InstanceDefinitionView* BlgInstanceNames::find_parent(const DataBlockView& block,
                                                            const ParentInstance& parent) {
  if (parents_.object != parent.object_title_index) {
    parents_.object = parent.object_title_index;
    parents_.view = block.find(parents_.object);
    parents_.instances.clear();
    if (parents_.view.has_value()) {
      for (const InstanceView& one : parents_.view->instances()) {
        parents_.instances.push_back(one.definition);
      }
    }
  }
  return parent.instance < parents_.instances.size() ? &parents_.instances[parent.instance]
                                                     : nullptr;
}

BlgInstanceNames::Instance BlgInstanceNames::named(const Present& instance) const {
  const InstanceDefinitionView* const parent = instance.parent;
  return {.name = name_or_id(instance.object, instance.definition, &decode_code_page),
          .parent = parent == nullptr ? std::string()
                                      : name_or_id(*parents_.view, *parent, &decode_code_page)};
}

BlgInstanceNames::Stored BlgInstanceNames::bytes_of(const Present& instance) const noexcept {
  Stored stored;
  stored.name = as_text(instance.definition.name());
  stored.unique_id = id_of_unnamed(instance.definition);
  if (instance.parent == nullptr) return stored;
  stored.parent = as_text(instance.parent->name());
  stored.parent_unique_id = id_of_unnamed(*instance.parent);
  stored.parent_code_page = parents_.view->code_page();
  stored.has_parent = true;
  return stored;
}

std::uint32_t BlgInstanceNames::add(const Stored& stored, const Present& instance) {
  const Instance shown = named(instance);
  const Catalog::Instance full{.name = shown.name, .parent = shown.parent};
  const auto [group, is_new] = group_of_name_.try_emplace(
      name_hash_of(folded(full_name(full))), static_cast<std::uint32_t>(groups_.size()));
  if (is_new) groups_.emplace_back();
  ++groups_[group->second].spellings;
  Known& added = known_.emplace_back(Known{.stored = stored, .group = group->second});
  added.stored.name = bytes_.add(stored.name);
  added.stored.parent = bytes_.add(stored.parent);
  return static_cast<std::uint32_t>(known_.size() - 1);
}

std::uint32_t BlgInstanceNames::look_up(const Stored& stored, const Present& instance) {
  const std::hash<std::string_view> hash_of;
  std::uint64_t hash = fnv1a_step<std::uint64_t>(hash_of(stored.name), hash_of(stored.parent));
  hash = fnv1a_step(hash, static_cast<std::uint32_t>(stored.unique_id));
  const auto [begin, end] = by_hash_.equal_range(hash);
  for (auto one = begin; one != end; ++one) {
    if (known_[one->second].stored == stored) return one->second;
  }
  const std::uint32_t added = add(stored, instance);
  by_hash_.emplace(hash, added);
  return added;
}

// Most instances that are not the likely one have replaced it, so that the next one follows it.
std::uint32_t BlgInstanceNames::find_place(const Present& instance) {
  const Stored stored = bytes_of(instance);
  for (const std::size_t at : {likely_, likely_ + 1}) {
    if (at < order_before_.size() && known_[order_before_[at]].stored == stored) {
      return order_before_[at];
    }
  }
  return look_up(stored, instance);
}

// Many instances are called the same, so that only two in a row tell the position. Some may have
// begun or ended between the last one and this one; if many have, the only one of its name tells.
// If the next one is as near as it can be, none has ended.
std::optional<std::size_t> BlgInstanceNames::position_of(std::uint32_t place,
                                                         std::optional<std::uint32_t> next) const {
  constexpr std::size_t kMostSteps = 4;
  if (continues(likely_, next) || continues(likely_ + 1, next)) return std::nullopt;
  const auto has_both = [&](std::size_t at) { return has(at, place) && continues(at + 1, next); };
  for (std::size_t step = 1; step <= kMostSteps; ++step) {
    if (has_both(likely_ + step)) return likely_ + step;
    if (has_both(likely_ - step)) return likely_ - step;  // before 0: beyond the end
  }
  const Known& known = known_[place];
  const bool is_only_one = known.count == 1 && has_both(known.position);
  return is_only_one ? std::optional<std::size_t>(known.position) : std::nullopt;
}

// An instance that was passed has stayed, and others have begun in front of it.
bool BlgInstanceNames::replaces_likely(std::uint32_t place,
                                       std::optional<std::uint32_t> next) const noexcept {
  const Known& known = known_[place];
  if (likely_ == order_before_.size()) return false;
  if (continues(likely_ + 1, next)) return true;
  if (continues(likely_, next)) return false;
  return known.count != 0 || !has(known.position, place);
}

void BlgInstanceNames::pass_to(std::size_t position) {
  for (; likely_ < position; ++likely_) {
    Known& ended = known_[order_before_[likely_]];
    --ended.count;
    has_mixed_change_ = has_mixed_change_ || groups_[ended.group].spellings != 1;
  }
}

void BlgInstanceNames::count_one(std::uint32_t place) {
  Known& begun = known_[place];
  ++begun.count;
  has_mixed_change_ = has_mixed_change_ || groups_[begun.group].spellings != 1;
  begun_.push_back(place);
}

std::uint32_t BlgInstanceNames::place_of(const DataBlockView& block, const Present& instance,
                                         const std::optional<InstanceView>& following) {
  const std::uint32_t place = find_place(instance);
  if (has(likely_, place)) return order_before_[likely_++];
  std::optional<std::uint32_t> next;
  if (following.has_value()) {
    const InstanceDefinitionView& definition = following->definition;
    next = find_place({instance.object, definition, parent_of(block, definition)});
  }
  const auto position = position_of(place, next);
  if (position.has_value() && *position > likely_) {
    pass_to(*position);
    return order_before_[likely_++];
  }
  if (!position.has_value() && replaces_likely(place, next)) pass_to(likely_ + 1);
  count_one(place);
  return place;
}

bool BlgInstanceNames::may_have_new() const {
  return has_mixed_change_ || std::ranges::any_of(begun_, [&](std::uint32_t place) {
           return known_[place].count > known_[place].numbers;
         });
}

std::uint32_t BlgInstanceNames::number_of(const Known& known) {
  Group& group = groups_[known.group];
  if (std::exchange(group.numbering, numberings_) != numberings_) group.numbered = 0;
  return group.numbered++;
}

void BlgInstanceNames::find_new(const DataBlockView& block, const ObjectTypeView& object) {
  ++numberings_;
  auto place = order_.begin();
  for (const InstanceView& one : object.instances()) {
    Known& known = known_[*place++];
    const std::uint32_t number = number_of(known);
    if (number < known.numbers) continue;
    if (number == known.numbers) ++known.numbers;
    new_.push_back(named({object, one.definition, parent_of(block, one.definition)}));
    new_.back().number = number;
  }
}

std::span<const BlgInstanceNames::Instance> BlgInstanceNames::note(const DataBlockView& block,
                                                                   const ObjectTypeView& object) {
  new_.clear();
  begun_.clear();
  has_mixed_change_ = false;
  order_before_.swap(order_);
  order_.clear();
  likely_ = 0;
  parents_.object = 0;
  const InstanceRange instances = object.instances();
  for (auto at = instances.begin(); at != instances.end(); ++at) {
    const InstanceView one = *at;
    const Present instance{object, one.definition, parent_of(block, one.definition)};
    const std::uint32_t place = is_likely(instance)
                                    ? order_before_[likely_++]
                                    : place_of(block, instance, instance_after(at, instances));
    known_[place].position = static_cast<std::uint32_t>(order_.size());
    order_.push_back(place);
  }
  pass_to(order_before_.size());
  if (may_have_new()) find_new(block, object);
  return new_;
}

}  // namespace openperflib
