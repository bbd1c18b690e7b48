// The owner of one file descriptor.
#pragma once

#include <unistd.h>

#include <utility>

namespace openperflib {

// Resource: closes its descriptor; movable, not copyable. -1 means none.
class UniqueFd {
 public:
  UniqueFd() noexcept = default;
  // Takes ownership of `fd`.
  explicit UniqueFd(int fd) noexcept : fd_(fd) {}
  // `other` has none afterwards.
  UniqueFd(UniqueFd&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  UniqueFd& operator=(UniqueFd&& other) noexcept {
    reset(std::exchange(other.fd_, -1));
    return *this;
  }
  ~UniqueFd() { reset(); }

  // The descriptor, still owned; -1 if there is none.
  [[nodiscard]] int get() const noexcept { return fd_; }
  [[nodiscard]] explicit operator bool() const noexcept { return fd_ >= 0; }
  // The descriptor, which is the caller's from now on.
  [[nodiscard]] int release() noexcept { return std::exchange(fd_, -1); }
  // Closes its descriptor and takes ownership of `fd`. Ignores errors of close(), which cannot be
  // handled.
  void reset(int fd = -1) noexcept {
    if (fd_ >= 0) ::close(fd_);
    fd_ = fd;
  }

 private:
  int fd_ = -1;
};

}  // namespace openperflib
