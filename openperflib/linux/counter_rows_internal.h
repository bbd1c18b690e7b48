// CounterRow: a counter that is a sum of numbers of a key file, said as a row of a table.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "openperflib/linux/key_file_internal.h"
#include "openperflib/linux/object_table_internal.h"

namespace openperflib::linux_objects {

struct Collection;

// One number of a sum. Keys that the kernel lacks count 0, but the sum has no value where none of
// the added ones is there, or one that is needed is not.
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

// What the file counts in, and what the counter does.
enum class Unit : std::uint8_t {
  as_it_is,
  kibibytes_as_bytes,
  kibibytes_as_mebibytes,  // floor
  kibibytes_as_pages,      // of 4 KiB, floor
  kernel_pages_as_pages,   // of 4 KiB
  microseconds_as_100ns,
  microseconds_as_milliseconds,  // floor
};

// What becomes of a value that its counter cannot hold.
enum class Bound : std::uint8_t {
  low_bits,  // totals: the low bits are stored
  largest,   // sizes: the largest number that fits 32 bits
};

// Rows that name one counter and part follow each other: the first whose keys are there counts.
// A difference stops at 0.
struct CounterRow {
  std::uint16_t order = 0;  // the counter's row in objects.csv
  std::array<Term, 5> terms = {};
  Unit unit = Unit::as_it_is;
  Part part = Part::value;  // the value's rows come before those of its base
  Bound bound = Bound::low_bits;
};

// Makes the file look for the keys of the rows.
void want_keys(KeyFile& file, std::span<const CounterRow> rows);

// A number in another unit; nullopt where it fits no 64 bits. `page_size` is the kernel's, in
// bytes.
[[nodiscard]] std::optional<std::uint64_t> in_unit(std::uint64_t number, Unit unit,
                                                   std::uint32_t page_size) noexcept;

// Sets the counters of the rows in one instance, each with its number or with why there is none.
void collect_rows(std::span<const CounterRow> rows, const KeyFile& file, Collection& collection,
                  ObjectTable& table, std::size_t instance = 0);

}  // namespace openperflib::linux_objects
