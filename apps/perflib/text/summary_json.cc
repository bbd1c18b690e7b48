#include "apps/perflib/text/summary_json.h"

#include <fmt/core.h>

#include <string>

#include "apps/perflib/run/messages.h"
#include "openperflib/view/text/json_text.h"

namespace openperflib::apps {

using Json = nlohmann::ordered_json;

namespace {

std::string text_of(const Json& json) { return json_lines(json); }

// An item of a list in the document: its lines are indented by four spaces.
std::string item_text(const Json& item) {
  std::string text = "\n    ";
  for (const char c : text_of(item)) {
    text += c;
    if (c == '\n') text += "    ";
  }
  return text;
}

}  // namespace

Json number_or_null(const Value& value) {
  return value.usable() ? Json(value.number) : Json(nullptr);
}

Json numbers_of(const SummaryOfSeries& one) {
  return {{"count", one.count},
          {"gaps", one.gaps},
          {"min", number_or_null(one.minimum)},
          {"average", number_or_null(one.average)},
          {"p50", number_or_null(one.p50)},
          {"p95", number_or_null(one.p95)},
          {"p99", number_or_null(one.p99)},
          {"max", number_or_null(one.maximum)},
          {"percentiles_exact", one.percentiles_are_exact}};
}

void print_document(const Json& document, std::string_view list, std::size_t count,
                    const std::function<Json(std::size_t)>& item) {
  const std::string text = text_of(document);
  const std::string name = fmt::format("\n  \"{}\": [", list);  // texts inside contain no line ends
  const std::size_t behind = text.find(name) + name.size();
  print_out(text.substr(0, behind));
  for (std::size_t i = 0; i < count; ++i) {
    print_out((i == 0 ? "" : ",") + item_text(item(i)));
  }
  print_out((count == 0 ? "" : "\n  ") + text.substr(behind) + "\n");
}

Json type_of(const SummaryOfSeries& one, LogContent content) {
  return content == LogContent::values ? Json(nullptr) : Json(winperf_name(one.type));
}

}  // namespace openperflib::apps
