#include <gtest/gtest.h>
#include <linux/gen_stats.h>
#include <linux/genetlink.h>
#include <linux/if_link.h>
#include <linux/inet_diag.h>
#include <linux/netlink.h>
#include <linux/nl80211.h>
#include <linux/pkt_sched.h>
#include <linux/rtnetlink.h>
#include <linux/sock_diag.h>

#include <cerrno>
#include <cstring>

#include "openperflib/os/net/link_messages_internal.h"

namespace openperflib {
namespace {

constexpr std::uint32_t kSequence = 7;

// Bytes of netlink, written front to back; what is nested is written first and put in as a payload.
class MadeBytes {
 public:
  template <typename T>
  MadeBytes& add(const T& value) {
    const auto bytes = std::as_bytes(std::span(&value, 1));
    bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
    return *this;
  }
  MadeBytes& attribute(int type, const MadeBytes& payload) {
    add(static_cast<std::uint16_t>(sizeof(nlattr) + payload.bytes_.size()));
    add(static_cast<std::uint16_t>(type));
    return padded(payload);
  }
  MadeBytes& message(int type, const MadeBytes& payload, std::uint32_t sequence = kSequence) {
    add(nlmsghdr{static_cast<std::uint32_t>(sizeof(nlmsghdr) + payload.bytes_.size()),
                 static_cast<std::uint16_t>(type), 0, sequence, 0});
    return padded(payload);
  }
  [[nodiscard]] Bytes bytes() const { return bytes_; }

 private:
  MadeBytes& padded(const MadeBytes& payload) {
    bytes_.insert(bytes_.end(), payload.bytes_.begin(), payload.bytes_.end());
    bytes_.resize((bytes_.size() + 3) & ~std::size_t{3});
    return *this;
  }
  std::vector<std::byte> bytes_;
};

template <std::size_t N>
MadeBytes text(const char (&characters)[N]) {
  return MadeBytes().add(characters);
}

rtnl_link_stats64 counts_1_to_24() {
  rtnl_link_stats64 counts = {};
  std::array<std::uint64_t, sizeof counts / 8> numbers;
  for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = i + 1;
  std::memcpy(&counts, numbers.data(), sizeof counts);
  return counts;
}

MadeBytes link_payload() {
  MadeBytes payload;
  payload.add(ifinfomsg{0, 0, 1, 2, 0, 0});
  payload.attribute(IFLA_IFNAME, text("eth0"));
  payload.attribute(IFLA_STATS64, MadeBytes().add(counts_1_to_24()));
  return payload;
}

std::vector<Link> links_in(Bytes datagram) {
  std::vector<Link> links;
  std::size_t count = 0;
  EXPECT_TRUE(append_links(datagram, kSequence, links, count).has_value());
  links.resize(count);
  return links;
}

TEST(LinkMessages, NewLink_HasNumberNameTypeAndCounts) {
  const auto links = links_in(MadeBytes().message(RTM_NEWLINK, link_payload()).bytes());
  // rtnl_link_stats64 in its order: rx_packets 1, tx_packets 2, rx_bytes 3, tx_bytes 4, rx_errors
  // 5, tx_errors 6, rx_dropped 7, tx_dropped 8, multicast 9, ... rx_missed_errors 16, ...
  // rx_nohandler 24
  const Link expected{2, 1, "eth0", {3, 4, 1, 2, 9, 7, 16, 5, 24, 8, 6}};
  EXPECT_EQ(links, std::vector{expected});
}

TEST(LinkMessages, ShorterCountsOfAnOldKernel_LackTheirLast) {
  MadeBytes payload;
  payload.add(ifinfomsg{0, 0, 1, 2, 0, 0});
  payload.attribute(IFLA_STATS64, MadeBytes().add(std::array<std::uint64_t, 23>{}));
  const auto links = links_in(MadeBytes().message(RTM_NEWLINK, payload).bytes());
  ASSERT_EQ(links.size(), 1U);
  EXPECT_EQ(links[0].counts[static_cast<std::size_t>(LinkCount::rx_nohandler)], std::nullopt);
  EXPECT_EQ(links[0].counts[static_cast<std::size_t>(LinkCount::rx_bytes)], 0U);
}

TEST(LinkMessages, OtherSequenceNumbers_AreSkipped) {
  std::vector<Link> links;
  std::size_t count = 0;
  const MadeBytes other = MadeBytes().message(RTM_NEWLINK, link_payload(), 6);
  EXPECT_EQ(append_links(other.bytes(), kSequence, links, count), Answer::goes_on);
  EXPECT_EQ(count, 0U);
  const MadeBytes done = MadeBytes().message(NLMSG_DONE, MadeBytes().add(std::int32_t{0}));
  EXPECT_EQ(append_links(done.bytes(), kSequence, links, count), Answer::complete);
}

TEST(LinkMessages, ErrorAnswer_IsItsErrno) {
  std::vector<Link> links;
  std::size_t count = 0;
  const MadeBytes error = MadeBytes().message(NLMSG_ERROR, MadeBytes().add(nlmsgerr{-EPERM, {}}));
  EXPECT_EQ(append_links(error.bytes(), kSequence, links, count), std::unexpected(EPERM));
}

TEST(LinkMessages, TruncatedDatagram_IsNeverReadBeyondItsEnd) {
  const MadeBytes whole = MadeBytes().message(RTM_NEWLINK, link_payload());
  for (std::size_t length = 0; length < whole.bytes().size(); ++length) {
    const std::vector<std::byte> cut(whole.bytes().begin(),
                                     whole.bytes().begin() + static_cast<std::ptrdiff_t>(length));
    std::vector<Link> links;
    std::size_t count = 0;
    const auto answer = append_links(cut, kSequence, links, count);
    EXPECT_EQ(answer.has_value(), length == 0) << length;
  }
}

TEST(LinkMessages, LyingLengths_EndTheMessage) {
  MadeBytes payload;
  payload.add(ifinfomsg{0, 0, 1, 2, 0, 0});
  payload.add(nlattr{0xFFFF, IFLA_IFNAME}).add(nlattr{0, IFLA_IFNAME});
  const auto links = links_in(MadeBytes().message(RTM_NEWLINK, payload).bytes());
  ASSERT_EQ(links.size(), 1U);
  EXPECT_EQ(links[0].name, "");
}

TEST(LinkMessages, RootQueue_HasItsLength_OthersAreNone) {
  const MadeBytes statistics =
      MadeBytes().attribute(TCA_STATS_QUEUE, MadeBytes().add(gnet_stats_queue{17, 2000, 3, 4, 5}));
  const auto queue = [&](std::uint32_t parent) {
    MadeBytes payload;
    payload.add(tcmsg{0, 0, 0, 5, 0x10000, parent, 0});
    payload.attribute(TCA_KIND, text("fq")).attribute(TCA_STATS2, statistics);
    return payload;
  };
  MadeBytes datagram;
  datagram.message(RTM_NEWQDISC, queue(TC_H_ROOT)).message(RTM_NEWQDISC, queue(0x10001));
  datagram.message(RTM_NEWQDISC, MadeBytes().add(tcmsg{0, 0, 0, 6, 0, TC_H_ROOT, 0}));
  std::vector<LinkQueue> queues;
  EXPECT_EQ(append_queues(datagram.bytes(), kSequence, queues), Answer::goes_on);
  EXPECT_EQ(queues, (std::vector<LinkQueue>{{5, 17}}));
}

TEST(LinkMessages, Sockets_AreOneAMessage) {
  MadeBytes datagram;
  datagram.message(SOCK_DIAG_BY_FAMILY, MadeBytes().add(inet_diag_msg{}));
  datagram.message(SOCK_DIAG_BY_FAMILY, MadeBytes().add(inet_diag_msg{}));
  datagram.message(SOCK_DIAG_BY_FAMILY, MadeBytes().add(std::uint32_t{0}));  // cut short
  datagram.message(RTM_NEWQDISC, MadeBytes().add(inet_diag_msg{}));
  std::uint64_t count = 5;
  EXPECT_EQ(count_sockets(datagram.bytes(), kSequence, count), Answer::goes_on);
  EXPECT_EQ(count, 7U);
}

MadeBytes station(const MadeBytes& rate) {
  const MadeBytes info = MadeBytes().attribute(NL80211_STA_INFO_TX_BITRATE, rate);
  return MadeBytes().add(genlmsghdr{}).attribute(NL80211_ATTR_STA_INFO, info);
}

TEST(LinkMessages, Bitrate_IsInUnitsOf100Kilobits) {
  const MadeBytes narrow =
      MadeBytes().attribute(NL80211_RATE_INFO_BITRATE, MadeBytes().add(std::uint16_t{540}));
  const MadeBytes wide = MadeBytes(narrow).attribute(NL80211_RATE_INFO_BITRATE32,
                                                     MadeBytes().add(std::uint32_t{86'667}));
  MadeBytes datagram;
  datagram.message(30, station(wide)).message(30, station(narrow)).message(30, station({}));
  std::vector<std::uint64_t> bitrates;
  EXPECT_EQ(append_bitrates(datagram.bytes(), kSequence, bitrates), Answer::goes_on);
  EXPECT_EQ(bitrates, (std::vector<std::uint64_t>{8'666'700'000, 54'000'000}));
}

TEST(LinkMessages, Family_IsTheNumberOfItsAnswer) {
  MadeBytes payload;
  payload.add(genlmsghdr{CTRL_CMD_NEWFAMILY, 1, 0});
  payload.attribute(CTRL_ATTR_FAMILY_NAME, text("nl80211"));
  payload.attribute(CTRL_ATTR_FAMILY_ID, MadeBytes().add(std::uint16_t{30}));
  MadeBytes datagram;
  datagram.message(GENL_ID_CTRL, payload);
  datagram.message(NLMSG_ERROR, MadeBytes().add(nlmsgerr{0, {}}));
  std::uint16_t family = 0;
  EXPECT_EQ(read_family(datagram.bytes(), kSequence, family), Answer::complete);
  EXPECT_EQ(family, 30);
}

TEST(LinkMessages, DriverStrings_AreFoundByTheirWholeName) {
  std::array<char, 3 * 32> strings = {};
  std::strcpy(&strings[0], "tx_multicast_bytes");
  std::strcpy(&strings[32], "tx_broadcast");
  std::strcpy(&strings[64], "tx_multicast");
  const Bytes bytes = std::as_bytes(std::span(strings));
  EXPECT_EQ(find_driver_string(bytes, "tx_multicast"), 2U);
  EXPECT_EQ(find_driver_string(bytes, "tx_broadcast"), 1U);
  EXPECT_EQ(find_driver_string(bytes, "rx_broadcast"), std::nullopt);
  EXPECT_EQ(find_driver_string(bytes.first(95), "tx_multicast"), std::nullopt);
}

}  // namespace
}  // namespace openperflib
