// Error: a fault in bytes, as a value: which field of which structure at which byte.
#pragma once

#include <compare>
#include <cstdint>
#include <expected>
#include <string>
#include <type_traits>

namespace openperflib {

// Kinds of faults. Only describe() turns them into text for people.
enum class Errc : std::uint16_t {
  truncated,     // the bytes end before the structure does; aux: missing bytes, cut to 32 bits
  outside,       // a stored length or offset extends past its parent; aux: the stored value
  over_limit,    // more than Limits allows; aux: the stored value
  wrong_value,   // not a value that the format allows; aux: the stored value
  misaligned,    // a length or offset is not a multiple of its alignment; aux: the stored value
  disagrees,     // two stored numbers that must agree do not; aux: the stored value
  not_a_number,  // a word of a text is not a number of the expected kind; aux: 0
  out_of_range,  // a number is outside the range of its field; aux: the low 32 bits, if known
  missing,       // a required part is absent; aux: 0
  unknown_name,  // a name is not defined; aux: 0
  syntax,        // a text does not follow its grammar; aux: 0
};

// A stored field, by the names its format document gives it. The layer that parses has tables of
// them; rows are compared by address.
struct Field {
  const char* structure;
  const char* name;
  const char* advice = nullptr;  // what its grammar is, for Errc::syntax; null: not said
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

// "PERF_OBJECT_TYPE.DefinitionLength at byte 108: extends past its parent (4294967295)": a contract
// of `perflib inspect` (docs/perflib.md), without the name of the file. A field with advice is a
// text that people type: "counter path at byte 0 is malformed; write \Object\Counter".
[[nodiscard]] std::string describe(const Error& error);

}  // namespace openperflib
