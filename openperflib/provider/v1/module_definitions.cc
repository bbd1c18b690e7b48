#include "openperflib/provider/v1/module_definitions.h"

#include <fmt/core.h>

#include <algorithm>

#include "openperflib/snapshot/identity_token.h"

namespace openperflib {
namespace {

// What a reader needs of them; scale and level are advice.
std::uint64_t token_of(const ObjectTypeView& object) noexcept {
  IdentityToken token;
  for (const CounterDefinitionView& counter : object.counters()) {
    token.add(counter.name_title_index()).add(counter.counter_type());
    token.add(counter.counter_size()).add(counter.counter_offset());
  }
  return token.value();
}

}  // namespace

std::expected<void, AnswerFault> ModuleDefinitions::check(
    const std::vector<AnsweredObject>& objects, bool is_costly) {
  for (const AnsweredObject& object : objects) {
    const std::uint64_t token = token_of(object.view());
    const auto known = std::ranges::find_if(known_, [&](const Known& one) {
      return one.index == object.index && one.is_costly == is_costly;
    });
    if (known == known_.end()) {
      known_.push_back({object.index, is_costly, token});
    } else if (known->token != token) {
      return std::unexpected(AnswerFault{
          kWrongDefinition,
          fmt::format("object {}: its counters are not those of before", object.index)});
    }
  }
  return {};
}

}  // namespace openperflib
