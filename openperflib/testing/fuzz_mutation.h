// Mutation of the inputs of fuzz targets by their format. libFuzzer itself changes bytes, which
// seldom gets past magic numbers, sizes and counts. The same seed gives the same result.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <vector>

#include "openperflib/base/bytes.h"
#include "openperflib/testing/seeded.h"

// Changes any bytes, and returns their new size. Null in programs without libFuzzer.
extern "C" [[gnu::weak]] std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size,
                                                      std::size_t max_size);

namespace openperflib::fuzz_mutation {

using Input = std::vector<std::byte>;

// What a mutator knows of a format. Both functions accept any bytes.
struct InputFormat {
  // The input with another field or record; nullopt: it has none, or would be too large.
  std::optional<Input> (*changed)(Bytes input, std::size_t max_size, Seeded& random);
  // The input with sizes, counts and offsets that agree; nullopt: it would be too large.
  std::optional<Input> (*repaired)(Bytes input, std::size_t max_size);
};

// A number in an input. Its width is at most 8 bytes.
struct NumberPlace {
  std::size_t offset;
  std::size_t width;
};

// One element of an array or a vector that has some.
template <typename Range>
auto& chosen(Range& range, Seeded& random) {
  return range[random.below(range.size())];
}

// The number at a place inside the input, which is little-endian.
inline std::uint64_t number_at(Bytes input, const NumberPlace& place) {
  std::uint64_t number = 0;
  std::memcpy(&number, input.data() + place.offset, place.width);
  return number;
}

// A number at which code may err: near the stored one, the end of a range, a size, or `elsewhere`,
// which the input has at another place.
inline std::uint64_t boundary_number(std::uint64_t stored, std::uint64_t elsewhere,
                                     std::size_t input_size, Seeded& random) {
  constexpr auto kEdges =
      std::to_array<std::uint64_t>({0, 1, 2, 3, 0x7FFF'FFFF, 0x8000'0000, 0xFFFF'FFFE, 0xFFFF'FFFF,
                                    0x1'0000'0000, 0x7FFF'FFFF'FFFF'FFFF, 0xFFFF'FFFF'FFFF'FFFF});
  switch (random.below(6)) {
    case 0:
      return stored + 1;
    case 1:
      return stored - 1;
    case 2:
      return elsewhere;
    case 3:
      return input_size;
    case 4:
      return std::uint64_t{1} << random.below(64);
    default:
      return chosen(kEdges, random);
  }
}

// A copy of the input with a boundary number at `place`, perhaps the one that is at `other`.
inline Input with_boundary(Bytes input, const NumberPlace& place, const NumberPlace& other,
                           Seeded& random) {
  const std::uint64_t number =
      boundary_number(number_at(input, place), number_at(input, other), input.size(), random);
  Input changed(input.begin(), input.end());
  std::memcpy(changed.data() + place.offset, &number, place.width);
  return changed;
}

// The input with one change, half of the time repaired, unless that would undo it; nullopt: as of
// InputFormat::changed.
inline std::optional<Input> changed_input(const InputFormat& format, Bytes input,
                                          std::size_t max_size, Seeded& random) {
  auto changed = format.changed(input, max_size, random);
  if (!changed.has_value() || changed->size() > max_size) return std::nullopt;
  if (random.below(2) == 0) return changed;
  auto repaired = format.repaired(*changed, max_size);
  const bool is_other = repaired.has_value() && !std::ranges::equal(*repaired, input);
  return is_other ? repaired : changed;
}

// Replaces what is in a buffer that is large enough. Returns the size.
inline std::size_t replace_input(std::uint8_t* data, const Input& input) {
  if (!input.empty()) std::memcpy(data, input.data(), input.size());
  return input.size();
}

// A change without any knowledge; without libFuzzer, only the end is cut.
inline std::size_t mutate_bytes(std::uint8_t* data, std::size_t size, std::size_t max_size) {
  const std::size_t kept = std::min(size, max_size);
  return LLVMFuzzerMutate == nullptr ? kept : LLVMFuzzerMutate(data, kept, max_size);
}

// What LLVMFuzzerCustomMutator does: `data` has room for `max_size` bytes. One change in four is
// libFuzzer's, of which every other one is repaired.
inline std::size_t mutate_input(const InputFormat& format, std::uint8_t* data, std::size_t size,
                                std::size_t max_size, unsigned seed) {
  Seeded random(seed);
  if (random.below(4) != 0) {
    const Bytes input = std::as_bytes(std::span(data, size));
    const auto changed = changed_input(format, input, max_size, random);
    if (changed.has_value()) return replace_input(data, *changed);
  }
  const std::size_t mutated = mutate_bytes(data, size, max_size);
  if (random.below(2) == 0) return mutated;
  const auto repaired = format.repaired(std::as_bytes(std::span(data, mutated)), max_size);
  return repaired.has_value() ? replace_input(data, *repaired) : mutated;
}

}  // namespace openperflib::fuzz_mutation
