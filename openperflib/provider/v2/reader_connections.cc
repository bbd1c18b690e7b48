#include "openperflib/provider/v2/reader_connections.h"

#include <poll.h>

#include <algorithm>
#include <cerrno>
#include <thread>
#include <utility>

namespace openperflib {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kMostSilent = 64;
constexpr std::chrono::seconds kPatience{1};  // also for programs that have closed the socket
constexpr std::chrono::milliseconds kPause{20};

pollfd readable(int fd) noexcept { return {.fd = fd, .events = POLLIN, .revents = 0}; }

}  // namespace

ReaderConnections::ReaderConnections(const ListeningSocket& socket)
    : socket_(socket), buffer_(kMostRequestBytes) {}

std::vector<ReaderRequest> ReaderConnections::wait() {
  requests_.clear();
  if (poll()) accept_all();
  std::erase_if(silent_, [&](Silent& one) {
    return !one.connection.is_intact() || take(one.connection) ||
           Clock::now() - one.since > kPatience;
  });
  return std::exchange(requests_, {});
}

bool ReaderConnections::poll() const {
  std::vector<pollfd> waiting{readable(socket_.fd())};
  for (const Silent& one : silent_) waiting.push_back(readable(one.connection.get()));
  constexpr int kWait = std::chrono::milliseconds(kPatience).count();
  if (!socket_.is_intact() || ::poll(waiting.data(), waiting.size(), kWait) <= 0) return false;
  const auto happened = static_cast<unsigned>(waiting.front().revents);
  return (happened & POLLIN) != 0 && (happened & POLLHUP) == 0 && socket_.is_intact();
}

// A reader usually has sent its message before it is accepted. One that says nothing must not keep
// others away.
void ReaderConnections::accept_all() {
  UniqueFd accepted = socket_.accept();
  if (!accepted) std::this_thread::sleep_for(kPause);  // no descriptor is left
  for (; accepted; accepted = socket_.accept()) {
    HeldSocket connection(std::move(accepted));
    if (take(connection)) continue;
    if (silent_.size() == kMostSilent) silent_.pop_front();
    silent_.push_back({std::move(connection), Clock::now()});
  }
}

// A message that cannot be read is not answered: its reader sees that the connection was closed.
bool ReaderConnections::take(HeldSocket& connection) {
  const auto received = receive_bytes(connection.get(), buffer_);
  if (!received.has_value()) return received.error() != EAGAIN;
  if (received->is_cut || received->bytes.empty()) return true;
  auto message = read_request_message(received->bytes);
  if (message.has_value()) requests_.push_back({std::move(connection), *std::move(message)});
  return true;
}

}  // namespace openperflib
