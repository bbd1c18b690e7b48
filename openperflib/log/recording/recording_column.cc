#include <array>
#include <bit>
#include <numeric>

#include "openperflib/log/recording/recording_column_internal.h"

namespace openperflib::recording {
namespace {

// Bytes of a stored number.
std::uint64_t stored_size(std::uint64_t number) noexcept {
  return (static_cast<std::uint64_t>(std::bit_width(number | 1)) + 6) / 7;
}

// The size of a difference; a difference in steps of `unit`; and the reverse.
std::uint64_t distance(std::uint64_t difference) noexcept {
  return difference >> 63 != 0 ? 0 - difference : difference;
}
std::uint64_t in_units(std::uint64_t difference, std::uint64_t unit) noexcept {
  const std::uint64_t steps = distance(difference) / unit;
  return difference >> 63 != 0 ? 0 - steps : steps;
}

// The greatest common divisor of all given numbers; 1 if there are none.
class CommonUnit {
 public:
  void add(std::uint64_t difference) noexcept {
    const std::uint64_t steps = distance(difference);
    if (steps == 0 || unit_ == 1 || (unit_ != 0 && steps % unit_ == 0)) return;
    unit_ = std::gcd(unit_, steps);
  }
  [[nodiscard]] std::uint64_t unit() const noexcept { return unit_ == 0 ? 1 : unit_; }

 private:
  std::uint64_t unit_ = 0;
};

// Calls `visit` for each first value of a series, with that of the previous series (0 for the first
// one).
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

// Calls `visit` for each other value, with its difference from the previous one, and the difference
// of that one from the one before (0 for the first difference).
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

// Times are multiples of clock ticks, sizes of pages: so are their differences.
struct Units {
  std::uint64_t firsts = 1;
  std::uint64_t others = 1;
};

Units units_of(std::span<const std::uint64_t> values, std::span<const std::uint32_t> lengths) {
  CommonUnit firsts;
  CommonUnit others;
  each_first(values, lengths,
             [&](std::uint64_t value, std::uint64_t before) { firsts.add(value - before); });
  each_difference(values, lengths, [&](std::uint64_t difference, std::uint64_t /*before*/) {
    others.add(difference);
  });
  return {firsts.unit(), others.unit()};
}

ColumnCoding best_coding(std::span<const std::uint64_t> values,
                         std::span<const std::uint32_t> lengths, const Units& units) {
  std::uint64_t plain = 0;
  std::uint64_t by_neighbour = 0;
  bool is_plain = true;  // differences that wrap may not add up to a multiple
  each_first(values, lengths, [&](std::uint64_t value, std::uint64_t before) {
    is_plain = is_plain && distance(value) % units.firsts == 0;
    plain += stored_size(zigzag(in_units(value, units.firsts)));
    by_neighbour += stored_size(zigzag(in_units(value - before, units.firsts)));
  });
  std::uint64_t once = 0;
  std::uint64_t twice = 0;
  each_difference(values, lengths, [&](std::uint64_t difference, std::uint64_t before) {
    once += stored_size(zigzag(in_units(difference, units.others)));
    twice +=
        stored_size(zigzag(in_units(difference, units.others) - in_units(before, units.others)));
  });
  return {.firsts_by_neighbour = !is_plain || by_neighbour < plain,
          .by_second_difference = twice < once};
}

}  // namespace

ColumnCoding put_column(std::span<const std::uint64_t> values,
                        std::span<const std::uint32_t> lengths, std::vector<std::byte>& into) {
  const Units units = units_of(values, lengths);
  const ColumnCoding coding = best_coding(values, lengths, units);
  put_number(into, units.firsts);
  put_number(into, units.others);
  each_first(values, lengths, [&](std::uint64_t value, std::uint64_t before) {
    const std::uint64_t from = coding.firsts_by_neighbour ? before : 0;
    put_number(into, zigzag(in_units(value - from, units.firsts)));
  });
  each_difference(values, lengths, [&](std::uint64_t difference, std::uint64_t before) {
    const std::uint64_t steps = in_units(difference, units.others);
    const std::uint64_t from = coding.by_second_difference ? in_units(before, units.others) : 0;
    put_number(into, zigzag(steps - from));
  });
  return coding;
}

// Values are stored through a pointer that might be that of the reader's position: a copy of the
// reader, which nothing refers to, stays in registers.
void take_column(NumberReader& shared, ColumnCoding coding, std::span<const std::uint32_t> lengths,
                 std::span<std::uint64_t> values) {
  NumberReader reader = shared;
  const Units units{reader.number(), reader.number()};
  std::uint64_t before = 0;
  std::size_t at = 0;
  for (const std::uint32_t length : lengths) {
    if (length == 0) continue;
    const std::uint64_t from = coding.firsts_by_neighbour ? before : 0;
    before = from + unzigzag(reader.number()) * units.firsts;
    values[at] = before;
    at += length;
  }
  at = 0;
  for (const std::uint32_t length : lengths) {
    std::uint64_t steps = 0;
    for (std::size_t i = 1; i < length; ++i) {
      steps = (coding.by_second_difference ? steps : 0) + unzigzag(reader.number());
      values[at + i] = values[at + i - 1] + steps * units.others;
    }
    at += length;
  }
  shared = reader;
}

}  // namespace openperflib::recording
