#include <fmt/format.h>

#include <functional>
#include <utility>

#include "openperflib/abi/winperf_constants.h"
#include "openperflib/base/bytes.h"
#include "openperflib/base/fnv1a.h"
#include "openperflib/log/blg/blg_instance_names_internal.h"
#include "openperflib/os/portable/code_page.h"
#include "openperflib/query/catalog/catalog.h"
#include "openperflib/text/utf16.h"
#include "openperflib/wire/instance_name.h"

namespace openperflib {
namespace {

bool is_called_by_id(const InstanceDefinitionView& instance) noexcept {
  return instance.name().empty() && instance.unique_id() != PERF_NO_UNIQUE_ID;
}

std::int32_t id_of_unnamed(const InstanceDefinitionView& instance) noexcept {
  return is_called_by_id(instance) ? instance.unique_id() : 0;
}

std::string instance_text(const ObjectTypeView& object, const InstanceDefinitionView& instance) {
  if (is_called_by_id(instance)) return fmt::to_string(instance.unique_id());
  return instance_name(object, instance, &decode_code_page).text;
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

BlgInstanceNames::Instance BlgInstanceNames::named(const ObjectTypeView& object,
                                                   const InstanceDefinitionView& instance,
                                                   const InstanceDefinitionView* parent) const {
  return {.name = instance_text(object, instance),
          .parent = parent == nullptr ? std::string() : instance_text(*parents_.view, *parent)};
}

std::uint32_t BlgInstanceNames::add(const Stored& stored, const ObjectTypeView& object,
                                    const InstanceDefinitionView& instance,
                                    const InstanceDefinitionView* parent) {
  const Instance shown = named(object, instance, parent);
  const Catalog::Instance full{.name = shown.name, .parent = shown.parent};
  const auto [group, is_new] = group_of_name_.try_emplace(
      name_hash_of(folded(full_name(full))), static_cast<std::uint32_t>(groups_.size()));
  if (is_new) groups_.emplace_back();
  Known& added = known_.emplace_back(Known{.stored = stored, .group = group->second});
  added.stored.name = bytes_.add(stored.name);
  added.stored.parent = bytes_.add(stored.parent);
  return static_cast<std::uint32_t>(known_.size() - 1);
}

std::uint32_t BlgInstanceNames::find(const Stored& stored, const ObjectTypeView& object,
                                     const InstanceDefinitionView& instance,
                                     const InstanceDefinitionView* parent) {
  const std::hash<std::string_view> hash_of;
  std::uint64_t hash = fnv1a_step<std::uint64_t>(hash_of(stored.name), hash_of(stored.parent));
  hash = fnv1a_step(hash, static_cast<std::uint32_t>(stored.unique_id));
  const auto [begin, end] = by_hash_.equal_range(hash);
  for (auto one = begin; one != end; ++one) {
    if (known_[one->second].stored == stored) return one->second;
  }
  const std::uint32_t added = add(stored, object, instance, parent);
  by_hash_.emplace(hash, added);
  return added;
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
  parents_.object = 0;
  std::size_t expected = 0;  // the position in the block before that is likely
  for (const InstanceView& one : object.instances()) {
    const InstanceDefinitionView& instance = one.definition;
    const InstanceDefinitionView* const parent = parent_of(block, instance);
    const Stored stored{.name = as_text(instance.name()),
                        .parent = parent == nullptr ? std::string_view() : as_text(parent->name()),
                        .unique_id = id_of_unnamed(instance),
                        .parent_unique_id = parent == nullptr ? 0 : id_of_unnamed(*parent),
                        .parent_code_page = parent == nullptr ? 0 : parents_.view->code_page(),
                        .has_parent = parent != nullptr};
    const bool is_next =
        expected < order_before_.size() && known_[order_before_[expected]].stored == stored;
    const std::uint32_t found =
        is_next ? order_before_[expected] : find(stored, object, instance, parent);
    Known& known = known_[found];
    if (is_next) {
      ++expected;
    } else if (known.block + 1 == blocks_) {
      expected = known.position + std::size_t{1};
    }
    known.block = blocks_;
    known.position = static_cast<std::uint32_t>(order_.size());
    order_.push_back(found);
    const std::uint32_t number = number_of(known);
    if (number < known.numbers) continue;
    if (number == known.numbers) ++known.numbers;
    new_.push_back(named(object, instance, parent));
    new_.back().number = number;
  }
  return new_;
}

}  // namespace openperflib
