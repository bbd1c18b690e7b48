#include "apps/perflib/report_text.h"

#include <fmt/format.h>

#include <string_view>

#include "apps/program/printable.h"

namespace openperflib::apps {
namespace {

constexpr std::size_t kLabelWidth = 8;
constexpr std::size_t kMostFindings = 5;  // of a rule; --json and the page have all
constexpr std::string_view kLacksCounter = "the log has no ";
constexpr std::string_view kBold = "\x1b[1m";
constexpr std::string_view kDim = "\x1b[2m";
constexpr std::string_view kReset = "\x1b[0m";

class TextReport {
 public:
  TextReport(const Report& report, Colours colours) : report_(report), colours_(colours) {}

  std::string write() {
    add_head();
    add_quality();
    if (report_.result.shape.records == 0) return std::move(text_);
    add_summary();
    for (const RuleOutcome* outcome : fired_rules(report_, Weight::finding)) add_outcome(*outcome);
    add_short("Single samples beyond a limit", Weight::spike);
    add_short("Old rules", Weight::old);
    add_skipped();
    return std::move(text_);
  }

 private:
  std::string coloured(std::string_view text, std::string_view colour) const {
    if (colours_ == Colours::off) return std::string(text);
    return fmt::format("{}{}{}", colour, text, kReset);
  }

  static std::string_view colour_of(Severity severity) {
    if (severity == Severity::critical) return "\x1b[1;31m";
    return severity == Severity::warning ? "\x1b[33m" : "\x1b[36m";
  }

  void add_head() {
    const LogShape& shape = report_.result.shape;
    for (const std::string& file : report_.files) text_ += coloured(printable(file), kBold) + "\n";
    if (shape.records != 0) {
      text_ += fmt::format(" {} to {}, {}\n", date_text(shape.first_local),
                           date_text(shape.last_local), printable(zone_text(report_)));
      text_ += fmt::format(" {} sample{}", shape.records, shape.records == 1 ? "" : "s");
      if (shape.interval.usable()) {
        text_ +=
            fmt::format(", one every {}", quantity_text(Quantity::seconds, shape.interval.number));
      }
      text_ += fmt::format("; judged in {} slice{}\n", report_.result.slices,
                           report_.result.slices == 1 ? "" : "s");
    }
    for (const Facts& facts : report_.result.facts) {
      std::string line;
      for (const std::string& fact : fact_texts(facts)) line += (line.empty() ? "" : ", ") + fact;
      if (!line.empty())
        text_ += fmt::format(" {}: {}\n", machine_text(facts.machine), printable(line));
    }
  }

  static std::string machine_text(const std::string& machine) {
    return machine.empty() ? "the machine" : printable(machine);
  }

  void add_quality() {
    if (report_.result.quality.empty()) return;
    text_ += "\n" + coloured("The data", kBold) + "\n";
    for (const QualityNote& note : report_.result.quality) {
      text_ += fmt::format(
          " {} {}\n",
          coloured(fitted(name_of(note.severity), kLabelWidth), colour_of(note.severity)),
          printable(note.text));
    }
  }

  void add_summary() {
    text_ += fmt::format("\n{}; {}\n", coloured(counted_text(report_), kBold), rest_text(report_));
  }

  void add_outcome(const RuleOutcome& outcome) {
    const Rule& rule = report_.rule_of(outcome);
    const Finding& worst = outcome.findings.front();
    const std::string_view label = label_of(rule, worst);
    text_ += fmt::format(
        "\n {} {}  {}\n", coloured(fitted(label, kLabelWidth), colour_of(worst.severity)),
        coloured(printable(rule.title), kBold), coloured(printable(rule.id), kDim));
    for (std::size_t i = 0; i < outcome.findings.size() && i < kMostFindings; ++i) {
      const Finding& finding = outcome.findings[i];
      text_ += fmt::format("{:10}{}: {}, {}\n", "", printable(subject_text(rule, finding)),
                           numbers_text(rule, finding), when_text(report_, finding));
    }
    if (outcome.findings.size() > kMostFindings) {
      text_ += fmt::format("{:10}and {} more\n", "", outcome.findings.size() - kMostFindings);
    }
    text_ += fmt::format("{:10}{}\n", "", coloured(printable(rule.text), kDim));
  }

  // A line a rule: nobody should be alarmed.
  void add_short(std::string_view head, Weight weight) {
    const auto fired = fired_rules(report_, weight);
    if (!fired.empty()) text_ += "\n" + coloured(head, kBold) + "\n";
    for (const RuleOutcome* outcome : fired) {
      const Rule& rule = report_.rule_of(*outcome);
      const Finding& worst = outcome->findings.front();
      text_ +=
          fmt::format(" {}: {}, {}, {}\n", printable(rule.id), printable(subject_text(rule, worst)),
                      numbers_text(rule, worst), when_text(report_, worst));
    }
  }

  // What the log does not have is one line: the page and --json say of each rule what it misses.
  void add_skipped() {
    const auto skipped = skipped_rules(report_);
    if (skipped.empty()) return;
    text_ += "\n" + coloured("Skipped", kBold) + "\n";
    std::string without_counters;
    for (const SkippedRules& one : skipped) {
      const bool lacks = one.reason.starts_with(kLacksCounter);
      std::string ids;
      std::string& list = lacks ? without_counters : ids;
      for (const std::string& id : one.ids) list += (list.empty() ? "" : ", ") + printable(id);
      if (!lacks) text_ += fmt::format(" {}: {}\n", ids, printable(one.reason));
    }
    if (!without_counters.empty())
      text_ += fmt::format(" {}: the log lacks a counter\n", without_counters);
  }

  const Report& report_;
  Colours colours_;
  std::string text_;
};

}  // namespace

std::string report_text(const Report& report, Colours colours) {
  return TextReport(report, colours).write();
}

}  // namespace openperflib::apps
