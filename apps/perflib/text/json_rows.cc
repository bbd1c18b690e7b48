#include "apps/perflib/text/json_rows.h"

#include <nlohmann/json.hpp>
#include <utility>

#include "apps/perflib/messages.h"
#include "apps/perflib/text/counter_text.h"
#include "apps/perflib/text/row_sinks.h"
#include "openperflib/view/text/json_text.h"

namespace openperflib::apps {
namespace {

using Json = nlohmann::ordered_json;

Json raw_reading(const RawCounter& raw) {
  if (!usable(raw.status)) return nullptr;
  return {{"first", raw.first}, {"second", raw.second}, {"multi", raw.multi}};
}

// Null if the newer reading has no number: there is nothing raw to show.
Json raw_numbers(const Query& query, std::size_t series) {
  const RawCounter& newer = query.newer().counters[series];
  if (!usable(newer.status)) return nullptr;
  return {{"older", raw_reading(query.older().counters[series])},
          {"newer", raw_reading(newer)},
          {"time_base", newer.time_base}};
}

Json status_name(const Value& value) {
  const CStatus status = value.status == CStatus::new_data ? CStatus::valid_data : value.status;
  return name_of(status);
}

Json one_series(const CounterSession& source, std::size_t i) {
  const Query& query = source.query();
  const Series& series = query.binding().series()[i];
  const Value& value = query.row().values[i];
  const std::string reason = value.usable() ? std::string() : query.reason(i);
  Json one = {{"path", query.binding().path_of(i)},
              {"type", source.holds_values() ? Json(nullptr) : Json(winperf_name(series.type))},
              {"value", value.usable() ? Json(value.number) : Json(nullptr)},
              {"status", status_name(value)},
              {"reason", reason.empty() ? Json(nullptr) : Json(reason)},
              {"raw", raw_numbers(query, i)}};
  std::string original = original_path_of(series, query.binding().machine());
  if (!original.empty()) one["original_path"] = std::move(original);
  if (const auto text = text_of(source.snapshot(), series)) one["text"] = *text;
  return one;
}

}  // namespace

std::expected<void, SourceFault> JsonRows::begin(const Binding& /*binding*/,
                                                 std::span<const std::size_t> shown) {
  shown_.assign(shown.begin(), shown.end());
  return {};
}

std::expected<void, SourceFault> JsonRows::write(const Sample& /*sample*/, const Row& /*row*/) {
  Json series = Json::array();
  for (const std::size_t i : shown_) series.push_back(one_series(source_, i));
  const auto time = row_time(source_);
  const Json line = {{"time", time.has_value() ? Json(*time) : Json(nullptr)},
                     {"series", std::move(series)}};
  return write_out(json_line(line) + "\n");
}

}  // namespace openperflib::apps
