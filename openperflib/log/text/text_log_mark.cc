#include <charconv>

#include "openperflib/log/text/text_log_cells_internal.h"
#include "openperflib/log/text/text_log_mark_internal.h"
#include "openperflib/log/time/zone_resource_names_internal.h"
#include "openperflib/text/utf16.h"

namespace openperflib {
namespace {

constexpr std::string_view kCsv = "(pdh-csv 4.0)";
constexpr std::string_view kTsv = "(pdh-tsv 4.0)";
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

// "(ZONE)(BIAS)", "(ZONE)", or a truncated form of the first. Zones may contain parentheses.
void parse_zone(std::string_view text, TextLogMark& mark) {
  const std::size_t last = text.rfind('(');
  const bool closed = text.ends_with(')');
  if (closed && last != 0 && last != std::string_view::npos && text[last - 1] == ')') {
    mark.zone_name = zone_in(text.substr(1, last - 2));
    mark.bias = bias_of(text.substr(last + 1, text.size() - last - 2));
    mark.form = mark.bias.has_value() ? TextLogMark::Form::full : TextLogMark::Form::no_bias;
    return;
  }
  mark.form = closed ? TextLogMark::Form::no_bias : TextLogMark::Form::cut;
  mark.zone_name = zone_in(text.substr(1, text.size() - (closed ? 2 : 1)));
}

}  // namespace

std::optional<TextLogMark> parse_text_log_mark(std::string_view cell) {
  std::string_view text = without_outer_spaces(cell);
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
