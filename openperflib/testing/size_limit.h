// SizeLimit: files that cannot grow, as on a full disk.
#pragma once

#include <sys/resource.h>

#include <csignal>
#include <cstddef>

namespace openperflib {

// Resource: limits the size of the files of this process; the signal for it is ignored.
class SizeLimit {
 public:
  // To this many bytes.
  explicit SizeLimit(std::size_t bytes) {
    ::getrlimit(RLIMIT_FSIZE, &before_);
    handler_ = std::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{.rlim_cur = bytes, .rlim_max = before_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &limit);
  }
  SizeLimit(const SizeLimit&) = delete;
  SizeLimit& operator=(const SizeLimit&) = delete;
  ~SizeLimit() {
    ::setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, handler_);
  }

 private:
  rlimit before_{};
  void (*handler_)(int);
};

}  // namespace openperflib
