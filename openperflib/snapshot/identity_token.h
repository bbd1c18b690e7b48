// IdentityToken: 64 bits that stand for a thing or a series, the same wherever its block is read.
#pragma once

#include <cstdint>
#include <string_view>

#include "openperflib/base/fnv1a.h"

namespace openperflib {

// Value. Parts are added in a fixed order; equal parts give equal tokens in every query, process
// and machine.
class IdentityToken {
 public:
  constexpr IdentityToken() noexcept = default;
  // Starts from `begun`, such as the value() of another token, in place of 0.
  constexpr explicit IdentityToken(std::uint64_t begun) noexcept : hash_(begun) {}

  // Returns this token, for chains of calls.
  constexpr IdentityToken& add(std::uint64_t part) noexcept {
    // SplitMix64 of both: each bit of a part reaches each bit of the token.
    std::uint64_t mixed = hash_ + 0x9E3779B97F4A7C15ULL + part;
    mixed = (mixed ^ (mixed >> 30U)) * 0xBF58476D1CE4E5B9ULL;
    mixed = (mixed ^ (mixed >> 27U)) * 0x94D049BB133111EBULL;
    hash_ = mixed ^ (mixed >> 31U);
    return *this;
  }
  // Adds the bytes of a text as one part.
  constexpr IdentityToken& add(std::string_view text) noexcept { return add(fnv1a(text)); }
  // Never 0, which stands for no identity.
  [[nodiscard]] constexpr std::uint64_t value() const noexcept { return hash_ == 0 ? 1 : hash_; }

 private:
  std::uint64_t hash_ = 0;
};

}  // namespace openperflib
