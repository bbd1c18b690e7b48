// What all files of rules have in common: a head, limits, and objects whose members a table knows.
//
// Errors: the line, the member and the reason.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <expected>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "openperflib/analysis/expression.h"
#include "openperflib/analysis/located_json.h"

namespace openperflib {

// The rules of a file of that format ("openperflib rules"), as they stand there. Errors: it is no
// such file, or larger than kMostRules and kMostRuleBytes say.
[[nodiscard]] std::expected<LocatedJson, RuleFault> read_rule_list(std::string_view text,
                                                                   std::string_view format);

// Whether expressions can call a counter that: small letters and _.
[[nodiscard]] bool is_counter_name(std::string_view text) noexcept;

// A text that is an expression over these names. Errors: the column and what is wrong there.
[[nodiscard]] std::expected<Expression, RuleFault> expression_of(
    const LocatedJson& json, std::span<const ExpressionName> names, ExpressionKind kind);

// A text that is a counter path.
[[nodiscard]] std::expected<std::string, RuleFault> counter_path_of(const LocatedJson& json);

// A member that an object may have, or must, and what takes it.
template <typename Target>
struct JsonField {
  std::string_view name;
  std::expected<void, RuleFault> (*take)(Target& target, const LocatedJson& json);
  bool must = false;
};

// Has the members of an object taken, in the order of `fields`. Errors: of a member that is none of
// them, is there twice, or is missing; those of taking one, behind its name. `what`: "a rule", for
// messages.
template <typename Target, std::size_t N>
[[nodiscard]] std::expected<void, RuleFault> take_fields(
    Target& target, const LocatedJson& json, const std::array<JsonField<Target>, N>& fields,
    std::string_view what) {
  std::array<std::string_view, N> names;
  std::ranges::transform(fields, names.begin(), &JsonField<Target>::name);
  if (auto known = json.expect_members(names, what); !known.has_value()) return known;
  for (const JsonField<Target>& field : fields) {
    const LocatedJson* const part = json.find(field.name);
    if (part == nullptr) {
      if (field.must) return json.fault("has no \"" + std::string(field.name) + "\"");
      continue;
    }
    auto taken = field.take(target, *part);
    if (taken.has_value()) continue;
    taken.error().reason.insert(0, std::string(field.name) + ": ");
    return taken;
  }
  return {};
}

}  // namespace openperflib
