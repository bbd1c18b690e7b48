// RecordedCommand: a program that runs while perflib records.
#pragma once

#include <sys/types.h>

#include <expected>
#include <span>

#include "openperflib/os/portable/unique_fd.h"

namespace openperflib::apps {

// Resource, movable. The process exists from prepare() on and becomes the program at start(), so
// that it can be waited for together with everything else, and the first sample is taken before it
// runs.
class RecordedCommand {
 public:
  // Must be called while signals are in the state that the program should get. Errors: errno.
  [[nodiscard]] static std::expected<RecordedCommand, int> prepare(std::span<char* const> words);
  RecordedCommand(RecordedCommand&& other) noexcept;
  RecordedCommand& operator=(RecordedCommand&&) = delete;
  // Without start() the process ends silently.
  ~RecordedCommand();

  // Becomes readable when the program has ended.
  [[nodiscard]] int fd() const noexcept { return ended_.get(); }
  // Becomes the program. Errors: why it cannot be run.
  [[nodiscard]] std::expected<void, int> start();
  // Asks it to end.
  void terminate() noexcept;
  // Waits for its end: its exit code, or 128 plus the signal that ended it, as in shells.
  [[nodiscard]] int wait() noexcept;

 private:
  RecordedCommand(pid_t process, UniqueFd ended, UniqueFd gate, UniqueFd refusal)
      : process_(process),
        ended_(std::move(ended)),
        gate_(std::move(gate)),
        refusal_(std::move(refusal)) {}
  pid_t process_;  // -1: there is none to wait for
  UniqueFd ended_;
  UniqueFd gate_;     // a byte into it starts the program
  UniqueFd refusal_;  // the errno of a process that could not become the program
};

}  // namespace openperflib::apps
