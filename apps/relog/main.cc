#include "apps/relog/relog.h"

int main(int argc, char** argv) {
  return openperflib::relog::run_relog({argv + 1, static_cast<std::size_t>(argc - 1)});
}
