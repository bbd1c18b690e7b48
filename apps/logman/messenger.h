// Messenger: how a process that collects tells who began it that it has come as far as he waits.
#pragma once

#include <string>
#include <utility>

#include "apps/logman/failure.h"
#include "openperflib/os/unique_fd.h"

namespace openperflib::logman {

// Resource: one end of a pipe; without one nobody is there to be told.
class Messenger {
 public:
  explicit Messenger(UniqueFd fd) : fd_(std::move(fd)) {}

  // From here on nobody is there to be told, and the streams of whoever began it are let go.
  void say_ready();
  // To the system's log where nobody else hears it.
  void say_failed(const Failure& why, const std::string& collection);

 private:
  UniqueFd fd_;
};

// At the other end: waits until the process says that it is ready, or why it failed. Errors: that;
// it ended without a word.
[[nodiscard]] Outcome heard_from(int fd);

}  // namespace openperflib::logman
