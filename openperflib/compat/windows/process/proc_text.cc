#include <algorithm>
#include <charconv>

#include "openperflib/compat/windows/process/proc_text_internal.h"

namespace openperflib::compat {

std::string contents_of(const std::string& path) {
  const auto root = ProcRoot::open("", 0);
  return root.has_value() ? contents_of(*root, path) : std::string();
}

std::string contents_of(const ProcRoot& root, const std::string& path) {
  TextBuffer buffer;
  return std::string(root.read(path.c_str(), buffer).value_or(""));
}

std::optional<std::vector<std::uint32_t>> process_ids(const ProcRoot& root) {
  std::vector<std::uint32_t> ids;
  if (!root.list_numbers("proc", ids).has_value()) return std::nullopt;
  return ids;
}

std::vector<std::uint64_t> numbers_after(std::string_view text, std::string_view word) {
  std::vector<std::uint64_t> numbers;
  while (!text.empty() && !text.starts_with(word)) {
    text.remove_prefix(std::min(text.size(), text.find('\n')));
    if (!text.empty()) text.remove_prefix(1);
  }
  text = text.substr(0, text.find('\n'));
  text.remove_prefix(std::min(text.size(), word.size()));
  constexpr const char* kBlanks = " \t";
  for (std::size_t at = text.find_first_not_of(kBlanks); at < text.size();
       at = text.find_first_not_of(kBlanks)) {
    std::uint64_t number = 0;
    const char* const end = text.data() + text.size();
    const auto parsed = std::from_chars(text.data() + at, end, number);
    if (parsed.ec != std::errc{}) break;
    numbers.push_back(number);
    text.remove_prefix(static_cast<std::size_t>(parsed.ptr - text.data()));
  }
  return numbers;
}

std::optional<std::uint64_t> stat_field(std::string_view stat, std::size_t number) {
  constexpr std::size_t kName = 2;
  const std::size_t name_end = stat.rfind(')');
  std::string_view left = stat.substr(std::min(name_end, stat.size()));
  for (std::size_t i = kName; i < number; ++i) {
    left.remove_prefix(std::min(left.size(), left.find(' ')));
    left.remove_prefix(std::min<std::size_t>(left.size(), 1));
  }
  const auto numbers = numbers_after(left, "");
  return numbers.empty() ? std::nullopt : std::optional(numbers.front());
}

}  // namespace openperflib::compat
