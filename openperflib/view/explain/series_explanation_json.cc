#include "openperflib/view/explain/series_explanation_json.h"

#include <algorithm>
#include <string_view>

#include "openperflib/view/text/json_values_internal.h"

namespace openperflib {
namespace {

// "in log" becomes "in_log".
std::string member_name(std::string_view label) {
  std::string name(label);
  std::ranges::replace(name, ' ', '_');
  return name;
}

}  // namespace

void write_explanation(JsonWriter& out, const SeriesExplanation& explanation) {
  const bool has_number = explanation.number.usable();
  out.begin_object();
  out.member("path", explanation.path);
  out.member("type", known(explanation.type));
  write_value_and_status(out, explanation.number);
  out.member("reason", known(explanation.reason));
  out.member("shown", has_number ? std::optional(explanation.value) : std::nullopt);
  out.key("explanation");
  out.begin_object();
  for (const ExplainedLine& line : explanation.lines) {
    out.member(member_name(line.label), line.text);
  }
  out.end_object();
  out.end_object();
}

void write_explanations(JsonWriter& out, const std::optional<std::string>& time,
                        std::span<const SeriesExplanation> explanations) {
  out.member("time", time);
  out.key("explanations");
  out.begin_array();
  for (const SeriesExplanation& explanation : explanations) write_explanation(out, explanation);
  out.end_array();
}

}  // namespace openperflib
