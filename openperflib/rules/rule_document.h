// The common parts of all rule files: a head, limits, and objects whose members are listed in a
// table.
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

#include "openperflib/rules/expression.h"
#include "openperflib/rules/located_json.h"

namespace openperflib {

inline constexpr std::size_t kMostRules = 1000;
inline constexpr std::size_t kMostRuleBytes = std::size_t{4} << 20U;

// The rules in a file of that format ("openperflib rules"), in their order. Errors: it is not such
// a file, or larger than kMostRules and kMostRuleBytes allow.
[[nodiscard]] std::expected<LocatedJson, RuleFault> read_rule_list(std::string_view text,
                                                                   std::string_view format);
// The whole document, whose member "rules" is such a list. `others`: members that it may have
// beside "format", "version" and "rules".
[[nodiscard]] std::expected<LocatedJson, RuleFault> read_rule_document(
    std::string_view text, std::string_view format, std::span<const std::string_view> others);

// Whether this is a valid name of a counter in expressions: small letters and _.
[[nodiscard]] bool is_counter_name(std::string_view text) noexcept;

// A text that is an expression over these names. Errors: the column and what is wrong there.
[[nodiscard]] std::expected<Expression, RuleFault> expression_of(
    const LocatedJson& json, std::span<const std::string_view> names, ExpressionKind kind);

// A text that is a counter path.
[[nodiscard]] std::expected<std::string, RuleFault> counter_path_of(const LocatedJson& json);

// A member that an object may or must have, and the function that reads it.
template <typename Target>
struct JsonField {
  std::string_view name;
  std::expected<void, RuleFault> (*take)(Target& target, const LocatedJson& json);
  bool must = false;
};

// Reads the members of an object, in the order of `fields`. Errors: a member that is unknown, given
// twice, or missing; those of reading one, after its name. `what`: "a rule", for messages.
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
