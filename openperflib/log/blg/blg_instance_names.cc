#include <array>
#include <functional>
#include <utility>

#include "openperflib/base/bytes.h"
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

}  // namespace

// The first object with the title has the parents, as in a catalog.
const InstanceDefinitionView* BlgInstanceNames::parent_of(const DataBlockView& block,
                                                          const InstanceDefinitionView& instance) {
  const auto parent = instance.parent();
  if (!parent.has_value()) return nullptr;
  if (parents_.object != parent->object_title_index) {
    parents_.object = parent->object_title_index;
    parents_.view = block.find(parents_.object);
    parents_.instances.clear();
    if (parents_.view.has_value()) {
      for (const InstanceView& one : parents_.view->instances()) {
        parents_.instances.push_back(one.definition);
      }
    }
  }
  return parent->instance < parents_.instances.size() ? &parents_.instances[parent->instance]
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

// Instances may have begun or ended between the last one and this one, or one may have replaced
// another. Many are called the same, so that a name alone does not tell the position.
std::optional<std::size_t> BlgInstanceNames::position_near(const Stored& stored) const {
  constexpr std::array<std::ptrdiff_t, 5> kSteps = {0, 1, -1, 2, -2};
  for (const std::ptrdiff_t step : kSteps) {
    const std::size_t at = expected_ + static_cast<std::size_t>(step);  // before 0: beyond the end
    if (at < order_before_.size() && known_[order_before_[at]].stored == stored) return at;
  }
  return std::nullopt;
}

std::uint32_t BlgInstanceNames::place_of(const Present& instance) {
  const Stored stored = bytes_of(instance);
  if (const auto near = position_near(stored); near.has_value()) {
    expected_ = *near + 1;
    return order_before_[*near];
  }
  const std::uint32_t place = look_up(stored, instance);
  const Known& known = known_[place];
  const bool is_moved = known.block + 1 == blocks_ && known.count == 1;
  expected_ = 1 + (is_moved ? known.position : expected_);
  return place;
}

std::uint32_t BlgInstanceNames::number_of(const Known& known) {
  Group& group = groups_[known.group];
  if (std::exchange(group.block, blocks_) != blocks_) group.count = 0;
  return group.count++;
}

std::span<const BlgInstanceNames::Instance> BlgInstanceNames::note(const DataBlockView& block,
                                                                   const ObjectTypeView& object) {
  ++blocks_;
  new_.clear();
  order_before_.swap(order_);
  order_.clear();
  expected_ = 0;
  parents_.object = 0;
  for (const InstanceView& one : object.instances()) {
    const Present instance{object, one.definition, parent_of(block, one.definition)};
    const std::uint32_t place = place_of(instance);
    Known& known = known_[place];
    if (std::exchange(known.block, blocks_) != blocks_) known.count = 0;
    ++known.count;
    known.position = static_cast<std::uint32_t>(order_.size());
    order_.push_back(place);
    const std::uint32_t number = number_of(known);
    if (number < known.numbers) continue;
    if (number == known.numbers) ++known.numbers;
    new_.push_back(named(instance));
    new_.back().number = number;
  }
  return new_;
}

}  // namespace openperflib
