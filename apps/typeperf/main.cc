#include "apps/typeperf/typeperf.h"

int main(int argc, char** argv) {
  return openperflib::typeperf::run_typeperf({argv + 1, static_cast<std::size_t>(argc - 1)});
}
