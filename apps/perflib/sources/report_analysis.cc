#include "apps/perflib/sources/report_analysis.h"

#include "openperflib/base/try_internal.h"
#include "openperflib/titles/title_table.h"

namespace openperflib::apps {
namespace {

// All records for a pass of the analysis.
template <typename Pass>
Step read_for(Pass& pass, const ReadRecords& read) {
  return read([&](const TakenRecord& one) {
    if (one.is_before) {
      pass.take_before(one.catalog, one.sample, one.calculated);
    } else {
      pass.add(one.time_local, one.catalog, one.sample, one.calculated);
    }
  });
}

}  // namespace

std::expected<AnalysedRecords, Failure> analysed(const TitleTable& titles,
                                                 std::span<const Rule> rules, SampleOrigin origin,
                                                 const ReadRecords& read,
                                                 const CompleteFacts& complete) {
  CounterPresence counters(rules, titles);
  RecordSurvey records;
  FactFinder finder(titles);
  const auto survey = [&](const TakenRecord& one) {
    if (one.is_before) return;
    counters.add(one.catalog);
    records.add(one.time_local, one.catalog, one.sample, one.calculated);
    finder.add(one.catalog, one.sample, one.calculated);
  };
  OPENPERFLIB_TRY(read(survey));
  const LogShape shape = records.result();
  std::vector<Facts> facts = finder.result();
  complete(facts);

  const AnalysisInput input{rules, counters, shape, facts, origin};
  Analysis analysis(input, titles);
  OPENPERFLIB_TRY(read_for(analysis, read));
  AnalysedRecords found{.objects = counters.objects(), .result = analysis.result()};
  FindingDetails details(input, found.result, titles);
  if (details.is_needed()) {
    OPENPERFLIB_TRY(read_for(details, read));
    details.finish();
  }
  return found;
}

}  // namespace openperflib::apps
