#include "openperflib/titles/language_id.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <charconv>

namespace openperflib {
namespace {

constexpr unsigned kPrimaryLanguage = 0x3FF;  // the bits of a LANGID; the others are the country
constexpr std::size_t kMostDigits = 4;

// A language whose sublanguages have titles of their own, and the one it is without any.
struct Divided {
  LanguageId primary;
  LanguageId usual;
};
constexpr auto kDivided = std::to_array<Divided>({{0x004, 0x804}, {0x016, 0x416}});

}  // namespace

std::optional<LanguageId> language_of(std::uint16_t language_id) noexcept {
  const auto primary = static_cast<LanguageId>(language_id & kPrimaryLanguage);
  if (primary == 0) return std::nullopt;
  const auto divided = std::ranges::find(kDivided, primary, &Divided::primary);
  if (divided == kDivided.end()) return primary;
  return language_id == primary ? divided->usual : language_id;
}

std::optional<LanguageId> language_of(std::string_view text) noexcept {
  if (text.empty() || text.size() > kMostDigits) return std::nullopt;
  std::uint16_t number = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number, 16);
  if (error != std::errc{} || stop != end) return std::nullopt;
  return language_of(number);
}

std::string language_text(LanguageId language) { return fmt::format("{:03X}", language); }

}  // namespace openperflib
