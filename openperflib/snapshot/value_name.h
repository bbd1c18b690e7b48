// What a value name of the performance keys requests: objects, or a table of titles.
#pragma once

#include <cstdint>
#include <string_view>

namespace openperflib {

// Which table of titles; `added_`: only the indices above the base table.
enum class ValueKind : std::uint8_t { objects, names, helps, added_names, added_helps };

// Value. A name is classified by its first word, ignoring case: "Counter..." requests names,
// "Help..." and "Explain..." help texts, "Addcounter..." and "Addexplain..." the added ones;
// anything else names objects (ObjectRequest::of_value_name).
struct ValueName {
  static constexpr std::uint16_t kEnglish = 9;
  ValueKind kind = ValueKind::objects;
  std::uint16_t language = kEnglish;  // in the name, in hexadecimal ("Counter 009"); otherwise this
  // Returns whether the language is English, of any country, or none was given.
  [[nodiscard]] bool is_english() const noexcept;
  bool operator==(const ValueName&) const = default;
};

// Never fails: see ValueName.
[[nodiscard]] ValueName parse_value_name(std::string_view value_name) noexcept;

}  // namespace openperflib
