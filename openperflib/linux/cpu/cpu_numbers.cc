#include <limits>

#include "openperflib/linux/cpu/cpu_numbers_internal.h"

namespace openperflib::linux_objects {

std::expected<std::uint64_t, Error> cpu_number(const Word& word, const Field& field) noexcept {
  const auto fault = [&](Errc code) {
    return std::unexpected(Error{code, 0, &field, word.offset});
  };
  if (word.text.empty()) return fault(Errc::missing);
  const auto number = number_in(word.text);
  if (!number.has_value()) return fault(number.error());
  return *number;
}

std::expected<std::uint64_t, Error> parse_cpu_number_file(std::string_view text,
                                                          const Field& field) noexcept {
  Words line(text.substr(0, text.find('\n')));
  const Word word = line.next_word();
  const Word surplus = line.next_word();
  if (surplus.text.empty()) return cpu_number(word, field);
  return std::unexpected(Error{Errc::not_a_number, 0, &field, surplus.offset});
}

std::optional<std::uint32_t> numbered_name(std::string_view word,
                                           std::string_view prefix) noexcept {
  if (!word.starts_with(prefix)) return std::nullopt;
  const auto number = number_in(word.substr(prefix.size()));
  const bool fits = number.has_value() && *number <= std::numeric_limits<std::uint32_t>::max();
  return fits ? std::optional(static_cast<std::uint32_t>(*number)) : std::nullopt;
}

}  // namespace openperflib::linux_objects
