// perflib provider show NAME: one service, or the counter sets with this name.
#include "apps/perflib/commands/provider/shown.h"
#include "apps/perflib/commands/provider/verbs.h"
#include "apps/perflib/run/messages.h"

namespace openperflib::apps::provider_command {

void print_json(const Shown& shown) {
  JsonWriter out(JsonLayout::lines);
  out.begin_object();
  write_services(out, shown.services);
  write_registered_sets(out, shown.registered);
  write_running_sets(out, shown.running);
  out.end_object();
  print_out(out.take() + "\n");
}

namespace {

// Counter sets of a name: as they are registered, and as they run in each process.
Outcome show_sets(const Shown& shown, const Options& options) {
  if (options.json) {
    print_json(shown);
    return Ending::success;
  }
  std::string text;
  const auto add = [&](const std::string& details) {
    if (!text.empty()) text += "\n";
    text += details;
  };
  for (const RegisteredSetFacts& set : shown.registered) add(registered_set_details(set));
  for (const RunningSetFacts& set : shown.running) add(running_set_details(set));
  print_out(text);
  return Ending::success;
}

}  // namespace

Outcome show_provider(TitleStore& store, const std::string& name, const Options& options) {
  const auto registration = read_store(store);
  const RegisteredService* const service = registration->find(name);
  if (service == nullptr) {
    const auto all = read_offered_sets();
    const Shown shown{{}, registered_sets_called(*registration, name), sets_called(name, all)};
    if (!shown.registered.empty() || !shown.running.empty()) return show_sets(shown, options);
    std::vector<std::string_view> names = service_names(*registration);
    for (const RunningSetFacts& set : all) names.emplace_back(set.name);
    return not_found(name, "no such service or counter set", names);
  }
  const ServiceFacts facts = service_facts(*service, *registration);
  if (options.json) {
    print_json({.services = {facts}});
  } else {
    print_out(service_details(facts));
  }
  return Ending::success;
}

}  // namespace openperflib::apps::provider_command
