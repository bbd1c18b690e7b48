// UDPv4, UDPv6, IPv4, IPv6, ICMP and ICMPv6: the counts of the protocols; each object is a table of
// keys in /proc/net/snmp or snmp6. Source: docs/objects/network_protocols.md.
#include <algorithm>
#include <array>
#include <utility>

#include "openperflib/linux/network/network_files_internal.h"
#include "openperflib/linux/table/counter_rows_internal.h"
#include "openperflib/linux/table/objects_internal.h"
#include "openperflib/linux/table/row_numbers.h"
#include "openperflib/titles/title_indices.h"

namespace openperflib::linux_objects {
namespace {

constexpr auto kUdp4 = std::to_array<CounterRow>({
    {UDPv4Row::kDatagramsPerSec, {plus("Udp:InDatagrams"), plus("Udp:OutDatagrams")}},
    {UDPv4Row::kDatagramsReceivedPerSec, {plus("Udp:InDatagrams")}},
    {UDPv4Row::kDatagramsNoPortPerSec, {plus("Udp:NoPorts")}},
    {UDPv4Row::kDatagramsReceivedErrors, {plus("Udp:InErrors")}},
    {UDPv4Row::kDatagramsSentPerSec, {plus("Udp:OutDatagrams")}},
});

constexpr auto kUdp6 = std::to_array<CounterRow>({
    {UDPv6Row::kDatagramsPerSec, {plus("Udp6InDatagrams"), plus("Udp6OutDatagrams")}},
    {UDPv6Row::kDatagramsReceivedPerSec, {plus("Udp6InDatagrams")}},
    {UDPv6Row::kDatagramsNoPortPerSec, {plus("Udp6NoPorts")}},
    {UDPv6Row::kDatagramsReceivedErrors, {plus("Udp6InErrors")}},
    {UDPv6Row::kDatagramsSentPerSec, {plus("Udp6OutDatagrams")}},
});

constexpr auto kIp4 = std::to_array<CounterRow>({
    {IPv4Row::kDatagramsPerSec, {plus("Ip:InReceives"), plus("Ip:OutRequests")}},
    {IPv4Row::kDatagramsReceivedPerSec, {plus("Ip:InReceives")}},
    {IPv4Row::kDatagramsReceivedHeaderErrors, {plus("Ip:InHdrErrors")}},
    {IPv4Row::kDatagramsReceivedAddressErrors, {plus("Ip:InAddrErrors")}},
    {IPv4Row::kDatagramsForwardedPerSec, {plus("Ip:ForwDatagrams")}},
    {IPv4Row::kDatagramsReceivedUnknownProtocol, {plus("Ip:InUnknownProtos")}},
    {IPv4Row::kDatagramsReceivedDiscarded, {plus("Ip:InDiscards")}},
    {IPv4Row::kDatagramsReceivedDeliveredPerSec, {plus("Ip:InDelivers")}},
    {IPv4Row::kDatagramsSentPerSec, {plus("Ip:OutRequests")}},
    {IPv4Row::kDatagramsOutboundDiscarded, {plus("Ip:OutDiscards")}},
    {IPv4Row::kDatagramsOutboundNoRoute, {plus("Ip:OutNoRoutes")}},
    {IPv4Row::kFragmentsReceivedPerSec, {plus("Ip:ReasmReqds")}},
    {IPv4Row::kFragmentsReAssembledPerSec, {plus("Ip:ReasmOKs")}},
    {IPv4Row::kFragmentReAssemblyFailures, {plus("Ip:ReasmFails")}},
    {IPv4Row::kFragmentedDatagramsPerSec, {plus("Ip:FragOKs")}},
    {IPv4Row::kFragmentationFailures, {plus("Ip:FragFails")}},
    {IPv4Row::kFragmentsCreatedPerSec, {plus("Ip:FragCreates")}},
});

constexpr auto kIp6 = std::to_array<CounterRow>({
    {IPv6Row::kDatagramsPerSec, {plus("Ip6InReceives"), plus("Ip6OutRequests")}},
    {IPv6Row::kDatagramsReceivedPerSec, {plus("Ip6InReceives")}},
    {IPv6Row::kDatagramsReceivedHeaderErrors, {plus("Ip6InHdrErrors")}},
    {IPv6Row::kDatagramsReceivedAddressErrors, {plus("Ip6InAddrErrors")}},
    {IPv6Row::kDatagramsForwardedPerSec, {plus("Ip6OutForwDatagrams")}},
    {IPv6Row::kDatagramsReceivedUnknownProtocol, {plus("Ip6InUnknownProtos")}},
    {IPv6Row::kDatagramsReceivedDiscarded, {plus("Ip6InDiscards")}},
    {IPv6Row::kDatagramsReceivedDeliveredPerSec, {plus("Ip6InDelivers")}},
    {IPv6Row::kDatagramsSentPerSec, {plus("Ip6OutRequests")}},
    {IPv6Row::kDatagramsOutboundDiscarded, {plus("Ip6OutDiscards")}},
    {IPv6Row::kDatagramsOutboundNoRoute, {plus("Ip6OutNoRoutes")}},
    {IPv6Row::kFragmentsReceivedPerSec, {plus("Ip6ReasmReqds")}},
    {IPv6Row::kFragmentsReAssembledPerSec, {plus("Ip6ReasmOKs")}},
    {IPv6Row::kFragmentReAssemblyFailures, {plus("Ip6ReasmFails")}},
    {IPv6Row::kFragmentedDatagramsPerSec, {plus("Ip6FragOKs")}},
    {IPv6Row::kFragmentationFailures, {plus("Ip6FragFails")}},
    {IPv6Row::kFragmentsCreatedPerSec, {plus("Ip6FragCreates")}},
});

constexpr auto kIcmp4 = std::to_array<CounterRow>({
    {IcmpRow::kMessagesPerSec, {plus("Icmp:InMsgs"), plus("Icmp:OutMsgs")}},
    {IcmpRow::kMessagesReceivedPerSec, {plus("Icmp:InMsgs")}},
    {IcmpRow::kMessagesReceivedErrors, {plus("Icmp:InErrors")}},
    {IcmpRow::kReceivedDestUnreachable, {plus("Icmp:InDestUnreachs")}},
    {IcmpRow::kReceivedTimeExceeded, {plus("Icmp:InTimeExcds")}},
    {IcmpRow::kReceivedParameterProblem, {plus("Icmp:InParmProbs")}},
    {IcmpRow::kReceivedSourceQuench, {plus("Icmp:InSrcQuenchs")}},
    {IcmpRow::kReceivedRedirectPerSec, {plus("Icmp:InRedirects")}},
    {IcmpRow::kReceivedEchoPerSec, {plus("Icmp:InEchos")}},
    {IcmpRow::kReceivedEchoReplyPerSec, {plus("Icmp:InEchoReps")}},
    {IcmpRow::kReceivedTimestampPerSec, {plus("Icmp:InTimestamps")}},
    {IcmpRow::kReceivedTimestampReplyPerSec, {plus("Icmp:InTimestampReps")}},
    {IcmpRow::kReceivedAddressMask, {plus("Icmp:InAddrMasks")}},
    {IcmpRow::kReceivedAddressMaskReply, {plus("Icmp:InAddrMaskReps")}},
    {IcmpRow::kMessagesSentPerSec, {plus("Icmp:OutMsgs")}},
    {IcmpRow::kMessagesOutboundErrors, {plus("Icmp:OutErrors")}},
    {IcmpRow::kSentDestinationUnreachable, {plus("Icmp:OutDestUnreachs")}},
    {IcmpRow::kSentTimeExceeded, {plus("Icmp:OutTimeExcds")}},
    {IcmpRow::kSentParameterProblem, {plus("Icmp:OutParmProbs")}},
    {IcmpRow::kSentSourceQuench, {plus("Icmp:OutSrcQuenchs")}},
    {IcmpRow::kSentRedirectPerSec, {plus("Icmp:OutRedirects")}},
    {IcmpRow::kSentEchoPerSec, {plus("Icmp:OutEchos")}},
    {IcmpRow::kSentEchoReplyPerSec, {plus("Icmp:OutEchoReps")}},
    {IcmpRow::kSentTimestampPerSec, {plus("Icmp:OutTimestamps")}},
    {IcmpRow::kSentTimestampReplyPerSec, {plus("Icmp:OutTimestampReps")}},
    {IcmpRow::kSentAddressMask, {plus("Icmp:OutAddrMasks")}},
    {IcmpRow::kSentAddressMaskReply, {plus("Icmp:OutAddrMaskReps")}},
});

constexpr auto kIcmp6 = std::to_array<CounterRow>({
    {ICMPv6Row::kMessagesPerSec, {plus("Icmp6InMsgs"), plus("Icmp6OutMsgs")}},
    {ICMPv6Row::kMessagesReceivedPerSec, {plus("Icmp6InMsgs")}},
    {ICMPv6Row::kMessagesReceivedErrors, {plus("Icmp6InErrors")}},
    {ICMPv6Row::kReceivedDestUnreachable, {plus("Icmp6InDestUnreachs")}},
    {ICMPv6Row::kReceivedPacketTooBig, {plus("Icmp6InPktTooBigs")}},
    {ICMPv6Row::kReceivedTimeExceeded, {plus("Icmp6InTimeExcds")}},
    {ICMPv6Row::kReceivedParameterProblem, {plus("Icmp6InParmProblems")}},
    {ICMPv6Row::kReceivedEchoPerSec, {plus("Icmp6InEchos")}},
    {ICMPv6Row::kReceivedEchoReplyPerSec, {plus("Icmp6InEchoReplies")}},
    {ICMPv6Row::kReceivedMembershipQuery, {plus("Icmp6InGroupMembQueries")}},
    {ICMPv6Row::kReceivedMembershipReport, {plus("Icmp6InGroupMembResponses")}},
    {ICMPv6Row::kReceivedMembershipReduction, {plus("Icmp6InGroupMembReductions")}},
    {ICMPv6Row::kReceivedRouterSolicit, {plus("Icmp6InRouterSolicits")}},
    {ICMPv6Row::kReceivedRouterAdvert, {plus("Icmp6InRouterAdvertisements")}},
    {ICMPv6Row::kReceivedNeighborSolicit, {plus("Icmp6InNeighborSolicits")}},
    {ICMPv6Row::kReceivedNeighborAdvert, {plus("Icmp6InNeighborAdvertisements")}},
    {ICMPv6Row::kReceivedRedirectPerSec, {plus("Icmp6InRedirects")}},
    {ICMPv6Row::kMessagesSentPerSec, {plus("Icmp6OutMsgs")}},
    {ICMPv6Row::kMessagesOutboundErrors, {plus("Icmp6OutErrors")}},
    {ICMPv6Row::kSentDestinationUnreachable, {plus("Icmp6OutDestUnreachs")}},
    {ICMPv6Row::kSentPacketTooBig, {plus("Icmp6OutPktTooBigs")}},
    {ICMPv6Row::kSentTimeExceeded, {plus("Icmp6OutTimeExcds")}},
    {ICMPv6Row::kSentParameterProblem, {plus("Icmp6OutParmProblems")}},
    {ICMPv6Row::kSentEchoPerSec, {plus("Icmp6OutEchos")}},
    {ICMPv6Row::kSentEchoReplyPerSec, {plus("Icmp6OutEchoReplies")}},
    {ICMPv6Row::kSentMembershipQuery, {plus("Icmp6OutGroupMembQueries")}},
    {ICMPv6Row::kSentMembershipReport, {plus("Icmp6OutGroupMembResponses")}},
    {ICMPv6Row::kSentMembershipReduction, {plus("Icmp6OutGroupMembReductions")}},
    {ICMPv6Row::kSentRouterSolicit, {plus("Icmp6OutRouterSolicits")}},
    {ICMPv6Row::kSentRouterAdvert, {plus("Icmp6OutRouterAdvertisements")}},
    {ICMPv6Row::kSentNeighborSolicit, {plus("Icmp6OutNeighborSolicits")}},
    {ICMPv6Row::kSentNeighborAdvert, {plus("Icmp6OutNeighborAdvertisements")}},
    {ICMPv6Row::kSentRedirectPerSec, {plus("Icmp6OutRedirects")}},
});

struct Protocol {
  TitleIndex object;
  KeyFile NetworkFiles::* file;
  std::span<const CounterRow> rows;
};
constexpr auto kProtocols = std::to_array<Protocol>({
    {title::kUDPv4, &NetworkFiles::snmp, kUdp4},
    {title::kUDPv6, &NetworkFiles::snmp6, kUdp6},
    {title::kIPv4, &NetworkFiles::snmp, kIp4},
    {title::kIPv6, &NetworkFiles::snmp6, kIp6},
    {title::kIcmp, &NetworkFiles::snmp, kIcmp4},
    {title::kICMPv6, &NetworkFiles::snmp6, kIcmp6},
});

struct ProtocolState {
  bool wants_keys = true;  // not yet requested from the shared file
};

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
