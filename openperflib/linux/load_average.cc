#include "openperflib/linux/load_average_internal.h"

#include "openperflib/linux/text_numbers_internal.h"

namespace openperflib::linux_objects {

std::expected<std::uint64_t, BadWord> parse_threads(std::string_view text) noexcept {
  constexpr int kWordsBefore = 3;  // the load averages
  Words words(text.substr(0, text.find('\n')));
  for (int word = 0; word < kWordsBefore; ++word) static_cast<void>(words.next());
  const std::string_view tasks = words.next();
  const std::size_t slash = tasks.find('/');
  if (slash == std::string_view::npos || !number_in(tasks.substr(0, slash)).has_value()) {
    return std::unexpected(BadWord{Errc::not_a_number, words.offset()});
  }
  const auto threads = number_in(tasks.substr(slash + 1));
  if (threads.has_value()) return *threads;
  return std::unexpected(BadWord{threads.error(), words.offset() + slash + 1});
}

}  // namespace openperflib::linux_objects
