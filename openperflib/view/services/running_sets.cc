#include "openperflib/view/services/running_sets.h"

#include <fmt/core.h>

#include "openperflib/text/printable.h"
#include "openperflib/view/services/aligned_rows.h"

namespace openperflib {
namespace {

std::string folder_text(const RunningSetFacts& set) { return set.is_of_system ? "system" : "user"; }

std::string process_text(const RunningSetFacts& set) {
  return set.process == 0 ? "-" : std::to_string(set.process);
}

std::string shown(const std::string& text) { return text.empty() ? "-" : printable(text); }

}  // namespace

std::string running_set_table(const std::vector<RunningSetFacts>& sets) {
  if (sets.empty()) return {};
  std::vector<std::vector<std::string>> rows = {
      {"COUNTER SET", "PID", "USER", "PROGRAM", "FOLDER", "INSTANCES", "GUID"}};
  for (const RunningSetFacts& set : sets) {
    rows.push_back({shown(set.name), process_text(set), shown(set.user), shown(set.program),
                    folder_text(set), std::to_string(set.instances), set.guid});
  }
  return aligned_rows(rows);
}

std::string running_set_details(const RunningSetFacts& set) {
  const auto row = [](std::string_view name, std::string_view value) {
    return fmt::format("{:<11} {}\n", name, value);
  };
  std::string text = row("counter set", shown(set.name)) + row("guid", set.guid) +
                     row("help", shown(set.help)) + row("pid", process_text(set)) +
                     row("user", shown(set.user)) + row("program", shown(set.program)) +
                     row("folder", folder_text(set)) +
                     row("instances", std::to_string(set.instances));
  for (const RunningCounter& counter : set.counters) {
    text += row("counter", shown(counter.name) + "  " + counter.type);
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
    out.member("folder", folder_text(set));
    out.member("instances", set.instances);
    out.objects("counters", set.counters, [&](const RunningCounter& counter) {
      out.member("name", counter.name);
      out.member("type", counter.type);
    });
  });
}

}  // namespace openperflib
