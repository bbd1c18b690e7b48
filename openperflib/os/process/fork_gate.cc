#include "openperflib/os/process/fork_gate.h"

#include <pthread.h>

#include <atomic>

#include "openperflib/os/process/fork_locked.h"

namespace openperflib {
namespace {

// Threads inside, and threads that fork: each side changes its own number before it reads the
// other.
struct GateCounts {
  std::atomic<int> inside = 0;
  std::atomic<int> forks = 0;
};

GateCounts& gate() noexcept {
  static constinit GateCounts counts;
  return counts;
}

// Passes of this thread.
int& depth() noexcept {
  static constinit thread_local int passes = 0;
  return passes;
}

void count_out() noexcept {
  if (--gate().inside == 0 && gate().forks != 0) gate().inside.notify_all();
}

// A thread that forks from inside does not wait for itself.
void close_gate() noexcept {
  if (depth() > 0) count_out();
  ++gate().forks;
  for (int inside = gate().inside; inside != 0; inside = gate().inside) gate().inside.wait(inside);
}

void open_gate() noexcept {
  if (depth() > 0) ++gate().inside;
  if (--gate().forks == 0) gate().forks.notify_all();
}

// Other threads that were forking or waiting do not exist here.
void open_gate_of_child() noexcept {
  gate().inside = depth() > 0 ? 1 : 0;
  gate().forks = 0;
}

[[gnu::constructor(kForkGateRegisters)]] void register_gate() noexcept {
  (void)::pthread_atfork(close_gate, open_gate, open_gate_of_child);
}

}  // namespace

void ForkGate::enter() noexcept {
  if (depth()++ > 0) return;
  for (;;) {
    ++gate().inside;
    const int forks = gate().forks;
    if (forks == 0) return;
    count_out();
    gate().forks.wait(forks);
  }
}

void ForkGate::leave() noexcept {
  if (--depth() == 0) count_out();
}

}  // namespace openperflib
