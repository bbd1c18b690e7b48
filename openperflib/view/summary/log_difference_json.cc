#include "openperflib/view/summary/log_difference_json.h"

#include <string>

#include "openperflib/view/summary/series_summary_json.h"
#include "openperflib/view/text/json_values_internal.h"

namespace openperflib {
namespace {

void write_log(JsonWriter& out, std::string_view name, const ComparedLog& log,
               const std::string& machine) {
  out.key(name);
  out.begin_object();
  out.member("file", log.file);
  out.member("machine", known(machine));
  write_extent(out, log.extent);
  out.end_object();
}

void write_numbers_of(JsonWriter& out, std::string_view side, const SummaryOfSeries& one) {
  out.key(side);
  out.begin_object();
  write_numbers(out, one);
  out.end_object();
}

}  // namespace

void write_change(JsonWriter& out, const SeriesChange& change, RowsOf rows) {
  out.begin_object();
  out.member("path", change.path);
  out.member("type", type_of(change.first, rows));
  write_numbers_of(out, "before", change.first);
  write_numbers_of(out, "after", change.second);
  out.member("difference", change.difference);
  out.member("part", change.part);
  out.member("weight", change.weight);
  out.member("duplicate_of", known(change.duplicate_of));
  out.end_object();
}

void write_lone_instances(JsonWriter& out, std::string_view name,
                          const std::vector<LoneInstance>& instances) {
  out.objects(name, instances, [&](const LoneInstance& one) {
    out.member("instance", one.path);
    out.member("counters", one.counters);
    out.member("counter", known(one.counter));
    out.member("average", number_of(one.average));
    out.member("count", one.count);
    out.member("weight", one.weight);
  });
}

void write_what_is_not_in_both(JsonWriter& out, const LogDifference& difference) {
  write_lone_instances(out, "ended", difference.only_in_first.instances);
  write_lone_instances(out, "began", difference.only_in_second.instances);
  out.member("only_before", difference.only_in_first.paths);
  out.member("only_after", difference.only_in_second.paths);
  out.member("without_values", difference.without_values);
}

void write_difference_json(const LogDifference& difference, const ComparedLog& before,
                           const ComparedLog& after, RowsOf rows,
                           const std::function<void(std::string_view piece)>& write) {
  JsonWriter out(JsonLayout::lines);
  out.begin_object();
  write_log(out, "before", before, difference.first_machine);
  write_log(out, "after", after, difference.second_machine);
  out.key("series");
  out.begin_array();
  for (const SeriesChange& change : difference.changes) {
    write_change(out, change, rows);
    write(out.take());
  }
  out.end_array();
  write_what_is_not_in_both(out, difference);
  out.end_object();
  write(out.take() + "\n");
}

}  // namespace openperflib
