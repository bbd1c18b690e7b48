#include "openperflib/view/summary/alert_rehearsal_json.h"

#include <optional>

#include "openperflib/view/text/json_values_internal.h"
#include "openperflib/view/text/json_writer.h"

namespace openperflib {
namespace {

void write_rules(JsonWriter& out, const AlertRehearsal& rehearsal) {
  out.begin_array();
  for (std::size_t i = 0; i < rehearsal.tallies().size(); ++i) {
    const RuleTally& tally = rehearsal.tallies()[i];
    const AlertRule& rule = rehearsal.watch().rules()[i];
    out.begin_object();
    out.member("name", rule.name);
    out.member("counter", rule.counter);
    out.member("in_log", rehearsal.had_path(i));
    out.member("fired", tally.fired);
    out.member("held_back", tally.suppressed);
    out.member("over", tally.over);
    out.member("still_on", tally.still_on);
    out.member("longest_seconds", seconds_of(tally.longest));
    out.end_object();
  }
  out.end_array();
}

void write_event(JsonWriter& out, const RehearsedEvent& rehearsed, const AlertRule& rule) {
  const AlertEvent& event = rehearsed.event;
  out.begin_object();
  out.member("time", iso_time(rehearsed.time_local));
  out.member("rule", rule.name);
  out.member("state", name_of(event.kind));
  out.member("counter", event.series);
  out.member("value", event.value.usable() ? std::optional(event.value.number) : std::nullopt);
  out.end_object();
}

}  // namespace

void write_rehearsal_json(const AlertRehearsal& rehearsal, const SummaryExtent& extent,
                          const std::function<void(std::string_view piece)>& write) {
  JsonWriter out(JsonLayout::lines);
  out.begin_object();
  out.member("records", extent.records);
  out.key("rules");
  write_rules(out, rehearsal);
  out.key("events");
  out.begin_array();
  for (const RehearsedEvent& one : rehearsal.events()) {
    write_event(out, one, rehearsal.watch().rules()[one.event.rule]);
    write(out.take());
  }
  out.end_array();
  out.end_object();
  write(out.take() + "\n");
}

}  // namespace openperflib
