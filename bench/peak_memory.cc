// peak_memory PROGRAM [ARGUMENT...]: runs it, its output to /dev/null, and prints the most memory
// that was resident (VmHWM), in MiB. Small itself, because the kernel counts who starts a program
// too.
#include <sys/resource.h>

#include <cstdio>

#include "openperflib/testing/floor.h"

int main(int count, char** arguments) {
  if (count < 2) return 2;
  const int code = openperflib::bench::spawn_and_wait_floor(arguments + 1);
  rusage usage{};
  ::getrusage(RUSAGE_CHILDREN, &usage);
  std::printf("%.1f\n", static_cast<double>(usage.ru_maxrss) / 1024);
  return code == 0 ? 0 : 1;
}
