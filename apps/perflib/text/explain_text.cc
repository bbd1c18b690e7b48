#include "apps/perflib/text/explain_text.h"

#include "apps/perflib/text/listing.h"
#include "apps/perflib/text/row_sinks.h"
#include "openperflib/provider/provider.h"
#include "openperflib/query/catalogue_counters.h"
#include "openperflib/view/explain/series_explanation.h"
#include "openperflib/view/text/value_text.h"

namespace openperflib::apps {
namespace {

SeriesBackground background_in_log(const CounterSession& session, const Series& series) {
  SeriesBackground background;
  background.origin = session.holds_values() ? SeriesBackground::Origin::log_values
                                             : SeriesBackground::Origin::log_readings;
  background.row_time = row_time_text(session);
  background.summary = summary_by_indices(series);
  if (background.summary.empty()) background.summary = summary_by_names(series);
  return background;
}

// What the provider says.
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

std::string explain_text(const CounterSession& session, std::size_t i) {
  const Series& series = session.query().binding().series()[i];
  return text_of(explain_series(session.query(), i,
                                session.log() == nullptr ? background_on_machine(session, series)
                                                         : background_in_log(session, series)));
}

}  // namespace openperflib::apps
