#include "openperflib/provider/v1/host_socket.h"

#include <sys/socket.h>

#include <cerrno>

namespace openperflib {
namespace {

constexpr std::size_t kLengthBytes = sizeof(std::uint32_t);

}  // namespace

void HostSocket::close() noexcept {
  socket_.reset();
  out_.clear();
  received_ = 0;
}

void HostSocket::flush() noexcept {
  if (out_.empty()) return;
  const ssize_t sent = ::send(socket_.get(), out_.data(), out_.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
  if (sent > 0) out_.erase(out_.begin(), out_.begin() + sent);
}

// The length comes first; the rest is read once it is known, so that `in_` has one frame alone.
HostSocket::Arrival HostSocket::receive() {
  flush();
  for (;;) {
    std::size_t wanted = kLengthBytes;
    if (received_ >= kLengthBytes) {
      const auto length = frame_length(Bytes(in_).first(received_));
      if (!length.has_value() || !length->has_value()) return Arrival::invalid;
      wanted = **length;
      if (received_ == wanted) return take_frame();
    }
    if (in_.size() < wanted) in_.resize(wanted);
    const ssize_t got =
        ::recv(socket_.get(), in_.data() + received_, wanted - received_, MSG_DONTWAIT);
    if (got == 0) return Arrival::ended;
    if (got < 0) {
      const bool is_later = errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR;
      return is_later ? Arrival::nothing : Arrival::ended;
    }
    received_ += static_cast<std::size_t>(got);
  }
}

HostSocket::Arrival HostSocket::take_frame() {
  const Bytes frame = Bytes(in_).first(received_);
  received_ = 0;
  if (!read_answer(frame, answer_).has_value()) return Arrival::invalid;
  if (answer_.text.size() > kLongestAnswerText) answer_.text.resize(kLongestAnswerText);
  return Arrival::answer;
}

}  // namespace openperflib
