#include "openperflib/view/services/registered_sets.h"

#include <fmt/core.h>

#include "openperflib/view/services/aligned_rows.h"
#include "openperflib/view/services/cell_text_internal.h"

namespace openperflib {
namespace {

std::string mode_text(const RegisteredSetFacts& set) {
  return set.is_of_kernel ? "kernel" : "user";
}

}  // namespace

std::string registered_set_table(const std::vector<RegisteredSetFacts>& sets) {
  if (sets.empty()) return {};
  std::vector<std::vector<std::string>> rows = {
      {"REGISTERED SET", "PROVIDER", "STORE", "INDICES", "GUID"}};
  for (const RegisteredSetFacts& set : sets) {
    rows.push_back({printable_or_dash(set.name), printable_or_dash(set.provider),
                    store_text(set.is_of_system), indices_text(set.first_index, set.last_index),
                    set.guid});
  }
  return aligned_rows(rows);
}

std::string registered_set_details(const RegisteredSetFacts& set) {
  const auto row = [](std::string_view name, std::string_view value) {
    return fmt::format("{:<14} {}\n", name, value);
  };
  std::string text =
      row("registered set", printable_or_dash(set.name)) + row("guid", set.guid) +
      row("help", printable_or_dash(set.help)) + row("provider", printable_or_dash(set.provider)) +
      row("provider guid", set.provider_guid) + row("program", printable_or_dash(set.program)) +
      row("mode", mode_text(set)) + row("store", store_text(set.is_of_system)) +
      row("indices", indices_text(set.first_index, set.last_index));
  for (const std::string& counter : set.counters)
    text += row("counter", printable_or_dash(counter));
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
    out.member("store", store_text(set.is_of_system));
    out.member("first_index", set.first_index);
    out.member("last_index", set.last_index);
    out.member("counters", set.counters);
  });
}

}  // namespace openperflib
