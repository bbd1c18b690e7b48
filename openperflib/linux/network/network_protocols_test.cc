// TCP, UDP, IP and ICMP from made folders. Facts: docs/objects/tcp.md, network_protocols.md.
#include <gtest/gtest.h>

#include "openperflib/linux/network/tcp_sockets_internal.h"
#include "openperflib/testing/machines/object_under_test.h"

namespace openperflib::linux_objects {
namespace {

using Tcp4UnderTest = ObjectUnderTest<make_tcp4_collector>;
using Tcp6UnderTest = ObjectUnderTest<make_tcp6_collector>;
using LinuxTcpUnderTest = ObjectUnderTest<make_linux_tcp_collector>;
using ProtocolUnderTest = ObjectUnderTest<make_protocol_collector>;

constexpr std::string_view kSnmp =
    "Tcp: RtoMin MaxConn ActiveOpens PassiveOpens AttemptFails EstabResets CurrEstab InSegs "
    "OutSegs "
    "RetransSegs\n"
    "Tcp: 200 -1 1 2 3 4 12 100 1000 7\n"
    "Udp: InDatagrams NoPorts InErrors OutDatagrams\n"
    "Udp: 10 20 30 40\n";
constexpr std::string_view kSocket = "00000000:0016 00000000:0000 ";
const std::string kTcp6 =
    "sl local remote st\n 0: " + std::string(kSocket) + "0A x\n 1: " + std::string(kSocket) +
    "01 x\n 2: " + std::string(kSocket) + "08 x\n 3: " + std::string(kSocket) + "06 x\n";

TEST(Tcp4, Counts_AreThoseOfBothFamilies) {
  Tcp4UnderTest tcp(638);
  tcp.folder().write("proc/net/snmp", kSnmp).write("proc/net/tcp6", kTcp6);
  tcp.collect();
  EXPECT_EQ(tcp.value("Segments/sec"), "1100");
  EXPECT_EQ(tcp.value("Segments Received/sec"), "100");
  EXPECT_EQ(tcp.value("Segments Sent/sec"), "1000");
  EXPECT_EQ(tcp.value("Segments Retransmitted/sec"), "7");
  EXPECT_EQ(tcp.value("Connections Active"), "1");
  EXPECT_EQ(tcp.value("Connections Passive"), "2");
  EXPECT_EQ(tcp.value("Connection Failures"), "3");
  EXPECT_EQ(tcp.value("Connections Reset"), "4");
}

TEST(Tcp4, Established_AreThoseThatAreNotOfIpv6) {
  Tcp4UnderTest tcp(638);
  tcp.folder().write("proc/net/snmp", kSnmp).write("proc/net/tcp6", kTcp6);
  tcp.collect();
  EXPECT_EQ(tcp.value("Connections Established"), "10");
}

TEST(Tcp4, KernelWithoutIpv6_HasNoSocketsOfIt) {
  Tcp4UnderTest tcp(638);
  tcp.folder().write("proc/net/snmp", kSnmp);
  tcp.collect();
  EXPECT_EQ(tcp.value("Connections Established"), "no such file: /proc/net/tcp6");
  tcp.folder().write("proc/net/tcp", "sl\n");
  tcp.collect();
  EXPECT_EQ(tcp.value("Connections Established"), "12");
}

TEST(Tcp4, SocketsAreListedOnlyWhereTheyAreAskedFor) {
  Tcp4UnderTest tcp(638);
  tcp.folder().write("proc/net/snmp", kSnmp).write("proc/net/tcp6", kTcp6);
  tcp.request.add_counter(638, 646);  // Connections Passive
  tcp.collect();
  EXPECT_EQ(tcp.value("Connections Established"), "not asked for");
}

TEST(Tcp6, Established_AreTheLinesOfTwoStates) {
  Tcp6UnderTest tcp(1530);
  tcp.folder().write("proc/net/tcp6", kTcp6);
  tcp.collect();
  EXPECT_EQ(tcp.value("Connections Established"), "2");
  EXPECT_EQ(count_established("  01 01 01 01\n 1: a b 01\n"), 1U);  // the headings are not a socket
}

TEST(LinuxTcp, Counts_AreThoseOfNetstatAndSockstat) {
  LinuxTcpUnderTest tcp(100160);
  tcp.folder()
      .write("proc/net/netstat",
             "TcpExt: ListenOverflows ListenDrops TCPTimeouts TCPSynRetrans\nTcpExt: 1 2 3 4\n"
             "IpExt: ListenDrops\nIpExt: 9\n")
      .write("proc/net/sockstat",
             "sockets: used 30\nTCP: inuse 8 orphan 5 tw 6 alloc 15 mem 102\n");
  tcp.collect();
  EXPECT_EQ(tcp.value("ListenOverflows/sec"), "1");
  EXPECT_EQ(tcp.value("ListenDrops/sec"), "2");
  EXPECT_EQ(tcp.value("TCPTimeouts/sec"), "3");
  EXPECT_EQ(tcp.value("SynRetrans/sec"), "4");
  EXPECT_EQ(tcp.value("Orphans"), "5");
  EXPECT_EQ(tcp.value("Time Wait Sockets"), "6");
}

TEST(Protocols, Udp4_IsItsGroupOfSnmp) {
  ProtocolUnderTest udp(658);
  udp.folder().write("proc/net/snmp", kSnmp);
  udp.collect();
  EXPECT_EQ(udp.value("Datagrams/sec"), "50");
  EXPECT_EQ(udp.value("Datagrams Received/sec"), "10");
  EXPECT_EQ(udp.value("Datagrams No Port/sec"), "20");
  EXPECT_EQ(udp.value("Datagrams Received Errors"), "30");
  EXPECT_EQ(udp.value("Datagrams Sent/sec"), "40");
}

TEST(Protocols, Ipv6_IsItsKeysOfSnmp6) {
  ProtocolUnderTest ip(548);
  ip.folder().write("proc/net/snmp6",
                    "Ip6InReceives                   \t16\nIp6OutRequests                  \t20\n"
                    "Ip6OutForwDatagrams\t3\n");
  ip.collect();
  EXPECT_EQ(ip.value("Datagrams/sec"), "36");
  EXPECT_EQ(ip.value("Datagrams Received/sec"), "16");
  EXPECT_EQ(ip.value("Fragments Created/sec"), "/proc/net/snmp6 has no Ip6FragCreates");
}

TEST(Protocols, BadWord_LosesItsOwnCountersAndNamesTheByte) {
  ProtocolUnderTest icmp(582);
  icmp.folder().write("proc/net/snmp", "Icmp: InMsgs OutMsgs InErrors\nIcmp: 5 x 7\n");
  icmp.collect();
  EXPECT_EQ(icmp.value("Messages Received/sec"), "5");
  EXPECT_EQ(icmp.value("Messages Received Errors"), "7");
  EXPECT_EQ(icmp.value("Messages Sent/sec"),
            "/proc/net/snmp: Icmp:OutMsgs at byte 38: is not a number");
  EXPECT_EQ(icmp.value("Messages/sec"), "/proc/net/snmp: Icmp:OutMsgs at byte 38: is not a number");
}

}  // namespace
}  // namespace openperflib::linux_objects
