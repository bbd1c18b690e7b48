#include "apps/logman/logman.h"

int main(int argc, char** argv) {
  return openperflib::logman::run_logman({argv + 1, static_cast<std::size_t>(argc - 1)});
}
