#include "apps/collection/machine_providers.h"
#include "apps/typeperf/typeperf.h"
#include "openperflib/titles/title_table.h"

int main(int argc, char** argv) {
  const auto environment = openperflib::apps::environment_with_modules(openperflib::fixed_titles());
  return openperflib::typeperf::run_typeperf(environment,
                                             {argv + 1, static_cast<std::size_t>(argc - 1)});
}
