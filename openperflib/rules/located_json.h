// LocatedJson: a JSON document whose parts know their lines, for messages to its author.
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "openperflib/rules/rule_fault.h"

namespace openperflib {

// Value. Numbers are doubles; all members with the same name are kept.
struct LocatedJson {
  enum class Kind : std::uint8_t { nothing, boolean, number, text, list, object };  // nothing: null
  Kind kind = Kind::nothing;
  std::size_t line = 1;
  double number = 0;  // booleans: 0 or 1
  std::string text{};
  std::vector<std::string> names{};  // of an object's members, in the order of `parts`
  std::vector<LocatedJson> parts{};

  // The first member of that name, null if there is none.
  [[nodiscard]] const LocatedJson* find(std::string_view name) const noexcept;
  // Its text; empty if there is none.
  [[nodiscard]] std::string_view text_of(std::string_view name) const noexcept;

  // Errors: the line and what the parser expected there; deeper or larger than kMost... allows.
  [[nodiscard]] static std::expected<LocatedJson, RuleFault> parse(std::string_view text);

  // An error on this line.
  [[nodiscard]] std::unexpected<RuleFault> fault(std::string reason) const;
  // Checks that it is of that kind. Errors: its actual kind.
  [[nodiscard]] std::expected<void, RuleFault> expect(Kind wanted) const;
  // Checks that it is an object with only these members, none twice. `what`: "a rule", for
  // messages.
  [[nodiscard]] std::expected<void, RuleFault> expect_members(
      std::span<const std::string_view> known, std::string_view what) const;
  // The contents of a part of one kind; texts are UTF-8, lists of texts have at most kMostTexts.
  // Errors: it is of another kind.
  [[nodiscard]] std::expected<std::string, RuleFault> as_text() const;
  [[nodiscard]] std::expected<bool, RuleFault> as_flag() const;
  [[nodiscard]] std::expected<double, RuleFault> as_number() const;
  [[nodiscard]] std::expected<std::vector<std::string>, RuleFault> as_texts() const;

  static constexpr std::size_t kMostTexts = 64;
  static constexpr std::size_t kMostDepth = 16;
  static constexpr std::size_t kMostParts = 200'000;  // of the whole document
};

// "a list", "a number": the kind of a part, for messages.
[[nodiscard]] std::string_view name_of(LocatedJson::Kind kind) noexcept;

}  // namespace openperflib
