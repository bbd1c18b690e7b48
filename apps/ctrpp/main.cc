#include "apps/ctrpp/ctrpp.h"

int main(int argc, char** argv) {
  return openperflib::ctrpp::run_ctrpp({argv + 1, static_cast<std::size_t>(argc - 1)});
}
