// Parsers for the kernel's answers on netlink and ethtool: pure functions over bytes.
// Source: netlink(7), rtnetlink(7), linux/if_link.h, linux/pkt_sched.h, linux/nl80211.h,
// sock_diag(7).
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <vector>

#include "openperflib/base/bytes.h"
#include "openperflib/os/net/link_queries.h"

namespace openperflib {

// Whether the answer continues in another datagram.
enum class Answer : std::uint8_t { goes_on, complete };
// Errors: the errno that the kernel returned, or EPROTO if the bytes are not netlink messages.
using AnswerResult = std::expected<Answer, int>;

// Each appends the contents of the messages in one datagram; messages with another sequence are
// skipped.
[[nodiscard]] AnswerResult append_links(Bytes datagram, std::uint32_t sequence,
                                        std::vector<Link>& links, std::size_t& count);
[[nodiscard]] AnswerResult append_queues(Bytes datagram, std::uint32_t sequence,
                                         std::vector<LinkQueue>& queues);
// Adds the number of sockets in the answer to SOCK_DIAG_BY_FAMILY, one per message, to `count`.
[[nodiscard]] AnswerResult count_sockets(Bytes datagram, std::uint32_t sequence,
                                         std::uint64_t& count);
[[nodiscard]] AnswerResult append_bitrates(Bytes datagram, std::uint32_t sequence,
                                           std::vector<std::uint64_t>& bits_per_second);
// The id in an answer to CTRL_CMD_GETFAMILY.
[[nodiscard]] AnswerResult read_family(Bytes datagram, std::uint32_t sequence,
                                       std::uint16_t& family);

// The position of `name` in the strings of ETHTOOL_GSTRINGS, of 32 bytes each.
[[nodiscard]] std::optional<std::uint32_t> find_driver_string(Bytes strings, std::string_view name);

}  // namespace openperflib
