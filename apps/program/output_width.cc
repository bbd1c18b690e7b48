#include "apps/program/output_width.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <charconv>
#include <cstdlib>
#include <string_view>
#include <system_error>

namespace openperflib::apps {

std::optional<std::size_t> terminal_columns() noexcept {
  constexpr std::size_t kUnknown = 80;
  if (::isatty(STDOUT_FILENO) != 1) return std::nullopt;
  winsize size{};
  const bool is_known = ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col != 0;
  return is_known ? size.ws_col : kUnknown;
}

std::size_t output_columns(std::size_t otherwise) noexcept {
  constexpr std::size_t kLeast = 20, kMost = 1000;
  if (const auto columns = terminal_columns()) return *columns;
  const char* variable = std::getenv("COLUMNS");  // NOLINT(concurrency-mt-unsafe): nothing sets it
  const std::string_view text = variable == nullptr ? std::string_view() : variable;
  std::size_t columns = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), columns);
  const bool is_number = error == std::errc() && end == text.data() + text.size();
  return is_number && columns >= kLeast && columns <= kMost ? columns : otherwise;
}

}  // namespace openperflib::apps
