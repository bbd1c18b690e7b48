#include "openperflib/os/net/link_queries.h"

#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>

#include "openperflib/os/portable/unique_fd.h"

namespace openperflib {
namespace {

// Where the kernel may not be asked (a sandbox without netlink) there is nothing to test.
TEST(LinkQueries, Loopback_IsAmongTheLinksWithCounts) {
  LinkQueries queries;
  std::vector<Link> links;
  const auto asked = queries.read_links(links);
  if (!asked.has_value()) GTEST_SKIP() << "no netlink here: errno " << asked.error();
  const auto loopback = std::ranges::find(links, "lo", &Link::name);
  ASSERT_NE(loopback, links.end());
  EXPECT_EQ(loopback->type, 772);
  EXPECT_TRUE(loopback->counts[0].has_value());
}

TEST(LinkQueries, AskedTwice_LinksAreTheSame) {
  LinkQueries queries;
  std::vector<Link> first, second(40);
  if (!queries.read_links(first).has_value()) GTEST_SKIP() << "no netlink here";
  ASSERT_TRUE(queries.read_links(second).has_value());
  ASSERT_EQ(first.size(), second.size());
  for (std::size_t i = 0; i < first.size(); ++i) EXPECT_EQ(first[i].name, second[i].name);
}

TEST(LinkQueries, Queues_BelongToLinks) {
  LinkQueries queries;
  std::vector<Link> links;
  std::vector<LinkQueue> found;
  if (!queries.read_links(links).has_value()) GTEST_SKIP() << "no netlink here";
  ASSERT_TRUE(queries.read_queues(found).has_value());
  for (const LinkQueue& queue : found) {
    EXPECT_NE(std::ranges::find(links, queue.index, &Link::index), links.end()) << queue.index;
  }
}

TEST(LinkQueries, EstablishedSocketOfIpv6_IsCountedAtBothEnds) {
  LinkQueries queries;
  const auto before = queries.count_established_ipv6();
  const UniqueFd listener(::socket(AF_INET6, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_in6 address = {};
  address.sin6_family = AF_INET6;
  address.sin6_addr = in6addr_loopback;
  socklen_t length = sizeof address;
  auto* const name = reinterpret_cast<sockaddr*>(&address);
  if (!before.has_value() || ::bind(listener.get(), name, length) != 0) {
    GTEST_SKIP() << "no IPv6 or no netlink here";
  }
  ASSERT_EQ(::listen(listener.get(), 1), 0);
  ASSERT_EQ(::getsockname(listener.get(), name, &length), 0);
  const UniqueFd client(::socket(AF_INET6, SOCK_STREAM | SOCK_CLOEXEC, 0));
  ASSERT_EQ(::connect(client.get(), name, length), 0);
  EXPECT_GE(queries.count_established_ipv6().value(), 2U);  // ours, and those of other processes
}

TEST(LinkQueries, LoopbackWithoutDriver_HasNoMulticastCount) {
  LinkQueries queries;
  DriverCounts driver;
  EXPECT_FALSE(queries.read_sent_to_many("lo", driver).has_value());
  EXPECT_FALSE(queries.read_sent_to_many("a name longer than any", driver).has_value());
}

TEST(LinkQueries, Loopback_HasNoBitrate) {
  LinkQueries queries;
  EXPECT_FALSE(queries.read_bitrate(1).has_value());
}

}  // namespace
}  // namespace openperflib
