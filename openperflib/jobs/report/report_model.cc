#include "openperflib/jobs/report/report_model.h"

#include <utility>

#include "openperflib/os/portable/time_zone.h"

namespace openperflib {

ReportModel report_model(ReportSubject subject, std::vector<Rule> rules, AnalysedRecords found,
                         const TitleTable& titles, LogFindings findings) {
  ReportModel model{.rules = std::move(rules),
                    .report = {.files = std::move(subject.files),
                               .zone_name = std::move(subject.zone_name),
                               .bias_minutes = subject.bias_minutes,
                               .offset_name = subject.bias_minutes.has_value()
                                                  ? name_of_offset(*subject.bias_minutes)
                                                  : std::string(),
                               .rules = {},
                               .titles = titles,
                               .objects = std::move(found.objects),
                               .notes = std::move(subject.notes),
                               .left_out = std::move(subject.left_out),
                               .result = std::move(found.result),
                               .origin = subject.origin,
                               .overview = std::move(found.overview)},
                    .findings = std::move(findings)};
  model.report.rules = model.rules;
  return model;
}

}  // namespace openperflib
