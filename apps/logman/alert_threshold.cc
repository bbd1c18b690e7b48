#include "apps/logman/alert_threshold.h"

#include <charconv>
#include <cmath>

#include "openperflib/query/path_pattern.h"

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
  if (sign == std::string_view::npos) return std::unexpected("is no PATH<VALUE and no PATH>VALUE");
  const std::string_view path = without_blanks(text.substr(0, sign));
  const std::string_view number = without_blanks(text.substr(sign + 1));
  AlertThreshold threshold{.path = std::string(path),
                           .beyond = text[sign] == '<' ? AlertWhen::below : AlertWhen::above};
  const char* const end = number.data() + number.size();
  const auto [read_to, error] = std::from_chars(number.data(), end, threshold.value);
  if (number.empty() || error != std::errc() || read_to != end || !std::isfinite(threshold.value)) {
    return std::unexpected("has no number behind its < or >");
  }
  if (!PathPattern::parse(path).has_value()) {
    return std::unexpected("has no path of a counter before its < or >");
  }
  return threshold;
}

}  // namespace openperflib::logman
