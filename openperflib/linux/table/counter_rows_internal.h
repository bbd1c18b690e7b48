// CounterRow: a counter that is a sum of numbers of a key file, as a row of a table.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "openperflib/linux/table/key_file_internal.h"
#include "openperflib/linux/table/object_table_internal.h"

namespace openperflib::linux_objects {

struct CollectContext;

// One number of a sum. A key that the kernel does not have counts as 0, but the sum has no value if
// all added keys are missing, or if a needed one is.
struct Term {
  enum class Sign : std::uint8_t { plus, minus };
  std::string_view key = {};  // empty: none
  Sign sign = Sign::plus;
  bool needed = false;
  Zones zones = Zones::none;
};
constexpr Term plus(std::string_view key) { return {.key = key}; }
constexpr Term minus(std::string_view key) { return {.key = key, .sign = Term::Sign::minus}; }
constexpr Term minus_needed(std::string_view key) {
  return {.key = key, .sign = Term::Sign::minus, .needed = true};
}
constexpr Term plus_zones(std::string_view key) { return {.key = key, .zones = Zones::added_up}; }

inline constexpr std::uint64_t kKibibyte = 1024;

// The unit of the file and the unit of the counter.
enum class Unit : std::uint8_t {
  as_it_is,
  kibibytes_as_bytes,
  kibibytes_as_mebibytes,  // floor
  kibibytes_as_pages,      // of 4 KiB, floor
  kernel_pages_as_pages,   // of 4 KiB
  microseconds_as_100ns,
  microseconds_as_milliseconds,  // floor
};

// How a value is stored that its counter cannot hold.
enum class Bound : std::uint8_t {
  low_bits,  // totals: the low bits are stored
  largest,   // sizes: the largest number that fits 32 bits
};

// Several rows for the same counter and part must be adjacent: the first whose keys exist is used.
// Differences are clamped at 0.
struct CounterRow {
  std::uint16_t order = 0;  // the counter's row in objects.csv
  std::array<Term, 5> terms = {};
  Unit unit = Unit::as_it_is;
  Part part = Part::value;  // rows of the value precede those of its base
  Bound bound = Bound::low_bits;
};

// Requests the keys of the rows from the file.
void want_keys(KeyFile& file, std::span<const CounterRow> rows);

// Converts a number; nullopt if the result exceeds 64 bits. `page_size` is the kernel's, in bytes.
[[nodiscard]] std::optional<std::uint64_t> in_unit(std::uint64_t number, Unit unit,
                                                   std::uint32_t page_size) noexcept;

// Sets the counters of the rows in one instance, each to its number or to the reason why it is
// missing.
void collect_rows(std::span<const CounterRow> rows, const KeyFile& file, CollectContext& context,
                  ObjectTable& table, std::size_t instance = 0);

}  // namespace openperflib::linux_objects
