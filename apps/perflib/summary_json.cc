#include "apps/perflib/summary_json.h"

namespace openperflib::apps {

using Json = nlohmann::ordered_json;

Json number_or_null(const Value& value) {
  return value.usable() ? Json(value.number) : Json(nullptr);
}

Json numbers_of(const SummaryOfSeries& one) {
  return {{"count", one.count},
          {"gaps", one.gaps},
          {"min", number_or_null(one.minimum)},
          {"average", number_or_null(one.average)},
          {"p50", number_or_null(one.p50)},
          {"p95", number_or_null(one.p95)},
          {"p99", number_or_null(one.p99)},
          {"max", number_or_null(one.maximum)},
          {"percentiles_exact", one.percentiles_are_exact}};
}

Json type_of(const SummaryOfSeries& one, LogContent content) {
  return content == LogContent::values ? Json(nullptr) : Json(winperf_name(one.type));
}

}  // namespace openperflib::apps
