#include <charconv>

#include "openperflib/log/text/text_log_cells_internal.h"
#include "openperflib/log/text/text_log_mark_internal.h"
#include "openperflib/log/time/zone_resource_names_internal.h"
#include "openperflib/text/utf16.h"

namespace openperflib {
namespace {

constexpr std::string_view kCsv = "(pdh-csv 4.0)";
constexpr std::string_view kTsv = "(pdh-tsv 4.0)";
constexpr std::string_view kSheet = "time (";
constexpr int kMinutesADay = 24 * 60;

// "-540" of "(-540)"; nullopt for an impossible offset.
std::optional<int> bias_of(std::string_view text) {
  int minutes = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, minutes);
  if (error != std::errc{} || stop != end) return std::nullopt;
  return minutes > -kMinutesADay && minutes < kMinutesADay ? std::optional(minutes) : std::nullopt;
}

std::string zone_in(std::string_view text) {
  return zone_name_of_resource(text).value_or(std::string(text));
}

// The two parentheses of "(ZONE)(BIAS)": blanks may stand between them, and a text after them.
struct ZoneAndBias {
  std::string_view zone;
  std::string_view bias;
};

std::optional<ZoneAndBias> two_parentheses(std::string_view text) {
  const std::size_t close = text.rfind(')');
  const std::size_t open = text.rfind('(', close);
  if (close == std::string_view::npos || open == std::string_view::npos) return std::nullopt;
  const std::string_view zone = without_outer_spaces(text.substr(0, open));
  if (!zone.ends_with(')')) return std::nullopt;
  return ZoneAndBias{zone.substr(1, zone.size() - 2),
                     without_outer_spaces(text.substr(open + 1, close - open - 1))};
}

// "(ZONE)(BIAS)", "(ZONE)", or a truncated form of the first. Zones may contain parentheses.
void parse_zone(std::string_view text, TextLogMark& mark) {
  const bool closed = text.ends_with(')');
  const auto both = two_parentheses(text);
  const auto bias = both.has_value() ? bias_of(both->bias) : std::nullopt;
  if (both.has_value() && (closed || bias.has_value())) {
    mark.zone_name = zone_in(both->zone);
    mark.bias = bias;
    mark.form = bias.has_value() ? TextLogMark::Form::full : TextLogMark::Form::no_bias;
    return;
  }
  mark.form = closed ? TextLogMark::Form::no_bias : TextLogMark::Form::cut;
  mark.zone_name = zone_in(text.substr(1, text.size() - (closed ? 2 : 1)));
}

// "UTC+05:45" as minutes to add to local time.
std::optional<int> bias_of_offset_name(std::string_view name) {
  constexpr std::size_t kLength = 9;
  if (name.size() != kLength || folded(name.substr(0, 3)) != "utc" || name[6] != ':') {
    return std::nullopt;
  }
  const auto hours = bias_of(name.substr(4, 2));
  const auto minutes = bias_of(name.substr(7, 2));
  if ((name[3] != '+' && name[3] != '-') || !hours.has_value() || !minutes.has_value()) {
    return std::nullopt;
  }
  return (*hours * 60 + *minutes) * (name[3] == '+' ? -1 : 1);
}

// "time (UTC+01:00)", as convert --excel writes it.
std::optional<TextLogMark> sheet_mark(std::string_view text) {
  if (!folded(text).starts_with(kSheet) || !text.ends_with(')')) return std::nullopt;
  const std::string_view zone = text.substr(kSheet.size(), text.size() - kSheet.size() - 1);
  const auto bias = bias_of_offset_name(zone);
  if (!bias.has_value()) return std::nullopt;
  return TextLogMark{
      .format = TextLogFormat::csv, .zone_name = std::string(zone), .bias = bias, .is_sheet = true};
}

}  // namespace

std::optional<TextLogMark> parse_text_log_mark(std::string_view cell) {
  std::string_view text = without_outer_spaces(cell);
  if (auto sheet = sheet_mark(text)) return sheet;
  if (text.size() < kCsv.size()) return std::nullopt;
  const std::string kind = folded(text.substr(0, kCsv.size()));
  if (kind != kCsv && kind != kTsv) return std::nullopt;
  TextLogMark mark;
  mark.format = kind == kCsv ? TextLogFormat::csv : TextLogFormat::tsv;
  text = without_outer_spaces(text.substr(kCsv.size()));
  if (text.empty()) {
    mark.form = TextLogMark::Form::short_;
  } else if (text.starts_with('(')) {
    parse_zone(text, mark);
  } else {
    mark.form = TextLogMark::Form::cut;
  }
  return mark;
}

}  // namespace openperflib
