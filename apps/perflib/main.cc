#include "apps/collection/environment.h"
#include "apps/collection/machine_providers.h"
#include "apps/perflib/run/subcommand.h"
#include "openperflib/titles/title_table.h"

int main(int argc, char** argv) {
  const openperflib::apps::Environment environment{
      openperflib::fixed_titles(),
      openperflib::apps::machine_providers(openperflib::fixed_titles()),
      openperflib::system_event_log()};
  return openperflib::apps::run_perflib(environment,
                                        {argv + 1, static_cast<std::size_t>(argc - 1)});
}
