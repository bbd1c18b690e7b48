#include "apps/logman/tables.h"

#include <fmt/core.h>

#include <iterator>

#include "apps/drop_in/given_time.h"
#include "apps/logman/collection/log_name.h"
#include "openperflib/base/civil_time.h"
#include "openperflib/os/portable/time_zone.h"
#include "openperflib/text/printable.h"

namespace openperflib::logman {
namespace {

constexpr std::string_view kRule =
    "-------------------------------------------------------------------------------";

// The columns count characters, not bytes.
std::string padded(std::string_view text, std::size_t width) {
  return fmt::format("{:<{}}", text, width);
}

class Lines {
 public:
  void add(std::string_view label, std::string_view value) {
    fmt::format_to(std::back_inserter(text_), "{:<22}{}\r\n", label, printable(value));
  }
  void add_switch(std::string_view label, bool is_on) { add(label, is_on ? "On" : "Off"); }
  void add_blank() { text_ += "\r\n"; }
  // A label, followed by one line per value.
  void add_list(std::string_view label, std::span<const std::string> values) {
    fmt::format_to(std::back_inserter(text_), "{}\r\n", label);
    for (const std::string& value : values) add("", value);
  }
  [[nodiscard]] std::string take() { return std::move(text_); }

 private:
  std::string text_;
};

std::string written_local(FileTime utc) {
  return drop_in::written_time(to_local(utc, local_zone_at(utc).bias_minutes));
}

void add_set(Lines& lines, const DataCollectorSet& set, const CollectionState& state) {
  lines.add("Name:", set.name);
  lines.add("Status:", state.status);
  lines.add("Root Path:", shown_log_root(set));
  lines.add_switch("Segment:", set.segment);
  lines.add_switch("Schedules:", set.begin_local.has_value() || set.end_local.has_value());
  if (set.segment_seconds > 0) {
    lines.add("Segment Max Duration:", fmt::format("{} second(s)", set.segment_seconds));
  }
  if (set.segment_megabytes > 0) {
    lines.add("Segment Max Size:",
              fmt::format("{} {}", set.segment_megabytes, unit_of_size(set.first())));
  }
  lines.add("Run as:", state.user);
  if (!state.unit.empty()) lines.add("Unit:", state.unit);
  if (state.next_run.has_value()) lines.add("Next Run:", drop_in::written_time(*state.next_run));
  if (state.last_error.text.empty()) return;
  lines.add("Last Error:",
            fmt::format("{}: {}", written_local(state.last_error.time_utc), state.last_error.text));
}

void add_counters(Lines& lines, const CounterCollector& counter) {
  if (counter.samples > 0) lines.add("Maximum Samples:", std::to_string(counter.samples));
  lines.add_list("Counters:", counter.counters);
}

void add_alert(Lines& lines, const AlertCollector& alert, const AlertHistory& history) {
  lines.add_switch("Event Log:", alert.event_log);
  if (!alert.set.empty()) lines.add("Trigger:", alert.set);
  if (alert.keep_seconds > 0) lines.add("Keep:", fmt::format("{} second(s)", alert.keep_seconds));
  if (!alert.command.empty()) lines.add("Task:", alert.command);
  if (!alert.arguments.empty()) lines.add("Task Arguments:", alert.arguments);
  if (!alert.rules.empty()) lines.add("Rules:", alert.rules);
  if (!alert.thresholds.empty()) lines.add_list("Thresholds:", alert.thresholds);
  lines.add("Fired:", fmt::format("{} time(s)", history.fired));
  if (history.last_utc == 0) return;
  lines.add("Last Fired:", fmt::format("{}: {}", written_local(history.last_utc), history.last));
}

void add_collector(Lines& lines, const SetCollector& one, std::string_view output,
                   const AlertHistory& history) {
  const auto& [set, collector, whole_name] = one;
  const std::string& name = collector.name.empty() ? set.name : collector.name;
  lines.add("Name:", fmt::format("{}\\{}", set.name, name));
  lines.add("Type:", type_name(collector.kind()));
  if (!output.empty()) lines.add("Output Location:", output);
  lines.add_switch("Append:", collector.append);
  lines.add_switch("Circular:", collector.circular);
  lines.add_switch("Overwrite:", collector.overwrite);
  lines.add("Sample Interval:", fmt::format("{} second(s)", collector.interval));
  if (collector.alert() != nullptr) {
    add_alert(lines, *collector.alert(), history);
  } else {
    add_counters(lines, *collector.counter());
  }
}

}  // namespace

std::string collection_list(std::span<const ListedCollection> rows) {
  std::string text = fmt::format("\r\n{}{}Status\r\n{}\r\n", padded("Data Collector Set", 40),
                                 padded("Type", 30), kRule);
  for (const ListedCollection& row : rows) {
    text += fmt::format("{} {} {} \r\n", padded(row.name, 39), padded(row.type, 29), row.status);
  }
  return text + "\r\n";
}

std::string collection_detail(const DataCollectorSet& set, const CollectionState& state) {
  Lines lines;
  lines.add_blank();
  add_set(lines, set, state);
  lines.add_blank();
  const std::vector<SetCollector> collectors = collectors_of(set);
  for (std::size_t i = 0; i < collectors.size(); ++i) {
    add_collector(lines, collectors[i], state.outputs.at(i), state.alerts.at(i));
    lines.add_blank();
  }
  return lines.take();
}

}  // namespace openperflib::logman
