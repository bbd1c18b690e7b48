#include "openperflib/jobs/explanation.h"

#include "openperflib/base/civil_time.h"
#include "openperflib/os/portable/time_zone.h"
#include "openperflib/query/catalogue_counters.h"
#include "openperflib/view/text/value_text.h"

namespace openperflib {
namespace {

SeriesBackground background_in_log(const CounterSession& session, const Series& series) {
  SeriesBackground background;
  background.origin = session.holds_values() ? SeriesBackground::Origin::log_values
                                             : SeriesBackground::Origin::log_readings;
  background.row_time = row_time(session).value_or("time unknown");
  background.summary = summary_by_indices(series);
  if (background.summary.empty()) background.summary = summary_by_names(series);
  return background;
}

SeriesBackground background_on_machine(const CounterSession& session, const Series& series) {
  SeriesBackground background;
  const CounterDescription* const counter = session.description_of(series);
  if (counter == nullptr) return background;
  background.source = session.source_of(series, title_instance(series));
  background.closeness = counter->closeness;
  background.private_state = counter->private_state;
  background.summary = counter->summary;
  background.type = counter->type;
  background.size = counter->size;
  return background;
}

}  // namespace

std::optional<std::string> row_time(const CounterSession& session) {
  return time_text(session, session.query().row().time_utc);
}

std::optional<std::string> time_text(const CounterSession& session, FileTime time_utc) {
  if (time_utc == 0) return std::nullopt;
  const int bias = session.zone_at(time_utc).bias_minutes;
  auto text = iso_8601(system_time_from(to_local(time_utc, bias)));
  if (!text.has_value() || (session.log() != nullptr && !session.log()->tells_its_bias()))
    return text;
  return *text + offset_text(bias);
}

SeriesExplanation explanation_of(const CounterSession& session, std::size_t series) {
  const Series& one = session.query().binding().series()[series];
  return explain_series(session.query(), series,
                        session.log() == nullptr ? background_on_machine(session, one)
                                                 : background_in_log(session, one));
}

}  // namespace openperflib
