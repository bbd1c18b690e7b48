#include "openperflib/counter/scale.h"

#include <array>
#include <cstddef>

namespace openperflib {
namespace {

// Exact as doubles, as all powers of ten up to 10^22 are.
constexpr std::array kPowersOfTen = {1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10};
static_assert(kPowersOfTen.size() == kMaxDefaultScale + 1);

constexpr std::array<std::string_view, 6> kSuffixTexts = {"", "/sec", "%", "secs", "", ""};
static_assert(kSuffixTexts.size() == static_cast<std::size_t>(Suffix::unknown) + 1);

}  // namespace

double scaled(double value, int exponent) noexcept {
  if (exponent < kMinDefaultScale || exponent > kMaxDefaultScale) return value;
  return exponent < 0 ? value / kPowersOfTen[static_cast<std::size_t>(-exponent)]
                      : value * kPowersOfTen[static_cast<std::size_t>(exponent)];
}

std::string_view suffix_text(Suffix suffix) noexcept {
  return kSuffixTexts[static_cast<std::size_t>(suffix)];
}

}  // namespace openperflib
