#include "apps/logman/alert/alert_threshold.h"

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
    return std::unexpected(
        "needs a counter path before < or >, such as \\Memory\\Available MBytes");
  }
  return threshold;
}

std::string changed_by_shell(std::string_view text, const TitleTable& titles) {
  const std::size_t sign = text.find_last_of("<>");
  if (sign == std::string_view::npos) return {};
  const std::string_view path = without_blanks(text.substr(0, sign));
  if (PathPattern::parse(path).has_value()) return {};
  const std::vector<std::string> words = {std::string(path)};
  auto unquoted = find_unquoted_paths(words, titles);
  if (unquoted.empty()) return {};
  unquoted.front().path += text.substr(sign);
  return describe(unquoted.front());
}

}  // namespace openperflib::logman
