// TCPv4, TCPv6 and Linux TCP: Linux counts both families together, so that TCPv4 has the totals.
// Source: docs/objects/tcp.md.
#include <algorithm>
#include <array>
#include <utility>

#include "openperflib/linux/counter_rows_internal.h"
#include "openperflib/linux/objects_internal.h"
#include "openperflib/linux/shared_files_internal.h"

namespace openperflib::linux_objects {
namespace {

constexpr std::size_t kEstablished = 1;  // row of objects.csv, for both TCP objects
constexpr std::string_view kCurrentlyEstablished = "Tcp:CurrEstab";

constexpr auto kTcp4 = std::to_array<CounterRow>({
    {0, {plus("Tcp:InSegs"), plus("Tcp:OutSegs")}},
    {2, {plus("Tcp:ActiveOpens")}},
    {3, {plus("Tcp:PassiveOpens")}},
    {4, {plus("Tcp:AttemptFails")}},
    {5, {plus("Tcp:EstabResets")}},
    {6, {plus("Tcp:InSegs")}},
    {7, {plus("Tcp:OutSegs")}},
    {8, {plus("Tcp:RetransSegs")}},
});

constexpr auto kNetstat = std::to_array<CounterRow>({
    {0, {plus("TcpExt:ListenDrops")}},
    {1, {plus("TcpExt:ListenOverflows")}},
    {2, {plus("TcpExt:TCPTimeouts")}},
    {3, {plus("TcpExt:TCPSynRetrans")}},
});
constexpr auto kSockstat = std::to_array<CounterRow>({
    {4, {plus("TCP:tw")}},
    {5, {plus("TCP:orphan")}},
});

}  // namespace

struct Tcp4Memory {
  bool wants_keys = true;  // not yet requested from the shared file
};
struct LinuxTcpMemory {
  KeyFile netstat{"proc/net/netstat", KeyFormat::headed, FileEnd::short_read};
  KeyFile sockstat{"proc/net/sockstat", KeyFormat::pairs, FileEnd::short_read};
};

template <>
void MemoryDeleter<Tcp4Memory>::operator()(Tcp4Memory* memory) const noexcept {
  delete memory;
}
template <>
void MemoryDeleter<LinuxTcpMemory>::operator()(LinuxTcpMemory* memory) const noexcept {
  delete memory;
}

MemoryOf<Tcp4Memory> make_tcp4_memory() { return MemoryOf<Tcp4Memory>(new Tcp4Memory); }
MemoryOf<LinuxTcpMemory> make_linux_tcp_memory() {
  MemoryOf<LinuxTcpMemory> memory(new LinuxTcpMemory);
  want_keys(memory->netstat, kNetstat);
  want_keys(memory->sockstat, kSockstat);
  return memory;
}

namespace {

void set_established(ObjectTable& table, const std::expected<std::uint64_t, ReasonId>& sockets) {
  if (sockets.has_value()) return table.set(0, kEstablished, *sockets);
  table.set_missing(0, kEstablished, sockets.error());
}

// All established sockets minus those of IPv6.
std::expected<std::uint64_t, ReasonId> established_of_ipv4(Collection& collection) {
  const KeyFile& snmp = collection.shared.snmp;
  const KeyNumber& all = snmp[kCurrentlyEstablished];
  if (all.state != KeyNumber::State::number) {
    return std::unexpected(snmp.why_not(all, collection.reasons));
  }
  collection.shared.tcp6.read(collection);
  const auto of_ipv6 = collection.shared.tcp6.established_or_none();
  if (!of_ipv6.has_value()) return of_ipv6;
  return all.value - std::min(all.value, *of_ipv6);
}

}  // namespace

void collect_tcp4(Tcp4Memory& memory, Collection& collection, ObjectTable& table) {
  KeyFile& snmp = collection.shared.snmp;
  if (std::exchange(memory.wants_keys, false)) {
    want_keys(snmp, kTcp4);
    snmp.want(kCurrentlyEstablished);
  }
  snmp.read(collection);
  collect_rows(kTcp4, snmp, collection, table);
  if (!collection.wants(table.object(), kEstablished)) {  // expensive: one line per socket
    return table.set_missing(0, kEstablished, Reasons::kNotAskedFor);
  }
  set_established(table, established_of_ipv4(collection));
}

void collect_tcp6(Tcp6Memory& /*memory*/, Collection& collection, ObjectTable& table) {
  collection.shared.tcp6.read(collection);
  set_established(table, collection.shared.tcp6.established());
}

void collect_linux_tcp(LinuxTcpMemory& memory, Collection& collection, ObjectTable& table) {
  memory.netstat.read(collection);
  memory.sockstat.read(collection);
  collect_rows(kNetstat, memory.netstat, collection, table);
  collect_rows(kSockstat, memory.sockstat, collection, table);
}

}  // namespace openperflib::linux_objects
