// The verdict of a report: what was found, and how many rules it rests on. There is none if no rule
// could be judged.
#pragma once

#include <array>
#include <cstddef>
#include <string>

#include "openperflib/view/report/report_words.h"

namespace openperflib {

// Value.
struct Verdict {
  std::array<std::size_t, 4>
      counts{};            // rules by the severity of their severest finding, without old rules
  std::size_t brief = 0;   // rules whose limit was exceeded for a short time only
  std::size_t judged = 0;  // rules that could be
  std::size_t passed = 0;  // of these, those that found nothing
  std::size_t rules = 0;   // all of them
  std::string why_none;    // why no rule could be judged; empty if one could

  // Whether some rule could be judged; if not, why_none says why.
  [[nodiscard]] bool is_given() const noexcept { return judged != 0; }
  // Nothing was found, not even for a short time.
  [[nodiscard]] bool is_clear() const noexcept;
  // So few rules could be judged that a log in which they found nothing says little.
  [[nodiscard]] bool rests_on_few() const noexcept { return judged * kFew < rules; }
  static constexpr std::size_t kFew = 10;  // less than one rule in ten
};
// Counts each rule once, by the severity of its first finding.
[[nodiscard]] Verdict verdict_of(const Report& report);

// "3 critical, 5 warnings, 1 limit exceeded briefly", "No problems found", "No verdict"; "Nothing
// found by the few rules that could be judged".
[[nodiscard]] std::string headline_text(const Verdict& verdict);
// "3 of 86 rules could be judged, 2 passed. The log has only Processor and PhysicalDisk."
[[nodiscard]] std::string coverage_text(const Report& report, const Verdict& verdict);

}  // namespace openperflib
