// BlockedSignals: threads that are started during its lifetime receive no signals, which belong to
// the program.
#pragma once

#include <pthread.h>

#include <csignal>

namespace openperflib {

// Resource: the signal mask of the calling thread, which the destructor restores.
class BlockedSignals {
 public:
  // Blocks all signals in the calling thread.
  BlockedSignals() noexcept {
    sigset_t all;
    ::sigfillset(&all);
    ::pthread_sigmask(SIG_SETMASK, &all, &before_);
  }
  BlockedSignals(const BlockedSignals&) = delete;
  BlockedSignals& operator=(const BlockedSignals&) = delete;
  ~BlockedSignals() { ::pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

 private:
  sigset_t before_{};
};

}  // namespace openperflib
