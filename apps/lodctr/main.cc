#include "apps/collection/environment.h"
#include "apps/lodctr/lodctr.h"
#include "openperflib/titles/title_table.h"

int main(int argc, char** argv) {
  const openperflib::apps::Environment environment{openperflib::fixed_titles()};
  return openperflib::lodctr::run_lodctr(environment,
                                         {argv + 1, static_cast<std::size_t>(argc - 1)});
}
