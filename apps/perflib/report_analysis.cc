#include "apps/perflib/report_analysis.h"

#include "openperflib/titles/title_table.h"

namespace openperflib::apps {
namespace {

// All records for a pass of the analysis.
template <typename Pass>
int read_for(Pass& pass, const ReadRecords& read) {
  return read([&](const TakenRecord& one) {
    if (one.is_before) {
      pass.take_before(one.catalog, one.sample, one.calculated);
    } else {
      pass.add(one.time_local, one.catalog, one.sample, one.calculated);
    }
  });
}

}  // namespace

std::expected<AnalysedRecords, int> analysed(std::span<const Rule> rules, SampleOrigin origin,
                                             const ReadRecords& read,
                                             const CompleteFacts& complete) {
  CounterPresence counters(rules, fixed_titles());
  RecordSurvey records;
  FactFinder finder(fixed_titles());
  const auto survey = [&](const TakenRecord& one) {
    if (one.is_before) return;
    counters.add(one.catalog);
    records.add(one.time_local, one.catalog, one.sample, one.calculated);
    finder.add(one.catalog, one.sample, one.calculated);
  };
  if (const int code = read(survey)) return std::unexpected(code);
  const LogShape shape = records.result();
  std::vector<Facts> facts = finder.result();
  complete(facts);

  const AnalysisInput input{rules, counters, shape, facts, origin};
  Analysis analysis(input, fixed_titles());
  if (const int code = read_for(analysis, read)) return std::unexpected(code);
  AnalysedRecords found{.objects = counters.objects(), .result = analysis.result()};
  FindingDetails details(input, found.result, fixed_titles());
  if (details.is_needed()) {
    if (const int code = read_for(details, read)) return std::unexpected(code);
    details.finish();
  }
  return found;
}

}  // namespace openperflib::apps
