#include "openperflib/view/summary/series_summary_json.h"

#include "openperflib/view/text/json_values_internal.h"

namespace openperflib {

std::optional<double> number_of(const Value& value) {
  return value.usable() ? std::optional(value.number) : std::nullopt;
}

void write_numbers(JsonWriter& out, const SummaryOfSeries& one) {
  out.member("count", one.count);
  out.member("gaps", one.gaps);
  out.member("min", number_of(one.minimum));
  out.member("average", number_of(one.average));
  out.member("p50", number_of(one.p50));
  out.member("p95", number_of(one.p95));
  out.member("p99", number_of(one.p99));
  out.member("max", number_of(one.maximum));
  out.member("percentiles_exact", one.percentiles_are_exact);
}

std::optional<std::string> type_of(const SummaryOfSeries& one, RowsOf rows) {
  return rows == RowsOf::values ? std::nullopt : std::optional(winperf_name(one.type));
}

void write_extent(JsonWriter& out, const SummaryExtent& extent) {
  const auto time = [&](FileTime local) {
    return extent.records == 0 ? std::nullopt : std::optional(iso_time(local));
  };
  out.member("records", extent.records);
  out.member("first", time(extent.first_local));
  out.member("last", time(extent.last_local));
  out.member("bias_minutes", extent.bias_minutes);
}

void write_summary(JsonWriter& out, const SummaryOfSeries& one, RowsOf rows) {
  out.begin_object();
  out.member("path", one.path);
  out.member("type", type_of(one, rows));
  out.member("instances", one.instances);
  write_numbers(out, one);
  out.end_object();
}

void write_summary_json(const SummaryExtent& extent, const std::vector<WrittenNote>& notes,
                        const std::vector<SummaryOfSeries>& all, RowsOf rows,
                        const std::function<void(std::string_view piece)>& write) {
  JsonWriter out(JsonLayout::lines);
  out.begin_object();
  write_extent(out, extent);
  write_notes(out, notes);
  out.key("series");
  out.begin_array();
  for (const SummaryOfSeries& one : all) {
    write_summary(out, one, rows);
    write(out.take());
  }
  out.end_array();
  out.end_object();
  write(out.take() + "\n");
}

}  // namespace openperflib
