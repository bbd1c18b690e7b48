#include "apps/perflib/subcommand.h"

int main(int argc, char** argv) {
  return openperflib::apps::run_perflib({argv + 1, static_cast<std::size_t>(argc - 1)});
}
