#include "openperflib/view/text/json_text.h"

#include <fmt/core.h>

#include <iterator>
#include <nlohmann/json.hpp>
#include <string_view>

namespace openperflib {
namespace {

using Json = nlohmann::ordered_json;

struct Point {
  std::uint32_t value = 0;  // 0: not escaped
  std::size_t length = 1;   // bytes
};

// The character at the start of `text`, if it must be escaped. The text is valid UTF-8.
Point escaped_point(std::string_view text) noexcept {
  const auto byte = [text](std::size_t i) {
    return i < text.size() ? static_cast<std::uint32_t>(static_cast<unsigned char>(text[i])) : 0U;
  };
  if (byte(0) == 0x7F) return {0x7F, 1};
  if (byte(0) == 0xC2 && byte(1) < 0xA0) return {byte(1), 2};
  if (byte(0) == 0xD8 && byte(1) == 0x9C) return {0x061C, 2};
  if (byte(0) != 0xE2 || (byte(1) != 0x80 && byte(1) != 0x81)) return {};
  const std::uint32_t point = 0x2000U | (byte(1) & 1U) << 6U | (byte(2) & 0x3FU);
  const bool is_escaped = (point >= 0x200E && point <= 0x200F) ||
                          (point >= 0x2028 && point <= 0x202E) ||
                          (point >= 0x2066 && point <= 0x2069);
  return is_escaped ? Point{point, 3} : Point{};
}

// Such characters occur only in strings: everything else is ASCII.
std::string with_escapes(const std::string& text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size();) {
    const Point point = escaped_point(std::string_view(text).substr(i));
    if (point.value == 0) {
      out += text[i++];
      continue;
    }
    fmt::format_to(std::back_inserter(out), "\\u{:04x}", point.value);
    i += point.length;
  }
  return out;
}

std::string dumped(const Json& json, int indent) {
  return with_escapes(json.dump(indent, ' ', false, Json::error_handler_t::replace));
}

}  // namespace

std::string json_line(const Json& json) { return dumped(json, -1); }
std::string json_lines(const Json& json) { return dumped(json, 2); }

}  // namespace openperflib
