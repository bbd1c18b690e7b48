#include "apps/perflib/text/explain_text.h"

#include <vector>

#include "openperflib/jobs/explanation.h"
#include "openperflib/view/explain/series_explanation_json.h"

namespace openperflib::apps {

std::string explain_text(const CounterSession& session, std::size_t series) {
  return text_of(explanation_of(session, series));
}

std::string explain_json(const CounterSession& session) {
  std::vector<SeriesExplanation> explanations;
  for (std::size_t i = 0; i < session.query().row().values.size(); ++i) {
    explanations.push_back(explanation_of(session, i));
  }
  JsonWriter out(JsonLayout::lines);
  out.begin_object();
  write_explanations(out, row_time(session), explanations);
  out.end_object();
  return out.take() + "\n";
}

}  // namespace openperflib::apps
