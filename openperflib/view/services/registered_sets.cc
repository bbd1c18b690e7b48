#include "openperflib/view/services/registered_sets.h"

#include <fmt/core.h>

#include "openperflib/text/printable.h"
#include "openperflib/view/services/aligned_rows.h"

namespace openperflib {
namespace {

std::string store_text(const RegisteredSetFacts& set) {
  return set.is_of_system ? "system" : "user";
}

std::string mode_text(const RegisteredSetFacts& set) {
  return set.is_of_kernel ? "kernel" : "user";
}

std::string indices_text(const RegisteredSetFacts& set) {
  return fmt::format("{}-{}", set.first_index, set.last_index);
}

std::string shown(const std::string& text) { return text.empty() ? "-" : printable(text); }

}  // namespace

std::string registered_set_table(const std::vector<RegisteredSetFacts>& sets) {
  if (sets.empty()) return {};
  std::vector<std::vector<std::string>> rows = {
      {"REGISTERED SET", "PROVIDER", "STORE", "INDICES", "GUID"}};
  for (const RegisteredSetFacts& set : sets) {
    rows.push_back(
        {shown(set.name), shown(set.provider), store_text(set), indices_text(set), set.guid});
  }
  return aligned_rows(rows);
}

std::string registered_set_details(const RegisteredSetFacts& set) {
  const auto row = [](std::string_view name, std::string_view value) {
    return fmt::format("{:<14} {}\n", name, value);
  };
  std::string text = row("registered set", shown(set.name)) + row("guid", set.guid) +
                     row("help", shown(set.help)) + row("provider", shown(set.provider)) +
                     row("provider guid", set.provider_guid) + row("program", shown(set.program)) +
                     row("mode", mode_text(set)) + row("store", store_text(set)) +
                     row("indices", indices_text(set));
  for (const std::string& counter : set.counters) text += row("counter", shown(counter));
  return text;
}

void write_registered_sets(JsonWriter& out, const std::vector<RegisteredSetFacts>& sets) {
  out.objects("registered_sets", sets, [&](const RegisteredSetFacts& set) {
    out.member("name", set.name);
    out.member("guid", set.guid);
    out.member("help", set.help);
    out.member("provider", set.provider);
    out.member("provider_guid", set.provider_guid);
    out.member("program", set.program);
    out.member("mode", mode_text(set));
    out.member("store", store_text(set));
    out.member("first_index", set.first_index);
    out.member("last_index", set.last_index);
    out.member("counters", set.counters);
  });
}

}  // namespace openperflib
