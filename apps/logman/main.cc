#include "apps/collection/environment.h"
#include "apps/collection/machine_providers.h"
#include "apps/logman/logman.h"
#include "openperflib/titles/title_table.h"

int main(int argc, char** argv) {
  const openperflib::apps::Environment environment{
      openperflib::fixed_titles(),
      openperflib::apps::machine_providers(openperflib::fixed_titles()),
      openperflib::system_event_log()};
  return openperflib::logman::run_logman(environment,
                                         {argv + 1, static_cast<std::size_t>(argc - 1)});
}
