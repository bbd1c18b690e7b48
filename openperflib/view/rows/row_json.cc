#include "openperflib/view/rows/row_json.h"

#include "openperflib/view/text/counter_text.h"
#include "openperflib/view/text/json_values_internal.h"
#include "openperflib/view/text/remainder_text.h"
#include "openperflib/view/text/value_text.h"

namespace openperflib {
namespace {

void write_raw_reading(JsonWriter& out, const RawCounter& raw) {
  if (!usable(raw.status)) return out.value(nullptr);
  out.begin_object();
  out.member("first", raw.first);
  out.member("second", raw.second);
  out.member("multi", raw.multi);
  out.end_object();
}

// Null if the newer reading has no number: there is nothing raw to show.
void write_raw(JsonWriter& out, const Query& query, std::size_t series) {
  const RawCounter& newer = query.newer().counters[series];
  if (!usable(newer.status)) return out.value(nullptr);
  out.begin_object();
  out.key("older");
  write_raw_reading(out, query.older().counters[series]);
  out.key("newer");
  write_raw_reading(out, newer);
  out.member("time_base", newer.time_base);
  out.end_object();
}

void write_value(JsonWriter& out, const Query& query, std::size_t series) {
  const Value& value = query.row().values[series];
  const std::string reason = value.usable() ? std::string() : query.reason(series);
  write_value_and_status(out, value);
  out.member("reason", reason.empty() ? std::nullopt : std::optional(reason));
  out.key("raw");
  write_raw(out, query, series);
}

void write_series(JsonWriter& out, const Query& query, std::size_t i,
                  const RowBackground& background) {
  const Series& series = query.binding().series()[i];
  out.begin_object();
  out.member("path", query.binding().path_of(i));
  out.member("type", background.rows == RowsOf::values ? std::nullopt
                                                       : std::optional(winperf_name(series.type)));
  write_value(out, query, i);
  const std::string_view meaning = meaning_of(series, query.row().values[i]);
  if (!meaning.empty()) out.member("meaning", meaning);
  const std::string original = original_path_of(series, query.binding().machine());
  if (!original.empty()) out.member("original_path", original);
  if (background.snapshot != nullptr) {
    const auto text = text_of(*background.snapshot, series, background.decode);
    if (text.has_value()) out.member("text", *text);
  }
  out.end_object();
}

}  // namespace

void write_row(JsonWriter& out, const Query& query, std::span<const std::size_t> shown,
               const RowBackground& background) {
  out.begin_object();
  out.member("time", background.time);
  out.key("series");
  out.begin_array();
  for (const std::size_t i : shown) write_series(out, query, i, background);
  out.end_array();
  if (background.remainder.has_value()) write_remainder(out, *background.remainder);
  out.end_object();
}

}  // namespace openperflib
