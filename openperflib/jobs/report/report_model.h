// ReportModel: the report of logs, or of samples of a machine.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "openperflib/analysis/analysis.h"
#include "openperflib/analysis/rule.h"
#include "openperflib/jobs/log_findings.h"
#include "openperflib/jobs/report/report_passes.h"
#include "openperflib/titles/title_table.h"
#include "openperflib/view/report/report_words.h"
#include "openperflib/view/text/written_note.h"

namespace openperflib {

// Movable: a copy of `report` refers to the rules of the original, and to titles of the job.
struct ReportModel {
  std::vector<Rule> rules;  // of the report
  Report report;
  LogFindings findings;  // none of a machine
};

// What a report is about. Value.
struct ReportSubject {
  std::vector<std::string> files = {};             // none: a machine
  std::string zone_name = {};                      // empty: unknown
  std::optional<int> bias_minutes = std::nullopt;  // of its clock; nullopt: unknown
  std::vector<WrittenNote> notes = {};             // beside the files
  std::vector<LeftOutRule> left_out = {};          // of the files of rules
  SampleOrigin origin = SampleOrigin::log;
};

// Makes the model of what passes found. `titles` must outlive it.
[[nodiscard]] ReportModel report_model(ReportSubject subject, std::vector<Rule> rules,
                                       AnalysedRecords found, const TitleTable& titles,
                                       LogFindings findings = {});

}  // namespace openperflib
