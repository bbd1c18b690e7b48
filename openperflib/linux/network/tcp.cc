// TCPv4, TCPv6 and Linux TCP: Linux counts both families together, so that TCPv4 has the totals.
// Source: docs/objects/tcp.md.
#include <algorithm>
#include <array>
#include <utility>

#include "openperflib/linux/network/network_files_internal.h"
#include "openperflib/linux/table/counter_rows_internal.h"
#include "openperflib/linux/table/objects_internal.h"
#include "openperflib/linux/table/row_numbers.h"

namespace openperflib::linux_objects {
namespace {

constexpr std::size_t kEstablished = TCPv4Row::kConnectionsEstablished;  // of both TCP objects
constexpr std::string_view kCurrentlyEstablished = "Tcp:CurrEstab";

constexpr auto kTcp4 = std::to_array<CounterRow>({
    {TCPv4Row::kSegmentsPerSec, {plus("Tcp:InSegs"), plus("Tcp:OutSegs")}},
    {TCPv4Row::kConnectionsActive, {plus("Tcp:ActiveOpens")}},
    {TCPv4Row::kConnectionsPassive, {plus("Tcp:PassiveOpens")}},
    {TCPv4Row::kConnectionFailures, {plus("Tcp:AttemptFails")}},
    {TCPv4Row::kConnectionsReset, {plus("Tcp:EstabResets")}},
    {TCPv4Row::kSegmentsReceivedPerSec, {plus("Tcp:InSegs")}},
    {TCPv4Row::kSegmentsSentPerSec, {plus("Tcp:OutSegs")}},
    {TCPv4Row::kSegmentsRetransmittedPerSec, {plus("Tcp:RetransSegs")}},
});

constexpr auto kNetstat = std::to_array<CounterRow>({
    {LinuxTcpRow::kListenDropsPerSec, {plus("TcpExt:ListenDrops")}},
    {LinuxTcpRow::kListenOverflowsPerSec, {plus("TcpExt:ListenOverflows")}},
    {LinuxTcpRow::kTCPTimeoutsPerSec, {plus("TcpExt:TCPTimeouts")}},
    {LinuxTcpRow::kSynRetransPerSec, {plus("TcpExt:TCPSynRetrans")}},
});
constexpr auto kSockstat = std::to_array<CounterRow>({
    {LinuxTcpRow::kTimeWaitSockets, {plus("TCP:tw")}},
    {LinuxTcpRow::kOrphans, {plus("TCP:orphan")}},
});

struct Tcp4State {
  bool wants_keys = true;  // not yet requested from the shared file
};
struct LinuxTcpState {
  LinuxTcpState() {
    want_keys(netstat, kNetstat);
    want_keys(sockstat, kSockstat);
  }
  KeyFile netstat{"proc/net/netstat", KeyFormat::headed, FileEnd::short_read};
  KeyFile sockstat{"proc/net/sockstat", KeyFormat::pairs, FileEnd::short_read};
};

void set_established(ObjectTable& table, const std::expected<std::uint64_t, ReasonId>& sockets) {
  if (sockets.has_value()) return table.set(0, kEstablished, *sockets);
  table.set_missing(0, kEstablished, sockets.error());
}

// All established sockets minus those of IPv6.
std::expected<std::uint64_t, ReasonId> established_of_ipv4(CollectContext& context) {
  const KeyFile& snmp = context.network.snmp;
  const KeyNumber& all = snmp[kCurrentlyEstablished];
  if (all.state != KeyNumber::State::number) {
    return std::unexpected(snmp.why_not(all, context.reasons));
  }
  context.network.tcp6.read(context);
  const auto of_ipv6 = context.network.tcp6.established_or_none();
  if (!of_ipv6.has_value()) return of_ipv6;
  return all.value - std::min(all.value, *of_ipv6);
}

void collect_tcp4(Tcp4State& state, CollectContext& context, ObjectTable& table) {
  KeyFile& snmp = context.network.snmp;
  if (std::exchange(state.wants_keys, false)) {
    want_keys(snmp, kTcp4);
    snmp.want(kCurrentlyEstablished);
  }
  snmp.read(context);
  collect_rows(kTcp4, snmp, context, table);
  if (!context.wants(table.object(), kEstablished)) {  // expensive: one line per socket
    return table.set_missing(0, kEstablished, Reasons::kNotAskedFor);
  }
  set_established(table, established_of_ipv4(context));
}

}  // namespace

std::unique_ptr<Collector> make_tcp4_collector() {
  return make_collector<Tcp4State, collect_tcp4>();
}

namespace {

void collect_tcp6(CollectContext& context, ObjectTable& table) {
  context.network.tcp6.read(context);
  set_established(table, context.network.tcp6.established());
}

}  // namespace

std::unique_ptr<Collector> make_tcp6_collector() { return make_collector<collect_tcp6>(); }

namespace {

void collect_linux_tcp(LinuxTcpState& state, CollectContext& context, ObjectTable& table) {
  state.netstat.read(context);
  state.sockstat.read(context);
  collect_rows(kNetstat, state.netstat, context, table);
  collect_rows(kSockstat, state.sockstat, context, table);
}

}  // namespace

std::unique_ptr<Collector> make_linux_tcp_collector() {
  return make_collector<LinuxTcpState, collect_linux_tcp>();
}

}  // namespace openperflib::linux_objects
