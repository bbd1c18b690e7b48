// What is wrong with bytes, as a value: which field of which structure at which byte.
#pragma once

#include <compare>
#include <cstdint>
#include <expected>
#include <string>
#include <type_traits>

namespace openperflib {

// What is wrong. The text for people is made in describe() alone.
enum class Errc : std::uint16_t {
  truncated,     // the bytes end before the structure does; aux: missing bytes, cut to 32 bits
  outside,       // a stored length or offset leaves its parent; aux: the stored value
  over_limit,    // more than Limits allows; aux: the stored value
  wrong_value,   // a constant of the format is not there; aux: the stored value
  misaligned,    // a length or offset is not a multiple of what it must be; aux: the stored value
  disagrees,     // two stored numbers that must agree do not; aux: the stored value
  not_a_number,  // a word of a text is no number of the kind that belongs there; aux: 0
  out_of_range,  // a number does not fit what it stands for; aux: the low 32 bits, where known
  missing,       // a part that must be there is not; aux: 0
  unknown_name,  // a name stands for nothing here; aux: 0
  syntax,        // a text does not follow its grammar; aux: 0
};

// A stored field by the names its document gives it. Tables of them stand in the layer that parses;
// a row is compared by its address.
struct Field {
  const char* structure;
  const char* name;
};

// One fault. Trivially copyable, owns nothing: fields are constants.
struct Error {
  Errc code;
  std::uint32_t aux;     // see Errc
  const Field* field;    // a row of a constant table; never null
  std::uint64_t offset;  // of the field, in bytes from the start of the input
  bool operator==(const Error&) const = default;
};
static_assert(std::is_trivially_copyable_v<Error> && sizeof(Error) == 24);

// "PERF_OBJECT_TYPE.DefinitionLength at byte 108: leaves its parent (4294967295)": the contract of
// `perflib inspect` (docs/perflib.md), without the file's name.
[[nodiscard]] std::string describe(const Error& error);

}  // namespace openperflib
