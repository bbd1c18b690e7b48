// What a value name of the performance keys asks for: objects, or a table of titles.
#pragma once

#include <cstdint>
#include <string_view>

namespace openperflib {

// Which table of titles; `added_`: the indices above the base table's alone.
enum class ValueKind : std::uint8_t { objects, names, helps, added_names, added_helps };

// Value. A name by its first word, case ignored: what begins with "Counter" asks for names, with
// "Help" or "Explain" for help texts, with "Addcounter" and "Addexplain" for those added; anything
// else names objects (ObjectRequest::of_value_name).
struct ValueName {
  static constexpr std::uint16_t kEnglish = 9;
  ValueKind kind = ValueKind::objects;
  std::uint16_t language = kEnglish;  // as the name says, in hexadecimal ("Counter 009"); else this
  // Whether the language, whatever its country, is English, or none is meant.
  [[nodiscard]] bool is_english() const noexcept;
  bool operator==(const ValueName&) const = default;
};

// Never fails: see ValueName.
[[nodiscard]] ValueName parse_value_name(std::string_view value_name) noexcept;

}  // namespace openperflib
