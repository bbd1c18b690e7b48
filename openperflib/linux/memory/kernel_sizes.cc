#include "openperflib/base/checked.h"
#include "openperflib/linux/memory/kernel_sizes_internal.h"
#include "openperflib/linux/table/text_numbers_internal.h"

namespace openperflib::linux_objects {
namespace {

constexpr int kHexadecimal = 16;

KernelCode code_of_range(std::string_view range) noexcept {
  const std::size_t dash = range.find('-');
  if (dash == std::string_view::npos) return {};
  const auto first = number_in(range.substr(0, dash), kHexadecimal);
  const auto last = number_in(range.substr(dash + 1), kHexadecimal);
  if (!first.has_value() || !last.has_value()) return {};
  if (*last == 0) return {.bytes = std::nullopt, .is_hidden = true};
  if (*last <= *first) return {};
  return {.bytes = *last - *first + 1};
}

}  // namespace

std::expected<std::uint64_t, BadWord> parse_modules(std::string_view text) noexcept {
  std::uint64_t total = 0;
  Lines lines(text);
  for (std::string_view line; lines.next(line);) {
    Words words(line);
    if (words.next().empty()) continue;
    const auto size = number_in(words.next());
    const BadWord bad{size.has_value() ? Errc::out_of_range : size.error(),
                      lines.offset() + words.offset()};
    if (!size.has_value()) return std::unexpected(bad);
    const auto sum = checked_add(total, *size);
    if (!sum.has_value()) return std::unexpected(bad);
    total = *sum;
  }
  return total;
}

KernelCode parse_iomem(std::string_view text) noexcept {
  Lines lines(text);
  for (std::string_view line; lines.next(line);) {
    Words words(line);
    const std::string_view range = words.next();
    if (words.next() != ":" || words.next() != "Kernel" || words.next() != "code") continue;
    return words.next().empty() ? code_of_range(range) : KernelCode{};
  }
  return {};
}

}  // namespace openperflib::linux_objects
