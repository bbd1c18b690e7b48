#include "openperflib/rules/rule_document.h"

#include <fmt/core.h>

#include <utility>
#include <vector>

#include "openperflib/base/try_internal.h"
#include "openperflib/query/paths/path_pattern.h"

namespace openperflib {
namespace {

using Json = LocatedJson;

constexpr auto kMembers = std::to_array<std::string_view>({"format", "version", "rules"});
constexpr double kVersion = 1;

std::expected<void, RuleFault> check_head(const Json& json, std::string_view format,
                                          std::span<const std::string_view> others) {
  OPENPERFLIB_TRY(json.expect(Json::Kind::object));
  if (json.text_of("format") != format) {
    return json.fault(fmt::format("not a rule file: \"format\" is not \"{}\"", format));
  }
  std::vector<std::string_view> members(kMembers.begin(), kMembers.end());
  members.insert(members.end(), others.begin(), others.end());
  OPENPERFLIB_TRY(json.expect_members(members, "a rule file"));
  const Json* const version = json.find("version");
  if (version == nullptr || version->kind != Json::Kind::number || version->number != kVersion) {
    return (version == nullptr ? json : *version).fault("\"version\" is not 1");
  }
  if (json.find("rules") == nullptr) return json.fault("has no \"rules\"");
  const Json& list = *json.find("rules");
  OPENPERFLIB_TRY(list.expect(Json::Kind::list));
  if (list.parts.size() > kMostRules) return list.fault("has too many rules");
  return {};
}

}  // namespace

std::expected<LocatedJson, RuleFault> read_rule_document(std::string_view text,
                                                         std::string_view format,
                                                         std::span<const std::string_view> others) {
  if (text.size() > kMostRuleBytes) return std::unexpected(RuleFault{1, {}, "is too large"});
  Json json = OPENPERFLIB_TRY(Json::parse(text));
  OPENPERFLIB_TRY(check_head(json, format, others));
  return json;
}

std::expected<LocatedJson, RuleFault> read_rule_list(std::string_view text,
                                                     std::string_view format) {
  Json json = OPENPERFLIB_TRY(read_rule_document(text, format, {}));
  return std::move(json.parts[static_cast<std::size_t>(json.find("rules") - json.parts.data())]);
}

bool is_counter_name(std::string_view text) noexcept {
  const auto is_fine = [](char c) { return (c >= 'a' && c <= 'z') || c == '_'; };
  return !text.empty() && std::ranges::all_of(text, is_fine);
}

std::expected<Expression, RuleFault> expression_of(const Json& json,
                                                   std::span<const std::string_view> names,
                                                   ExpressionKind kind) {
  const std::string text = OPENPERFLIB_TRY(json.as_text());
  auto parsed = Expression::parse(text, names, kind);
  if (parsed.has_value()) return *std::move(parsed);
  return json.fault(
      fmt::format("\"{}\", column {}: {}", text, parsed.error().column, parsed.error().reason));
}

std::expected<std::string, RuleFault> counter_path_of(const LocatedJson& json) {
  std::string path = OPENPERFLIB_TRY(json.as_text());
  if (PathPattern::parse(path).has_value()) return path;
  return json.fault(fmt::format(
      "\"{}\" is not a counter path; write \\Object(instance)\\Counter, as `perflib list "
      "--paths` prints them",
      path));
}

}  // namespace openperflib
