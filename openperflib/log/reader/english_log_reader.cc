#include "openperflib/log/reader/english_log_reader.h"

#include <fmt/format.h>

#include <algorithm>

#include "openperflib/text/utf16.h"

namespace openperflib {
namespace {

// Names of languages that a log may have; more are not reported one by one.
constexpr std::size_t kMostUnclear = 20;

template <class IsKnown>
std::ptrdiff_t objects_known(const Catalog& catalog, IsKnown is_known) {
  return std::ranges::count_if(catalog.objects(), is_known, &Catalog::Object::name);
}

}  // namespace

const LanguageNames* language_of_log(const Catalog& catalog,
                                     std::span<const LanguageNames> languages,
                                     const TitleTable& english) {
  std::ptrdiff_t most = objects_known(
      catalog, [&](std::string_view name) { return !english.positions(name).empty(); });
  const LanguageNames* best = nullptr;
  for (const LanguageNames& language : languages) {
    const std::ptrdiff_t known = objects_known(
        catalog, [&](std::string_view name) { return !language.objects(name).empty(); });
    if (known > most) best = &language;
    most = std::max(most, known);
  }
  return best;
}

EnglishLogReader::EnglishLogReader(std::unique_ptr<LogReader> log, LanguageNames names,
                                   std::string file)
    : log_(std::move(log)), names_(std::move(names)), file_(std::move(file)) {
  translate_catalog();
  join_anomalies();
}

std::expected<ReadResult, SourceFault> EnglishLogReader::read(LogRecord& into) {
  auto result = log_->read(into);
  if (result.has_value() && *result == ReadResult::reading) read_objects(into);
  translate_catalog();
  if (anomalies_.size() != log_->anomalies().size() + unclear_.size()) join_anomalies();
  return result;
}

void EnglishLogReader::read_objects(LogRecord& record) {
  if (record.objects.empty()) return;
  record.sample.counters = blocks_.readings_of(record_of(*log_, record)).sample->counters;
  record.objects = {};
}

std::optional<std::string_view> EnglishLogReader::english_name(std::string_view local,
                                                               const Candidates& candidates) {
  if (candidates.size() == 1) return candidates.front();
  if (candidates.empty()) return std::nullopt;
  ++unclear_count_;
  if (unclear_.size() < kMostUnclear) {
    LogAnomaly& unclear = unclear_.emplace_back();
    unclear.what.file = file_;
    unclear.what.message = fmt::format("\"{}\" may be {} in English; it keeps its name", local,
                                       fmt::join(candidates, " or "));
  }
  return std::nullopt;
}

std::optional<std::string_view> EnglishLogReader::english_object(std::string_view local) {
  const auto [found, is_new] = objects_.try_emplace(std::string(local));
  if (is_new) found->second = english_name(local, names_.objects(local));
  return found->second;
}

std::optional<std::string_view> EnglishLogReader::english_counter(std::string_view object,
                                                                  std::string_view local) {
  const auto [found, is_new] =
      counters_.try_emplace(std::pair(std::string(object), std::string(local)));
  if (is_new) found->second = english_name(local, names_.counters(object, local));
  return found->second;
}

void EnglishLogReader::translate_catalog() {
  const Catalog& own = log_->catalog();
  if (translated_ == own.generation()) return;
  translated_ = own.generation();
  catalog_.clear();
  for (Series series : own.series()) {
    const std::string_view object = series.object;
    const std::string_view counter = series.counter;
    series.object = english_object(object).value_or(object);
    series.counter = english_counter(series.object, counter).value_or(counter);
    if (series.original_object.empty() && series.object != object) series.original_object = object;
    if (series.original_counter.empty() && series.counter != counter) {
      series.original_counter = counter;
    }
    catalog_.add(series);
  }
}

void EnglishLogReader::join_anomalies() {
  const auto of_log = log_->anomalies();
  anomalies_.assign(of_log.begin(), of_log.end());
  anomalies_.insert(anomalies_.end(), unclear_.begin(), unclear_.end());
}

}  // namespace openperflib
