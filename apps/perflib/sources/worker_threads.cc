#include "apps/perflib/sources/worker_threads.h"

#include <algorithm>

#include "apps/perflib/run/command_line.h"
#include "openperflib/os/process/thread_workers.h"

namespace openperflib::apps {
namespace {

constexpr std::uint64_t kMostThreads = 256;

}  // namespace

void add_threads_option(CommandLine& line, std::uint64_t& threads) {
  line.add_option("--threads", threads, "Use N threads (default: one per CPU)")
      .value_name("N")
      .check(not_a_count);
}

std::size_t thread_count(std::uint64_t threads) noexcept {
  if (threads == 0) return usable_cpus();
  return static_cast<std::size_t>(std::min(threads, kMostThreads));
}

}  // namespace openperflib::apps
