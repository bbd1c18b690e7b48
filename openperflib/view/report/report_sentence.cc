#include "openperflib/view/report/report_sentence.h"

#include <fmt/core.h>

#include <cmath>

#include "openperflib/view/text/remainder_text.h"

namespace openperflib {
namespace {

constexpr double kTicksPerHour = 3600.0 * kTicksPerSecond;
constexpr double kAlways = 0.9995;

class Sentence {
 public:
  Sentence(const Report& report, const Rule& rule, const Finding& finding)
      : report_(report), rule_(rule), finding_(finding) {}

  std::string write() const {
    const FindingLevel& fired = finding_.fired();
    if (fired.judged == Statistic::slope) return of_slope();
    if (fired.judged == Statistic::last && std::isfinite(finding_.slope)) return of_end();
    if (fired.judged == Statistic::sum) return of_sum();
    std::string text = fmt::format("worst {}; {}, {}", quantity(finding_.worst_run().worst),
                                   level_text(fired), where());
    for (const FindingLevel& other : finding_.levels) {
      if (&other == &fired) continue;
      text += "; " + level_text(other);
      if (other.severity > fired.severity) text += ", " + never_text();
    }
    return text;
  }

 private:
  std::string quantity(double number) const { return quantity_text(rule_.quantity, number); }

  // "above 80.0 % (critical) for 1 h (0.6 % of the time)".
  std::string level_text(const FindingLevel& level) const {
    const std::string share =
        level.share >= kAlways ? "all the time"
                               : fmt::format("for {} ({} of the time)", duration_text(level.beyond),
                                             share_text(level.share));
    if (!std::isfinite(level.limit)) return fmt::format("{} {}", name_of(level.severity), share);
    return fmt::format("{} {} ({}) {}", level.is_upper ? "above" : "below", quantity(level.limit),
                       name_of(level.severity), share);
  }

  // The limit was exceeded, but never for the time that makes it a finding.
  std::string never_text() const {
    return fmt::format("never for {} at a time", duration_text(finding_.hold));
  }

  // "from 02:00:00 to 02:59:00 (average 99.8 %)", "4 times, worst at 02:00:00".
  std::string where() const {
    const FindingLevel& fired = finding_.fired();
    const FindingRun& run = finding_.worst_run();
    std::string text;
    if (fired.run_count > 1) text += fmt::format("{} times, ", fired.run_count);
    if (finding_.is_spike) text += never_text() + ", ";
    if (fired.run_count > 1 || finding_.is_spike) text += "worst ";
    text += range_text(report_, run.time);
    if (run.samples > 1) text += fmt::format(" (average {})", quantity(run.average));
    return text;
  }

  std::string of_slope() const {
    const FindingLevel& fired = finding_.fired();
    return fmt::format("{} by {} an hour {} ({} limit {} an hour)",
                       fired.is_upper ? "grew" : "fell",
                       quantity(std::abs(finding_.worst_run().worst)),
                       range_text(report_, finding_.worst_run().time), name_of(fired.severity),
                       quantity(std::abs(fired.limit)));
  }

  // What is left, and how long it lasts at this rate.
  std::string of_end() const {
    const double last = finding_.worst_run().worst;
    std::string text =
        fmt::format("{} at the end ({})", quantity(last), name_of(finding_.severity));
    if (finding_.slope >= 0)
      return text + fmt::format(", growing by {} an hour", quantity(finding_.slope));
    text += fmt::format(", falling by {} an hour", quantity(-finding_.slope));
    const double hours = last / -finding_.slope;
    if (!(hours > 0 && hours < 100'000)) return text;
    return text + ": nothing is left in " +
           duration_text(static_cast<FileTime>(hours * kTicksPerHour));
  }

  std::string of_sum() const {
    const FindingLevel& fired = finding_.fired();
    std::string text = fmt::format("{} in all ({}) {}", quantity(fired.total),
                                   name_of(fired.severity), range_text(report_, fired.extent));
    if (rule_.judge == Rule::Judge::whole) {
      return std::isfinite(fired.limit) ? text + fmt::format(", limit {}", quantity(fired.limit))
                                        : text;
    }
    if (fired.samples == 1) return text;
    return text + fmt::format(", in {} samples, at most {} {}", fired.samples,
                              quantity(finding_.worst_run().worst),
                              range_text(report_, {finding_.worst_run().worst_at,
                                                   finding_.worst_run().worst_at}));
  }

  const Report& report_;
  const Rule& rule_;
  const Finding& finding_;
};

// Whether the culprits' own line says what no process accounts for.
bool tells_remainder(const Culprits& culprits) {
  return !culprits.largest.empty() && culprits.remainder.has_value() &&
         culprits.remainder->is_notable();
}

}  // namespace

std::string finding_text(const Report& report, const Rule& rule, const Finding& finding) {
  return Sentence(report, rule, finding).write();
}

std::string culprit_name(const Culprit& culprit) {
  if (culprit.instances > 1)
    return fmt::format("{} ({} instances)", culprit.instance, culprit.instances);
  if (culprit.process_id != 0)
    return fmt::format("{} (process {})", culprit.instance, culprit.process_id);
  return culprit.instance;
}

std::string account_text(const Report& report, const Finding& finding) {
  if (!finding.culprits.has_value() || !finding.culprits->account.has_value()) return {};
  if (tells_remainder(*finding.culprits)) return {};  // it says the same, with the forks
  const Culprits& culprits = *finding.culprits;
  const HumanText part = human_text(culprits.quantity, culprits.account->part);
  const HumanText whole = human_text(culprits.quantity, culprits.account->whole);
  const std::string first = part.unit == whole.unit ? std::string(part.number) : with_unit(part);
  return fmt::format("processes {} account for {} of {}; the rest: {}",
                     report.origin == SampleOrigin::log ? "in the log" : "that were seen", first,
                     with_unit(whole), culprits.account->rest);
}

std::string culprits_text(const Finding& finding) {
  if (!finding.culprits.has_value() || finding.culprits->largest.empty()) return {};
  const Culprits& culprits = *finding.culprits;
  std::string text;
  for (const Culprit& one : culprits.largest) {
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", culprit_name(one),
                        quantity_text(culprits.quantity, one.average));
  }
  text += fmt::format(" ({})", culprits.counter);
  if (2 * culprits.without_value > culprits.instances) {
    text += fmt::format("; {} of {} instances could not be read", culprits.without_value,
                        culprits.instances);
  }
  if (tells_remainder(culprits)) text += "; " + remainder_text(*culprits.remainder);
  return text;
}

}  // namespace openperflib
