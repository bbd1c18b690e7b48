#include "openperflib/view/report/report_verdict.h"

#include <fmt/core.h>

#include <algorithm>

#include "openperflib/query/paths/counter_path.h"
#include "openperflib/text/utf16.h"
#include "openperflib/titles/title_table.h"

namespace openperflib {
namespace {

constexpr std::size_t kMostObjectsNamed = 4;

// The names of Processor, Memory and Process in the most common languages of Windows.
struct LanguageName {
  std::string_view object;
  std::string_view language;
};
constexpr auto kLanguageNames = std::to_array<LanguageName>(
    {{"Prozessor", "German"},       {"Prozess", "German"},     {"Arbeitsspeicher", "German"},
     {"Processeur", "French"},      {"Processus", "French"},   {"Mémoire", "French"},
     {"Procesador", "Spanish"},     {"Proceso", "Spanish"},    {"Processore", "Italian"},
     {"Processador", "Portuguese"}, {"Memória", "Portuguese"}, {"Procesor", "Polish"},
     {"Pamięć", "Polish"},          {"Процессор", "Russian"},  {"Память", "Russian"},
     {"İşlemci", "Turkish"},        {"Επεξεργαστής", "Greek"}, {"프로세서", "Korean"},
     {"内存", "Chinese"},           {"プロセッサ", "Japanese"}});

// "A", "A and B", "A, B and C"; the first few of many.
std::string list_of(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < names.size() && i < kMostObjectsNamed; ++i) {
    const bool is_last = i + 1 == names.size();
    text += fmt::format("{}{}", i == 0 ? "" : is_last ? " and " : ", ", names[i]);
  }
  if (names.size() > kMostObjectsNamed)
    text += fmt::format(" and {} more", names.size() - kMostObjectsNamed);
  return text;
}

// The language of the log, "another language", or empty if it is English or unknown.
std::string language_of(const std::vector<std::string>& objects, const TitleTable& titles) {
  const auto is_english = [&](const std::string& object) {
    return !titles.positions(object).empty();
  };
  // Some objects have one name in several languages: System is German too.
  for (const LanguageName& name : kLanguageNames) {
    if (std::ranges::find(objects, name.object) != objects.end()) return std::string(name.language);
  }
  if (std::ranges::any_of(objects, is_english)) return {};
  const auto is_foreign = [](const std::string& object) {
    return std::ranges::any_of(object,
                               [](char c) { return static_cast<unsigned char>(c) >= 0x80; });
  };
  return std::ranges::any_of(objects, is_foreign) ? "another language" : "";
}

// Only the objects that rules need were read of a machine.
std::string only_text(const Report& report, const std::string& objects) {
  return fmt::format("{} only {}",
                     report.origin == SampleOrigin::log ? "The log has" : "The rules found",
                     objects);
}

// The first counters that rules lack of objects that the log has.
std::vector<std::string> lacking_counters(const Report& report) {
  std::vector<std::string> counters;
  for (const RuleOutcome* outcome : report.outcomes(RuleOutcome::State::skipped)) {
    const auto path = CounterPath::parse(outcome->missing);
    const auto is_its_object = [&](const std::string& object) {
      return equal_ignoring_case(object, path->object);
    };
    const bool counts = path.has_value() && std::ranges::any_of(report.objects, is_its_object) &&
                        std::ranges::find(counters, outcome->missing) == counters.end();
    if (counts) counters.push_back(outcome->missing);
    if (counters.size() == kMostObjectsNamed) break;
  }
  return counters;
}

std::string why_no_rule_could_be_judged(const Report& report) {
  const bool is_log = report.origin == SampleOrigin::log;
  if (report.result.shape.records == 0) return "There are no samples.";
  if (report.objects.empty()) {
    return fmt::format("The {} has no counter that could be read.", is_log ? "log" : "machine");
  }
  const std::string objects = list_of(report.objects);
  if (const std::string language = language_of(report.objects, report.titles); !language.empty()) {
    return fmt::format(
        "The log names its counters in {} ({}); the rules know only the English names. Run lodctr "
        "/S:names.ini on a Windows system in that language, and add --names names.ini to this "
        "command.",
        language, objects);
  }
  const auto skipped = report.outcomes(RuleOutcome::State::skipped);
  const auto has_counters = [](const RuleOutcome* one) { return one->missing.empty(); };
  if (const auto one = std::ranges::find_if(skipped, has_counters); one != skipped.end()) {
    return fmt::format("{}; {}: {}.", only_text(report, objects), report.rule_of(**one).id,
                       (*one)->reason);
  }
  if (const auto counters = lacking_counters(report); !counters.empty()) {
    return fmt::format("{}, without a counter that a rule could judge, such as {}.",
                       only_text(report, objects), list_of(counters));
  }
  return only_text(report, objects) +
         "; the rules need counters of objects such as Processor, Memory, PhysicalDisk and "
         "Process.";
}

}  // namespace

bool Verdict::is_clear() const noexcept {
  return is_given() && brief == 0 &&
         std::ranges::all_of(counts, [](std::size_t count) { return count == 0; });
}

Verdict verdict_of(const Report& report) {
  Verdict verdict{.brief = fired_rules(report, Weight::spike).size(),
                  .passed = report.outcomes(RuleOutcome::State::passed).size(),
                  .rules = report.rules.size(),
                  .why_none = {}};
  for (const RuleOutcome* outcome : fired_rules(report, Weight::finding)) {
    ++verdict.counts[static_cast<std::size_t>(outcome->findings.front().severity)];
  }
  verdict.judged = verdict.passed + report.outcomes(RuleOutcome::State::fired).size();
  if (!verdict.is_given()) verdict.why_none = why_no_rule_could_be_judged(report);
  return verdict;
}

std::string headline_text(const Verdict& verdict) {
  if (!verdict.is_given()) return "No verdict";
  std::string text;
  for (const Severity severity : {Severity::critical, Severity::warning, Severity::info}) {
    const std::size_t count = verdict.counts[static_cast<std::size_t>(severity)];
    if (count != 0) text += (text.empty() ? "" : ", ") + count_of(severity, count);
  }
  if (verdict.is_clear() && verdict.rests_on_few())
    return "Nothing found by the few rules that could be judged";
  if (verdict.is_clear()) return "No problems found";
  if (verdict.brief == 0) return text;
  return fmt::format("{}{} exceeded briefly", text.empty() ? "No lasting problems; " : text + ", ",
                     plural(verdict.brief, "limit"));
}

std::string coverage_text(const Report& report, const Verdict& verdict) {
  if (!verdict.is_given()) {
    return fmt::format("None of the {} rules could be judged. {}", verdict.rules, verdict.why_none);
  }
  std::string text = fmt::format("{} of {} rules could be judged, {} passed.", verdict.judged,
                                 verdict.rules, verdict.passed);
  const bool is_small = report.objects.size() <= kMostObjectsNamed;
  if (verdict.judged != verdict.rules && is_small)
    text += " " + only_text(report, list_of(report.objects)) + ".";
  return text;
}

}  // namespace openperflib
