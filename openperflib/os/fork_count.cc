#include "openperflib/os/fork_count.h"

#include <pthread.h>

#include <atomic>

namespace openperflib {
namespace {

std::atomic<std::uint32_t>& count() noexcept {
  static constinit std::atomic<std::uint32_t> forks = 0;
  return forks;
}

}  // namespace

std::uint32_t fork_count() noexcept {
  [[maybe_unused]] static const int is_set = ::pthread_atfork(nullptr, nullptr, [] { ++count(); });
  return count().load(std::memory_order_relaxed);
}

}  // namespace openperflib
