// The owner of one file descriptor.
#pragma once

#include <unistd.h>

#include <utility>

namespace openperflib {

// Resource: closes its descriptor; moves, does not copy. -1 stands for none.
class UniqueFd {
 public:
  UniqueFd() noexcept = default;
  // Owns `fd` from now on.
  explicit UniqueFd(int fd) noexcept : fd_(fd) {}
  // The one moved from has none.
  UniqueFd(UniqueFd&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  UniqueFd& operator=(UniqueFd&& other) noexcept {
    reset(std::exchange(other.fd_, -1));
    return *this;
  }
  ~UniqueFd() { reset(); }

  // The descriptor, still owned; -1 where there is none.
  [[nodiscard]] int get() const noexcept { return fd_; }
  [[nodiscard]] explicit operator bool() const noexcept { return fd_ >= 0; }
  // Closes its own, and owns `fd` instead. What close() says is lost: nobody could act on it.
  void reset(int fd = -1) noexcept {
    if (fd_ >= 0) ::close(fd_);
    fd_ = fd;
  }

 private:
  int fd_ = -1;
};

}  // namespace openperflib
