#include "openperflib/view/chart/chart_json.h"

#include "openperflib/view/summary/series_summary_json.h"
#include "openperflib/view/text/json_values_internal.h"

namespace openperflib {
namespace {

void write_chart_column(JsonWriter& out, const ChartColumn& column) {
  out.member("time", iso_time(column.first_time));
  out.member("first", column.first);
  out.member("min", column.least);
  out.member("max", column.largest);
  out.member("last", column.last);
  out.member("average", column.average());
  out.member("count", column.count);
  out.member("after_gap", column.is_after_gap);
}

void write_chart_series(JsonWriter& out, const ChartSeries& series, RowsOf rows) {
  out.member("path", series.path);
  out.member("title", series.title);
  out.member("type",
             rows == RowsOf::values ? std::nullopt : std::optional(winperf_name(series.type)));
  out.member("count", series.count);
  out.member("gaps", series.gaps);
  out.member("min", number_of(series.minimum));
  out.member("average", number_of(series.average));
  out.member("max", number_of(series.maximum));
  out.member("last", number_of(series.last));
  out.objects("columns", series.columns,
              [&](const ChartColumn& column) { write_chart_column(out, column); });
}

}  // namespace

void write_chart(JsonWriter& out, const Chart& chart) {
  write_extent(out, chart.extent);
  out.member("column_seconds", static_cast<double>(chart.column) / kTicksPerSecond);
  out.objects("panels", chart.panels, [&](const ChartPanel& panel) {
    out.member("unit", unit_name_of(panel.quantity));
    out.objects("series", panel.series,
                [&](const ChartSeries& series) { write_chart_series(out, series, chart.rows); });
    out.member("left_out", panel.left_out);
  });
  out.member("without_value", chart.without_value);
  out.member("without_value_count", chart.without_value_count);
  out.member("not_followed", chart.not_followed);
  write_notes(out, chart.notes);
}

std::string chart_json(const Chart& chart) {
  JsonWriter out(JsonLayout::lines);
  out.begin_object();
  write_chart(out, chart);
  out.end_object();
  return out.take() + "\n";
}

}  // namespace openperflib
