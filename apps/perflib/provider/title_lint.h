// Whether the names of an .ini are those of what its module writes.
#pragma once

#include "apps/perflib/provider/answer_lint.h"
#include "apps/perflib/provider/scratch_service.h"

namespace openperflib::apps {

// Compares what was in `answers` with the titles of the service. Fills in the objects of the
// report.
void judge_titles(const ScratchService& service, const AnswerLint& answers, ModuleReport& report);

}  // namespace openperflib::apps
