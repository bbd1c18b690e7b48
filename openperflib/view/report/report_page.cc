#include "openperflib/view/report/report_page.h"

#include <fmt/core.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "openperflib/view/chart/chart_parts.h"
#include "openperflib/view/chart/page_style.h"
#include "openperflib/view/report/report_axis.h"
#include "openperflib/view/report/report_chart.h"
#include "openperflib/view/report/report_sentence.h"
#include "openperflib/view/report/report_verdict.h"
#include "openperflib/view/text/html_text.h"

namespace openperflib {
namespace {

constexpr std::size_t kMostRows = 12;   // of a table of instances; --json has more
constexpr std::size_t kMostTimes = 10;  // of a note about the data
constexpr std::size_t kMostNotesOfPage = 100;
constexpr double kOverviewHeight = 110;  // of a plot

// One page, part by part in the order of reading.
class Page {
 public:
  Page(const Report& report, std::string_view version)
      : report_(report), version_(version), verdict_(verdict_of(report)) {}

  std::string write() {
    html_ = page_begin("Performance report: " + heading(), version_);
    add_header();
    add_timeline();
    add_findings();
    add_overview();
    add_short("Exceeded briefly", Weight::spike);
    add_short("Old rules of thumb", Weight::old);
    add_notes();
    add_quality();
    add_passed();
    add_skipped();
    add_left_out();
    add_end();
    return std::move(html_);
  }

 private:
  template <typename... Parts>
  void add(fmt::format_string<Parts...> format, Parts&&... parts) {
    fmt::format_to(std::back_inserter(html_), format, std::forward<Parts>(parts)...);
  }

  // The machine; if there are several, only their number, as their names are below.
  std::string heading() const {
    if (report_.has_several_machines())
      return fmt::format("{} machines", report_.result.facts.size());
    const bool is_named =
        !report_.result.facts.empty() && !report_.result.facts.front().machine.empty();
    return is_named ? report_.result.facts.front().machine : "Unnamed machine";
  }

  void add_header() {
    add("<header><p class=\"kicker\">Performance report</p><h1>{}</h1>\n", html_text(heading()));
    add_extent();
    add("<div class=\"verdict\">");
    add_verdict();
    add("</div>\n<p class=\"soft\">{}</p>\n", html_text(coverage_text(report_, verdict_)));
    add_warnings();
    add("<dl class=\"facts\">");
    for (const std::string& file : report_.files) add_fact("Log", file, {});
    add_samples();
    for (const Facts& facts : report_.result.facts) add_facts(facts);
    add("</dl></header>\n");
  }

  void add_extent() {
    const LogShape& shape = report_.result.shape;
    if (shape.records == 0) return;
    add("<p>{} to {} <span class=\"soft\">· {} · {}</span></p>\n", date_text(shape.first_local),
        moment_text(report_, shape.last_local), duration_text(shape.last_local - shape.first_local),
        html_text(zone_text(report_)));
  }

  void add_count(std::string_view css_class, const std::string& text) {
    const std::size_t blank = text.find(' ');
    add("<span class=\"count {}\"><b>{}</b> {}</span>", css_class, text.substr(0, blank),
        text.substr(blank + 1));
  }

  // Green only if nothing at all was found.
  void add_verdict() {
    if (!verdict_.is_given()) {
      add("<span class=\"count unknown\">No verdict</span>");
      return;
    }
    if (verdict_.is_clear()) {
      add("<span class=\"count {}\">{}</span>", verdict_.rests_on_few() ? "unknown" : "none",
          headline_text(verdict_));
      return;
    }
    bool is_any = false;
    for (const Severity severity : {Severity::critical, Severity::warning, Severity::info}) {
      const std::size_t count = verdict_.counts[static_cast<std::size_t>(severity)];
      if (count != 0) add_count(name_of(severity), count_of(severity, count));
      is_any = is_any || count != 0;
    }
    if (!is_any) add("<span class=\"count unknown\">No lasting problems</span>");
    if (verdict_.brief != 0)
      add_count("info", plural(verdict_.brief, "limit") + " exceeded briefly");
  }

  // Serious notes about the data must be read before the findings.
  void add_warnings() {
    for (const QualityNote& note : report_.result.quality) {
      if (note.severity == Severity::info) continue;
      add("<p class=\"careful\"><span class=\"label warning\">careful</span> {}</p>\n",
          html_text(note.text));
    }
  }

  void add_fact(std::string_view name, std::string_view value, std::string_view source) {
    add("<div><dt>{}</dt><dd>{}", html_text(name), html_text(value));
    if (!source.empty()) add("<small>{}</small>", html_text(source));
    add("</dd></div>");
  }

  void add_samples() {
    const LogShape& shape = report_.result.shape;
    std::string every;
    if (shape.interval.usable()) {
      every = fmt::format("one every {}", interval_text(shape));
    }
    add_fact("Samples", fmt::format("{}", shape.records), every);
  }

  void add_facts(const Facts& facts) {
    const std::string name = report_.has_several_machines() ? facts.machine : "Machine";
    const auto texts = fact_texts(facts);
    for (const FactText& text : texts) add_fact(name, text.what, text.source);
    if (texts.empty() && report_.has_several_machines()) add_fact("Machine", facts.machine, {});
  }

  void add_quality() {
    if (report_.result.shape.records == 0) return;
    add("<section><h2>The data</h2><div class=\"card\">");
    if (report_.result.quality.empty()) {
      add("<p>Complete: no gaps, no missing values, a steady interval.</p></div></section>\n");
      return;
    }
    add("<ul class=\"quality\">");
    for (const QualityNote& note : report_.result.quality) add_note(note);
    add("</ul></div></section>\n");
  }

  void add_note(const QualityNote& note) {
    add("<li><span class=\"label {0}\">{0}</span><div>{1}", name_of(note.severity),
        html_text(note.text));
    if (!note.times.empty()) {
      add("<details><summary>When</summary>");
      for (std::size_t i = 0; i < note.times.size() && i < kMostTimes; ++i) {
        const TimeRange& time = note.times[i];
        add("<div>{} <span class=\"soft\">({})</span></div>", range_text(report_, time),
            duration_text(time.end < time.begin ? time.begin - time.end : time.end - time.begin));
      }
      if (note.times.size() > kMostTimes)
        add("<div>and {} more</div>", note.times.size() - kMostTimes);
      add("</details>");
    }
    add("</div></li>");
  }

  void add_timeline() {
    if (fired_rules(report_, Weight::finding).empty()) return;
    add("<section><h2>When</h2><div class=\"card\">{}", timeline_chart(report_));
    std::string legend;
    if (!report_.result.shape.gaps.empty()) legend += "Grey: no samples. ";
    if (!report_.notes.empty()) legend += "Dotted line: a note.";
    if (!legend.empty()) add("<p class=\"legend\">{}</p>", legend);
    add("</div></section>\n");
  }

  void add_findings() {
    const auto fired = fired_rules(report_, Weight::finding);
    if (fired.empty()) return;
    add("<section><h2>Findings</h2>\n");
    for (const RuleOutcome* outcome : fired) add_outcome(*outcome);
    add("</section>\n");
  }

  // One short row per rule, so that it does not alarm.
  void add_short(std::string_view head, Weight weight) {
    const auto fired = fired_rules(report_, weight);
    if (fired.empty()) return;
    add("<section><h2>{}</h2><div class=\"card brief\">\n", head);
    for (const RuleOutcome* outcome : fired) {
      const Rule& rule = report_.rule_of(*outcome);
      const Finding& worst = outcome->findings.front();
      const std::size_t others = outcome->findings.size() - 1 + outcome->more;
      add("<div><p>{} <code class=\"soft\">{}</code></p><p>{}: {}{}.</p>{}<p "
          "class=\"soft\">{}</p></div>\n",
          html_text(rule.title), html_text(rule.id), html_text(subject_text(report_, rule, worst)),
          html_sentence(finding_text(report_, rule, worst)),
          others == 0 ? "" : fmt::format("; and {} more", plural(others, "instance")),
          run_strip(report_, worst), html_text(rule.text));
    }
    add("</div></section>\n");
  }

  // Without findings, what the machine did is what there is to see.
  void add_overview() {
    if (report_.overview.empty() || !fired_rules(report_, Weight::finding).empty()) return;
    add("<section><h2>What the machine did</h2><div class=\"overview\">\n");
    for (const ChartPanel& panel : report_.overview) add_overview_panel(panel);
    add("</div></section>\n");
  }

  void add_overview_panel(const ChartPanel& panel) {
    add("<div class=\"card\"><h3>{}</h3>\n{}\n", html_text(heading_of(panel)),
        panel_plot(panel, time_axis_of(report_), report_.notes, kOverviewHeight));
    for (std::size_t i = 0; i < panel.series.size(); ++i) {
      const ChartSeries& series = panel.series[i];
      const auto text = [&](const Value& value) {
        return html_sentence(panel_number(panel, value));
      };
      add("<p class=\"soft\"><i class=\"key {}\"></i><code>{}</code>: {} to {}, {} on "
          "average</p>\n",
          line_class(i), html_text(series.title), text(series.minimum), text(series.maximum),
          text(series.average));
    }
    if (panel.left_out != 0) add("<p class=\"soft\">{}.</p>\n", left_out_text(panel));
    add("</div>\n");
  }

  void add_outcome(const RuleOutcome& outcome) {
    const Rule& rule = report_.rule_of(outcome);
    const Finding& worst = outcome.findings.front();
    add("<article id=\"rule-{4}\" class=\"card finding {0}\"><header><span class=\"label "
        "{0}\">{1}</span><h3>{2}</h3>"
        "<code>{3}</code></header>\n",
        name_of(worst.severity), label_of(rule, worst), html_text(rule.title), html_text(rule.id),
        outcome.rule);
    add("<p class=\"what\"><b>{}</b>: {}.</p>\n", html_text(subject_text(report_, rule, worst)),
        html_sentence(finding_text(report_, rule, worst)));
    if (const std::string culprits = culprits_text(worst); !culprits.empty()) {
      add("<p class=\"what\">Largest in that time: {}.</p>\n", html_sentence(culprits));
    }
    if (std::string account = account_text(report_, worst); !account.empty()) {
      account.front() = 'P';  // "Processes in the log": a sentence of its own here
      add("<p class=\"what\">{}.</p>\n", html_sentence(account));
    }
    for (const std::string& remark : outcome.remarks)
      add("<p class=\"soft\">Note: {}.</p>\n", html_sentence(remark));
    add("<p class=\"soft\">{}</p>\n{}\n", html_text(rule.text),
        time_series_chart(report_, rule, worst));
    if (outcome.findings.size() > 1) add_instances(rule, outcome);
    add_next(rule);
    add_numbers(rule, worst);
    add("</article>\n");
  }

  void add_instances(const Rule& rule, const RuleOutcome& outcome) {
    add("<div class=\"wide\"><table><thead><tr><th>Instance</th><th>Level</th><th "
        "class=\"number\">Worst</th>"
        "<th class=\"number\">Of the time</th><th>When</th></tr></thead><tbody>\n");
    const std::size_t shown = std::min(outcome.findings.size(), kMostRows);
    for (std::size_t i = 0; i < shown; ++i) {
      const Finding& finding = outcome.findings[i];
      add("<tr><td>{}</td><td><span class=\"label {}\">{}</span></td><td class=\"number\">{}</td>"
          "<td class=\"number\">{}</td><td>{}</td></tr>\n",
          html_text(subject_text(report_, rule, finding)), name_of(finding.severity),
          label_of(rule, finding),
          html_text(quantity_text(rule.quantity, finding.worst_run().worst)),
          share_text(finding.fired().share), run_strip(report_, finding));
    }
    add("</tbody></table></div>\n");
    const std::size_t others = outcome.findings.size() - shown + outcome.more;
    if (others != 0) add("<p class=\"soft\">and {} more</p>\n", others);
  }

  void add_next(const Rule& rule) {
    if (!rule.next.empty()) {
      add("<p class=\"next-head\">Look at next</p><ul class=\"next\">");
      for (const std::string& next : rule.next) add("<li>{}</li>", html_text(next));
      add("</ul>\n");
    }
    for (const std::string& link : rule.links) add_link(link);
  }

  // Other links of rules are not safe to follow.
  void add_link(const std::string& link) {
    if (!link.starts_with("https://") && !link.starts_with("http://")) return;
    add("<p><a rel=\"noreferrer\" href=\"{0}\">{0}</a></p>\n", html_text(link));
  }

  // The contents of the chart, as numbers.
  void add_numbers(const Rule& rule, const Finding& finding) {
    const auto text = [&](double number) {
      return html_text(quantity_text(rule.quantity, number));
    };
    add("<details><summary>Numbers</summary><div "
        "class=\"wide\"><table><thead><tr><th>When</th><th>Level</th>"
        "<th class=\"number\">Exceeded for</th><th class=\"number\">Average</th><th "
        "class=\"number\">Worst</th></tr>"
        "</thead><tbody>\n");
    for (const FindingLevel& level : finding.levels) {
      for (const FindingRun& run : level.runs) {
        add("<tr><td>{}</td><td>{}</td><td class=\"number\">{}</td><td class=\"number\">{}</td>"
            "<td class=\"number\">{}</td></tr>\n",
            range_text(report_, run.time), name_of(level.severity), duration_text(run.beyond),
            text(run.average), text(run.worst));
      }
      const std::uint64_t others = level.run_count - level.runs.size();
      if (others != 0)
        add("<tr><td>and {} more</td><td>{}</td><td></td><td></td><td></td></tr>\n", others,
            name_of(level.severity));
    }
    add("</tbody></table></div><p>All {}: {} at least, {} on average, {} at most.</p></details>\n",
        plural(finding.samples, "sample"), text(finding.minimum), text(finding.average),
        text(finding.maximum));
  }

  void add_notes() {
    if (report_.notes.empty()) return;
    add("<section><h2>Notes</h2><div class=\"card\"><table><tbody>\n");
    const std::size_t shown = std::min(report_.notes.size(), kMostNotesOfPage);
    for (std::size_t i = 0; i < shown; ++i) {
      const WrittenNote& note = report_.notes[i];
      add("<tr><td>{}</td><td>{}</td></tr>\n", moment_text(report_, note.time_local),
          html_text(note.text));
    }
    add("</tbody></table>");
    if (report_.notes.size() > shown)
      add("<p class=\"soft\">and {} more</p>", report_.notes.size() - shown);
    add("</div></section>\n");
  }

  void add_passed() {
    const auto passed = report_.outcomes(RuleOutcome::State::passed);
    if (passed.empty()) return;
    add("<section><h2>Passed</h2><div "
        "class=\"card\"><details><summary>{}</summary><table><tbody>\n",
        plural(passed.size(), "rule"));
    for (const RuleOutcome* outcome : passed) {
      const Rule& rule = report_.rule_of(*outcome);
      add("<tr><td><code>{}</code></td><td>no: {}", html_text(rule.id), html_text(rule.title));
      for (const std::string& remark : outcome->remarks)
        add("<br><small>{}</small>", html_text(remark));
      add("</td><td class=\"number\">{}</td></tr>\n", plural(outcome->instances, "instance"));
    }
    add("</tbody></table></details></div></section>\n");
  }

  void add_skipped() {
    const auto skipped = skipped_rules(report_);
    if (skipped.empty()) return;
    add("<section><h2>Not applicable</h2><div class=\"card\"><details><summary>{} could not be "
        "judged"
        "</summary><table><tbody>\n",
        plural(report_.outcomes(RuleOutcome::State::skipped).size(), "rule"));
    for (const RulesWithReason& one : skipped) {
      add("<tr><td>");
      for (const std::string& id : one.ids) add("<code>{}</code> ", html_text(id));
      add("</td><td>{}</td></tr>\n", html_text(one.reason));
    }
    add("</tbody></table></details></div></section>\n");
  }

  void add_left_out() {
    if (report_.left_out.empty()) return;
    add("<section><h2>Left out</h2><div class=\"card\"><details><summary>{} of files of rules"
        "</summary><table><tbody>\n",
        plural(report_.left_out.size(), "threshold"));
    for (const LeftOutRule& one : report_.left_out) {
      add("<tr><td>{}</td><td>{}</td></tr>\n", html_text(one.file), html_text(left_out_text(one)));
    }
    add("</tbody></table></details></div></section>\n");
  }

  void add_end() {
    add("<footer>Made by perflib {} from {}. Times are those of the {} own "
        "clock.</footer>\n</main></body></html>\n",
        version_, plural(report_.rules.size(), "rule"),
        report_.origin == SampleOrigin::log ? "log's" : "machine's");
  }

  const Report& report_;
  std::string_view version_;
  Verdict verdict_;
  std::string html_;
};

}  // namespace

std::string report_page(const Report& report, std::string_view version) {
  return Page(report, version).write();
}

}  // namespace openperflib
