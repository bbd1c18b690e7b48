// What the result of report has with `details`: for a page that shows the report.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "openperflib/analysis/finding.h"
#include "openperflib/analysis/rule.h"
#include "openperflib/view/report/report_verdict.h"
#include "openperflib/view/report/report_words.h"
#include "openperflib/view/text/json_writer.h"

namespace openperflib {

// Writes the members of a finding: `paths` are those of its rule in the log.
void write_finding_details(JsonWriter& out, const Report& report, const Finding& finding,
                           const std::vector<std::string>& paths);

// Writes the members of the report.
void write_report_details(JsonWriter& out, const Report& report, const Verdict& verdict);

// Writes the members of a note about the data.
void write_note_details(JsonWriter& out, const Report& report, const QualityNote& note);

}  // namespace openperflib
