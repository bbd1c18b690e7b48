#include "apps/perflib/run/subcommand.h"
#include "tests/provider/shops.h"

int main(int argc, char** argv) {
  const openperflib::apps::Environment environment = openperflib::environment_with_shops();
  return openperflib::apps::run_perflib(environment,
                                        {argv + 1, static_cast<std::size_t>(argc - 1)});
}
