#include "openperflib/provider/v1/module_keys.h"

#include <algorithm>

#include "openperflib/abi/winperf_constants.h"
#include "openperflib/snapshot/identity_token.h"

namespace openperflib {
namespace {

// A stored name up to its first NUL: what follows is not a part of it, and may change.
Bytes name_without_nul(Bytes name, std::size_t unit) noexcept {
  for (std::size_t at = 0; contains(name.size(), at, unit); at += unit) {
    const Bytes character = name.subspan(at, unit);
    if (std::ranges::all_of(character, [](std::byte one) { return one == std::byte{0}; })) {
      return name.first(at);
    }
  }
  return name;
}

std::uint64_t own_token(const ObjectTypeView& object,
                        const InstanceDefinitionView& instance) noexcept {
  constexpr std::uint64_t kById = 1;
  constexpr std::uint64_t kByName = 2;
  IdentityToken token;
  if (instance.unique_id() != PERF_NO_UNIQUE_ID) {
    return token.add(kById).add(static_cast<std::uint32_t>(instance.unique_id())).value();
  }
  const std::size_t unit = object.code_page() == 0 ? sizeof(char16_t) : sizeof(char);
  return token.add(kByName).add(as_text(name_without_nul(instance.name(), unit))).value();
}

}  // namespace

void ModuleKeys::begin(const ModuleProcess& process) noexcept {
  process_ = process;
  objects_.clear();
  tokens_.clear();
}

std::optional<std::uint64_t> ModuleKeys::token_of(const ParentInstance& parent) const noexcept {
  const auto object = std::ranges::find(objects_, parent.object_title_index, &Object::index);
  if (object == objects_.end() || parent.instance >= object->count) return std::nullopt;
  return tokens_[object->first + parent.instance];
}

void ModuleKeys::add(const ObjectTypeView& object, ProviderReport& report) {
  const std::uint32_t index = object.name_title_index();
  IdentityToken process;
  process.add(process_.installation).add(process_.host).add(process_.starts);
  if (object.single().has_value()) report.add_key({index, 0, process.value(), process.value()});
  const std::size_t first = tokens_.size();
  for (const InstanceView& instance : object.instances()) {
    tokens_.push_back(own_token(object, instance.definition));
  }
  objects_.push_back({index, first, tokens_.size() - first});
  std::uint32_t position = 0;
  for (const InstanceView& instance : object.instances()) {
    IdentityToken token = process;
    token.add(tokens_[first + position]);
    const auto parent = instance.definition.parent();
    if (parent.has_value()) token.add(token_of(*parent).value_or(0));
    report.add_key({index, position++, token.value(), process.value()});
  }
}

}  // namespace openperflib
