// The GPU objects from made processes and cards. Facts: docs/objects/gpu.md.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "openperflib/testing/counted_allocations.h"
#include "openperflib/testing/machines/object_under_test.h"

namespace openperflib::linux_objects {
namespace {

using Engines = ObjectUnderTest<make_gpu_engine_collector>;
using ProcessMemories = ObjectUnderTest<make_gpu_process_memory_collector>;
using AdapterMemories = ObjectUnderTest<make_gpu_adapter_memory_collector>;
constexpr TitleIndex kEngine = 100054, kAdapter = 100060, kProcess = 100068;
const std::string kLuid1 = "luid_0x00000000_0x00000001_phys_0";

void add_gpu_process(const MadeFolder& folder, int id, int start) {
  folder.write(
      fmt::format("proc/{}/stat", id),
      fmt::format("{} (x) S 1 1 1 0 -1 4194304 0 0 0 0 0 0 0 0 20 0 1 0 {} 0 0\n", id, start));
  folder.make_folder(fmt::format("proc/{}/fd", id));
}

// A descriptor of a node, and what its driver writes.
void add_descriptor(const MadeFolder& folder, int id, int number, const char* node, int client,
                    const std::string& lines) {
  folder.link(fmt::format("proc/{}/fd/{}", id, number), fmt::format("/dev/dri/{}", node));
  folder.write(fmt::format("proc/{}/fdinfo/{}", id, number),
               fmt::format("drm-driver: amdgpu\ndrm-client-id: {}\n{}", client, lines));
}

void close_descriptor(const MadeFolder& folder, int id, int number) {
  folder.remove(fmt::format("proc/{}/fd/{}", id, number));
  folder.remove(fmt::format("proc/{}/fdinfo/{}", id, number));
}

// card1 and renderD128 of one device.
void add_card(const MadeFolder& folder) {
  const std::string device = "sys/devices/0000:03:00.0/drm/";
  for (const std::string node : {"card1", "renderD128"}) {
    folder.link("sys/class/drm/" + node, "../../devices/0000:03:00.0/drm/" + node);
    folder.link(device + node + "/device", "../../../0000:03:00.0");
  }
}

// The card, and process 700 that has opened it once: descriptor 4, of which `lines` are written.
void add_client(const MadeFolder& folder, const std::string& lines) {
  add_card(folder);
  add_gpu_process(folder, 700, 5);
  add_descriptor(folder, 700, 4, "card1", 1, lines);
}

TEST(GpuEngine, Client_HasItsTimeUnderTheNameOfItsCard) {
  Engines engines(kEngine);
  add_card(engines.folder());
  add_gpu_process(engines.folder(), 700, 5);
  add_descriptor(engines.folder(), 700, 4, "renderD128", 1, "drm-engine-gfx: 12399 ns\n");
  engines.collect();
  EXPECT_EQ(engines.instances(), "pid_700_" + kLuid1 + "_eng_0_engtype_gfx");
  EXPECT_EQ(engines.value("Running Time"), "123");
  EXPECT_EQ(engines.value("Utilization Percentage"), "123");
}

TEST(GpuEngine, ClientWithSeveralDescriptors_CountsOncePerProcess) {
  Engines engines(kEngine);
  add_card(engines.folder());
  for (const int id : {700, 800}) {
    add_gpu_process(engines.folder(), id, 5);
    add_descriptor(engines.folder(), id, 4, "card1", 1, "drm-engine-gfx: 10000 ns\n");
    add_descriptor(engines.folder(), id, 5, "card1", 1, "drm-engine-gfx: 10000 ns\n");
  }
  add_descriptor(engines.folder(), 800, 6, "renderD128", 2, "drm-engine-gfx: 500 ns\n");
  engines.collect();
  EXPECT_EQ(engines.value("Running Time", 0), "100");
  EXPECT_EQ(engines.value("Running Time", 1), "105");
}

TEST(GpuEngine, GroupOfEqualEngines_IsBusyAt100Percent) {
  Engines engines(kEngine);
  add_client(engines.folder(), "drm-engine-gfx: 1000 ns\ndrm-engine-capacity-gfx: 4\n");
  engines.collect();
  EXPECT_EQ(engines.value("Running Time"), "10");
  EXPECT_EQ(engines.value("Utilization Percentage"), "2");
}

TEST(GpuEngine, ClosedClient_StaysInTheSumOfItsProcess) {
  Engines engines(kEngine);
  const MadeFolder& folder = engines.folder();
  add_client(folder, "drm-engine-gfx: 10000 ns\n");
  add_descriptor(folder, 700, 5, "card1", 2, "drm-engine-gfx: 300 ns\n");
  engines.collect();
  EXPECT_EQ(engines.value("Running Time"), "103");
  close_descriptor(folder, 700, 4);
  add_descriptor(folder, 700, 6, "card1", 3, "drm-engine-gfx: 700 ns\n");
  engines.collect();
  EXPECT_EQ(engines.value("Running Time"), "110");
  close_descriptor(folder, 700, 5);
  close_descriptor(folder, 700, 6);
  engines.collect();
  EXPECT_EQ(engines.instances(), "");
  add_descriptor(folder, 700, 4, "card1", 4, "drm-engine-gfx: 100 ns\n");
  engines.collect();
  EXPECT_EQ(engines.value("Running Time"), "111");
}

TEST(GpuEngine, TimeThatFalls_IsHeld) {
  Engines engines(kEngine);
  add_client(engines.folder(), "drm-engine-gfx: 10000 ns\n");
  engines.collect();
  engines.folder().write("proc/700/fdinfo/4",
                         "drm-driver: amdgpu\ndrm-client-id: 1\ndrm-engine-gfx: 9000 ns\n");
  engines.collect();
  EXPECT_EQ(engines.value("Running Time"), "100");
}

TEST(GpuEngine, ReusedPid_StartsAgainWithAnotherKey) {
  Engines engines(kEngine);
  add_client(engines.folder(), "drm-engine-gfx: 10000 ns\n");
  engines.collect();
  const std::uint64_t key = engines.table().instance_key(0);
  engines.collect();
  EXPECT_EQ(engines.table().instance_key(0), key);
  add_gpu_process(engines.folder(), 700, 6);
  engines.collect();
  EXPECT_NE(engines.table().instance_key(0), key);
  EXPECT_EQ(engines.value("Running Time"), "100");
  engines.folder().write("proc/700/fdinfo/4",
                         "drm-driver: amdgpu\ndrm-client-id: 9\ndrm-engine-gfx: 900 ns\n");
  add_gpu_process(engines.folder(), 700, 7);
  engines.collect();
  EXPECT_EQ(engines.value("Running Time"), "9");
}

TEST(GpuEngine, Engines_AreNumberedByDriverListThenByAppearance) {
  Engines engines(kEngine);
  add_client(engines.folder(),
             "drm-engine-novel: 1 ns\ndrm-engine-jpeg: 1 ns\ndrm-engine-a(b)#1: 1 ns\n");
  engines.collect();
  const std::string begin = "pid_700_" + kLuid1 + "_eng_";
  EXPECT_EQ(engines.instances(),
            begin + "6_engtype_jpeg|" + begin + "8_engtype_novel|" + begin + "9_engtype_a[b]_1");
}

TEST(GpuEngine, Cycles_AreNotTime) {
  Engines engines(kEngine);
  add_client(engines.folder(), "drm-cycles-rcs: 5\ndrm-total-cycles-rcs: 9\n");
  engines.collect();
  const char* reason = "drm-cycles-rcs counts cycles, not time";
  EXPECT_EQ(engines.value("Running Time"), reason);
  EXPECT_EQ(engines.value("Utilization Percentage"), reason);
}

TEST(GpuEngine, BadTime_CostsItsOwnEngine) {
  Engines engines(kEngine);
  add_client(engines.folder(), "drm-engine-gfx: x ns\ndrm-engine-dec: 900 ns\n");
  engines.collect();
  EXPECT_EQ(engines.value("Running Time", 0),
            "/proc/700/fdinfo/4: drm-engine-gfx at byte 52: is not a number");
  EXPECT_EQ(engines.value("Running Time", 1), "9");
}

TEST(GpuEngine, UnreadableDescriptor_LosesTheValuesOfItsProcess) {
  Engines engines(kEngine);
  const MadeFolder& folder = engines.folder();
  add_client(folder, "drm-engine-gfx: 100 ns\n");
  folder.link("proc/700/fd/5", "/dev/dri/card1");
  engines.collect();
  EXPECT_EQ(engines.value("Running Time"), "no such file: /proc/700/fdinfo/5");
  folder.write("proc/700/fdinfo/5", "drm-client-id: 1\n");
  engines.collect();
  EXPECT_EQ(engines.value("Running Time"), "/proc/700/fdinfo/5 has no drm-driver");
  folder.write("proc/700/fdinfo/5", "drm-driver: amdgpu\n");
  engines.collect();
  EXPECT_EQ(engines.value("Running Time"), "/proc/700/fdinfo/5 has no drm-client-id");
  folder.write("proc/700/fdinfo/5", "drm-driver: amdgpu\ndrm-client-id: -1\n");
  engines.collect();
  EXPECT_EQ(engines.value("Running Time"),
            "/proc/700/fdinfo/5: drm-client-id at byte 34: is not a number");
  folder.write("proc/700/fdinfo/5", "drm-driver: amdgpu\ndrm-client-id: 2\n");
  engines.collect();
  EXPECT_EQ(engines.value("Running Time"), "1");
}

TEST(GpuEngine, WithoutAnInstance_SaysWhy) {
  Engines engines(kEngine);
  add_gpu_process(engines.folder(), 700, 5);
  CollectionStage stage(engines.folder().path());
  const auto why = [&] {
    CollectContext context = stage.next();
    const auto collector = make_gpu_engine_collector();
    engines.table().clear();
    collector->collect(context, engines.table());
    return std::string(stage.reasons.text(engines.table().why_empty()));
  };
  EXPECT_EQ(why(), "no such file: /sys/class/drm");
  engines.folder().write("sys/class/drm/version", "drm 1.1.0\n");
  EXPECT_EQ(why(), "no graphics card: /sys/class/drm has no cardN");
  add_card(engines.folder());
  EXPECT_EQ(why(), "no process has opened a card in /dev/dri");
  engines.folder().remove("proc/700/fd");
  EXPECT_EQ(why(), "no such file: /proc/700/fd");
}

TEST(GpuEngine, WithoutACard_NoDescriptorIsLookedAt) {
  Engines engines(kEngine);
  engines.folder().write("sys/class/net/lo/ifindex", "1\n");
  add_gpu_process(engines.folder(), 700, 5);
  add_descriptor(engines.folder(), 700, 4, "card1", 1, "drm-engine-gfx: 100 ns\n");
  engines.collect();
  EXPECT_EQ(engines.instances(), "");
}

TEST(GpuEngine, SteadyCollection_AllocatesNothing) {
  if (!bench::counts_allocations()) GTEST_SKIP() << "operator new is another's";
  Engines engines(kEngine);
  add_card(engines.folder());
  for (int id = 700; id < 720; ++id) {
    add_gpu_process(engines.folder(), id, 5);
    add_descriptor(engines.folder(), id, 4, "card1", id,
                   "drm-engine-gfx: 100 ns\ndrm-cycles-rcs: 5\ndrm-engine-dec: x\n");
  }
  for (int i = 0; i < 3; ++i) engines.collect();
  const std::uint64_t before = bench::allocations;
  engines.collect();
  EXPECT_EQ(bench::allocations - before, 0U);
}

TEST(GpuProcessMemory, Regions_AreDedicatedAndShared) {
  ProcessMemories memories(kProcess);
  add_client(memories.folder(),
             "drm-total-vram: 3 MiB\ndrm-resident-vram: 1 MiB\ndrm-memory-vram: 7\n"
             "drm-total-gtt: 16\ndrm-resident-gtt: 8\ndrm-total-cpu: 4\ndrm-resident-cpu: 2\n"
             "drm-total-gds: 999\ndrm-resident-gds: 999\n");
  memories.collect();
  EXPECT_EQ(memories.instances(), "pid_700_" + kLuid1);
  EXPECT_EQ(memories.value("Dedicated Usage"), "1048576");
  EXPECT_EQ(memories.value("Local Usage"), "1048576");
  EXPECT_EQ(memories.value("Shared Usage"), "10");
  EXPECT_EQ(memories.value("Non Local Usage"), "10");
  EXPECT_EQ(memories.value("Total Committed"), "3145748");
}

TEST(GpuProcessMemory, OlderAmdgpu_TellsNoTotal) {
  ProcessMemories memories(kProcess);
  add_client(memories.folder(), "drm-memory-vram: 12 KiB\ndrm-memory-gtt: 1 KiB\n");
  memories.collect();
  EXPECT_EQ(memories.value("Dedicated Usage"), "12288");
  EXPECT_EQ(memories.value("Shared Usage"), "1024");
  EXPECT_EQ(memories.value("Total Committed"), "/proc/700/fdinfo/4 has no drm-total-vram");
}

// A client that reports regions but no VRAM has 0 bytes of it.
TEST(GpuProcessMemory, ClientWithoutRegions_HasNoData) {
  ProcessMemories memories(kProcess);
  add_card(memories.folder());
  add_gpu_process(memories.folder(), 700, 5);
  add_gpu_process(memories.folder(), 800, 5);
  add_descriptor(memories.folder(), 700, 4, "card1", 1, "drm-engine-gfx: 1 ns\n");
  add_descriptor(memories.folder(), 800, 4, "card1", 2, "drm-total-memory: 5\n");
  memories.collect();
  EXPECT_EQ(memories.value("Dedicated Usage", 0), "/proc/700/fdinfo/4 has no drm-resident-memory");
  EXPECT_EQ(memories.value("Dedicated Usage", 1), "0");
  EXPECT_EQ(memories.value("Shared Usage", 1), "/proc/800/fdinfo/4 has no drm-resident-memory");
  EXPECT_EQ(memories.value("Total Committed", 1), "5");
}

TEST(GpuAdapterMemory, Amdgpu_SaysItItself) {
  AdapterMemories memories(kAdapter);
  add_card(memories.folder());
  memories.folder().write("sys/devices/0000:03:00.0/mem_info_vram_used", "1000\n");
  memories.folder().write("sys/devices/0000:03:00.0/mem_info_gtt_used", "24\n");
  memories.collect();
  EXPECT_EQ(memories.instances(), kLuid1);
  EXPECT_EQ(memories.value("Dedicated Usage"), "1000");
  EXPECT_EQ(memories.value("Shared Usage"), "24");
  EXPECT_EQ(memories.value("Total Committed"), "1024");
}

TEST(GpuAdapterMemory, OtherDrivers_SumTheirClients) {
  AdapterMemories memories(kAdapter);
  add_card(memories.folder());
  for (const int id : {700, 800}) {
    add_gpu_process(memories.folder(), id, 5);
    add_descriptor(memories.folder(), id, 4, "card1", 1, "drm-resident-system0: 1000\n");
  }
  add_descriptor(memories.folder(), 800, 5, "renderD128", 2,
                 "drm-resident-system0: 24\ndrm-resident-local0: 7\n");
  memories.collect();
  EXPECT_EQ(memories.value("Dedicated Usage"), "7");
  EXPECT_EQ(memories.value("Shared Usage"), "1024");
  EXPECT_EQ(memories.value("Total Committed"), "1031");
}

TEST(GpuAdapterMemory, WhereProcHidesProcesses_IsUnknown) {
  AdapterMemories memories(kAdapter);
  add_client(memories.folder(), "drm-total-vram: 3\ndrm-resident-vram: 1\n");
  memories.folder().write("proc/self/mountinfo", "1 0 0:4 / /proc rw - proc proc rw,hidepid=2\n");
  memories.collect();
  EXPECT_EQ(memories.instances(), kLuid1);
  EXPECT_EQ(memories.value("Dedicated Usage"),
            "no permission: /proc hides the processes of other users (hidepid)");
}

TEST(GpuAdapterMemory, SumOfUnknown_IsUnknown) {
  AdapterMemories memories(kAdapter);
  const MadeFolder& folder = memories.folder();
  add_card(folder);
  memories.collect();
  EXPECT_EQ(memories.value("Shared Usage"), "no process has opened this card");
  add_gpu_process(folder, 700, 5);
  add_descriptor(folder, 700, 4, "card1", 1, "drm-resident-gtt: 5\n");
  folder.link("proc/700/fd/5", "/dev/dri/card1");
  memories.collect();
  EXPECT_EQ(memories.value("Shared Usage"), "no such file: /proc/700/fdinfo/5");
  close_descriptor(folder, 700, 5);
  memories.collect();
  EXPECT_EQ(memories.value("Shared Usage"), "5");
  add_gpu_process(folder, 800, 5);
  folder.remove("proc/800/fd");
  memories.collect();
  EXPECT_EQ(memories.value("Shared Usage"), "no such file: /proc/800/fd");
}

TEST(GpuAdapterMemory, RenderNodeWithoutCard_IsItsOwnAdapter) {
  AdapterMemories memories(kAdapter);
  add_gpu_process(memories.folder(), 700, 5);
  add_descriptor(memories.folder(), 700, 4, "renderD129", 1, "drm-resident-memory: 5\n");
  memories.collect();
  EXPECT_EQ(memories.instances(), "luid_0x00000000_0x00000081_phys_0");
  EXPECT_EQ(memories.value("Shared Usage"), "5");
}

}  // namespace
}  // namespace openperflib::linux_objects
