#include <linux/ethtool.h>
#include <linux/gen_stats.h>
#include <linux/genetlink.h>
#include <linux/if_link.h>
#include <linux/inet_diag.h>
#include <linux/netlink.h>
#include <linux/nl80211.h>
#include <linux/pkt_sched.h>
#include <linux/rtnetlink.h>
#include <linux/sock_diag.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>

#include "openperflib/os/net/link_messages_internal.h"

namespace openperflib {
namespace {

constexpr std::size_t kAlignment = 4;  // of messages and attributes
constexpr std::uint64_t kBitrateUnit = 100'000;

// The offsets of the counts in rtnl_link_stats64, in the order of LinkCount. Newer kernels append.
constexpr std::array<std::size_t, kLinkCountCount> kCountOffsets = {
    offsetof(rtnl_link_stats64, rx_bytes),         offsetof(rtnl_link_stats64, tx_bytes),
    offsetof(rtnl_link_stats64, rx_packets),       offsetof(rtnl_link_stats64, tx_packets),
    offsetof(rtnl_link_stats64, multicast),        offsetof(rtnl_link_stats64, rx_dropped),
    offsetof(rtnl_link_stats64, rx_missed_errors), offsetof(rtnl_link_stats64, rx_errors),
    offsetof(rtnl_link_stats64, rx_nohandler),     offsetof(rtnl_link_stats64, tx_dropped),
    offsetof(rtnl_link_stats64, tx_errors)};

std::size_t aligned(std::size_t length) noexcept {
  return (length + kAlignment - 1) & ~(kAlignment - 1);
}

template <typename T>
std::optional<T> load_if_there(Bytes bytes, std::size_t offset) noexcept {
  if (!contains(bytes.size(), offset, sizeof(T))) return std::nullopt;
  return load<T>(bytes, offset);
}

Bytes from(Bytes bytes, std::size_t offset) noexcept {
  return bytes.subspan(std::min(offset, bytes.size()));
}

struct Attribute {
  std::uint16_t type = 0;
  Bytes payload;
};

// View of the attributes of a message or of another attribute; ends at the first invalid one.
class Attributes {
 public:
  explicit Attributes(Bytes bytes) noexcept : rest_(bytes) {}
  [[nodiscard]] std::optional<Attribute> next() noexcept {
    const auto length = load_if_there<std::uint16_t>(rest_, offsetof(nlattr, nla_len));
    const auto type = load_if_there<std::uint16_t>(rest_, offsetof(nlattr, nla_type));
    if (!length.has_value() || !type.has_value()) return std::nullopt;
    if (*length < sizeof(nlattr) || *length > rest_.size()) return std::nullopt;
    const Attribute attribute{static_cast<std::uint16_t>(*type & NLA_TYPE_MASK),
                              rest_.first(*length).subspan(sizeof(nlattr))};
    rest_ = from(rest_, aligned(*length));
    return attribute;
  }

 private:
  Bytes rest_;
};

// The payload of the first attribute of a type; empty if there is none.
Bytes find_attribute(Bytes attributes, int type) noexcept {
  Attributes all(attributes);
  while (const auto attribute = all.next()) {
    if (attribute->type == type) return attribute->payload;
  }
  return {};
}

std::string_view text_before_nul(Bytes payload) noexcept {
  const std::string_view text = as_text(payload);
  return text.substr(0, text.find('\0'));
}

// An NLMSG_ERROR carries a negated errno; 0 acknowledges a request.
AnswerResult error_answer(Bytes payload) noexcept {
  const auto error = load_if_there<std::int32_t>(payload, offsetof(nlmsgerr, error));
  if (!error.has_value() || *error > 0 || *error == INT32_MIN) return std::unexpected(EPROTO);
  if (*error == 0) return Answer::complete;
  return std::unexpected(-*error);
}

// Calls visit(type, payload) for each message that answers the request with that sequence number.
template <typename Visit>
AnswerResult visit_messages(Bytes datagram, std::uint32_t sequence, Visit visit) {
  while (!datagram.empty()) {
    if (datagram.size() < sizeof(nlmsghdr)) return std::unexpected(EPROTO);
    const auto length = load<std::uint32_t>(datagram, offsetof(nlmsghdr, nlmsg_len));
    const auto type = load<std::uint16_t>(datagram, offsetof(nlmsghdr, nlmsg_type));
    if (length < sizeof(nlmsghdr) || length > datagram.size()) return std::unexpected(EPROTO);
    const Bytes payload = datagram.first(length).subspan(sizeof(nlmsghdr));
    if (load<std::uint32_t>(datagram, offsetof(nlmsghdr, nlmsg_seq)) == sequence) {
      if (type == NLMSG_DONE) return Answer::complete;
      if (type == NLMSG_ERROR) return error_answer(payload);
      visit(type, payload);
    }
    datagram = from(datagram, aligned(length));
  }
  return Answer::goes_on;
}

void read_link(Bytes payload, Link& link) {
  link.index =
      static_cast<std::uint32_t>(load<std::int32_t>(payload, offsetof(ifinfomsg, ifi_index)));
  link.type = load<std::uint16_t>(payload, offsetof(ifinfomsg, ifi_type));
  link.name.clear();
  link.counts.fill(std::nullopt);
  Attributes attributes(from(payload, sizeof(ifinfomsg)));
  while (const auto attribute = attributes.next()) {
    if (attribute->type == IFLA_IFNAME) link.name = text_before_nul(attribute->payload);
    if (attribute->type != IFLA_STATS64) continue;
    for (std::size_t i = 0; i < kLinkCountCount; ++i) {
      link.counts[i] = load_if_there<std::uint64_t>(attribute->payload, kCountOffsets[i]);
    }
  }
}

std::optional<std::uint64_t> bitrate_of(Bytes station) noexcept {
  const Bytes info = find_attribute(station, NL80211_ATTR_STA_INFO);
  const Bytes rate = find_attribute(info, NL80211_STA_INFO_TX_BITRATE);
  if (const auto wide =
          load_if_there<std::uint32_t>(find_attribute(rate, NL80211_RATE_INFO_BITRATE32), 0)) {
    return *wide * kBitrateUnit;
  }
  const auto narrow =
      load_if_there<std::uint16_t>(find_attribute(rate, NL80211_RATE_INFO_BITRATE), 0);
  if (!narrow.has_value()) return std::nullopt;
  return *narrow * kBitrateUnit;
}

}  // namespace

AnswerResult append_links(Bytes datagram, std::uint32_t sequence, std::vector<Link>& links,
                          std::size_t& count) {
  return visit_messages(datagram, sequence, [&](std::uint16_t type, Bytes payload) {
    if (type != RTM_NEWLINK || payload.size() < sizeof(ifinfomsg)) return;
    if (count == links.size()) links.emplace_back();
    read_link(payload, links[count++]);
  });
}

AnswerResult append_queues(Bytes datagram, std::uint32_t sequence, std::vector<LinkQueue>& queues) {
  return visit_messages(datagram, sequence, [&](std::uint16_t type, Bytes payload) {
    if (type != RTM_NEWQDISC || payload.size() < sizeof(tcmsg)) return;
    if (load<std::uint32_t>(payload, offsetof(tcmsg, tcm_parent)) != TC_H_ROOT) return;
    const Bytes statistics = find_attribute(from(payload, sizeof(tcmsg)), TCA_STATS2);
    const auto packets = load_if_there<std::uint32_t>(find_attribute(statistics, TCA_STATS_QUEUE),
                                                      offsetof(gnet_stats_queue, qlen));
    if (!packets.has_value()) return;
    const auto index = load<std::int32_t>(payload, offsetof(tcmsg, tcm_ifindex));
    queues.push_back({static_cast<std::uint32_t>(index), *packets});
  });
}

AnswerResult count_sockets(Bytes datagram, std::uint32_t sequence, std::uint64_t& count) {
  return visit_messages(datagram, sequence, [&](std::uint16_t type, Bytes payload) {
    if (type == SOCK_DIAG_BY_FAMILY && payload.size() >= sizeof(inet_diag_msg)) ++count;
  });
}

AnswerResult append_bitrates(Bytes datagram, std::uint32_t sequence,
                             std::vector<std::uint64_t>& bits_per_second) {
  return visit_messages(datagram, sequence, [&](std::uint16_t, Bytes payload) {
    const auto bitrate = bitrate_of(from(payload, GENL_HDRLEN));
    if (bitrate.has_value()) bits_per_second.push_back(*bitrate);
  });
}

AnswerResult read_family(Bytes datagram, std::uint32_t sequence, std::uint16_t& family) {
  return visit_messages(datagram, sequence, [&](std::uint16_t type, Bytes payload) {
    if (type != GENL_ID_CTRL) return;
    const Bytes id = find_attribute(from(payload, GENL_HDRLEN), CTRL_ATTR_FAMILY_ID);
    family = load_if_there<std::uint16_t>(id, 0).value_or(family);
  });
}

std::optional<std::uint32_t> find_driver_string(Bytes strings, std::string_view name) {
  for (std::size_t at = 0; contains(strings.size(), at, ETH_GSTRING_LEN); at += ETH_GSTRING_LEN) {
    if (text_before_nul(strings.subspan(at, ETH_GSTRING_LEN)) == name) {
      return static_cast<std::uint32_t>(at / ETH_GSTRING_LEN);
    }
  }
  return std::nullopt;
}

}  // namespace openperflib
