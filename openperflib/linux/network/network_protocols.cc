// UDPv4, UDPv6, IPv4, IPv6, ICMP and ICMPv6: the counts of the protocols; each object is a table of
// keys in /proc/net/snmp or snmp6. Source: docs/objects/network_protocols.md.
#include <algorithm>
#include <array>
#include <utility>

#include "openperflib/linux/network/network_files_internal.h"
#include "openperflib/linux/table/counter_rows_internal.h"
#include "openperflib/linux/table/objects_internal.h"

namespace openperflib::linux_objects {
namespace {

constexpr auto kUdp4 = std::to_array<CounterRow>({
    {0, {plus("Udp:InDatagrams"), plus("Udp:OutDatagrams")}},
    {1, {plus("Udp:InDatagrams")}},
    {2, {plus("Udp:NoPorts")}},
    {3, {plus("Udp:InErrors")}},
    {4, {plus("Udp:OutDatagrams")}},
});

constexpr auto kUdp6 = std::to_array<CounterRow>({
    {0, {plus("Udp6InDatagrams"), plus("Udp6OutDatagrams")}},
    {1, {plus("Udp6InDatagrams")}},
    {2, {plus("Udp6NoPorts")}},
    {3, {plus("Udp6InErrors")}},
    {4, {plus("Udp6OutDatagrams")}},
});

constexpr auto kIp4 = std::to_array<CounterRow>({
    {0, {plus("Ip:InReceives"), plus("Ip:OutRequests")}},
    {1, {plus("Ip:InReceives")}},
    {2, {plus("Ip:InHdrErrors")}},
    {3, {plus("Ip:InAddrErrors")}},
    {4, {plus("Ip:ForwDatagrams")}},
    {5, {plus("Ip:InUnknownProtos")}},
    {6, {plus("Ip:InDiscards")}},
    {7, {plus("Ip:InDelivers")}},
    {8, {plus("Ip:OutRequests")}},
    {9, {plus("Ip:OutDiscards")}},
    {10, {plus("Ip:OutNoRoutes")}},
    {11, {plus("Ip:ReasmReqds")}},
    {12, {plus("Ip:ReasmOKs")}},
    {13, {plus("Ip:ReasmFails")}},
    {14, {plus("Ip:FragOKs")}},
    {15, {plus("Ip:FragFails")}},
    {16, {plus("Ip:FragCreates")}},
});

constexpr auto kIp6 = std::to_array<CounterRow>({
    {0, {plus("Ip6InReceives"), plus("Ip6OutRequests")}},
    {1, {plus("Ip6InReceives")}},
    {2, {plus("Ip6InHdrErrors")}},
    {3, {plus("Ip6InAddrErrors")}},
    {4, {plus("Ip6OutForwDatagrams")}},
    {5, {plus("Ip6InUnknownProtos")}},
    {6, {plus("Ip6InDiscards")}},
    {7, {plus("Ip6InDelivers")}},
    {8, {plus("Ip6OutRequests")}},
    {9, {plus("Ip6OutDiscards")}},
    {10, {plus("Ip6OutNoRoutes")}},
    {11, {plus("Ip6ReasmReqds")}},
    {12, {plus("Ip6ReasmOKs")}},
    {13, {plus("Ip6ReasmFails")}},
    {14, {plus("Ip6FragOKs")}},
    {15, {plus("Ip6FragFails")}},
    {16, {plus("Ip6FragCreates")}},
});

constexpr auto kIcmp4 = std::to_array<CounterRow>({
    {0, {plus("Icmp:InMsgs"), plus("Icmp:OutMsgs")}},
    {1, {plus("Icmp:InMsgs")}},
    {2, {plus("Icmp:InErrors")}},
    {3, {plus("Icmp:InDestUnreachs")}},
    {4, {plus("Icmp:InTimeExcds")}},
    {5, {plus("Icmp:InParmProbs")}},
    {6, {plus("Icmp:InSrcQuenchs")}},
    {7, {plus("Icmp:InRedirects")}},
    {8, {plus("Icmp:InEchos")}},
    {9, {plus("Icmp:InEchoReps")}},
    {10, {plus("Icmp:InTimestamps")}},
    {11, {plus("Icmp:InTimestampReps")}},
    {12, {plus("Icmp:InAddrMasks")}},
    {13, {plus("Icmp:InAddrMaskReps")}},
    {14, {plus("Icmp:OutMsgs")}},
    {15, {plus("Icmp:OutErrors")}},
    {16, {plus("Icmp:OutDestUnreachs")}},
    {17, {plus("Icmp:OutTimeExcds")}},
    {18, {plus("Icmp:OutParmProbs")}},
    {19, {plus("Icmp:OutSrcQuenchs")}},
    {20, {plus("Icmp:OutRedirects")}},
    {21, {plus("Icmp:OutEchos")}},
    {22, {plus("Icmp:OutEchoReps")}},
    {23, {plus("Icmp:OutTimestamps")}},
    {24, {plus("Icmp:OutTimestampReps")}},
    {25, {plus("Icmp:OutAddrMasks")}},
    {26, {plus("Icmp:OutAddrMaskReps")}},
});

constexpr auto kIcmp6 = std::to_array<CounterRow>({
    {0, {plus("Icmp6InMsgs"), plus("Icmp6OutMsgs")}},
    {1, {plus("Icmp6InMsgs")}},
    {2, {plus("Icmp6InErrors")}},
    {3, {plus("Icmp6InDestUnreachs")}},
    {4, {plus("Icmp6InPktTooBigs")}},
    {5, {plus("Icmp6InTimeExcds")}},
    {6, {plus("Icmp6InParmProblems")}},
    {7, {plus("Icmp6InEchos")}},
    {8, {plus("Icmp6InEchoReplies")}},
    {9, {plus("Icmp6InGroupMembQueries")}},
    {10, {plus("Icmp6InGroupMembResponses")}},
    {11, {plus("Icmp6InGroupMembReductions")}},
    {12, {plus("Icmp6InRouterSolicits")}},
    {13, {plus("Icmp6InRouterAdvertisements")}},
    {14, {plus("Icmp6InNeighborSolicits")}},
    {15, {plus("Icmp6InNeighborAdvertisements")}},
    {16, {plus("Icmp6InRedirects")}},
    {17, {plus("Icmp6OutMsgs")}},
    {18, {plus("Icmp6OutErrors")}},
    {19, {plus("Icmp6OutDestUnreachs")}},
    {20, {plus("Icmp6OutPktTooBigs")}},
    {21, {plus("Icmp6OutTimeExcds")}},
    {22, {plus("Icmp6OutParmProblems")}},
    {23, {plus("Icmp6OutEchos")}},
    {24, {plus("Icmp6OutEchoReplies")}},
    {25, {plus("Icmp6OutGroupMembQueries")}},
    {26, {plus("Icmp6OutGroupMembResponses")}},
    {27, {plus("Icmp6OutGroupMembReductions")}},
    {28, {plus("Icmp6OutRouterSolicits")}},
    {29, {plus("Icmp6OutRouterAdvertisements")}},
    {30, {plus("Icmp6OutNeighborSolicits")}},
    {31, {plus("Icmp6OutNeighborAdvertisements")}},
    {32, {plus("Icmp6OutRedirects")}},
});

struct Protocol {
  TitleIndex object;
  KeyFile NetworkFiles::* file;
  std::span<const CounterRow> rows;
};
constexpr auto kProtocols = std::to_array<Protocol>({
    {658, &NetworkFiles::snmp, kUdp4},
    {1532, &NetworkFiles::snmp6, kUdp6},
    {546, &NetworkFiles::snmp, kIp4},
    {548, &NetworkFiles::snmp6, kIp6},
    {582, &NetworkFiles::snmp, kIcmp4},
    {1534, &NetworkFiles::snmp6, kIcmp6},
});

}  // namespace

struct ProtocolState {
  bool wants_keys = true;  // not yet requested from the shared file
};

namespace {

void collect_protocol(ProtocolState& state, CollectContext& context, ObjectTable& table) {
  const Protocol& protocol =
      *std::ranges::find(kProtocols, table.object().name_index, &Protocol::object);
  KeyFile& file = context.network.*protocol.file;
  if (std::exchange(state.wants_keys, false)) want_keys(file, protocol.rows);
  file.read(context);
  collect_rows(protocol.rows, file, context, table);
}

}  // namespace

std::unique_ptr<Collector> make_protocol_collector() {
  return make_collector<ProtocolState, collect_protocol>();
}

}  // namespace openperflib::linux_objects
