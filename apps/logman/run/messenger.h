// Messenger: how the process of a collection tells the process that started it that it is ready, or
// has failed.
#pragma once

#include <string>
#include <utility>

#include "apps/logman/run/failure.h"
#include "openperflib/os/portable/unique_fd.h"

namespace openperflib::logman {

// Resource: one end of a pipe; without a pipe nobody is waiting.
class Messenger {
 public:
  explicit Messenger(UniqueFd fd) : fd_(std::move(fd)) {}

  // From here on nobody is waiting, and the streams of the starting process are released.
  void say_ready();
  // Logs to syslog if nobody is waiting.
  void say_failed(const Failure& why, const std::string& collection);

 private:
  UniqueFd fd_;
};

// At the other end: waits until the process reports that it is ready, or why it failed. Errors: the
// reported one, or that the process ended without a report.
[[nodiscard]] Outcome heard_from(int fd);

}  // namespace openperflib::logman
