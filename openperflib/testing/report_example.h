// For tests: the report of what passes have taken, without what a log adds to it.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "openperflib/analysis/rule.h"
#include "openperflib/jobs/report/report_passes.h"
#include "openperflib/titles/title_table.h"
#include "openperflib/view/report/report_words.h"

namespace openperflib {

// The passes have ended. The rules must outlive the report.
inline Report report_of_passes(ReportPasses& passes, const std::vector<Rule>& rules) {
  AnalysedRecords found = passes.take_result();
  return {.files = {},
          .zone_name = {},
          .bias_minutes = std::nullopt,
          .offset_name = {},
          .rules = rules,
          .titles = fixed_titles(),
          .objects = std::move(found.objects),
          .notes = {},
          .result = std::move(found.result)};
}

}  // namespace openperflib
