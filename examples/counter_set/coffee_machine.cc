/* A counter set in a program: one instance, one counter, which grows as lines are read. See
 * README.md. */
#include <cstdio>

#include "openperflib/openperflib.h"

int main() {
  using namespace openperflib;
  const auto publisher = start_publisher();
  if (!publisher.has_value()) return std::puts(describe(publisher.error()).c_str()), 1;
  auto set = CounterSet::publish(**publisher, {.guid = "8f1c1b0e-5d7a-4c52-9d0e-0b6a5f1f7c11",
                                               .name = "Coffee Machine",
                                               .counters = {{.name = "Cups"}}});
  if (!set.has_value()) return std::puts("the counter set is refused"), 1;
  const auto hall = set->add("Hall");
  if (!hall.has_value()) return std::puts("the instance is refused"), 1;
  std::puts("ready");
  std::fflush(stdout);
  for (int c = std::getchar(); c != EOF; c = std::getchar()) {
    if (c != '\n') continue;
    (*hall)[0].increment();
    std::printf("counted\n");
    std::fflush(stdout);
  }
  return 0;
}
