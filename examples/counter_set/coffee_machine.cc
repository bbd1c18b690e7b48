/* A counter set in a program: one instance, one counter, which grows as lines are read. See
 * README.md. */
#include <cstdio>
#include <cstdlib>

#include "openperflib/provider/v2/publish/counter_set.h"
#include "openperflib/provider/v2/runtime_folders.h"

int main() {
  using namespace openperflib;
  const char* const runtime = std::getenv("XDG_RUNTIME_DIR");
  const auto publisher = Publisher::start(publishing_folders(
      {.runtime_home = runtime == nullptr ? "" : runtime, .runtime_directory = {}, .user = {}}));
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
