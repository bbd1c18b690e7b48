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
    "the rate is not between 0.000001 and 1",
    "it is a set (type s), and different values are not counted here",
    "the type is not c, g, ms, h or d",
    "the value is negative",
    "the value is larger than 2^53, or makes the metric so",
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
                                                 {"d", StatsdType::timer},
                                                 {"h", StatsdType::histogram}});

std::unexpected<StatsdFault> refuse(StatsdFault fault) noexcept { return std::unexpected(fault); }

// Takes what is before the next of `ends`; all, if there is none. That end stays in `rest`.
std::string_view take_until(std::string_view& rest, std::string_view ends) noexcept {
  const std::string_view taken = rest.substr(0, rest.find_first_of(ends));
  rest.remove_prefix(taken.size());
  return taken;
}

bool take_char(std::string_view& rest, char expected) noexcept {
  if (!rest.starts_with(expected)) return false;
  rest.remove_prefix(1);
  return true;
}

std::expected<double, StatsdFault> read_decimal(std::string_view text, StatsdFault fault) noexcept {
  double number = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc{} || stop != end || !std::isfinite(number)) return refuse(fault);
  return number;
}

std::expected<StatsdType, StatsdFault> read_type(std::string_view text) noexcept {
  if (text == "s") return refuse(StatsdFault::set_type);
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
    const std::string_view tag = take_until(tags, ",");
    if (!tag.empty()) parts.push_back(tag);
    take_char(tags, ',');
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
std::expected<void, StatsdFault> read_number(std::string_view text, StatsdValue& value) {
  const bool has_plus = take_char(text, '+');
  if (has_plus && text.starts_with('-')) return refuse(StatsdFault::bad_number);
  value.value = OPENPERFLIB_TRY(read_decimal(text, StatsdFault::bad_number));
  value.is_change = value.type == StatsdType::gauge && (has_plus || text.starts_with('-'));
  const bool may_be_negative = value.type == StatsdType::counter || value.type == StatsdType::gauge;
  if (value.value < 0 && !may_be_negative) return refuse(StatsdFault::negative);
  return {};
}

// A gauge has no use for the rate, which clients may add to all that they send.
std::expected<void, StatsdFault> read_rate(std::string_view text, StatsdValue& value) {
  if (text.empty()) return {};
  const double rate = OPENPERFLIB_TRY(read_decimal(text.substr(1), StatsdFault::bad_rate));
  if (value.type == StatsdType::gauge) return {};
  if (rate < kLeastStatsdRate || rate > 1) return refuse(StatsdFault::bad_rate);
  value.rate = rate;
  return {};
}

std::expected<void, StatsdFault> check_amount(const StatsdValue& value) noexcept {
  constexpr double kThousandths = 1'000;
  const double scale = value.type == StatsdType::counter ? 1 : kThousandths;
  if (std::abs(value.value) * scale / value.rate > kMostStatsdValue) {
    return refuse(StatsdFault::too_large);
  }
  return {};
}

// VALUE:VALUE|TYPE|@RATE, as it stands in the line.
struct ItemText {
  std::string_view values;
  std::string_view type;
  std::string_view rate;  // with its @; empty if there is none
};

std::expected<StatsdValue, StatsdFault> read_value(std::string_view text, const ItemText& item) {
  StatsdValue value;
  value.type = OPENPERFLIB_TRY(read_type(item.type));
  OPENPERFLIB_TRY(read_number(text, value));
  OPENPERFLIB_TRY(read_rate(item.rate, value));
  OPENPERFLIB_TRY(check_amount(value));
  return value;
}

void read_values(ItemText item, StatsdLine& line) {
  do {
    const auto value = read_value(take_until(item.values, ":"), item);
    if (value.has_value()) {
      line.values.push_back(*value);
    } else if (!line.refused.has_value()) {
      line.refused = value.error();
    }
  } while (take_char(item.values, ':'));
}

// Takes values with their type and rate. What begins with another | stays in `rest`.
std::expected<ItemText, StatsdFault> take_item(std::string_view& rest) {
  ItemText item;
  item.values = take_until(rest, "|");
  if (!take_char(rest, '|')) return refuse(StatsdFault::malformed);
  item.type = take_until(rest, "|:");
  if (rest.starts_with("|@")) {
    rest.remove_prefix(1);
    item.rate = take_until(rest, "|:");
  }
  return item;
}

// What may follow the values. Returns the tags; the id of a container is of no interest here. A
// rate after the tags is that of all values.
std::expected<std::string_view, StatsdFault> read_sections(std::string_view rest,
                                                           std::string_view& rate) {
  std::string_view tags;
  while (take_char(rest, '|')) {
    const std::string_view section = take_until(rest, "|");
    if (section.starts_with('#')) {
      tags = section.substr(1);
    } else if (section.starts_with('@')) {
      rate = section;
    } else if (!section.empty() && !section.starts_with("c:")) {
      return refuse(StatsdFault::malformed);
    }
  }
  return tags;
}

}  // namespace

std::string_view describe(StatsdFault fault) noexcept {
  return kFaultTexts.at(static_cast<std::size_t>(fault));
}

std::expected<StatsdLine, StatsdFault> read_statsd_line(std::string_view text) {
  if (text.size() > kMostStatsdLine) return refuse(StatsdFault::too_long);
  const std::string_view name = take_until(text, ":|");
  std::vector<ItemText> items;
  while (take_char(text, ':')) items.push_back(OPENPERFLIB_TRY(take_item(text)));
  if (items.empty()) return refuse(StatsdFault::malformed);
  std::string_view rate;
  const std::string_view tags = OPENPERFLIB_TRY(read_sections(text, rate));
  StatsdLine line;
  line.instance = OPENPERFLIB_TRY(instance_with_tags(name, tags));
  for (ItemText& item : items) {
    if (!rate.empty()) item.rate = rate;
    read_values(item, line);
  }
  return line;
}

}  // namespace openperflib::apps
