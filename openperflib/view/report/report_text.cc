#include "openperflib/view/report/report_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "openperflib/text/printable.h"
#include "openperflib/text/word_wrap.h"
#include "openperflib/view/report/report_sentence.h"
#include "openperflib/view/report/report_verdict.h"

namespace openperflib {
namespace {

constexpr std::size_t kLabelWidth = 8;
constexpr std::size_t kIndent = kLabelWidth + 2;
constexpr std::size_t kLeastWidth = 40;
constexpr std::size_t kMostWidth = 120;   // longer lines are hard to read
constexpr std::size_t kMostFindings = 5;  // of a rule; --json and the page have more
constexpr std::size_t kMostNotesOfText = 20;
constexpr std::size_t kMostMachines = 8;
constexpr std::string_view kBold = "\x1b[1m";
constexpr std::string_view kDim = "\x1b[2m";
constexpr std::string_view kReset = "\x1b[0m";

class TextReport {
 public:
  TextReport(const Report& report, const TextStyle& style)
      : report_(report), style_(style), width_(std::clamp(style.width, kLeastWidth, kMostWidth)) {}

  std::string write() {
    add_verdict();
    add_head();
    for (const RuleOutcome* outcome : fired_rules(report_, Weight::finding)) add_outcome(*outcome);
    add_short("Exceeded briefly", Weight::spike);
    add_short("Old rules of thumb", Weight::old);
    add_notes();
    add_quality();
    if (style_.skipped == TextStyle::Skipped::listed) {
      add_rules("Rules that passed with less than they ask for", remarks_on_passed_rules(report_));
      add_rules("Rules that could not be judged", skipped_rules(report_));
      add_left_out();
    }
    return std::move(text_);
  }

 private:
  std::string coloured(std::string_view text, std::string_view colour) const {
    if (style_.colours == TextStyle::Colours::off) return std::string(text);
    return fmt::format("{}{}{}", colour, text, kReset);
  }

  static std::string_view colour_of(Severity severity) {
    if (severity == Severity::critical) return "\x1b[1;31m";
    return severity == Severity::warning ? "\x1b[33m" : "\x1b[36m";
  }

  void add_paragraph(std::string_view text, std::string_view first = " ") {
    text_ += wrapped(printable(text), width_, first);
  }

  void add_verdict() {
    const Verdict verdict = verdict_of(report_);
    text_ += coloured(headline_text(verdict), kBold) + "\n";
    const bool hides_skipped = style_.skipped == TextStyle::Skipped::counted &&
                               verdict.judged != verdict.rules && verdict.is_given();
    add_paragraph(coverage_text(report_, verdict) +
                      (hides_skipped ? fmt::format(" --skipped lists the other {}.",
                                                   verdict.rules - verdict.judged)
                                     : ""),
                  "");
  }

  void add_head() {
    const LogShape& shape = report_.result.shape;
    text_ += '\n';
    for (const std::string& file : report_.files) text_ += coloured(printable(file), kBold) + "\n";
    if (shape.records != 0) add_extent(shape);
    add_machines();
    for (const QualityNote& note : report_.result.quality) {
      if (note.severity != Severity::info) add_paragraph("Careful: " + note.text);
    }
  }

  // The facts of each machine; if there are many, only their names.
  void add_machines() {
    const auto& machines = report_.result.facts;
    if (machines.size() > kMostMachines) {
      std::vector<std::string> names;
      for (std::size_t i = 0; i < kMostMachines; ++i) names.push_back(machines[i].machine);
      add_paragraph(fmt::format("{} machines: {} and {} more", machines.size(),
                                fmt::join(names, ", "), machines.size() - kMostMachines));
      return;
    }
    for (const Facts& facts : machines) {
      std::string line;
      for (const FactText& fact : fact_texts(facts)) {
        line += fmt::format("{}{} ({})", line.empty() ? "" : ", ", fact.what, fact.source);
      }
      const std::string name = facts.machine.empty() ? "Unnamed machine" : facts.machine;
      add_paragraph(line.empty() ? name : name + ": " + line);
    }
  }

  void add_extent(const LogShape& shape) {
    std::string text =
        fmt::format("{} to {}, {}; {}", date_text(shape.first_local), date_text(shape.last_local),
                    zone_text(report_), plural(shape.records, "sample"));
    if (shape.interval.usable()) {
      text += fmt::format(", one every {}", interval_text(shape));
    }
    add_paragraph(text);
  }

  void add_outcome(const RuleOutcome& outcome) {
    const Rule& rule = report_.rule_of(outcome);
    const Finding& worst = outcome.findings.front();
    text_ +=
        fmt::format("\n {} {}  {}\n",
                    coloured(fitted(label_of(rule, worst), kLabelWidth), colour_of(worst.severity)),
                    coloured(printable(rule.title), kBold), coloured(printable(rule.id), kDim));
    const std::size_t shown = std::min(outcome.findings.size(), kMostFindings);
    for (std::size_t i = 0; i < shown; ++i) add_finding(rule, outcome.findings[i]);
    const std::size_t others = outcome.findings.size() - shown + outcome.more;
    if (others != 0) add_indented(fmt::format("and {} more", others));
    for (const std::string& remark : outcome.remarks) add_indented("Note: " + remark);
    add_indented(rule.text);
  }

  void add_indented(std::string_view text) { add_paragraph(text, std::string(kIndent, ' ')); }

  void add_finding(const Rule& rule, const Finding& finding) {
    add_indented(subject_text(report_, rule, finding) + ": " +
                 finding_text(report_, rule, finding));
    const std::string culprits = culprits_text(finding);
    if (!culprits.empty()) add_indented("largest in that time: " + culprits);
    if (const std::string account = account_text(report_, finding); !account.empty())
      add_indented(account);
  }

  // One or two short lines per rule, so that it does not alarm.
  void add_short(std::string_view head, Weight weight) {
    const auto fired = fired_rules(report_, weight);
    if (!fired.empty()) text_ += "\n" + coloured(head, kBold) + "\n";
    for (const RuleOutcome* outcome : fired) {
      const Rule& rule = report_.rule_of(*outcome);
      const Finding& worst = outcome->findings.front();
      std::string text = fmt::format("{}: {}: {}", rule.title, subject_text(report_, rule, worst),
                                     finding_text(report_, rule, worst));
      const std::size_t others = outcome->findings.size() - 1 + outcome->more;
      if (others != 0) text += fmt::format("; and {} more", plural(others, "instance"));
      add_paragraph(text);
    }
  }

  void add_notes() {
    if (report_.notes.empty()) return;
    text_ += "\n" + coloured("Notes", kBold) + "\n";
    const std::size_t shown = std::min(report_.notes.size(), kMostNotesOfText);
    for (std::size_t i = 0; i < shown; ++i) {
      const WrittenNote& note = report_.notes[i];
      add_paragraph(note.text, fmt::format(" {}  ", moment_text(report_, note.time_local)));
    }
    if (report_.notes.size() > shown)
      add_paragraph(fmt::format("and {} more", report_.notes.size() - shown));
  }

  // Serious notes are in the head.
  void add_quality() {
    const auto is_remark = [](const QualityNote& note) { return note.severity == Severity::info; };
    if (std::ranges::none_of(report_.result.quality, is_remark)) return;
    text_ += "\n" + coloured("The data", kBold) + "\n";
    for (const QualityNote& note : report_.result.quality) {
      if (is_remark(note)) add_paragraph(note.text);
    }
  }

  void add_rules(std::string_view head, const std::vector<RulesWithReason>& rules) {
    if (rules.empty()) return;
    text_ += "\n" + coloured(head, kBold) + "\n";
    for (const RulesWithReason& one : rules) {
      add_paragraph(fmt::format("{}: {}", fmt::join(one.ids, ", "), one.reason));
    }
  }

  void add_left_out() {
    if (report_.left_out.empty()) return;
    text_ += "\n" + coloured("Left out of the files of rules", kBold) + "\n";
    for (const LeftOutRule& one : report_.left_out) {
      add_paragraph(fmt::format("{}: {}", one.file, left_out_text(one)));
    }
  }

  const Report& report_;
  TextStyle style_;
  std::size_t width_;
  std::string text_;
};

}  // namespace

std::string report_text(const Report& report, const TextStyle& style) {
  return TextReport(report, style).write();
}

}  // namespace openperflib
