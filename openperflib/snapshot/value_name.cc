#include "openperflib/snapshot/value_name.h"

#include <array>
#include <charconv>

#include "openperflib/text/utf16.h"

namespace openperflib {
namespace {

constexpr unsigned kPrimaryLanguage = 0x3FF;  // the bits of a LANGID; the others are the country
constexpr std::string_view kBlanks = " \t";

struct Prefix {
  std::string_view text;
  ValueKind kind;
};
constexpr auto kPrefixes = std::to_array<Prefix>({{"Counter", ValueKind::names},
                                                  {"Help", ValueKind::helps},
                                                  {"Explain", ValueKind::helps},
                                                  {"Addcounter", ValueKind::added_names},
                                                  {"Addexplain", ValueKind::added_helps}});

// "009", "9", "0409"; other texts mean no language.
std::uint16_t language_of(std::string_view text) noexcept {
  const std::size_t begin = text.find_first_not_of(kBlanks);
  if (begin == text.npos) return ValueName::kEnglish;
  text = text.substr(begin, text.find_last_not_of(kBlanks) + 1 - begin);
  std::uint16_t language = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, language, 16);
  return error == std::errc{} && stop == end ? language : ValueName::kEnglish;
}

}  // namespace

bool ValueName::is_english() const noexcept {
  const unsigned primary = language & kPrimaryLanguage;
  return primary == kEnglish || primary == 0;
}

ValueName parse_value_name(std::string_view value_name) noexcept {
  for (const Prefix& prefix : kPrefixes) {
    if (!equal_ignoring_case(value_name.substr(0, prefix.text.size()), prefix.text)) continue;
    return {prefix.kind, language_of(value_name.substr(prefix.text.size()))};
  }
  return {};
}

}  // namespace openperflib
