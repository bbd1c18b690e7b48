#include "openperflib/base/checked.h"
#include "openperflib/linux/system/ipc_text_internal.h"

namespace openperflib::linux_objects {

std::expected<std::uint64_t, BadWord> parse_semaphores(std::string_view text) noexcept {
  std::uint64_t semaphores = 0;
  Lines lines = lines_below_headings(text);  // key  semid  perms  nsems  uid ...
  for (std::string_view line; lines.next(line);) {
    Words words(line, lines.offset());
    if (words.next().empty()) continue;
    static_cast<void>(words.next());
    static_cast<void>(words.next());
    const Word size = words.next_word();
    const auto number = number_in(size.text);
    if (!number.has_value()) return std::unexpected(BadWord{number.error(), size.offset});
    const auto sum = checked_add(semaphores, *number);
    if (!sum.has_value()) return std::unexpected(BadWord{Errc::out_of_range, size.offset});
    semaphores = *sum;
  }
  return semaphores;
}

std::uint64_t count_segments(std::string_view text) noexcept {
  std::uint64_t segments = 0;
  Lines lines = lines_below_headings(text);
  for (std::string_view line; lines.next(line);) {
    if (!word_at(line, 0).empty()) ++segments;
  }
  return segments;
}

}  // namespace openperflib::linux_objects
