// Prints the processor time every second: print_cpu [HOW OFTEN].
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <thread>

#include "openperflib/openperflib.h"

constexpr std::chrono::seconds kInterval(1);

int main(int argc, char** argv) {
  const auto& titles = openperflib::fixed_titles();
  auto session =
      openperflib::open_session(openperflib::this_machine(titles), titles, kInterval).value();
  session.add(R"(\Processor(_Total)\% Processor Time)").value();
  for (int left = argc > 1 ? std::atoi(argv[1]) : -1; session.collect(); --left) {
    const auto& values = session.query().row().values;  // the first row has no rate yet
    if (!values.empty() && values[0].usable()) std::printf("%.1f %%\n", values[0].number);
    if (left == 0) return 0;
    std::this_thread::sleep_for(kInterval);
  }
}
