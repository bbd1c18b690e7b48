#include "apps/logman/logman.h"
#include "tests/provider/shops.h"

int main(int argc, char** argv) {
  const openperflib::apps::Environment environment = openperflib::environment_with_shops();
  return openperflib::logman::run_logman(environment,
                                         {argv + 1, static_cast<std::size_t>(argc - 1)});
}
