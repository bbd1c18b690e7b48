#include "apps/v1_host/channel.h"

#include <sys/socket.h>

#include <cerrno>

namespace openperflib {
namespace {

constexpr std::size_t kLength = 4;

}  // namespace

bool Channel::read_whole(MutableBytes bytes) const noexcept {
  while (!bytes.empty()) {
    const ssize_t length = ::recv(socket_, bytes.data(), bytes.size(), 0);
    if (length < 0 && errno == EINTR) continue;
    if (length <= 0) return false;
    bytes = bytes.subspan(static_cast<std::size_t>(length));
  }
  return true;
}

std::optional<Bytes> Channel::receive() {
  frame_.resize(kLength);
  if (!read_whole(frame_)) return std::nullopt;
  const auto length = frame_length(frame_);
  if (!length.has_value()) return std::nullopt;
  frame_.resize(**length);
  if (!read_whole(MutableBytes(frame_).subspan(kLength))) return std::nullopt;
  return frame_;
}

bool Channel::send(const HostAnswer& answer) {
  frame_.clear();
  append_frame(frame_, answer);
  Bytes left = frame_;
  while (!left.empty()) {
    const ssize_t length = ::send(socket_, left.data(), left.size(), MSG_NOSIGNAL);
    if (length < 0 && errno == EINTR) continue;
    if (length <= 0) return false;
    left = left.subspan(static_cast<std::size_t>(length));
  }
  return true;
}

}  // namespace openperflib
