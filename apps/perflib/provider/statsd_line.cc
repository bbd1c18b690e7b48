#include "apps/perflib/provider/statsd_line.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <vector>

#include "openperflib/base/try_internal.h"
#include "openperflib/text/utf16.h"

namespace openperflib::apps {
namespace {

// In the order of the enumerators.
constexpr auto kFaultTexts = std::to_array<std::string_view>({
    "the line has more than 2,048 bytes, or its name and tags more than 512",
    "it is not NAME:VALUE|TYPE, with |@RATE and |#TAGS after it",
    "it has no name, or the name is not UTF-8",
    "the value is not a decimal number",
    "the rate is not between 0.000001 and 1, or that of a gauge",
    "the type is not c, g, ms or h",
    "the value is negative",
    "the value is larger than 2^53",
    "there are as many instances as may be",
});
static_assert(kFaultTexts.size() == kStatsdFaults);

struct TypeName {
  std::string_view name;
  StatsdType type;
};
constexpr auto kTypes = std::to_array<TypeName>({{"c", StatsdType::counter},
                                                 {"g", StatsdType::gauge},
                                                 {"ms", StatsdType::timer},
                                                 {"h", StatsdType::histogram}});

std::unexpected<StatsdFault> refuse(StatsdFault fault) noexcept { return std::unexpected(fault); }

// Takes what is before the next `end`, and `end`; all, if there is none.
std::string_view take_until(std::string_view& rest, char end) noexcept {
  const std::size_t at = rest.find(end);
  const std::string_view taken = rest.substr(0, at);
  rest = at == std::string_view::npos ? std::string_view() : rest.substr(at + 1);
  return taken;
}

std::expected<double, StatsdFault> read_decimal(std::string_view text, StatsdFault fault) noexcept {
  double number = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc{} || stop != end || !std::isfinite(number)) return refuse(fault);
  return number;
}

std::expected<StatsdType, StatsdFault> read_type(std::string_view text) noexcept {
  const auto* const row = std::ranges::find(kTypes, text, &TypeName::name);
  if (row == kTypes.end()) return refuse(StatsdFault::unknown_type);
  return row->type;
}

// What has a meaning in counter paths, or ends a line of a list, becomes _.
bool is_reserved(char c) noexcept {
  constexpr std::string_view kReserved = "\\()#*?";
  const auto byte = static_cast<unsigned char>(c);
  return byte < 0x20 || byte == 0x7F || kReserved.contains(c);
}

// The same tags in another order are the same instance.
std::string sorted(std::string_view tags) {
  std::vector<std::string_view> parts;
  while (!tags.empty()) {
    const std::string_view tag = take_until(tags, ',');
    if (!tag.empty()) parts.push_back(tag);
  }
  std::ranges::sort(parts);
  std::string text;
  for (const std::string_view part : parts) {
    text += text.empty() ? '{' : ',';
    text += part;
  }
  return text.empty() ? text : text + '}';
}

std::expected<std::string, StatsdFault> instance_with_tags(std::string_view name,
                                                           std::string_view tags) {
  if (name.empty()) return refuse(StatsdFault::bad_name);
  std::string instance = std::string(name) + sorted(tags);
  if (instance.size() > kMostStatsdInstance) return refuse(StatsdFault::too_long);
  if (valid_utf8(instance).replaced != 0) return refuse(StatsdFault::bad_name);
  std::ranges::replace_if(instance, is_reserved, '_');
  return instance;
}

// A sign makes the value of a gauge a change; that of others may have a plus.
std::expected<void, StatsdFault> read_value(std::string_view text, StatsdLine& line) {
  const bool has_plus = text.starts_with('+');
  if (has_plus) text.remove_prefix(1);
  if (has_plus && text.starts_with('-')) return refuse(StatsdFault::bad_number);
  line.value = OPENPERFLIB_TRY(read_decimal(text, StatsdFault::bad_number));
  line.is_change = line.type == StatsdType::gauge && (has_plus || text.starts_with('-'));
  if (line.value < 0 && !line.is_change) return refuse(StatsdFault::negative);
  return {};
}

// What may follow the type. Returns the tags; the id of a container is of no interest here.
std::expected<std::string_view, StatsdFault> read_sections(std::string_view rest,
                                                           StatsdLine& line) {
  std::string_view tags;
  while (!rest.empty()) {
    const std::string_view section = take_until(rest, '|');
    if (section.starts_with('@')) {
      line.rate = OPENPERFLIB_TRY(read_decimal(section.substr(1), StatsdFault::bad_rate));
    } else if (section.starts_with('#')) {
      tags = section.substr(1);
    } else if (!section.starts_with("c:")) {
      return refuse(StatsdFault::malformed);
    }
  }
  return tags;
}

std::expected<void, StatsdFault> check_amount(const StatsdLine& line) noexcept {
  constexpr double kThousandths = 1'000;
  const bool is_rate = line.rate >= kLeastStatsdRate && line.rate <= 1;
  if (!is_rate || (line.type == StatsdType::gauge && line.rate != 1)) {
    return refuse(StatsdFault::bad_rate);
  }
  const double scale = line.type == StatsdType::counter ? 1 : kThousandths;
  if (std::abs(line.value) * scale / line.rate > kMostStatsdValue) {
    return refuse(StatsdFault::too_large);
  }
  return {};
}

}  // namespace

std::string_view describe(StatsdFault fault) noexcept {
  return kFaultTexts.at(static_cast<std::size_t>(fault));
}

std::expected<StatsdLine, StatsdFault> read_statsd_line(std::string_view text) {
  if (text.size() > kMostStatsdLine) return refuse(StatsdFault::too_long);
  const std::size_t colon = text.find(':');
  const std::size_t bar = text.find('|');
  if (bar == std::string_view::npos || colon > bar) return refuse(StatsdFault::malformed);
  const std::string_view name = take_until(text, ':');
  const std::string_view value = take_until(text, '|');
  StatsdLine line;
  line.type = OPENPERFLIB_TRY(read_type(take_until(text, '|')));
  const std::string_view tags = OPENPERFLIB_TRY(read_sections(text, line));
  line.instance = OPENPERFLIB_TRY(instance_with_tags(name, tags));
  OPENPERFLIB_TRY(read_value(value, line));
  OPENPERFLIB_TRY(check_amount(line));
  return line;
}

}  // namespace openperflib::apps
