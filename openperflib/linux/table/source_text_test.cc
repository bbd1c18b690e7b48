#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "openperflib/linux/linux_provider.h"
#include "openperflib/linux/table/source_text_internal.h"

namespace openperflib::linux_objects {
namespace {

const CatalogueCounter* row_of(std::uint32_t object, std::string_view counter) {
  const CatalogueObject* found = find_catalogue_object(object);
  if (found == nullptr) return nullptr;
  const auto row = std::ranges::find(found->counters, counter, &CatalogueCounter::name);
  return row == found->counters.end() ? nullptr : &*row;
}

std::string text_of(std::uint32_t object, std::string_view counter, std::string_view instance,
                    std::uint32_t process_id = 0) {
  std::string shown(instance);
  std::ranges::replace(shown, '\\', '/');
  const CatalogueCounter* row = row_of(object, counter);
  if (row == nullptr) return "no such counter";
  return source_text(*row, {.object = object,
                            .counter = row->name_index,
                            .instance = instance,
                            .shown = shown,
                            .process_id = process_id});
}

TEST(SourceTexts, Disk_IsItsLineOfDiskstats) {
  EXPECT_EQ(text_of(234, "Avg. Disk sec/Read", "0 sda"),
            "/proc/diskstats, sda: reads completed (base), milliseconds reading x 10,000 (value)");
  EXPECT_EQ(text_of(236, "Disk Reads/sec", "\\home"),
            "/proc/diskstats, the device of /home: reads completed");
  EXPECT_EQ(text_of(236, "Free Megabytes", "\\"), "statvfs of /: f_bavail x f_frsize, in MiB");
  EXPECT_EQ(text_of(100154, "Inodes Free %", "\\home"),
            "statvfs of /home: f_favail over f_files (base)");
  EXPECT_EQ(text_of(234, "Disk Reads/sec", "_Total"),
            "/proc/diskstats, every disk: reads completed; summed over all");
}

TEST(SourceTexts, Processor_IsItsLineAndTheTotalItsMean) {
  EXPECT_EQ(text_of(238, "% DPC Time", "3"), "/proc/stat, cpu3: softirq, ticks as 100 ns");
  EXPECT_EQ(text_of(238, "% DPC Time", "_Total"),
            "/proc/stat, cpuN: softirq, ticks as 100 ns; the mean of all");
  EXPECT_EQ(text_of(100000, "% DPC Time", "0,_Total"),
            "/proc/stat, cpuN: softirq, ticks as 100 ns; the mean of all");
}

TEST(SourceTexts, Process_HasItsIdInThePath) {
  EXPECT_EQ(text_of(230, "Private Bytes", "java", 4711),
            "/proc/4711/status, (RssAnon + VmSwap) x 1,024");
  EXPECT_EQ(text_of(230, "Private Bytes", "_Total"),
            "/proc/PID/status, (RssAnon + VmSwap) x 1,024; summed over all");
}

TEST(SourceTexts, IdleAndSystem_AreSaidToBeNoSingleProcess) {
  EXPECT_EQ(text_of(230, "Thread Count", "Idle"),
            "not a process: Idle represents the CPUs, and its time is their idle time");
  EXPECT_EQ(text_of(230, "Thread Count", "System", 2),
            "/proc/2/stat, field 20: num_threads; System is all kernel threads");
}

TEST(SourceTexts, ProcessV2_HasThatOfProcess) {
  EXPECT_EQ(text_of(100028, "Thread Count", "java:4711", 4711),
            "/proc/4711/stat, field 20: num_threads");
  EXPECT_EQ(text_of(100028, "Process ID", "java:4711", 4711),
            "/proc/4711: the number of the folder");
  EXPECT_EQ(text_of(100028, "Thread Count", "Idle:0"),
            "not a process: Idle represents the CPUs, and its time is their idle time");
  EXPECT_EQ(text_of(100028, "Thread Count", "System:2", 2),
            "/proc/2/stat, field 20: num_threads; System is all kernel threads");
}

TEST(SourceTexts, Pressure_IsTheMachinesOrACgroups) {
  EXPECT_EQ(text_of(100080, "% io some", "_Total"), "/proc/pressure/io, some: total x 10");
  EXPECT_EQ(text_of(100080, "% io full", "/system.slice"),
            "io.pressure of cgroup /system.slice, full: total x 10");
}

TEST(SourceTexts, Gpu_IsTheDescriptorsOfAProcessOrTheCard) {
  const std::string luid = "luid_0x00000000_0x0000000A_phys_0";
  EXPECT_EQ(
      text_of(100054, "Running Time", "pid_700_" + luid + "_eng_5_engtype_enc_1"),
      "/proc/700/fdinfo, card10, drm-engine-enc_1: ns / 100, each client of the process once; "
      "of a closed one what this run has seen");
  EXPECT_EQ(text_of(100068, "Dedicated Usage", "pid_700_" + luid),
            "/proc/700/fdinfo, card10: drm-resident of vram*, local*, stolen*, each client once");
  EXPECT_EQ(text_of(100060, "Total Committed", luid),
            "/sys/class/drm/card10: Dedicated Usage + Shared Usage");
}

TEST(SourceTexts, CounterThatLinuxCannotFeed_HasTheReason) {
  EXPECT_EQ(text_of(4, "Pool Paged Allocs", ""), "none: no count of allocation calls");
}

TEST(SourceTexts, EveryCounterOfTheWrittenObjects_HasOne) {
  for (const TitleIndex object : collected_objects()) {
    for (const CatalogueCounter& counter : find_catalogue_object(object)->counters) {
      const LinuxCounter& row = on_linux(counter);
      if (row.status == LinuxStatus::none || row.status == LinuxStatus::omit) continue;
      if (row.status == LinuxStatus::optional) continue;
      EXPECT_NE(row.family, SourceFamily::fixed) << counter.name;
    }
  }
}

TEST(SourceTexts, FamilyWithAnInstance_IsInTheText) {
  for (const CatalogueObject& object : object_catalogue()) {
    for (const CatalogueCounter& counter : object.counters) {
      const LinuxCounter& row = on_linux(counter);
      EXPECT_FALSE(row.source_text.empty()) << counter.name;
      const bool has_place = row.source_text.find("{}") != std::string_view::npos;
      const bool takes_none =
          row.family == SourceFamily::fixed || row.family == SourceFamily::machine;
      EXPECT_FALSE(has_place && takes_none) << counter.name;
    }
  }
}

}  // namespace
}  // namespace openperflib::linux_objects
