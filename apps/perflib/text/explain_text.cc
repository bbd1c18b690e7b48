#include "apps/perflib/text/explain_text.h"

#include "openperflib/jobs/report/explanation.h"

namespace openperflib::apps {

std::string explain_text(const CounterSession& session, std::size_t series) {
  return text_of(explanation_of(session, series));
}

}  // namespace openperflib::apps
