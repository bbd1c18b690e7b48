#include "openperflib/view/doctor/health_report_json.h"

namespace openperflib {
namespace {

// The members of an object.
void write_object_health(JsonWriter& out, const ObjectHealth& object) {
  out.member("title_index", object.title_index);
  out.member("name", object.name);
  out.member("instances", object.instances);
  out.member("counters_with_data", object.counters_with_data);
  out.member("counters", object.counters);
  out.member("milliseconds", object.milliseconds);
}

void write_lack(JsonWriter& out, const Lack& lack, const ProcessRights& rights) {
  const bool can_be_given = lack.remedy == Remedy::rights && rights.is_live;
  out.member("remedy", name_of(lack.remedy));
  out.member("reason", lack.reason);
  out.member("counters", lack.counters);
  out.member("instances", lack.instances);
  out.member("needs", can_be_given ? std::optional(advice(lack, rights)) : std::nullopt);
}

}  // namespace

void write_health(JsonWriter& out, const HealthReport& report) {
  out.begin_object();
  out.objects("objects", report.diagnosis.objects,
              [&](const ObjectHealth& object) { write_object_health(out, object); });
  out.member("global_milliseconds", report.global_milliseconds);
  out.objects("missing", report.diagnosis.lacks,
              [&](const Lack& lack) { write_lack(out, lack, report.rights); });
  write_services_health(out, report.services);
  out.objects("counter_sets", report.counter_sets, [&](const CounterSetLack& lack) {
    out.member("offer", lack.offer);
    out.member("reason", lack.reason);
  });
  out.end_object();
}

}  // namespace openperflib
