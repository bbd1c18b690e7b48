// The rule reader: a table of the fields of a rule, each with the function that reads it.
#include "openperflib/alert/alert_rule_file.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <utility>

#include "openperflib/base/try_internal.h"
#include "openperflib/rules/rule_document.h"

namespace openperflib {
namespace {

using Json = LocatedJson;
using Done = std::expected<void, RuleFault>;

constexpr std::string_view kFormat = "openperflib alerts";
constexpr std::size_t kLongestText = 1000;
constexpr std::size_t kMostCompanions = 16;
constexpr std::uint32_t kMostSamples = 100'000;
constexpr double kLongestSpan = 366.0 * 24 * 3600;  // seconds

// The rule as read so far, and the number of its conditions.
struct Reading {
  AlertRule rule;
  std::size_t conditions = 0;
};

std::expected<std::string, RuleFault> short_text(const Json& json) {
  std::string text = OPENPERFLIB_TRY(json.as_text());
  if (text.empty()) return json.fault("is empty");
  if (text.size() > kLongestText) return json.fault("is too long");
  if (std::ranges::any_of(text, [](unsigned char c) { return c < 0x20; })) {
    return json.fault("has a control character");
  }
  return text;
}

std::expected<double, RuleFault> finite(const Json& json) {
  const double number = OPENPERFLIB_TRY(json.as_number());
  if (!std::isfinite(number)) return json.fault("must be a finite number");
  return number;
}

std::expected<std::uint32_t, RuleFault> count_of(const Json& json) {
  const double number = OPENPERFLIB_TRY(json.as_number());
  if (number >= 1 && number <= kMostSamples && std::trunc(number) == number) {
    return static_cast<std::uint32_t>(number);
  }
  return json.fault(fmt::format("must be a whole number from 1 to {}", kMostSamples));
}

std::expected<FileTime, RuleFault> seconds_of(const Json& json) {
  const double number = OPENPERFLIB_TRY(json.as_number());
  if (number >= 0 && number <= kLongestSpan) {
    return static_cast<FileTime>(std::llround(number * static_cast<double>(kTicksPerSecond)));
  }
  return json.fault("must be a number of seconds from 0 to one year");
}

Done take_name(Reading& reading, const Json& json) {
  reading.rule.name = OPENPERFLIB_TRY(short_text(json));
  return {};
}

Done take_counter(Reading& reading, const Json& json) {
  OPENPERFLIB_TRY(short_text(json));
  reading.rule.counter = OPENPERFLIB_TRY(counter_path_of(json));
  return {};
}

template <AlertWhen kWhen>
Done take_threshold(Reading& reading, const Json& json) {
  reading.rule.condition.when = kWhen;
  reading.rule.condition.threshold = OPENPERFLIB_TRY(finite(json));
  ++reading.conditions;
  return {};
}

Done take_missing(Reading& reading, const Json& json) {
  if (!OPENPERFLIB_TRY(json.as_flag())) return {};
  reading.rule.condition.when = AlertWhen::missing;
  ++reading.conditions;
  return {};
}

Done take_clear(Reading& reading, const Json& json) {
  reading.rule.condition.clear = OPENPERFLIB_TRY(finite(json));
  return {};
}

template <std::uint32_t AlertCondition::* kMember>
Done take_count(Reading& reading, const Json& json) {
  reading.rule.condition.*kMember = OPENPERFLIB_TRY(count_of(json));
  return {};
}

template <FileTime AlertCondition::* kMember>
Done take_seconds(Reading& reading, const Json& json) {
  reading.rule.condition.*kMember = OPENPERFLIB_TRY(seconds_of(json));
  return {};
}

Done take_event_log(Reading& reading, const Json& json) {
  reading.rule.event_log = OPENPERFLIB_TRY(json.as_flag());
  return {};
}

Done take_command(Reading& reading, const Json& json) {
  reading.rule.command = OPENPERFLIB_TRY(json.as_texts());
  if (reading.rule.command.empty() || reading.rule.command.front().empty()) {
    return json.fault("names no program");
  }
  for (const std::string& word : reading.rule.command) {
    if (word.find('\0') != std::string::npos) return json.fault("has a NUL");
  }
  return {};
}

// Names and paths: { "queue": "\\PhysicalDisk(*)\\Current Disk Queue Length" }.
Done take_companions(Reading& reading, const Json& json) {
  OPENPERFLIB_TRY(json.expect(Json::Kind::object));
  if (json.parts.size() > kMostCompanions) return json.fault("has too many entries");
  for (std::size_t i = 0; i < json.parts.size(); ++i) {
    const std::string& name = json.names[i];
    if (!is_counter_name(name)) {
      return json.parts[i].fault(fmt::format("\"{}\": use lower-case letters", name));
    }
    if (json.find(name) != &json.parts[i]) {
      return json.parts[i].fault(fmt::format("\"{}\" appears twice", name));
    }
    reading.rule.companions.push_back({name, OPENPERFLIB_TRY(counter_path_of(json.parts[i]))});
  }
  return {};
}

Done take_while(Reading& reading, const Json& json) {
  std::string text = OPENPERFLIB_TRY(short_text(json));
  std::vector<std::string_view> names;
  for (const AlertCompanion& one : reading.rule.companions) names.push_back(one.name);
  Expression condition = OPENPERFLIB_TRY(expression_of(json, names, ExpressionKind::condition));
  if (condition.uses_before())
    return json.fault("cannot use step() or fall(): an alert has no previous sample");
  reading.rule.only_while = AlertWhile{std::move(text), std::move(condition)};
  return {};
}

Done take_start(Reading& reading, const Json& json) {
  reading.rule.start = OPENPERFLIB_TRY(short_text(json));
  return {};
}

Done take_keep(Reading& reading, const Json& json) {
  reading.rule.keep = OPENPERFLIB_TRY(seconds_of(json));
  return {};
}

constexpr auto kFields = std::to_array<JsonField<Reading>>({
    {"name", take_name, true},
    {"counter", take_counter, true},
    {"above", take_threshold<AlertWhen::above>},
    {"below", take_threshold<AlertWhen::below>},
    {"missing", take_missing},
    {"clear", take_clear},
    {"samples", take_count<&AlertCondition::needed>},
    {"of", take_count<&AlertCondition::window>},
    {"counters", take_companions},
    {"while", take_while},
    {"seconds", take_seconds<&AlertCondition::hold>},
    {"silence", take_seconds<&AlertCondition::silence>},
    {"per_hour", take_count<&AlertCondition::per_hour>},
    {"event_log", take_event_log},
    {"command", take_command},
    {"start", take_start},
    {"keep", take_keep},
});

// A clear value on the wrong side would clear an alert before it fires.
Done check_clear(const AlertCondition& condition, const Json& json) {
  if (!condition.clear.has_value()) return {};
  const Json& at = *json.find("clear");
  switch (condition.when) {
    case AlertWhen::above:
      if (*condition.clear > condition.threshold) return at.fault("\"clear\" is above \"above\"");
      break;
    case AlertWhen::below:
      if (*condition.clear < condition.threshold) return at.fault("\"clear\" is below \"below\"");
      break;
    case AlertWhen::missing:
      return at.fault("\"missing\" has no \"clear\"");
  }
  return {};
}

Done check_together(Reading& reading, const Json& json) {
  if (reading.conditions != 1)
    return json.fault("must have exactly one of \"above\", \"below\", \"missing\"");
  AlertCondition& condition = reading.rule.condition;
  if (json.find("of") == nullptr) condition.window = condition.needed;
  if (condition.needed > condition.window) return json.fault("\"samples\" is more than \"of\"");
  if (const Json* others = json.find("counters");
      others != nullptr && json.find("while") == nullptr) {
    return others->fault("\"counters\" without \"while\"");
  }
  return check_clear(condition, json);
}

std::expected<AlertRule, RuleFault> read_rule(const Json& json) {
  Reading reading;
  OPENPERFLIB_TRY(take_fields(reading, json, kFields, "a rule"));
  OPENPERFLIB_TRY(check_together(reading, json));
  return std::move(reading.rule);
}

}  // namespace

std::expected<std::vector<AlertRule>, RuleFault> read_alert_rules(std::string_view json) {
  const Json list = OPENPERFLIB_TRY(read_rule_list(json, kFormat));
  if (list.parts.empty()) return list.fault("has no rules");
  std::vector<AlertRule> rules;
  for (const Json& part : list.parts) {
    auto rule = read_rule(part);
    if (!rule.has_value()) {
      rule.error().rule = part.text_of("name");
      return std::unexpected(std::move(rule).error());
    }
    if (std::ranges::find(rules, rule->name, &AlertRule::name) != rules.end()) {
      return std::unexpected(RuleFault{part.line, rule->name, "another rule has this name"});
    }
    rules.push_back(*std::move(rule));
  }
  return rules;
}

}  // namespace openperflib
