#include "apps/perflib/commands/provider/published_run.h"

#include <fmt/core.h>
#include <sys/types.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <memory>
#include <vector>

#include "apps/perflib/provider/bounded_lines.h"
#include "apps/perflib/provider/set_declarations.h"
#include "apps/perflib/provider/set_feed.h"
#include "apps/perflib/run/messages.h"
#include "apps/program/input_file.h"
#include "openperflib/base/try_internal.h"
#include "openperflib/machine/host_environment.h"
#include "openperflib/os/net/datagram_socket.h"
#include "openperflib/os/time/event_waiter.h"
#include "openperflib/provider/v2/publish/publisher.h"

namespace openperflib::apps {
namespace {

constexpr std::size_t kMostDeclarations = std::size_t{4} << 20U;  // bytes of a JSON file
constexpr std::size_t kReadBytes = std::size_t{1} << 16U;
constexpr int kPacketsAtOnce = 256;  // before a signal is looked for

std::expected<std::unique_ptr<Publisher>, Failure> start_publisher() {
  auto publisher = Publisher::start(HostEnvironment::publishing_folders());
  if (!publisher.has_value()) {
    return failed(HostEnvironment::publishing_fault(std::move(publisher).error()));
  }
  return *std::move(publisher);
}

std::expected<EventWaiter, Failure> wait_for(int input) {
  auto waiter = EventWaiter::open(input);
  if (!waiter.has_value()) {
    return failed(SourceFault{.errno_value = waiter.error(), .file = "signals", .error = {}});
  }
  return *std::move(waiter);
}

// --- publish ---

std::expected<std::vector<CounterSetDeclaration>, Failure> read_declarations(
    const std::string& file) {
  if (file == "-") return usage_error(file, "standard input has the lines: name a file");
  const auto bytes = read_input(file, kMostDeclarations);
  if (!bytes.has_value()) return failed(bytes.error());
  auto sets = read_set_declarations(as_text(*bytes));
  if (!sets.has_value()) return failed(file, describe(sets.error()));
  return *std::move(sets);
}

// Applies lines and reports those that cannot be applied.
class LineTaker {
 public:
  explicit LineTaker(SetFeed& feed) : feed_(feed) {}

  void operator()(const BoundedLines::Line& line) {
    if (line.is_cut) return report(line, "the line has more than 8,192 bytes");
    if (is_blank(line.text)) return;
    const auto read = read_published_line(line.text);
    if (!read.has_value()) return report(line, read.error());
    const auto applied = feed_.apply(*read);
    if (!applied.has_value()) report(line, applied.error());
  }
  [[nodiscard]] bool has_refused() const noexcept { return has_refused_; }

 private:
  void report(const BoundedLines::Line& line, const std::string& why) {
    print_error(fmt::format("line {}", line.number), why);
    has_refused_ = true;
  }

  SetFeed& feed_;
  bool has_refused_ = false;
};

// Takes what is there. Returns whether more may come.
std::expected<bool, Failure> take_input(BoundedLines& lines, const BoundedLines::Take& take) {
  std::array<char, kReadBytes> bytes;
  const ssize_t size = ::read(STDIN_FILENO, bytes.data(), bytes.size());
  if (size < 0 && (errno == EINTR || errno == EAGAIN)) return true;
  if (size < 0) {
    return failed(SourceFault{.errno_value = errno, .file = "standard input", .error = {}});
  }
  if (size > 0) {
    lines.add({bytes.data(), static_cast<std::size_t>(size)}, take);
    return true;
  }
  lines.finish(take);
  return false;
}

// --- statsd ---

// Prints the first line of each fault: a program that sends wrong lines sends many, and the set
// StatsD counts them.
class FirstRefusals {
 public:
  void operator()(std::string_view line, StatsdFault fault) {
    bool& was_reported = reported_.at(static_cast<std::size_t>(fault));
    if (was_reported) return;
    was_reported = true;
    constexpr std::size_t kShown = 100;
    print_error(
        fmt::format("StatsD line \"{}\"", line.substr(0, kShown)),
        fmt::format("{}; further lines like this are counted but not shown", describe(fault)));
  }

 private:
  std::array<bool, kStatsdFaults> reported_{};
};

void take_packets(const DatagramSocket& socket, std::vector<std::byte>& buffer, StatsdSets& sets,
                  const StatsdSets::Refused& refused) {
  for (int i = 0; i < kPacketsAtOnce; ++i) {
    const auto packet = socket.receive(buffer);
    if (!packet.has_value()) return;
    sets.take(as_text(*packet), StatsdSets::Clock::now(), refused);
  }
}

}  // namespace

Outcome publish_lines(const std::string& file) {
  const auto declarations = OPENPERFLIB_TRY(read_declarations(file));
  EventWaiter waiter = OPENPERFLIB_TRY(wait_for(STDIN_FILENO));
  const auto publisher = OPENPERFLIB_TRY(start_publisher());
  auto feed = SetFeed::publish(*publisher, declarations);
  if (!feed.has_value()) return failed(file, feed.error());
  LineTaker taker(*feed);
  const BoundedLines::Take take = [&](const BoundedLines::Line& line) { taker(line); };
  BoundedLines lines;
  for (bool is_open = true; is_open;) {
    const Event event = waiter.wait_until(EventWaiter::Clock::time_point::max());
    if (event == Event::stop) break;
    if (event == Event::input) is_open = OPENPERFLIB_TRY(take_input(lines, take));
  }
  return taker.has_refused() ? Ending::failed : Ending::success;
}

Outcome publish_statsd(const std::string& address, const StatsdLimits& limits) {
  const auto socket = DatagramSocket::listen(address);
  if (!socket.has_value()) {
    if (socket.error() == EINVAL) {
      return usage_error(address, "is not an address: write 127.0.0.1:8125 or [::1]:8125");
    }
    return failed(SourceFault{.errno_value = socket.error(), .file = address, .error = {}});
  }
  EventWaiter waiter = OPENPERFLIB_TRY(wait_for(socket->fd()));
  const auto publisher = OPENPERFLIB_TRY(start_publisher());
  auto sets = StatsdSets::publish(*publisher, limits);
  if (!sets.has_value()) return failed("StatsD", describe(sets.error()));
  const auto said = write_out(fmt::format("Listening on {}\n", socket->address()));
  if (!said.has_value()) return failed(said.error());
  std::vector<std::byte> buffer(DatagramSocket::kMostBytes);
  FirstRefusals first;
  const StatsdSets::Refused refused = [&](std::string_view line, StatsdFault fault) {
    first(line, fault);
  };
  for (;;) {
    const Event event = waiter.wait_until(sets->next_expiry());
    if (event == Event::stop) return Ending::success;
    if (event == Event::input) take_packets(*socket, buffer, *sets, refused);
    sets->expire(StatsdSets::Clock::now());
  }
}

}  // namespace openperflib::apps
