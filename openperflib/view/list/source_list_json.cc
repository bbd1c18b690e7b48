#include "openperflib/view/list/source_list_json.h"

namespace openperflib {
namespace {

void write_counter(JsonWriter& out, const ListedCounter& counter) {
  out.begin_object();
  out.member("title_index", counter.title_index);
  out.member("name", counter.name);
  out.member("type",
             counter.type.has_value() ? std::optional(winperf_name(*counter.type)) : std::nullopt);
  out.member("status", name_of(counter.status));
  out.member("reason", usable(counter.status) ? std::nullopt : std::optional(counter.reason));
  if (!counter.original_name.empty()) out.member("original_name", counter.original_name);
  out.end_object();
}

}  // namespace

void write_listed_object(JsonWriter& out, const ListedObject& object) {
  out.begin_object();
  out.member("title_index", object.title_index);
  out.member("name", object.name);
  out.member("instances", object.has_instances ? std::optional(object.instances) : std::nullopt);
  out.key("counters");
  out.begin_array();
  for (const ListedCounter& counter : object.counters) write_counter(out, counter);
  out.end_array();
  if (!object.reason.empty()) out.member("reason", object.reason);
  if (!object.machine.empty()) out.member("machine", object.machine);
  if (!object.original_name.empty()) out.member("original_name", object.original_name);
  out.end_object();
}

void write_list_json(const std::vector<ListedObject>& objects,
                     const std::function<void(std::string_view piece)>& write) {
  JsonWriter out(JsonLayout::line);
  out.begin_object();
  out.key("objects");
  out.begin_array();
  for (const ListedObject& object : objects) {
    write_listed_object(out, object);
    write(out.take());
  }
  out.end_array();
  out.end_object();
  write(out.take() + "\n");
}

}  // namespace openperflib
