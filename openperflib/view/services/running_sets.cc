#include "openperflib/view/services/running_sets.h"

#include <fmt/core.h>

#include "openperflib/view/services/aligned_rows.h"
#include "openperflib/view/services/cell_text_internal.h"

namespace openperflib {
namespace {

std::string process_text(const RunningSetFacts& set) {
  return set.process == 0 ? "-" : std::to_string(set.process);
}

}  // namespace

std::string running_set_table(const std::vector<RunningSetFacts>& sets) {
  if (sets.empty()) return {};
  std::vector<std::vector<std::string>> rows = {
      {"COUNTER SET", "PID", "USER", "PROGRAM", "FOLDER", "INSTANCES", "GUID"}};
  for (const RunningSetFacts& set : sets) {
    rows.push_back({printable_or_dash(set.name), process_text(set), printable_or_dash(set.user),
                    printable_or_dash(set.program), store_text(set.is_of_system),
                    std::to_string(set.instances), set.guid});
  }
  return aligned_rows(rows);
}

std::string running_set_details(const RunningSetFacts& set) {
  const auto row = [](std::string_view name, std::string_view value) {
    return fmt::format("{:<11} {}\n", name, value);
  };
  std::string text =
      row("counter set", printable_or_dash(set.name)) + row("guid", set.guid) +
      row("help", printable_or_dash(set.help)) + row("pid", process_text(set)) +
      row("user", printable_or_dash(set.user)) + row("program", printable_or_dash(set.program)) +
      row("folder", store_text(set.is_of_system)) + row("instances", std::to_string(set.instances));
  for (const RunningCounter& counter : set.counters) {
    text += row("counter", printable_or_dash(counter.name) + "  " + counter.type);
  }
  return text;
}

void write_running_sets(JsonWriter& out, const std::vector<RunningSetFacts>& sets) {
  out.objects("sets", sets, [&](const RunningSetFacts& set) {
    out.member("name", set.name);
    out.member("guid", set.guid);
    out.member("help", set.help);
    out.member("pid", set.process);
    out.member("user", set.user);
    out.member("program", set.program);
    out.member("folder", store_text(set.is_of_system));
    out.member("instances", set.instances);
    out.objects("counters", set.counters, [&](const RunningCounter& counter) {
      out.member("name", counter.name);
      out.member("type", counter.type);
    });
  });
}

}  // namespace openperflib
