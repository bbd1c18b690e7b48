#include "openperflib/os/process/fork_count.h"

#include <pthread.h>

#include <atomic>

#include "openperflib/os/process/fork_locked.h"

namespace openperflib {
namespace {

std::atomic<std::uint32_t>& count() noexcept {
  static constinit std::atomic<std::uint32_t> forks = 0;
  return forks;
}

// A child of a fork amid the first call would wait for the thread that registers.
[[gnu::constructor(kForkGateRegisters)]] void count_forks() noexcept {
  (void)::pthread_atfork(nullptr, nullptr, [] { ++count(); });
}

}  // namespace

std::uint32_t fork_count() noexcept { return count().load(std::memory_order_relaxed); }

}  // namespace openperflib
