#include "openperflib/log/log_survey.h"

#include <algorithm>
#include <functional>
#include <unordered_map>

namespace openperflib {
namespace {

// What a series is called, in 64 bits: a name goes from one instance to the next as they come and
// go.
std::uint64_t name_hash(const Series& series) noexcept {
  constexpr std::uint64_t kPrime = 0x100000001B3;
  const std::hash<std::string_view> hash;
  std::uint64_t sum = series.path;
  for (const std::string_view part :
       {series.machine, series.object, series.parent, series.instance.value_or(std::string_view()),
        series.counter}) {
    sum = (sum ^ hash(part)) * kPrime;
  }
  return (sum ^ series.instance_number) * kPrime + (series.instance.has_value() ? 1U : 0U);
}

}  // namespace

void LogSurvey::note_series(const Catalog& catalog) {
  generation_ = catalog.generation();
  std::unordered_map<std::uint64_t, std::uint64_t> occurrences;  // in this catalog
  for (const Series& series : catalog.series()) {
    const std::uint64_t name = name_hash(series);
    if (known_.insert(name + occurrences[name]++).second) series_.add(series);
  }
}

void LogSurvey::add(const LogReader& reader, const LogRecord& record) {
  if (records_ == 0) first_local_ = record.time_local;
  last_local_ = record.time_local;
  has_other_clocks_ = has_other_clocks_ || record.is_on_another_clock;
  ++records_;
  if (reader.catalog().generation() != generation_) note_series(reader.catalog());
}

std::vector<Series> LogSurvey::series() const {
  const auto all = series_.series();
  std::vector<Series> sorted(all.begin(), all.end());
  std::ranges::stable_sort(sorted, {}, &Series::path);
  return sorted;
}

}  // namespace openperflib
