// NoSignals: the calling thread gets no signal during its lifetime, nor does a process that it
// makes.
#pragma once

#include <sys/syscall.h>
#include <unistd.h>

#include <csignal>
#include <cstdint>

#include "openperflib/os/process/child_keeper_internal.h"

namespace openperflib {

// Resource: blocks all signals of the calling thread, also those that the C library keeps to
// itself.
class NoSignals {
 public:
  NoSignals() noexcept {
    const std::uint64_t all = ~std::uint64_t{0};
    ::syscall(SYS_rt_sigprocmask, SIG_SETMASK, &all, &before_, kSignalSetBytes);
  }
  NoSignals(const NoSignals&) = delete;
  NoSignals& operator=(const NoSignals&) = delete;
  ~NoSignals() { ::syscall(SYS_rt_sigprocmask, SIG_SETMASK, &before_, nullptr, kSignalSetBytes); }

 private:
  std::uint64_t before_ = 0;
};

}  // namespace openperflib
