// Every parser of the kernel's answers on netlink and ethtool. The first byte chooses the parser (a
// letter, to distinguish seeds), the rest is one datagram. Results must fit the bytes: no more
// answers than they can hold, positions inside, errors that are errno values.
#include <array>
#include <cstdint>
#include <cstdlib>
#include <string_view>
#include <vector>

#include "openperflib/os/net/link_messages_internal.h"

namespace openperflib {
namespace {

constexpr std::uint32_t kSequence = 1;     // used by the seeds
constexpr std::size_t kLeastMessage = 16;  // nlmsghdr
constexpr std::size_t kDriverString = 32;

void require(bool condition) {
  if (!condition) std::abort();
}

void require_errno(const AnswerResult& answer) {
  if (!answer.has_value()) require(answer.error() > 0);
}

void check_links(Bytes datagram) {
  std::vector<Link> links;
  std::size_t count = 0;
  const AnswerResult first = append_links(datagram, kSequence, links, count);
  require_errno(first);
  require(count == links.size() && count <= datagram.size() / kLeastMessage);
  for (const Link& link : links) require(link.name.size() <= datagram.size());
  // Parses into the same vectors again, as the next collection does: no old contents may remain.
  std::vector<Link> again = links;
  count = 0;
  require(append_links(datagram, kSequence, again, count) == first && again == links);
}

void check_queues(Bytes datagram) {
  std::vector<LinkQueue> queues;
  require_errno(append_queues(datagram, kSequence, queues));
  std::uint64_t sockets = 0;
  require_errno(count_sockets(datagram, kSequence, sockets));
  require(queues.size() <= datagram.size() / kLeastMessage);
}

void check_bitrates(Bytes datagram) {
  std::vector<std::uint64_t> bits_per_second;
  require_errno(append_bitrates(datagram, kSequence, bits_per_second));
  require(bits_per_second.size() <= datagram.size() / kLeastMessage);
}

void check_family(Bytes datagram) {
  std::uint16_t family = 0;
  require_errno(read_family(datagram, kSequence, family));
}

void check_driver_strings(Bytes strings) {
  for (const std::string_view name : {"tx_multicast", ""}) {
    const auto at = find_driver_string(strings, name);
    if (at.has_value()) require((std::size_t{*at} + 1) * kDriverString <= strings.size());
  }
}

using Check = void (*)(Bytes datagram);
constexpr auto kChecks = std::to_array<Check>({
    check_links,           // a
    check_queues,          // b
    check_bitrates,        // c
    check_family,          // d
    check_driver_strings,  // e
});

}  // namespace
}  // namespace openperflib

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace openperflib;
  if (size == 0) return 0;
  // A separate copy, so that sanitizers detect a read past its end.
  std::vector<std::byte> datagram(size - 1);
  for (std::size_t i = 0; i < datagram.size(); ++i) datagram[i] = std::byte{data[i + 1]};
  kChecks[static_cast<std::uint8_t>(data[0] - 'a') % kChecks.size()](datagram);
  return 0;
}
