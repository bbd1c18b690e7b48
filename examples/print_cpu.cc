// Prints the processor time every second: print_cpu [HOW OFTEN].
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <thread>

#include "openperflib/openperflib.h"

int main(int argc, char** argv) {
  auto source = openperflib::LocalSource::open(openperflib::fixed_titles(), {}).value();
  openperflib::Query query(openperflib::fixed_titles());
  query.add(R"(\Processor(_Total)\% Processor Time)").value();
  openperflib::Snapshot snapshot;
  for (int left = argc > 1 ? std::atoi(argv[1]) : -1; source->read(query.request(), snapshot);
       --left) {
    query.take(snapshot);  // a rate needs two readings: the first one prints no number
    if (query.row().values[0].usable()) std::printf("%.1f %%\n", query.row().values[0].number);
    if (left == 0) return 0;
    std::this_thread::sleep_for(std::chrono::seconds(1));
  }
}
