#include "openperflib/view/text/json_writer.h"

#include <fmt/core.h>

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>
#include <utility>

namespace openperflib {
namespace {

using Json = nlohmann::json;

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

std::string with_escapes(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size();) {
    const Point point = escaped_point(text.substr(i));
    if (point.value == 0) {
      out += text[i++];
      continue;
    }
    fmt::format_to(std::back_inserter(out), "\\u{:04x}", point.value);
    i += point.length;
  }
  return out;
}

bool is_itself_in_json(char c) noexcept { return c >= 0x20 && c < 0x7F && c != '"' && c != '\\'; }

}  // namespace

std::string json_string(std::string_view text) {
  if (std::ranges::all_of(text, is_itself_in_json)) return fmt::format("\"{}\"", text);
  return with_escapes(Json(text).dump(-1, ' ', false, Json::error_handler_t::replace));
}

void JsonWriter::key(std::string_view name) {
  next_in_list();
  text_ += json_string(name);
  text_ += layout_ == JsonLayout::lines ? ": " : ":";
  is_after_key_ = true;
}

void JsonWriter::value(std::string_view text) { plain(json_string(text)); }

// The library's digits, not the standard's: where several texts of 17 digits stand for a number,
// they choose differently, and what reads our output compares it with what it read before.
void JsonWriter::value(double number) { plain(Json(number).dump()); }

void JsonWriter::value(std::nullptr_t /*null*/) { plain("null"); }

std::string JsonWriter::take() { return std::exchange(text_, {}); }

void JsonWriter::begin(char bracket) {
  before_value();
  text_ += bracket;
  has_elements_.push_back(false);
}

void JsonWriter::end(char bracket) {
  const bool had_elements = has_elements_.back();
  has_elements_.pop_back();
  if (had_elements) new_line();
  text_ += bracket;
}

void JsonWriter::before_value() {
  if (!std::exchange(is_after_key_, false) && !has_elements_.empty()) next_in_list();
}

void JsonWriter::next_in_list() {
  if (has_elements_.back()) text_ += ',';
  has_elements_.back() = true;
  new_line();
}

void JsonWriter::new_line() {
  if (layout_ == JsonLayout::line) return;
  text_ += '\n';
  text_.append(2 * has_elements_.size(), ' ');
}

void JsonWriter::plain(std::string_view text) {
  before_value();
  text_ += text;
}

void JsonWriter::integer(std::int64_t number) { plain(fmt::format("{}", number)); }
void JsonWriter::integer(std::uint64_t number) { plain(fmt::format("{}", number)); }

}  // namespace openperflib
