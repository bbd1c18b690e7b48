#include "openperflib/provider/v2/publish/reader_connections.h"

#include <poll.h>

#include <algorithm>
#include <cerrno>
#include <thread>
#include <utility>

namespace openperflib {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::seconds kPatience{1};  // for programs that have closed the socket
constexpr std::chrono::milliseconds kPause{20};

pollfd readable(int fd) noexcept { return {.fd = fd, .events = POLLIN, .revents = 0}; }

}  // namespace

ReaderConnections::ReaderConnections(const ListeningSocket& socket, const ReaderLimits& limits)
    : socket_(socket), limits_(limits), waiting_(limits.connections), buffer_(kMostRequestBytes) {}

std::vector<ReaderRequest> ReaderConnections::wait() {
  requests_.clear();
  if (poll()) accept_some();
  waiting_.erase_if([](const Waiting& one) { return !one.connection.is_intact(); });
  find_messages();
  for (std::size_t i = 0; i < limits_.requests; ++i) {
    auto next = waiting_.take(&Waiting::has_message);
    if (!next.has_value()) break;
    take(next->item, next->reader);
  }
  waiting_.erase_if([&](const Waiting& one) {
    return !one.has_message && Clock::now() - one.since > limits_.silence;
  });
  return std::exchange(requests_, {});
}

bool ReaderConnections::poll() {
  std::vector<pollfd> all{readable(socket_.fd())};
  waiting_.for_each([&](const Waiting& one) { all.push_back(readable(one.connection.get())); });
  constexpr int kWait = std::chrono::milliseconds(kPatience).count();
  if (!socket_.is_intact() || ::poll(all.data(), all.size(), kWait) <= 0) return false;
  const auto happened = static_cast<unsigned>(all.front().revents);
  return (happened & POLLIN) != 0 && (happened & POLLHUP) == 0 && socket_.is_intact();
}

// A reader usually has sent its message before it is accepted. One that says nothing must not keep
// others away.
void ReaderConnections::accept_some() {
  UniqueFd accepted = socket_.accept();
  if (!accepted) std::this_thread::sleep_for(kPause);  // no descriptor is left
  for (std::size_t i = 1; accepted; ++i) {
    const auto reader = peer_of(accepted.get());
    if (reader.has_value()) waiting_.add(*reader, {HeldSocket(std::move(accepted)), Clock::now()});
    accepted = i < limits_.accepted ? socket_.accept() : UniqueFd();
  }
}

void ReaderConnections::find_messages() {
  std::vector<pollfd> all;
  waiting_.for_each([&](const Waiting& one) { all.push_back(readable(one.connection.get())); });
  if (::poll(all.data(), all.size(), 0) <= 0) return;
  auto next = all.begin();
  waiting_.for_each([&](Waiting& one) { one.has_message = (next++)->revents != 0; });
}

// A message that cannot be read is not answered: its reader sees that the connection was closed.
void ReaderConnections::take(Waiting& waiting, const UnixPeer& reader) {
  const auto received = receive_bytes(waiting.connection.get(), buffer_);
  if (!received.has_value() || received->is_cut || received->bytes.empty()) return;
  auto message = read_request_message(received->bytes);
  if (!message.has_value()) return;
  requests_.push_back({std::move(waiting.connection), reader, *std::move(message)});
}

}  // namespace openperflib
