#include "apps/logman/alert_threshold.h"

#include <charconv>
#include <cmath>
#include <vector>

#include "openperflib/query/paths/path_pattern.h"
#include "openperflib/query/paths/unquoted_path.h"

namespace openperflib::logman {
namespace {

std::string_view without_blanks(std::string_view text) {
  const std::size_t first = text.find_first_not_of(' ');
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(' ') - first + 1);
}

// `tail`: the text after the path in the threshold.
std::string why_not_a_path(std::string_view path, std::string_view tail) {
  const std::vector<std::string> words = {std::string(path)};
  auto unquoted = find_unquoted_paths(words, fixed_titles());
  if (unquoted.empty())
    return "needs a counter path before < or >, such as \\Memory\\Available MBytes";
  unquoted.front().path += tail;
  return describe(unquoted.front());
}

}  // namespace

std::expected<AlertThreshold, std::string> read_threshold(std::string_view text) {
  const std::size_t sign = text.find_last_of("<>");
  if (sign == std::string_view::npos)
    return std::unexpected("is not a threshold; write PATH<VALUE or PATH>VALUE");
  const std::string_view path = without_blanks(text.substr(0, sign));
  const std::string_view number = without_blanks(text.substr(sign + 1));
  AlertThreshold threshold{.path = std::string(path),
                           .beyond = text[sign] == '<' ? AlertWhen::below : AlertWhen::above};
  const char* const end = number.data() + number.size();
  const auto [read_to, error] = std::from_chars(number.data(), end, threshold.value);
  if (number.empty() || error != std::errc() || read_to != end || !std::isfinite(threshold.value)) {
    return std::unexpected("needs a number after < or >");
  }
  if (!PathPattern::parse(path).has_value()) {
    return std::unexpected(why_not_a_path(path, text.substr(sign)));
  }
  return threshold;
}

}  // namespace openperflib::logman
