// fnv1a: the hash FNV-1a, the same on every machine. It is fast, and no protection against texts
// that were made to collide.
#pragma once

#include <concepts>
#include <cstdint>
#include <string_view>
#include <type_traits>

namespace openperflib {

// The widths of the hash.
template <typename Word>
concept Fnv1aWord = std::same_as<Word, std::uint32_t> || std::same_as<Word, std::uint64_t>;

// The hash of nothing.
template <Fnv1aWord Word>
inline constexpr Word kFnv1aBegin =
    static_cast<Word>(sizeof(Word) == 4 ? 0x811C9DC5ULL : 0xCBF29CE484222325ULL);

// Returns `hash` with one more part: a byte or, in lists of numbers, a number as a whole.
template <Fnv1aWord Word>
[[nodiscard]] constexpr Word fnv1a_step(Word hash, std::type_identity_t<Word> part) noexcept {
  constexpr Word kPrime = static_cast<Word>(sizeof(Word) == 4 ? 0x01000193ULL : 0x100000001B3ULL);
  return (hash ^ part) * kPrime;
}

// Returns the hash of the bytes of a text. `begun` is the hash of what precedes it.
template <Fnv1aWord Word = std::uint64_t>
[[nodiscard]] constexpr Word fnv1a(std::string_view text,
                                   std::type_identity_t<Word> begun = kFnv1aBegin<Word>) noexcept {
  Word hash = begun;
  for (const char c : text) hash = fnv1a_step(hash, static_cast<unsigned char>(c));
  return hash;
}

// Returns `hash` with one more text of a list. A byte that UTF-8 does not have closes it, so that
// "ab" and "c" differ from "a" and "bc".
[[nodiscard]] constexpr std::uint64_t fnv1a_of_list(std::uint64_t hash,
                                                    std::string_view text) noexcept {
  return fnv1a_step(fnv1a(text, hash), 0xFF);
}

// Returns the hash of the characters of a text, each as `fold(char)` returns it.
template <Fnv1aWord Word = std::uint64_t, std::invocable<char> Fold>
[[nodiscard]] constexpr Word fnv1a_folded(std::string_view text, Fold fold) noexcept {
  Word hash = kFnv1aBegin<Word>;
  for (const char c : text) hash = fnv1a_step(hash, static_cast<unsigned char>(fold(c)));
  return hash;
}

}  // namespace openperflib
