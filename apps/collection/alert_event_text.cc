#include "apps/collection/alert_event_text.h"

#include <fmt/core.h>

#include <iterator>

#include "openperflib/base/civil_time.h"

namespace openperflib::apps {
namespace {

double seconds_of(FileTime span) {
  return static_cast<double>(span) / static_cast<double>(kTicksPerSecond);
}

std::string beyond_text(const AlertCondition& condition) {
  switch (condition.when) {
    case AlertWhen::above:
      return fmt::format("above {}", condition.threshold);
    case AlertWhen::below:
      return fmt::format("below {}", condition.threshold);
    case AlertWhen::missing:
      break;
  }
  return "missing";
}

}  // namespace

std::string value_word(const Value& value) {
  return value.usable() ? fmt::format("{}", value.number) : std::string();
}

std::string condition_text(const AlertRule& rule) {
  const AlertCondition& condition = rule.condition;
  std::string text = beyond_text(condition);
  if (rule.only_while.has_value()) text += " while " + rule.only_while->text;
  if (condition.window > 1) {
    fmt::format_to(std::back_inserter(text), ", {} of {} samples", condition.needed,
                   condition.window);
  }
  if (condition.hold > 0) {
    fmt::format_to(std::back_inserter(text), ", for {} s", seconds_of(condition.hold));
  }
  return text;
}

std::string series_text(const AlertEvent& event) {
  const std::string value =
      event.value.usable() ? fmt::format("is {:.6g}", event.value.number) : "has no value";
  return fmt::format("{} {}", event.series, value);
}

std::string event_text(const AlertEvent& event, const AlertRule& rule) {
  return fmt::format("{}: {} ({}: {})", name_of(event.kind), series_text(event), rule.name,
                     condition_text(rule));
}

}  // namespace openperflib::apps
