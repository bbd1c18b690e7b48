#include "openperflib/view/report/report_axis.h"

#include <algorithm>
#include <cmath>

namespace openperflib {

TimeAxis time_axis_of(const Report& report) {
  return {report.result.shape.first_local, report.result.shape.last_local};
}

bool has_place_on_axis(const FindingLevel& level) {
  return std::isfinite(level.limit) && level.judged <= Statistic::last;
}

ValueAxis value_axis_of(const Rule& rule, const Finding& finding, double height) {
  double high = finding.maximum;
  for (const FindingLevel& level : finding.levels) {
    if (has_place_on_axis(level) && level.limit <= 4 * std::max(high, 0.0))
      high = std::max(high, level.limit);
  }
  return value_axis_between(finding.minimum, high, rule.quantity, height);
}

}  // namespace openperflib
