#include "openperflib/os/net/link_queries.h"

#include <linux/ethtool.h>
#include <linux/genetlink.h>
#include <linux/inet_diag.h>
#include <linux/netlink.h>
#include <linux/nl80211.h>
#include <linux/rtnetlink.h>
#include <linux/sock_diag.h>
#include <linux/sockios.h>
#include <net/if.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/time.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "openperflib/os/files/last_errno_internal.h"
#include "openperflib/os/files/standard_streams.h"
#include "openperflib/os/net/link_messages_internal.h"
#include "openperflib/os/portable/unique_fd.h"

namespace openperflib {
namespace {

constexpr std::size_t kDatagramBytes = 65536;  // the kernel sends at most 32 KiB
constexpr std::uint32_t kSequence = 1;         // for the one request of a socket
constexpr std::uint32_t kMostDriverNumbers = 1U << 20;
constexpr timeval kLongestWait = {1, 0};  // the kernel answers during the call, or never

std::expected<UniqueFd, int> open_socket(int domain, int protocol) noexcept {
  const int type = domain == AF_NETLINK ? SOCK_RAW : SOCK_DGRAM;
  UniqueFd fd = above_standard_streams(UniqueFd(::socket(domain, type | SOCK_CLOEXEC, protocol)));
  if (!fd) return last_errno();
  ::setsockopt(fd.get(), SOL_SOCKET, SO_RCVTIMEO, &kLongestWait, sizeof kLongestWait);
  return fd;
}

std::expected<void, int> send_request(int fd, const void* request, std::size_t length) noexcept {
  ssize_t sent = -1;
  do {
    sent = ::send(fd, request, length, 0);
  } while (sent < 0 && errno == EINTR);
  if (sent < 0) return last_errno();
  return {};
}

std::expected<Bytes, int> receive(int fd, std::vector<std::byte>& datagram) {
  datagram.resize(kDatagramBytes);
  ssize_t count = -1;
  do {
    count = ::recv(fd, datagram.data(), datagram.size(), MSG_TRUNC);
  } while (count < 0 && errno == EINTR);
  if (count < 0) return last_errno();
  if (static_cast<std::size_t>(count) > datagram.size()) return std::unexpected(EMSGSIZE);
  return Bytes(datagram).first(static_cast<std::size_t>(count));
}

// Sends one request and passes each datagram of the answer to `append`.
template <typename Request, typename Append>
std::expected<void, int> ask(int protocol, const Request& request, std::size_t length,
                             std::vector<std::byte>& buffer, Append append) {
  const auto fd = open_socket(AF_NETLINK, protocol);
  if (!fd.has_value()) return std::unexpected(fd.error());
  const auto sent = send_request(fd->get(), &request, length);
  if (!sent.has_value()) return sent;
  while (true) {
    const auto datagram = receive(fd->get(), buffer);
    if (!datagram.has_value()) return std::unexpected(datagram.error());
    const AnswerResult answer = append(*datagram);
    if (!answer.has_value()) return std::unexpected(answer.error());
    if (*answer == Answer::complete) return {};
  }
}

template <typename Body>
struct Request {
  nlmsghdr header;
  Body body;
};

template <typename Body>
Request<Body> dump_request(std::uint16_t type) noexcept {
  Request<Body> request = {};
  request.header = {static_cast<std::uint32_t>(sizeof request), type, NLM_F_REQUEST | NLM_F_DUMP,
                    kSequence, 0};
  return request;
}

// Generic netlink: a command with one attribute.
template <std::size_t N>
struct Command {
  genlmsghdr command;
  nlattr attribute;
  std::array<char, N> value;
};

template <std::size_t N>
Request<Command<N>> command_request(std::uint16_t family, std::uint8_t command,
                                    std::uint16_t attribute) noexcept {
  auto request = dump_request<Command<N>>(family);
  request.body.command.cmd = command;
  request.body.attribute = {sizeof(nlattr) + N, attribute};
  return request;
}

std::expected<std::uint16_t, int> ask_wireless_family(std::vector<std::byte>& buffer) {
  constexpr std::string_view kName = NL80211_GENL_NAME;
  auto request =
      command_request<kName.size() + 1>(GENL_ID_CTRL, CTRL_CMD_GETFAMILY, CTRL_ATTR_FAMILY_NAME);
  request.header.nlmsg_flags = NLM_F_REQUEST | NLM_F_ACK;
  std::ranges::copy(kName, request.body.value.begin());
  std::uint16_t family = 0;
  const auto asked = ask(NETLINK_GENERIC, request, sizeof request, buffer,
                         [&](Bytes datagram) { return read_family(datagram, kSequence, family); });
  if (!asked.has_value()) return std::unexpected(asked.error());
  if (family == 0) return std::unexpected(ENODATA);
  return family;
}

// One command of ethtool; `memory` begins with its number.
std::expected<void, int> ethtool(int fd, const std::string& interface, void* memory) noexcept {
  ifreq request = {};
  if (interface.size() >= sizeof request.ifr_name) return std::unexpected(ENAMETOOLONG);
  std::memcpy(request.ifr_name, interface.data(), interface.size());
  request.ifr_data = static_cast<char*>(memory);
  if (::ioctl(fd, SIOCETHTOOL, &request) != 0) return last_errno();
  return {};
}

// The number of statistics of the driver: the only element of ethtool_sset_info::data.
std::expected<std::uint32_t, int> ask_number_count(int fd, const std::string& interface) noexcept {
  std::array<std::byte, sizeof(ethtool_sset_info) + sizeof(std::uint64_t)> memory = {};
  ethtool_sset_info head = {};
  head.cmd = ETHTOOL_GSSET_INFO;
  head.sset_mask = 1ULL << ETH_SS_STATS;
  std::memcpy(memory.data(), &head, sizeof head);
  const auto asked = ethtool(fd, interface, memory.data());
  if (!asked.has_value()) return std::unexpected(asked.error());
  const bool has_numbers = load<std::uint64_t>(memory, offsetof(ethtool_sset_info, sset_mask)) != 0;
  const auto count = load<std::uint32_t>(memory, offsetof(ethtool_sset_info, data));
  return has_numbers ? std::min(count, kMostDriverNumbers) : 0;
}

// Memory for an answer of `bytes`, doubled: the driver decides how much it writes, and may have
// more numbers by now than when it was asked for their count.
template <typename Head>
Head* make_room(std::vector<std::uint64_t>& memory, std::size_t bytes, const Head& head) {
  const std::size_t words = (sizeof(Head) + bytes) / sizeof(std::uint64_t) + 1;
  memory.assign(words * 2, 0);
  std::memcpy(memory.data(), &head, sizeof head);
  return static_cast<Head*>(static_cast<void*>(memory.data()));
}

// Looks up where the driver counts multicast and broadcast packets, if it does.
std::expected<void, int> look_up(int fd, const std::string& interface,
                                 std::vector<std::uint64_t>& memory, DriverCounts& driver) {
  const std::size_t bytes = std::size_t{driver.number_count} * ETH_GSTRING_LEN;
  ethtool_gstrings head = {};
  head.cmd = ETHTOOL_GSTRINGS;
  head.string_set = ETH_SS_STATS;
  head.len = driver.number_count;
  const auto asked = ethtool(fd, interface, make_room(memory, bytes, head));
  if (!asked.has_value()) return asked;
  const Bytes strings =
      std::as_bytes(std::span(memory)).subspan(offsetof(ethtool_gstrings, data), bytes);
  const auto multicast = find_driver_string(strings, "tx_multicast");
  const auto broadcast = find_driver_string(strings, "tx_broadcast");
  const bool known = multicast.has_value() && broadcast.has_value();
  driver.state = known ? DriverCounts::State::known : DriverCounts::State::lacking;
  driver.sent_multicast_at = multicast.value_or(0);
  driver.sent_broadcast_at = broadcast.value_or(0);
  return {};
}

}  // namespace

std::expected<void, int> LinkQueries::read_links(std::vector<Link>& links) {
  std::size_t count = 0;
  const auto request = dump_request<ifinfomsg>(RTM_GETLINK);
  const auto asked = ask(NETLINK_ROUTE, request, sizeof request, datagram_, [&](Bytes datagram) {
    return append_links(datagram, kSequence, links, count);
  });
  links.resize(asked.has_value() ? count : 0);
  return asked;
}

std::expected<void, int> LinkQueries::read_queues(std::vector<LinkQueue>& queues) {
  queues.clear();
  const auto request = dump_request<tcmsg>(RTM_GETQDISC);
  return ask(NETLINK_ROUTE, request, sizeof request, datagram_,
             [&](Bytes datagram) { return append_queues(datagram, kSequence, queues); });
}

std::expected<std::uint64_t, int> LinkQueries::read_sent_to_many(const std::string& interface,
                                                                 DriverCounts& driver) {
  using State = DriverCounts::State;
  if (driver.state == State::lacking) return std::unexpected(ENODATA);
  const auto fd = open_socket(AF_INET, 0);
  if (!fd.has_value()) return std::unexpected(fd.error());
  const auto count = ask_number_count(fd->get(), interface);
  if (!count.has_value()) return std::unexpected(count.error());
  if (driver.state == State::unknown || *count != driver.number_count) {
    driver.number_count = *count;
    const auto found = look_up(fd->get(), interface, numbers_, driver);
    if (!found.has_value()) return std::unexpected(found.error());
  }
  if (driver.state == State::lacking) return std::unexpected(ENODATA);
  ethtool_stats head = {};
  head.cmd = ETHTOOL_GSTATS;
  head.n_stats = driver.number_count;
  const std::size_t bytes = std::size_t{driver.number_count} * sizeof(std::uint64_t);
  const auto asked = ethtool(fd->get(), interface, make_room(numbers_, bytes, head));
  if (!asked.has_value()) return std::unexpected(asked.error());
  const auto number_at = [&](std::uint32_t position) {
    return numbers_[sizeof(ethtool_stats) / sizeof(std::uint64_t) + position];
  };
  return number_at(driver.sent_multicast_at) + number_at(driver.sent_broadcast_at);
}

std::expected<std::uint64_t, int> LinkQueries::count_established_ipv6() {
  auto request = dump_request<inet_diag_req_v2>(SOCK_DIAG_BY_FAMILY);
  request.body.sdiag_family = AF_INET6;
  request.body.sdiag_protocol = IPPROTO_TCP;
  request.body.idiag_states = 1U << TCP_ESTABLISHED | 1U << TCP_CLOSE_WAIT;
  std::uint64_t sockets = 0;
  const auto asked =
      ask(NETLINK_SOCK_DIAG, request, sizeof request, datagram_,
          [&](Bytes datagram) { return count_sockets(datagram, kSequence, sockets); });
  if (!asked.has_value()) return std::unexpected(asked.error());
  return sockets;
}

std::expected<std::uint64_t, int> LinkQueries::read_bitrate(std::uint32_t index) {
  if (wireless_family_ == 0) {
    const auto family = ask_wireless_family(datagram_);
    if (!family.has_value()) return std::unexpected(family.error());
    wireless_family_ = *family;
  }
  auto request = command_request<sizeof index>(wireless_family_, NL80211_CMD_GET_STATION,
                                               NL80211_ATTR_IFINDEX);
  std::memcpy(request.body.value.data(), &index, sizeof index);
  numbers_.clear();
  const auto asked = ask(NETLINK_GENERIC, request, sizeof request, datagram_, [&](Bytes datagram) {
    return append_bitrates(datagram, kSequence, numbers_);
  });
  if (!asked.has_value()) return std::unexpected(asked.error());
  // An access point has one bitrate per station and none of its own.
  if (numbers_.size() != 1 || numbers_.front() == 0) return std::unexpected(ENODATA);
  return numbers_.front();
}

}  // namespace openperflib
