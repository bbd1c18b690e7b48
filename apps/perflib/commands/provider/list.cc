// perflib provider list: services with modules, and counter sets that are registered or run.
#include "apps/perflib/commands/provider/shown.h"
#include "apps/perflib/commands/provider/verbs.h"
#include "apps/perflib/run/messages.h"

namespace openperflib::apps::provider_command {
namespace {

void print_tables(const Shown& shown) {
  std::string text;
  for (const std::string& table :
       {service_table(shown.services), registered_set_table(shown.registered),
        running_set_table(shown.running)}) {
    if (!text.empty() && !table.empty()) text += "\n";
    text += table;
  }
  print_out(text);
}

}  // namespace

Outcome list_providers(TitleStore& store, const Options& options) {
  const auto registration = read_store(store);
  const Shown shown{service_facts(*registration), registered_set_facts(*registration),
                    read_offered_sets()};
  if (options.json) {
    print_json(shown);
  } else if (shown.services.empty() && shown.registered.empty() && shown.running.empty()) {
    print_out(
        "No services are registered, and no counter sets run; `perflib provider new DIR` writes a "
        "module.\n");
  } else {
    print_tables(shown);
  }
  return store.faults().empty() ? Ending::success : Ending::failed;
}

}  // namespace openperflib::apps::provider_command
