#include "openperflib/linux/network/network_interface_internal.h"
#include "openperflib/testing/machines/device_test_machine.h"

namespace openperflib::linux_objects {
namespace {

DeviceMachine machine(const std::string& directory, unsigned descriptors = 256) {
  return {directory, 510, make_network_interface_collector(), descriptors};
}

constexpr char kDeviceHeadings[] =
    "Inter-|   Receive                                                |  Transmit\n"
    " face |bytes    packets errs drop fifo frame compressed multicast|bytes    packets errs drop "
    "fifo colls carrier compressed\n";

struct Counts {
  std::uint64_t rx_bytes = 1000, tx_bytes = 200, rx_packets = 50, tx_packets = 20, multicast = 7,
                rx_dropped = 3, rx_missed_errors = 2, rx_errors = 4, rx_nohandler = 5,
                tx_dropped = 6, tx_errors = 8;
};

void write_interface(const MadeFolder& tree, const std::string& name, std::uint32_t index,
                     const Counts& counts = {}, int type = 1) {
  const std::string folder = "sys/class/net/" + name + "/";
  tree.write(folder + "ifindex", std::to_string(index) + "\n");
  tree.write(folder + "type", std::to_string(type) + "\n");
  const auto write = [&](const char* file, std::uint64_t number) {
    tree.write(folder + "statistics/" + file, std::to_string(number) + "\n");
  };
  write("rx_bytes", counts.rx_bytes);
  write("tx_bytes", counts.tx_bytes);
  write("rx_packets", counts.rx_packets);
  write("tx_packets", counts.tx_packets);
  write("multicast", counts.multicast);
  write("rx_dropped", counts.rx_dropped);
  write("rx_missed_errors", counts.rx_missed_errors);
  write("rx_errors", counts.rx_errors);
  write("rx_nohandler", counts.rx_nohandler);
  write("tx_dropped", counts.tx_dropped);
  write("tx_errors", counts.tx_errors);
}

TEST(NetworkInterface, EveryCounter_IsItsFiles) {
  const MadeFolder tree;
  write_interface(tree, "eth0", 2);
  tree.write("sys/class/net/eth0/speed", "1000\n");
  auto net = machine(tree.path());
  net.collect();
  ASSERT_EQ(net.instances(), "eth0");
  EXPECT_EQ(net.key("eth0"), 2U);
  EXPECT_EQ(net.cell("eth0", 0), "1200");  // Bytes Total = 1000 + 200
  EXPECT_EQ(net.cell("eth0", 1), "70");    // Packets = 50 + 20
  EXPECT_EQ(net.cell("eth0", 2), "50");
  EXPECT_EQ(net.cell("eth0", 3), "20");
  EXPECT_EQ(net.cell("eth0", 4), "1000000000");  // bit/s
  EXPECT_EQ(net.cell("eth0", 5), "1000");
  EXPECT_EQ(net.cell("eth0", 6), "43");  // 50 - 7
  EXPECT_EQ(net.cell("eth0", 7), "7");
  EXPECT_EQ(net.cell("eth0", 8), "5");  // 3 + 2
  EXPECT_EQ(net.cell("eth0", 9), "4");
  EXPECT_EQ(net.cell("eth0", 10), "5");
  EXPECT_EQ(net.cell("eth0", 11), "200");
  EXPECT_EQ(net.cell("eth0", 12), "20");
  EXPECT_EQ(net.cell("eth0", 13), "ethtool: not available for a recorded folder");
  EXPECT_EQ(net.cell("eth0", 14), "6");
  EXPECT_EQ(net.cell("eth0", 15), "8");
  EXPECT_EQ(net.cell("eth0", 16), "netlink: not available for a recorded folder");
  EXPECT_EQ(net.cell("eth0", 17), "not collected");
}

TEST(NetworkInterface, Loopback_IsOmittedWhateverItsName) {
  const MadeFolder tree;
  write_interface(tree, "lo", 1, {}, 772);
  write_interface(tree, "lo2", 9, {}, 772);
  write_interface(tree, "eth0", 2);
  auto net = machine(tree.path());
  net.collect();
  EXPECT_EQ(net.instances(), "eth0");
}

TEST(NetworkInterface, Order_IsByNumberThenName) {
  const MadeFolder tree;
  write_interface(tree, "a", 10);
  write_interface(tree, "z", 2);
  write_interface(tree, "m", 3);
  write_interface(tree, "y", 0);
  write_interface(tree, "b", 0);
  auto net = machine(tree.path());
  net.collect();
  EXPECT_EQ(net.instances(), "z|m|a|b|y");
}

TEST(NetworkInterface, Names_AreWrittenAsWindowsDoes) {
  const MadeFolder tree;
  write_interface(tree, "a(b)#c\\d", 2);
  auto net = machine(tree.path());
  net.collect();
  EXPECT_EQ(net.instances(), "a[b]_c_d");
}

TEST(NetworkInterface, WithoutStatistics_NetDevIsUsed) {
  const MadeFolder tree;
  tree.write("sys/class/net/eth0/ifindex", "2\n");
  tree.write("sys/class/net/eth0/type", "1\n");
  tree.write("sys/class/net/eth0/speed", "100\n");
  tree.write("sys/class/net/bonding_masters", "\n");
  tree.write("proc/net/dev", std::string(kDeviceHeadings) +
                                 "    lo:  870813    8693 0 0 0 0 0 0 870813 8693 0 0 0 0 0 0\n"
                                 "  eth0:1000 50 4 5 0 0 0 7 200 20 8 6 0 0 0 0\n");
  auto net = machine(tree.path());
  net.collect();
  ASSERT_EQ(net.instances(), "eth0");
  EXPECT_EQ(net.key("eth0"), 2U);
  EXPECT_EQ(net.cell("eth0", 0), "1200");
  EXPECT_EQ(net.cell("eth0", 4), "100000000");
  EXPECT_EQ(net.cell("eth0", 6), "43");
  EXPECT_EQ(net.cell("eth0", 8), "5");  // drop is both already
  EXPECT_EQ(net.cell("eth0", 9), "4");
  EXPECT_EQ(net.cell("eth0", 10), "/proc/net/dev has no rx_nohandler");
  EXPECT_EQ(net.cell("eth0", 14), "6");
  EXPECT_EQ(net.cell("eth0", 15), "8");
}

TEST(NetworkInterface, MissingFile_LosesItsCounter) {
  const MadeFolder tree;
  write_interface(tree, "eth0", 2);
  tree.remove("sys/class/net/eth0/statistics/rx_nohandler");
  tree.write("sys/class/net/eth0/statistics/multicast", "many\n");
  auto net = machine(tree.path());
  net.collect();
  EXPECT_EQ(net.cell("eth0", 10), "no such file: /sys/class/net/eth0/statistics/rx_nohandler");
  const std::string bad =
      "/sys/class/net/eth0/statistics/multicast: count at byte 0: is not a number";
  EXPECT_EQ(net.cell("eth0", 7), bad);
  EXPECT_EQ(net.cell("eth0", 6), bad);
  EXPECT_EQ(net.cell("eth0", 2), "50");
}

TEST(NetworkInterface, BadWordInNetDev_NamesItsByte) {
  std::vector<NetDevLine> lines;
  parse_net_dev("x: 1 y 18446744073709551616\n", lines);
  ASSERT_EQ(lines.size(), 1U);
  const auto& packets = lines[0].numbers[static_cast<std::size_t>(LinkCount::rx_packets)];
  EXPECT_EQ(packets.fault, Errc::not_a_number);
  EXPECT_EQ(packets.offset, 5U);
  const auto& errors = lines[0].numbers[static_cast<std::size_t>(LinkCount::rx_errors)];
  EXPECT_EQ(errors.fault, Errc::out_of_range);
  EXPECT_EQ(errors.offset, 7U);
  EXPECT_EQ(lines[0].numbers[static_cast<std::size_t>(LinkCount::tx_bytes)].fault, Errc::missing);
}

TEST(NetworkInterface, HeadingsAndGarbage_AreNotLines) {
  std::vector<NetDevLine> lines;
  parse_net_dev(kDeviceHeadings, lines);
  EXPECT_TRUE(lines.empty());
  parse_net_dev(":1 2 3\n   : 4\n\n", lines);
  EXPECT_TRUE(lines.empty());
  parse_net_dev("eth0:1: 5 6\n", lines);
  ASSERT_EQ(lines.size(), 1U);
  EXPECT_EQ(lines[0].name, "eth0:1");
}

TEST(NetworkInterface, Speed_IsNever0) {
  EXPECT_EQ(parse_link_speed("10000\n"), 10'000'000'000U);
  EXPECT_EQ(parse_link_speed("2500"), 2'500'000'000U);
  EXPECT_EQ(parse_link_speed("0\n"), std::nullopt);
  EXPECT_EQ(parse_link_speed("-1\n"), std::nullopt);
  EXPECT_EQ(parse_link_speed("4294967295\n"), std::nullopt);
  EXPECT_EQ(parse_link_speed("\n"), std::nullopt);
  EXPECT_EQ(parse_link_speed("18446744073709551615"), std::nullopt);
  EXPECT_EQ(parse_link_speed("fast"), std::nullopt);
}

TEST(NetworkInterface, SpeedNotKnown_HasNoData) {
  const MadeFolder tree;
  write_interface(tree, "eth0", 2);
  write_interface(tree, "eth1", 3);
  tree.write("sys/class/net/eth0/speed", "-1\n");
  auto net = machine(tree.path());
  net.collect();
  EXPECT_EQ(net.cell("eth0", 4), "link speed unknown: /sys/class/net/eth0/speed");
  EXPECT_EQ(net.cell("eth1", 4), "no such file: /sys/class/net/eth1/speed");
}

TEST(NetworkInterface, Unicast_NeverDecreasesUnlessPacketsDo) {
  HeldDifference held;
  EXPECT_EQ(held.follow(100, 10), 90U);
  EXPECT_EQ(held.follow(101, 14), 90U);  // multicast was read later than packets
  EXPECT_EQ(held.follow(120, 14), 106U);
  EXPECT_EQ(held.follow(5, 1), 4U);  // the driver began again
  EXPECT_EQ(held.follow(5, 9), 4U);
  EXPECT_EQ(HeldDifference().follow(5, 9), 0U);
}

TEST(NetworkInterface, ReplacedInterface_HasANewKeyAndNoState) {
  const MadeFolder tree;
  write_interface(tree, "eth0", 2, {.rx_packets = 100, .multicast = 0});
  auto net = machine(tree.path());
  net.collect();
  EXPECT_EQ(net.cell("eth0", 6), "100");
  write_interface(tree, "eth0", 8, {.rx_packets = 100, .multicast = 60});
  net.collect();
  EXPECT_EQ(net.key("eth0"), 8U);
  EXPECT_EQ(net.cell("eth0", 6), "40");
}

TEST(NetworkInterface, InterfacesComeAndGo_DescriptorsAreReleased) {
  const MadeFolder tree;
  write_interface(tree, "eth0", 2);
  auto net = machine(tree.path(), 64);
  net.collect();
  const unsigned left = net.descriptors_left();
  write_interface(tree, "veth1", 3);
  net.collect();
  EXPECT_EQ(net.instances(), "eth0|veth1");
  tree.remove("sys/class/net/veth1");
  net.collect();
  EXPECT_EQ(net.instances(), "eth0");
  net.collect();
  EXPECT_EQ(net.descriptors_left() + 1, left);  // the number of eth0 is watched from then on
}

TEST(NetworkInterface, SumAbove64Bits_HasNoData) {
  const MadeFolder tree;
  write_interface(tree, "eth0", 2, {.rx_bytes = UINT64_MAX, .tx_bytes = 1});
  auto net = machine(tree.path());
  net.collect();
  EXPECT_EQ(net.cell("eth0", 0), "a sum above 2^64-1");
  EXPECT_EQ(net.cell("eth0", 5), "18446744073709551615");
}

TEST(NetworkInterface, NothingToRead_HasNoInstances) {
  const MadeFolder tree;
  auto net = machine(tree.path());
  net.collect();
  EXPECT_EQ(net.instances(), "");
}

TEST(NetworkInterface, RecordedMachineWithoutSysfs_UsesNetDev) {
  auto net = machine(recorded_machine("goprocinfo-8cpu-12disk"));
  net.collect();
  EXPECT_EQ(net.instances(), "eth0|virbr0|wlan0");
  EXPECT_EQ(net.cell("wlan0", 0), "1236870277");  // 1163823097 + 73047180
  EXPECT_EQ(net.cell("wlan0", 1), "1479556");     // 838432 + 641124
}

TEST(NetworkInterface, RecordedMachine_UsesNetDevIfSysfsLacksCounts) {
  auto net = machine(recorded_machine("procfs-8cpu"));
  net.collect();
  EXPECT_EQ(net.instances(), "eth0");  // sysfs, where it is there, says which
  EXPECT_EQ(net.cell("eth0", 4), "1000000000");
  EXPECT_EQ(net.cell("eth0", 5), "874354587");
}

// Live: netlink and the files of sysfs are one kernel's counts. Those of an interface that sends
// and receives between the two readings differ; a test machine has ones that do not (ifb, dummy, a
// bridge).
// Compared on counts that do not change meanwhile.
TEST(NetworkInterface, ThisMachine_NetlinkAndFilesAgree) {
  const MadeFolder empty;
  auto net = machine("/");
  net.collect();
  auto again = machine("/");
  again.collect();
  EXPECT_EQ(net.instances(), again.instances());
  for (std::size_t row = 0; row < net.table.instance_count(); ++row) {
    const std::string folder =
        "/sys/class/net/" + std::string(net.table.instance_name(row)) + "/statistics/";
    std::uint64_t errors = 0;
    if (!(std::ifstream(folder + "rx_errors") >> errors)) continue;
    EXPECT_EQ(net.cell(row, 9, Part::value), std::to_string(errors)) << folder;
  }
}

TEST(NetworkAdapter, IsAnInterfaceWithADevice) {
  const MadeFolder tree;
  write_interface(tree, "eth0", 2);
  write_interface(tree, "br0", 3);
  tree.make_folder("sys/devices/pci0").link("sys/class/net/eth0/device", "../../../devices/pci0");
  DeviceMachine adapters{tree.path(), 1820, make_network_adapter_collector(), 256};
  adapters.collect();
  EXPECT_EQ(adapters.instances(), "eth0");
  EXPECT_EQ(adapters.key("eth0"), 2U);
  EXPECT_EQ(adapters.cell("eth0", 0), "1200");  // Bytes Total = 1000 + 200
}

}  // namespace
}  // namespace openperflib::linux_objects
