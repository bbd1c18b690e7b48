#include <array>
#include <bit>

#include "openperflib/log/recording_column_internal.h"

namespace openperflib::recording {
namespace {

// Bytes of a stored number.
std::uint64_t size_of(std::uint64_t number) noexcept {
  return (static_cast<std::uint64_t>(std::bit_width(number | 1)) + 6) / 7;
}

// Calls for each first value of a series with that of the series before (0 for the first one).
void each_first(std::span<const std::uint64_t> values, std::span<const std::uint32_t> lengths,
                auto call) {
  std::uint64_t before = 0;
  std::size_t at = 0;
  for (const std::uint32_t length : lengths) {
    if (length == 0) continue;
    call(values[at], before);
    before = values[at];
    at += length;
  }
}

// Calls for each other value with its difference from the one before, and the difference of that
// one from the one before it (0 for the first difference).
void each_difference(std::span<const std::uint64_t> values, std::span<const std::uint32_t> lengths,
                     auto call) {
  std::size_t at = 0;
  for (const std::uint32_t length : lengths) {
    std::uint64_t before = 0;
    for (std::size_t i = 1; i < length; ++i) {
      const std::uint64_t difference = values[at + i] - values[at + i - 1];
      call(difference, before);
      before = difference;
    }
    at += length;
  }
}

ColumnCoding best_coding(std::span<const std::uint64_t> values,
                         std::span<const std::uint32_t> lengths) {
  std::uint64_t plain = 0;
  std::uint64_t by_neighbour = 0;
  each_first(values, lengths, [&](std::uint64_t value, std::uint64_t before) {
    plain += size_of(value);
    by_neighbour += size_of(zigzag(value - before));
  });
  std::uint64_t once = 0;
  std::uint64_t twice = 0;
  each_difference(values, lengths, [&](std::uint64_t difference, std::uint64_t before) {
    once += size_of(zigzag(difference));
    twice += size_of(zigzag(difference - before));
  });
  return {.firsts_by_neighbour = by_neighbour < plain, .by_second_difference = twice < once};
}

}  // namespace

ColumnCoding put_column(std::span<const std::uint64_t> values,
                        std::span<const std::uint32_t> lengths, std::vector<std::byte>& into) {
  const ColumnCoding coding = best_coding(values, lengths);
  each_first(values, lengths, [&](std::uint64_t value, std::uint64_t before) {
    put_number(into, coding.firsts_by_neighbour ? zigzag(value - before) : value);
  });
  each_difference(values, lengths, [&](std::uint64_t difference, std::uint64_t before) {
    put_number(into, zigzag(coding.by_second_difference ? difference - before : difference));
  });
  return coding;
}

void take_column(NumberReader& reader, ColumnCoding coding, std::span<const std::uint32_t> lengths,
                 std::span<std::uint64_t> values) {
  std::uint64_t before = 0;
  std::size_t at = 0;
  for (const std::uint32_t length : lengths) {
    if (length == 0) continue;
    const std::uint64_t number = reader.number();
    before = coding.firsts_by_neighbour ? before + unzigzag(number) : number;
    values[at] = before;
    at += length;
  }
  at = 0;
  for (const std::uint32_t length : lengths) {
    std::uint64_t difference = 0;
    for (std::size_t i = 1; i < length; ++i) {
      const std::uint64_t number = unzigzag(reader.number());
      difference = coding.by_second_difference ? difference + number : number;
      values[at + i] = values[at + i - 1] + difference;
    }
    at += length;
  }
}

}  // namespace openperflib::recording
