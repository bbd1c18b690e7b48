#include "apps/perflib/report_page.h"

#include <fmt/format.h>

#include <iterator>

#include "apps/perflib/html_text.h"
#include "apps/perflib/report_chart.h"

namespace openperflib::apps {
namespace {

constexpr std::size_t kMostRows = 12;   // of a table of instances; --json has all
constexpr std::size_t kMostTimes = 10;  // of a note

// One page, part by part in the order of reading.
class Page {
 public:
  explicit Page(const Report& report) : report_(report) {}

  std::string write() {
    add_begin();
    add_header();
    add_quality();
    if (report_.result.shape.records != 0) {
      add_timeline();
      add_findings();
      add_short("Single samples beyond a limit", Weight::spike);
      add_short("Old rules", Weight::old);
      add_clean();
    }
    add_skipped();
    add_end();
    return std::move(html_);
  }

 private:
  template <typename... Parts>
  void add(fmt::format_string<Parts...> format, Parts&&... parts) {
    fmt::format_to(std::back_inserter(html_), format, std::forward<Parts>(parts)...);
  }

  std::string machines() const {
    std::string names;
    for (const Facts& facts : report_.result.facts) {
      if (facts.machine.empty()) continue;
      names += (names.empty() ? "" : ", ") + facts.machine;
    }
    return names.empty() ? "A log without a machine's name" : names;
  }

  void add_begin() {
    add("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
        "'unsafe-inline'\">\n"
        "<meta name=\"generator\" content=\"OpenPerflib " OPENPERFLIB_VERSION
        "\">\n"
        "<title>Performance report: {}</title>\n<style>{}</style></head>\n<body><main>\n",
        html_text(machines()), report_style());
  }

  void add_header() {
    add("<header><p class=\"kicker\">Performance report</p><h1>{}</h1>\n", html_text(machines()));
    add_extent();
    add("<div class=\"verdict\">");
    add_counts();
    add("</div>\n<dl class=\"facts\">");
    for (const std::string& file : report_.files) add_fact("Log", file, {});
    add_samples();
    for (const Facts& facts : report_.result.facts) add_facts(facts);
    add("</dl></header>\n");
  }

  void add_extent() {
    const LogShape& shape = report_.result.shape;
    if (shape.records == 0) {
      add("<p class=\"soft\">The log has no samples.</p>\n");
      return;
    }
    add("<p>{} to {} <span class=\"soft\">· {} · {}</span></p>\n", date_text(shape.first_local),
        moment_text(report_, shape.last_local), duration_text(shape.last_local - shape.first_local),
        html_text(zone_text(report_)));
  }

  void add_counts() {
    const auto counts = count_fired(report_);
    bool is_any = false;
    for (const Severity severity : {Severity::critical, Severity::warning, Severity::info}) {
      const std::size_t count = counts[static_cast<std::size_t>(severity)];
      if (count == 0) continue;
      is_any = true;
      const std::string text = count_of(severity, count);
      const std::size_t blank = text.find(' ');
      add("<span class=\"count {}\"><b>{}</b> {}</span>", name_of(severity), text.substr(0, blank),
          text.substr(blank + 1));
    }
    if (!is_any) add("<span class=\"count none\">Nothing found</span>");
    add("<span class=\"soft\">{}</span>", rest_text(report_));
  }

  void add_fact(std::string_view name, std::string_view value, std::string_view source) {
    add("<div><dt>{}</dt><dd>{}", name, html_text(value));
    if (!source.empty()) add("<small>{}</small>", html_text(source));
    add("</dd></div>");
  }

  void add_samples() {
    const LogShape& shape = report_.result.shape;
    std::string every;
    if (shape.interval.usable()) {
      every = fmt::format("one every {}, judged in {} slice{}",
                          quantity_text(Quantity::seconds, shape.interval.number),
                          report_.result.slices, report_.result.slices == 1 ? "" : "s");
    }
    add_fact("Samples", fmt::format("{}", shape.records), every);
  }

  void add_facts(const Facts& facts) {
    const bool is_one = report_.result.facts.size() == 1;
    std::string what;
    for (const std::string& text : fact_texts(facts)) {
      const std::size_t bracket = text.find(" (");
      const std::string source =
          bracket == std::string::npos ? "" : text.substr(bracket + 2, text.size() - bracket - 3);
      add_fact(is_one ? "Machine" : html_text(facts.machine), text.substr(0, bracket), source);
    }
  }

  void add_quality() {
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
    if (!report_.result.shape.gaps.empty()) {
      add("<p class=\"soft legend\">Grey: without samples.</p>");
    }
    add("</div></section>\n");
  }

  void add_findings() {
    const auto fired = fired_rules(report_, Weight::finding);
    if (fired.empty()) return;
    add("<section><h2>Findings</h2>\n");
    for (const RuleOutcome* outcome : fired) add_outcome(*outcome);
    add("</section>\n");
  }

  // A row a rule: nobody should be alarmed.
  void add_short(std::string_view head, Weight weight) {
    const auto fired = fired_rules(report_, weight);
    if (fired.empty()) return;
    add("<section><h2>{}</h2><div class=\"card\"><div class=\"wide\"><table "
        "class=\"short\"><tbody>\n",
        head);
    for (const RuleOutcome* outcome : fired) {
      const Rule& rule = report_.rule_of(*outcome);
      const Finding& worst = outcome->findings.front();
      add("<tr><td>{}<br><code class=\"soft\">{}</code></td><td>{}: {}, {}.<br><span "
          "class=\"soft\">{}</span>"
          "</td><td>{}</td></tr>\n",
          html_text(rule.title), html_text(rule.id), html_text(subject_text(rule, worst)),
          html_text(numbers_text(rule, worst)), html_text(when_text(report_, worst)),
          html_text(rule.text), range_strip(report_, worst));
    }
    add("</tbody></table></div></div></section>\n");
  }

  void add_outcome(const RuleOutcome& outcome) {
    const Rule& rule = report_.rule_of(outcome);
    const Finding& worst = outcome.findings.front();
    add("<article id=\"rule-{4}\" class=\"card finding {0}\"><header><span class=\"label "
        "{0}\">{1}</span><h3>{2}</h3>"
        "<code>{3}</code></header>\n",
        name_of(worst.severity), label_of(rule, worst), html_text(rule.title), html_text(rule.id),
        outcome.rule);
    add("<p class=\"what\"><b>{}</b>: {}, {}.</p>\n<p class=\"soft\">{}</p>\n",
        html_text(subject_text(rule, worst)), html_text(numbers_text(rule, worst)),
        html_text(when_text(report_, worst)), html_text(rule.text));
    add("{}\n", course_chart(report_, rule, worst));
    if (outcome.findings.size() > 1) add_instances(rule, outcome);
    add_next(rule);
    add_numbers(rule, worst);
    add("</article>\n");
  }

  void add_instances(const Rule& rule, const RuleOutcome& outcome) {
    add("<div class=\"wide\"><table><thead><tr><th>Instance</th><th>Level</th><th "
        "class=\"number\">Worst</th>"
        "<th class=\"number\">Of the time</th><th>When</th></tr></thead><tbody>\n");
    for (std::size_t i = 0; i < outcome.findings.size() && i < kMostRows; ++i) {
      const Finding& finding = outcome.findings[i];
      add("<tr><td>{}</td><td><span class=\"label {}\">{}</span></td><td class=\"number\">{}</td>"
          "<td class=\"number\">{}</td><td>{}</td></tr>\n",
          html_text(subject_text(rule, finding)), name_of(finding.severity),
          label_of(rule, finding), html_text(judged_text(rule, finding, finding.worst)),
          finding.is_spike ? "spike" : share_text(finding.share), range_strip(report_, finding));
    }
    add("</tbody></table></div>\n");
    if (outcome.findings.size() > kMostRows) {
      add("<p class=\"soft\">and {} more</p>\n", outcome.findings.size() - kMostRows);
    }
  }

  void add_next(const Rule& rule) {
    if (!rule.next.empty()) {
      add("<p class=\"next-head\">Look at next</p><ul class=\"next\">");
      for (const std::string& next : rule.next) add("<li>{}</li>", html_text(next));
      add("</ul>\n");
    }
    for (const std::string& link : rule.links) add_link(link);
  }

  // Whatever else a rule's link is, it is no place to send anybody.
  void add_link(const std::string& link) {
    if (!link.starts_with("https://") && !link.starts_with("http://")) return;
    add("<p><a rel=\"noreferrer\" href=\"{0}\">{0}</a></p>\n", html_text(link));
  }

  // What the chart shows, as numbers.
  void add_numbers(const Rule& rule, const Finding& finding) {
    const auto text = [&](double number) {
      return html_text(quantity_text(rule.quantity, number));
    };
    add("<details><summary>Numbers</summary><div "
        "class=\"wide\"><table><thead><tr><th>From</th><th>To</th>"
        "<th>Level</th><th class=\"number\">Worst</th></tr></thead><tbody>\n");
    for (const FindingRange& range : finding.ranges) {
      add("<tr><td>{}</td><td>{}</td><td>{}</td><td class=\"number\">{}</td></tr>\n",
          moment_text(report_, range.time.begin), moment_text(report_, range.time.end),
          name_of(range.severity), html_text(judged_text(rule, finding, range.worst)));
    }
    add("</tbody></table></div><p>All {} samples: {} at least, {} on average, {} at "
        "most.</p></details>\n",
        finding.samples, text(finding.minimum), text(finding.average), text(finding.maximum));
  }

  void add_clean() {
    const auto clean = report_.outcomes(RuleOutcome::State::clean);
    if (clean.empty()) return;
    add("<section><h2>Judged and found well</h2><div class=\"card\"><details><summary>{} rules"
        "</summary><table><tbody>\n",
        clean.size());
    for (const RuleOutcome* outcome : clean) {
      const Rule& rule = report_.rule_of(*outcome);
      add("<tr><td><code>{}</code></td><td>not so: {}</td><td class=\"number\">{}</td></tr>\n",
          html_text(rule.id), html_text(rule.title), outcome->instances);
    }
    add("</tbody></table></details></div></section>\n");
  }

  void add_skipped() {
    const auto skipped = skipped_rules(report_);
    if (skipped.empty()) return;
    add("<section><h2>Not judged</h2><div class=\"card\"><details><summary>{} rules were skipped"
        "</summary><table><tbody>\n",
        report_.outcomes(RuleOutcome::State::skipped).size());
    for (const SkippedRules& one : skipped) {
      add("<tr><td>");
      for (const std::string& id : one.ids) add("<code>{}</code> ", html_text(id));
      add("</td><td>{}</td></tr>\n", html_text(one.reason));
    }
    add("</tbody></table></details></div></section>\n");
  }

  void add_end() {
    add("<footer>Made by perflib " OPENPERFLIB_VERSION
        " from {} rules. Times are those of the log's own "
        "clock.</footer>\n</main></body></html>\n",
        report_.rules.size());
  }

  const Report& report_;
  std::string html_;
};

}  // namespace

std::string report_page(const Report& report) { return Page(report).write(); }

}  // namespace openperflib::apps
