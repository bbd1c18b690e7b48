#include "apps/perflib/text/source_texts.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <utility>

#include "openperflib/linux/linux_provider.h"

namespace openperflib::apps {
namespace {

const CatalogueCounter* row_of(std::uint32_t object, std::string_view counter) {
  const CatalogueObject* found = find_catalogue_object(object);
  if (found == nullptr) return nullptr;
  const auto row = std::ranges::find(found->counters, counter, &CatalogueCounter::name);
  return row == found->counters.end() ? nullptr : &*row;
}

std::string text_of(std::uint32_t object, std::string_view counter, std::string_view instance,
                    std::uint32_t process_id = 0) {
  Series series;
  series.object_title_index = object;
  series.counter = counter;
  series.instance = instance;
  series.process_id = process_id;
  const CatalogueCounter* row = row_of(object, counter);
  return row == nullptr ? "no such counter" : source_text(series, *row);
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

TEST(SourceTexts, EveryRow_IsOfACounterThatLinuxHas) {
  std::set<std::pair<std::uint32_t, std::string_view>> seen;
  for (const SourceText& text : source_texts()) {
    SCOPED_TRACE(text.counter);
    EXPECT_TRUE(seen.emplace(text.object, text.counter).second);
    const bool is_of_processors = text.object == 238 && row_of(238, text.counter) == nullptr;
    const CatalogueCounter* row = row_of(is_of_processors ? 100000 : text.object, text.counter);
    ASSERT_NE(row, nullptr);
    EXPECT_NE(row->status, LinuxStatus::none);
    EXPECT_NE(row->status, LinuxStatus::omit);
  }
}

TEST(SourceTexts, EveryCounterOfTheWrittenObjects_HasOne) {
  for (const TitleIndex object : collected_objects()) {
    for (const CatalogueCounter& counter : find_catalogue_object(object)->counters) {
      if (counter.status == LinuxStatus::none || counter.status == LinuxStatus::omit) continue;
      if (counter.status == LinuxStatus::optional) continue;
      Series series;
      series.object_title_index = object;
      series.counter = counter.name;
      const std::string text = source_text(series, counter);
      EXPECT_NE(text, counter.linux_source.substr(0, counter.linux_source.find(". ")))
          << counter.name;
    }
  }
}

}  // namespace
}  // namespace openperflib::apps
