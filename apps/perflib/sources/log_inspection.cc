#include "apps/perflib/sources/log_inspection.h"

#include <fmt/core.h>

#include <iterator>

#include "openperflib/text/printable.h"
#include "openperflib/view/text/json_text.h"

namespace openperflib::apps {
namespace {

using Json = nlohmann::ordered_json;

Json anomaly_json(const LogAnomaly& anomaly) {
  const Error& error = *anomaly.what.error;
  return {{"structure", error.field->structure},
          {"field", error.field->name},
          {"offset", error.offset},
          {"stored", error.aux},
          {"text", describe(error)},
          {"is_loss", anomaly.is_loss},
          {"skipped_bytes", anomaly.skipped_bytes},
          {"skipped_samples", anomaly.skipped_records}};
}

}  // namespace

Json time_json(FileTime time) {
  const auto date = iso_8601(system_time_from(time));
  return date.has_value() ? Json(*date) : Json(nullptr);
}

std::expected<void, SourceFault> add_samples(LogReader& reader, LogInspection& inspection) {
  LogRecord record;
  std::uint64_t samples = 0;
  std::uint64_t values = 0;
  Json first;
  for (;; ++samples) {
    const auto result = reader.read(record);
    if (!result.has_value()) return std::unexpected(result.error());
    if (*result == ReadResult::end) break;
    if (samples == 0) first = time_json(record.time_local);
    values += record.sample.counters.size();
  }
  const auto bias = reader.header().bias_minutes;
  inspection.facts["samples"] = {
      {"count", samples},
      {"first", first},
      {"last", samples != 0 ? time_json(record.time_local) : Json(nullptr)},
      {"values", values},
      {"bias_minutes", bias.has_value() ? Json(*bias) : Json(nullptr)}};
  const auto anomalies = reader.anomalies();
  inspection.anomalies.assign(anomalies.begin(), anomalies.end());
  Json shown = Json::array();
  for (const LogAnomaly& anomaly : anomalies) shown.push_back(anomaly_json(anomaly));
  inspection.facts["oddities"] = {{"count", reader.anomaly_count()}, {"shown", shown}};
  inspection.has_samples = samples != 0;
  return {};
}

std::string plain(const Json& value) {
  if (value.is_null()) return "-";
  if (value.is_string()) return printable(value.get_ref<const std::string&>());
  return json_line(value);
}

std::string plain(const Json& object, const char* key) { return plain(object.at(key)); }

void append_more(std::string& text, const Json& list) {
  const auto count = list.at("count").get<std::uint64_t>();
  const std::size_t shown = list.at("shown").size();
  if (count > shown) fmt::format_to(std::back_inserter(text), "  ... {} more\n", count - shown);
}

std::string samples_text(const Json& facts) {
  const Json& samples = facts.at("samples");
  const std::string text =
      fmt::format("samples: {}, {} to {} (bias {} minutes), {} values\n", plain(samples, "count"),
                  plain(samples, "first"), plain(samples, "last"), plain(samples, "bias_minutes"),
                  plain(samples, "values"));
  return text + fmt::format("oddities: {}\n", plain(facts.at("oddities"), "count"));
}

}  // namespace openperflib::apps
