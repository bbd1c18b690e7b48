// The rule reader: a table of the fields of a rule, each with the function that reads it.
#include "openperflib/analysis/rule_file.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <utility>

#include "openperflib/base/try_internal.h"
#include "openperflib/rules/rule_document.h"
#include "openperflib/text/utf16.h"

namespace openperflib {
namespace {

using Json = LocatedJson;
using Done = std::expected<void, RuleFault>;
using Names = std::vector<std::string_view>;

constexpr std::string_view kFormat = "openperflib rules";
constexpr unsigned kMostHold = 100'000;  // of any unit

constexpr auto kUnits = std::to_array<std::pair<std::string_view, Quantity>>({
    {"number", Quantity::number},
    {"percent", Quantity::percent},
    {"rate", Quantity::rate},
    {"seconds", Quantity::seconds},
    {"bytes", Quantity::bytes},
    {"bytes per second", Quantity::byte_rate},
    {"bits per second", Quantity::bits_per_second},
});

// One of a table's names.
template <typename Table>
auto row_of(const Table& table, std::string_view word) {
  return std::ranges::find(table, word,
                           [](const auto& row) { return std::string_view(row.first); });
}

// One rule so far, and the names that its expressions may use.
struct Reading {
  Rule rule;
  Names samples;     // of value, weight, while
  Names statistics;  // of the levels
};

// One entry of a counter; what it says about the counter as a whole goes to `counter`.
struct ChoiceReading {
  CounterChoice choice;
  RuleCounter& counter;
};

Done take_path(ChoiceReading& reading, const Json& json) {
  reading.choice.path = OPENPERFLIB_TRY(counter_path_of(json));
  return {};
}

Done take_times(ChoiceReading& reading, const Json& json) {
  reading.choice.times = OPENPERFLIB_TRY(json.as_number());
  return {};
}

Done take_over(ChoiceReading& reading, const Json& json) {
  static constexpr auto kWords = std::to_array<std::pair<std::string_view, CounterChoice::Over>>(
      {{"mean", CounterChoice::Over::mean},
       {"sum", CounterChoice::Over::sum},
       {"max", CounterChoice::Over::largest}});
  const auto row = row_of(kWords, OPENPERFLIB_TRY(json.as_text()));
  if (row == kWords.end()) return json.fault("expected mean, sum or max");
  reading.choice.over = row->second;
  return {};
}

Done take_remark(ChoiceReading& reading, const Json& json) {
  reading.choice.remark = OPENPERFLIB_TRY(json.as_text());
  return {};
}

Done take_optional(ChoiceReading& reading, const Json& json) {
  reading.counter.is_optional = OPENPERFLIB_TRY(json.as_flag());
  return {};
}

Done take_otherwise(ChoiceReading& reading, const Json& json) {
  reading.counter.otherwise = OPENPERFLIB_TRY(json.as_number());
  return {};
}

// A counter with a sentence for its absence is optional.
Done take_without(ChoiceReading& reading, const Json& json) {
  reading.counter.without = OPENPERFLIB_TRY(json.as_text());
  if (reading.counter.without.empty()) return json.fault("is empty");
  reading.counter.is_optional = true;
  return {};
}

constexpr auto kChoiceFields = std::to_array<JsonField<ChoiceReading>>({
    {"path", take_path, true},
    {"times", take_times},
    {"over", take_over},
    {"remark", take_remark},
    {"optional", take_optional},
    {"otherwise", take_otherwise},
    {"without", take_without},
});

std::expected<CounterChoice, RuleFault> choice_of(const Json& json, RuleCounter& counter) {
  ChoiceReading reading{.choice = {}, .counter = counter};
  if (json.kind == Json::Kind::object) {
    OPENPERFLIB_TRY(take_fields(reading, json, kChoiceFields, "a counter"));
  } else {
    OPENPERFLIB_TRY(take_path(reading, json));
  }
  return std::move(reading.choice);
}

// One way to obtain a counter, or a list of them.
std::expected<RuleCounter, RuleFault> choices_of(const std::string& name, const Json& json) {
  RuleCounter counter{.name = name, .choices = {}, .otherwise = {}};
  if (json.kind == Json::Kind::list) {
    if (json.parts.size() > Json::kMostTexts) return json.fault("has too many entries");
    for (const Json& part : json.parts) {
      counter.choices.push_back(OPENPERFLIB_TRY(choice_of(part, counter)));
    }
  } else {
    counter.choices.push_back(OPENPERFLIB_TRY(choice_of(json, counter)));
  }
  if (counter.choices.empty()) return json.fault("has no path");
  return counter;
}

std::expected<RuleCounter, RuleFault> counter_of(const std::string& name, const Json& json,
                                                 const Names& taken) {
  if (!is_counter_name(name)) {
    return json.fault(fmt::format("\"{}\" is not a valid name: use small letters and _", name));
  }
  if (std::ranges::find(taken, name) != taken.end()) {
    return json.fault(fmt::format("\"{}\" is already defined", name));
  }
  return choices_of(name, json);
}

Done take_counters(Reading& reading, const Json& json) {
  OPENPERFLIB_TRY(json.expect(Json::Kind::object));
  if (json.parts.empty()) return json.fault("needs at least one counter");
  if (json.parts.size() > Json::kMostTexts) return json.fault("has too many entries");
  for (std::size_t i = 0; i < json.parts.size(); ++i) {
    reading.samples.emplace_back(json.names[i]);
    const Names taken(reading.samples.begin(), reading.samples.end() - 1);
    reading.rule.counters.push_back(
        OPENPERFLIB_TRY(counter_of(json.names[i], json.parts[i], taken)));
  }
  return {};
}

Done take_needs(Reading& reading, const Json& json) {
  const auto needs = OPENPERFLIB_TRY(json.as_texts());
  for (const std::string& need : needs) {
    const bool is_soft = need.ends_with('?');
    const std::string_view name = std::string_view(need).substr(0, need.size() - (is_soft ? 1 : 0));
    const auto known = std::ranges::find(kFactNames, name);
    if (known == kFactNames.end())
      return json.fault(fmt::format("\"{}\" is not a fact; use cpus, ram, flash or linux", name));
    const auto fact = static_cast<Fact>(known - kFactNames.begin());
    (is_soft ? reading.rule.may_know : reading.rule.needs).push_back(fact);
  }
  return {};
}

Done take_judge(Reading& reading, const Json& json) {
  const std::string word = OPENPERFLIB_TRY(json.as_text());
  if (word != "stretches" && word != "whole") return json.fault("expected stretches or whole");
  reading.rule.judge = word == "whole" ? Rule::Judge::whole : Rule::Judge::stretches;
  return {};
}

Done take_unit(Reading& reading, const Json& json) {
  reading.rule.unit = OPENPERFLIB_TRY(json.as_text());
  const auto row = row_of(kUnits, reading.rule.unit);
  if (row == kUnits.end())
    return json.fault(fmt::format("\"{}\" is not a unit", reading.rule.unit));
  reading.rule.quantity = row->second;
  return {};
}

Done take_value(Reading& reading, const Json& json) {
  reading.rule.value =
      OPENPERFLIB_TRY(expression_of(json, reading.samples, ExpressionKind::number));
  return {};
}

Done take_weight(Reading& reading, const Json& json) {
  reading.rule.weight =
      OPENPERFLIB_TRY(expression_of(json, reading.samples, ExpressionKind::number));
  return {};
}

Done take_while(Reading& reading, const Json& json) {
  reading.rule.conditions.front() =
      OPENPERFLIB_TRY(expression_of(json, reading.samples, ExpressionKind::condition));
  return {};
}

// "5 min".
Done take_hold(Reading& reading, const Json& json) {
  static constexpr auto kTimeUnits = std::to_array<std::pair<std::string_view, FileTime>>(
      {{"s", kTicksPerSecond}, {"min", 60 * kTicksPerSecond}, {"h", 3600 * kTicksPerSecond}});
  const std::string text = OPENPERFLIB_TRY(json.as_text());
  const auto fault = [&] {
    return json.fault(
        fmt::format("\"{}\" is not a time; write it as \"30 s\", \"5 min\" or \"1 h\"", text));
  };
  unsigned count = 0;
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, count);
  if (error != std::errc() || rest == end || count > kMostHold) return fault();
  const auto unit = row_of(kTimeUnits, std::string_view(*rest == ' ' ? rest + 1 : rest, end));
  if (unit == kTimeUnits.end()) return fault();
  reading.rule.hold = count * unit->second;
  return {};
}

Done take_culprits(Reading& reading, const Json& json) {
  RuleCounter counter = OPENPERFLIB_TRY(choices_of({}, json));
  reading.rule.culprits = std::move(counter.choices);
  return {};
}

template <Expression RuleAccount::* kMember>
Done take_number_of_account(RuleAccount& account, const Json& json) {
  account.*kMember = OPENPERFLIB_TRY(expression_of(json, account_names(), ExpressionKind::number));
  return {};
}

Done take_of(RuleAccount& account, const Json& json) {
  RuleCounter counter = OPENPERFLIB_TRY(choices_of({}, json));
  account.of = std::move(counter.choices);
  return {};
}

Done take_rest(RuleAccount& account, const Json& json) {
  account.rest = OPENPERFLIB_TRY(json.as_text());
  if (account.rest.empty()) return json.fault("is empty");
  return {};
}

constexpr auto kAccountFields = std::to_array<JsonField<RuleAccount>>({
    {"of", take_of},
    {"part", take_number_of_account<&RuleAccount::part>, true},
    {"whole", take_number_of_account<&RuleAccount::whole>, true},
    {"rest", take_rest, true},
});

Done take_account(Reading& reading, const Json& json) {
  RuleAccount account;
  OPENPERFLIB_TRY(take_fields(account, json, kAccountFields, "an account"));
  const bool uses_of =
      account.whole.uses(place_of(AccountName::of)) || account.part.uses(place_of(AccountName::of));
  if (uses_of && account.of.empty()) return json.fault("uses \"of\", which it does not name");
  reading.rule.account = std::move(account);
  return {};
}

Done take_except(Reading& reading, const Json& json) {
  reading.rule.except = OPENPERFLIB_TRY(json.as_texts());
  for (std::string& name : reading.rule.except) name = folded(name);
  return {};
}

struct LevelReading {
  Reading& rule;
  RuleLevel level;
};

Done take_when(LevelReading& reading, const Json& json) {
  RuleLevel& level = reading.level;
  level.text = OPENPERFLIB_TRY(json.as_text());
  level.when =
      OPENPERFLIB_TRY(expression_of(json, reading.rule.statistics, ExpressionKind::condition));
  level.limit = level.when.limit(kFacts);
  return {};
}

Done take_while_of_level(LevelReading& reading, const Json& json) {
  auto& conditions = reading.rule.rule.conditions;
  reading.level.condition = conditions.size();
  conditions.emplace_back(
      OPENPERFLIB_TRY(expression_of(json, reading.rule.samples, ExpressionKind::condition)));
  return {};
}

constexpr auto kLevelFields = std::to_array<JsonField<LevelReading>>({
    {"when", take_when, true},
    {"while", take_while_of_level},
});

// "avg > 80", or {"when": "avg > 80", "while": "kernel > 30"} if that level has its own condition.
Done take_level(Reading& reading, const Json& json, Severity severity) {
  LevelReading level{.rule = reading,
                     .level = {.severity = severity, .text = {}, .when = {}, .limit = {}}};
  if (json.kind == Json::Kind::object) {
    OPENPERFLIB_TRY(take_fields(level, json, kLevelFields, "a level"));
  } else {
    OPENPERFLIB_TRY(take_when(level, json));
  }
  reading.rule.levels.push_back(std::move(level.level));
  return {};
}

template <Severity kSeverity>
Done take_level_of(Reading& reading, const Json& json) {
  return take_level(reading, json, kSeverity);
}

template <std::string Rule::* kMember>
Done take_text(Reading& reading, const Json& json) {
  reading.rule.*kMember = OPENPERFLIB_TRY(json.as_text());
  return {};
}

template <std::vector<std::string> Rule::* kMember>
Done take_texts(Reading& reading, const Json& json) {
  reading.rule.*kMember = OPENPERFLIB_TRY(json.as_texts());
  return {};
}

template <auto kMember>
Done take_flag(Reading& reading, const Json& json) {
  reading.rule.*kMember = OPENPERFLIB_TRY(json.as_flag());
  return {};
}

// In the order in which they are read: counters before the expressions that name them, severe
// levels first.
constexpr auto kFields = std::to_array<JsonField<Reading>>({
    {"id", take_text<&Rule::id>, true},
    {"title", take_text<&Rule::title>, true},
    {"group", take_text<&Rule::group>, true},
    {"counters", take_counters, true},
    {"needs", take_needs},
    {"linux", take_flag<&Rule::is_for_linux>},
    {"except", take_except},
    {"total", take_flag<&Rule::judges_total>},
    {"judge", take_judge},
    {"unit", take_unit, true},
    {"value", take_value, true},
    {"weight", take_weight},
    {"while", take_while},
    {"for", take_hold},
    {"critical", take_level_of<Severity::critical>},
    {"warning", take_level_of<Severity::warning>},
    {"info", take_level_of<Severity::info>},
    {"spikes", take_flag<&Rule::has_spikes>},
    {"culprits", take_culprits},
    {"account", take_account},
    {"old", take_flag<&Rule::is_old>},
    {"text", take_text<&Rule::text>, true},
    {"next", take_texts<&Rule::next>},
    {"links", take_texts<&Rule::links>},
});

bool uses_fact(const Rule& rule, std::size_t fact) {
  const auto uses = [&](const std::optional<Expression>& one) {
    return one.has_value() && one->uses(fact);
  };
  const auto level_uses = [&](const RuleLevel& level) { return level.when.uses(fact); };
  const bool account_uses =
      rule.account.has_value() && (rule.account->part.uses(fact) || rule.account->whole.uses(fact));
  return rule.value.uses(fact) || uses(rule.weight) || account_uses ||
         std::ranges::any_of(rule.conditions, uses) || std::ranges::any_of(rule.levels, level_uses);
}

// Checks that need the whole rule.
Done check_rule(const Rule& rule, const Json& json) {
  if (rule.id.empty()) return json.fault("\"id\" is empty");
  if (rule.levels.empty()) return json.fault("needs \"critical\", \"warning\" or \"info\"");
  for (std::size_t fact = 0; fact < kFacts; ++fact) {
    const auto names = [&](const std::vector<Fact>& facts) {
      return std::ranges::find(facts, static_cast<Fact>(fact)) != facts.end();
    };
    const bool is_named = names(rule.needs) || names(rule.may_know);
    if (uses_fact(rule, fact) && !is_named) {
      return json.fault(
          fmt::format("uses \"{}\", which must be listed in \"needs\"", kFactNames[fact]));
    }
  }
  if (rule.account.has_value() && rule.culprits.empty())
    return json.fault("has an \"account\" and no \"culprits\"");
  for (const Statistic statistic : {Statistic::slope, Statistic::p95}) {
    if (!rule.uses(statistic) || rule.judge == Rule::Judge::whole) continue;
    return json.fault(fmt::format("uses \"{}\", which needs \"judge\": \"whole\"",
                                  kStatisticNames[static_cast<std::size_t>(statistic)]));
  }
  return {};
}

// "instead": {"PhysicalDisk": "LogicalDisk"}.
std::expected<std::vector<StandIn>, RuleFault> stand_ins_of(const Json& json) {
  std::vector<StandIn> all;
  OPENPERFLIB_TRY(json.expect(Json::Kind::object));
  if (json.parts.size() > Json::kMostTexts) return json.fault("has too many entries");
  for (std::size_t i = 0; i < json.parts.size(); ++i) {
    StandIn one{.object = json.names[i], .other = OPENPERFLIB_TRY(json.parts[i].as_text())};
    for (const std::string& name : {one.object, one.other}) {
      if (name.empty() || name.find_first_of("()\\") != std::string::npos)
        return json.parts[i].fault(fmt::format("\"{}\" is not the name of an object", name));
    }
    if (std::ranges::find(all, one.object, &StandIn::object) != all.end())
      return json.parts[i].fault(fmt::format("\"{}\" is given twice", one.object));
    all.push_back(std::move(one));
  }
  return all;
}

// The path with the other object; empty if the path is not of that object of this machine.
std::string path_with(const StandIn& stand_in, const std::string& path) {
  const std::size_t end = 1 + stand_in.object.size();
  const bool is_of_object = path.size() > end && path.front() == '\\' &&
                            (path[end] == '(' || path[end] == '\\') &&
                            equal_ignoring_case(path.substr(1, end - 1), stand_in.object);
  return is_of_object ? "\\" + stand_in.other + path.substr(end) : std::string();
}

void add_other_paths(std::vector<CounterChoice>& choices, std::span<const StandIn> stand_ins) {
  for (CounterChoice& choice : choices) {
    for (std::size_t i = 0; i < stand_ins.size() && choice.other_path.empty(); ++i) {
      choice.other_path = path_with(stand_ins[i], choice.path);
      choice.stand_in = i;
    }
  }
}

void take_stand_ins(Rule& rule, const std::vector<StandIn>& stand_ins) {
  rule.stand_ins = stand_ins;
  for (RuleCounter& counter : rule.counters) add_other_paths(counter.choices, stand_ins);
  add_other_paths(rule.culprits, stand_ins);
  if (rule.account.has_value()) add_other_paths(rule.account->of, stand_ins);
}

std::expected<Rule, RuleFault> read_rule(const Json& json) {
  Reading reading{.rule = {}, .samples = sample_names(), .statistics = level_names()};
  reading.rule.line = json.line;
  reading.rule.except = {"_total", "idle"};
  OPENPERFLIB_TRY(take_fields(reading, json, kFields, "a rule"));
  OPENPERFLIB_TRY(check_rule(reading.rule, json));
  return std::move(reading.rule);
}

}  // namespace

std::expected<std::vector<Rule>, RuleFault> read_rules(std::string_view text) {
  static constexpr auto kMembersBeside = std::to_array<std::string_view>({"instead"});
  const Json file = OPENPERFLIB_TRY(read_rule_document(text, kFormat, kMembersBeside));
  std::vector<StandIn> stand_ins;
  if (const Json* const instead = file.find("instead"); instead != nullptr) {
    auto read = stand_ins_of(*instead);
    if (!read.has_value()) {
      read.error().reason.insert(0, "instead: ");
      return std::unexpected(std::move(read).error());
    }
    stand_ins = *std::move(read);
  }
  const Json& list = *file.find("rules");
  std::vector<Rule> rules;
  std::map<std::string, std::size_t> lines;
  for (const Json& part : list.parts) {
    auto rule = read_rule(part);
    if (!rule.has_value()) {
      rule.error().rule = part.text_of("id");
      return std::unexpected(std::move(rule).error());
    }
    const auto [known, is_new] = lines.try_emplace(rule->id, rule->line);
    if (!is_new) {
      return std::unexpected(RuleFault{
          part.line, rule->id, fmt::format("is given twice: line {} has it too", known->second)});
    }
    take_stand_ins(*rule, stand_ins);
    rules.push_back(*std::move(rule));
  }
  return rules;
}

void override_rules(std::vector<Rule>& rules, std::vector<Rule> others) {
  for (Rule& other : others) {
    const auto known = std::ranges::find(rules, other.id, &Rule::id);
    if (known != rules.end()) {
      *known = std::move(other);
    } else {
      rules.push_back(std::move(other));
    }
  }
}

}  // namespace openperflib
