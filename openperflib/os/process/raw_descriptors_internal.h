// Descriptors and signals of a process that shares its caller's memory, without the C library.
//
// Everything has internal linkage, as in raw_system_call_internal.h.
#pragma once

#include <fcntl.h>
#include <sys/resource.h>

#include "openperflib/os/process/raw_system_call_internal.h"

// Newer than the headers that we build with may be.
#ifndef SYS_close_range
#define SYS_close_range 436
#endif

namespace openperflib {
namespace {  // NOLINT: see above

constexpr long kMostClosed = 1 << 20;  // where each must be closed by itself: fs.nr_open

[[noreturn]] inline void end_process() noexcept {
  for (;;) raw_call(SYS_exit_group, 0);
}

// Closes the descriptors of first <= number < end.
inline void close_between(long first, long end) noexcept {
  if (first >= end) return;
  if (raw_call(SYS_close_range, first, end - 1, 0) == 0) return;
  rlimit limit;
  if (raw_call(SYS_prlimit64, 0, RLIMIT_NOFILE, 0, address(&limit)) < 0) return;
  long last = limit.rlim_cur < kMostClosed ? static_cast<long>(limit.rlim_cur) : kMostClosed;
  if (end < last) last = end;
  for (long fd = first; fd < last; ++fd) raw_call(SYS_close, fd);
}

}  // namespace
}  // namespace openperflib
