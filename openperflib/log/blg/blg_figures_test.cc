// The figures of docs/formats/blg.md: the contents of two logs of Windows, and what Windows shows
// for them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "openperflib/counter/calculate.h"
#include "openperflib/testing/logs/blg_example.h"
#include "openperflib/testing/memory_file.h"
#include "openperflib/titles/title_table.h"

namespace openperflib {
namespace {

using testing::ElementsAre;

// All of a log, by the identity of its series and the number of the sample.
struct Figures {
  explicit Figures(const char* name) {
    auto reader =
        BlgReader::open(file_of(blg_example::real_log(name)), name, fixed_titles()).value();
    entries = reader->header().entries;
    bias = reader->header().bias_minutes;
    zone_name = reader->header().zone_name;
    LogRecord record;
    while (reader->read(record).value() == ReadResult::reading) {
      times.push_back(record.time_local);
      times_utc.push_back(record.sample.time_utc);
      auto& sample = samples.emplace_back();
      const auto series = reader->catalog().series();
      for (std::size_t i = 0; i < series.size(); ++i) {
        const std::string path = blg_example::name_of(series[i]);
        sample[path] = record.sample.counters[i];
        types.insert_or_assign(path, series[i].type);
        order.push_back(path);
      }
      blocks.emplace_back();
      for (const Bytes block : record.blocks)
        blocks.back().emplace_back(block.begin(), block.end());
    }
    EXPECT_EQ(reader->anomaly_count(), 0U);
  }

  [[nodiscard]] const RawCounter& raw(std::size_t sample, const std::string& path) const {
    return samples.at(sample).at(path);
  }
  // The value at `sample`, from the one before it.
  [[nodiscard]] Value value(std::size_t sample, const std::string& path) const {
    return calculate(types.at(path), raw(sample - 1, path), raw(sample, path), {});
  }

  std::vector<LogEntry> entries;
  std::optional<int> bias;
  std::string zone_name;
  std::vector<FileTime> times;
  std::vector<FileTime> times_utc;
  std::vector<std::map<std::string, RawCounter>> samples;
  std::map<std::string, CounterType> types;
  std::vector<std::string> order;
  std::vector<std::vector<blg_example::Block>> blocks;
};

const Figures& disks() {
  static const Figures figures("BasicPerfCounters.blg");
  return figures;
}

const Figures& health() {
  static const Figures figures("SampleLog.blg");
  return figures;
}

std::string date(FileTime time) { return iso_8601(system_time_from(time)).value(); }

TEST(BasicPerfCounters, ZoneGivenByTheNumberOfItsText_HasItsName) {
  EXPECT_EQ(disks().zone_name, "Pacific Standard Time");
  EXPECT_EQ(health().zone_name, "Eastern Daylight Time");
}

TEST(BasicPerfCounters, Holds601SamplesOfTenValues) {
  ASSERT_EQ(disks().samples.size(), 601U);
  for (const auto& sample : disks().samples) EXPECT_EQ(sample.size(), 10U);
  EXPECT_EQ(disks().order.front(), "PhysicalDisk(0 C:)\\Avg. Disk Bytes/Read");
  EXPECT_EQ(disks().entries.size(), 6U);
}

TEST(BasicPerfCounters, Times_AreThoseOfItsTenMinutes) {
  EXPECT_EQ(date(disks().times.front()), "2013-02-19T18:50:17.844");
  EXPECT_EQ(date(disks().times.back()), "2013-02-19T19:00:17.840");
  EXPECT_EQ(date(disks().times_utc.front()), "2013-02-20T02:50:17.844");
  EXPECT_EQ(disks().bias, 480);
  for (std::size_t i = 1; i < disks().times.size(); ++i) {
    const FileTime step = disks().times[i] - disks().times[i - 1];
    EXPECT_GE(step, 9'840'000);
    EXPECT_LE(step, 10'150'000);
  }
}

TEST(BasicPerfCounters, FirstDiskReading_IsThatOfTheDocument) {
  const RawCounter& first = disks().raw(0, "PhysicalDisk(0 C:)\\Avg. Disk Bytes/Read");
  EXPECT_EQ(first, (RawCounter{16'964'053'504, 852'665, 2'725'536, 1, 8, CStatus::valid_data}));
}

TEST(BasicPerfCounters, ProcessorTime_IsThatOfTheDocumentToTheLastDigit) {
  const std::string total = "Processor(_Total)\\% Processor Time";
  EXPECT_EQ(disks().value(1, total).number, 9.378262382554226);
  double sum = 0;
  for (std::size_t i = 1; i < 601; ++i) sum += disks().value(i, total).number;
  EXPECT_EQ(sum / 600, 11.527341636562683);
}

TEST(BasicPerfCounters, EveryCore_IsBetween0And81) {
  double most = 0;
  for (std::size_t i = 1; i < 601; ++i) {
    for (const char* core : {"0", "1", "2", "3"}) {
      const Value value =
          disks().value(i, std::string("Processor(") + core + ")\\% Processor Time");
      EXPECT_TRUE(value.usable());
      EXPECT_GE(value.number, 0);
      most = std::max(most, value.number);
    }
  }
  EXPECT_GT(most, 81.25);
  EXPECT_LE(most, 81.2511);
}

TEST(BasicPerfCounters, RawTotal_IsTheFloorOfTheMeanOfTheCores) {
  for (std::size_t i = 0; i < 601; ++i) {
    std::uint64_t sum = 0;
    for (const char* core : {"0", "1", "2", "3"}) {
      sum += disks().raw(i, std::string("Processor(") + core + ")\\% Processor Time").first;
    }
    EXPECT_EQ(disks().raw(i, "Processor(_Total)\\% Processor Time").first, sum / 4) << i;
  }
}

TEST(SampleLogFigures, Holds88BlocksInItsOrder) {
  ASSERT_EQ(health().samples.size(), 11U);
  const std::vector<std::uint32_t> order = {236, 638, 4, 510, 234, 230, 238, 2};
  for (const auto& blocks : health().blocks) {
    ASSERT_EQ(blocks.size(), 8U);
    for (std::size_t i = 0; i < 8; ++i) {
      const auto view = DataBlockView::parse(blocks[i], {}, Conformance::strict).value();
      EXPECT_EQ((*view.objects().begin()).name_title_index(), order[i]);
    }
  }
}

TEST(SampleLogFigures, FirstBlock_HasTheHeaderOfTheDocument) {
  const auto& block = health().blocks[0][0];
  EXPECT_EQ(block.size(), 2256U);
  const auto view = DataBlockView::parse(block, {}, Conformance::strict).value();
  EXPECT_EQ(view.perf_time(), 7'178'903'079);
  EXPECT_EQ(view.perf_freq(), 3'579'545);
  EXPECT_EQ(iso_8601(view.system_time()), "2007-08-14T15:40:38.659");
  EXPECT_EQ(view.perf_time_100ns() % kTicksPerSecond, 6'596'596);
}

TEST(SampleLogFigures, Times_AreLocalAndFourHoursFromUtc) {
  EXPECT_EQ(date(health().times.front()), "2007-08-14T15:40:38.659");
  EXPECT_EQ(date(health().times.back()), "2007-08-14T15:50:38.599");
  EXPECT_EQ(health().bias, 240);
  EXPECT_EQ(date(health().times_utc.front()), "2007-08-14T19:40:38.659");
}

// Stored counters: bases count here, and have no series of their own.
TEST(SampleLogFigures, InstancesAndCounters_AreThoseOfTheDocument) {
  std::vector<std::uint32_t> counters;
  std::vector<std::uint32_t> instances;
  for (const auto& block : health().blocks[0]) {
    const auto view = DataBlockView::parse(block).value();
    const ObjectTypeView object = *view.objects().begin();
    counters.push_back(object.counter_count());
    instances.push_back(object.instance_count().value_or(0));
  }
  EXPECT_THAT(counters, ElementsAre(34, 9, 36, 17, 31, 28, 15, 18));
  EXPECT_THAT(instances, ElementsAre(3, 0, 0, 2, 2, 51, 2, 0));
}

TEST(SampleLogFigures, ProcessesPerSample_AreThoseOfTheDocument) {
  std::vector<std::size_t> counts;
  std::size_t cells = 0;
  for (std::size_t i = 0; i < 11; ++i) {
    counts.push_back(
        static_cast<std::size_t>(std::ranges::count_if(health().samples[i], [](const auto& one) {
          return one.first.starts_with("Process(") && one.first.ends_with("\\ID Process");
        })));
    for (const auto& block : health().blocks[i]) {
      const auto view = DataBlockView::parse(block).value();
      const ObjectTypeView object = *view.objects().begin();
      cells += object.counter_count() * std::size_t{object.instance_count().value_or(1)};
    }
  }
  EXPECT_THAT(counts, ElementsAre(51, 51, 50, 51, 51, 51, 52, 50, 50, 50, 49));
  EXPECT_EQ(cells, 18'769U);
}

TEST(SampleLogFigures, ProcessorTime_IsWhatWindowsShows) {
  constexpr double kExpected[] = {82.1481, 86.8979, 48.3065, 56.5105, 60.3386,
                                  31.0417, 29.8699, 19.7136, 32.5522, 24.6355};
  for (std::size_t i = 1; i < 11; ++i) {
    EXPECT_NEAR(health().value(i, "Processor(_Total)\\% Processor Time").number, kExpected[i - 1],
                0.00005);
  }
  EXPECT_NEAR(health().value(1, "Processor(_Total)\\% Idle Time").number, 17.8519, 0.00005);
}

TEST(SampleLogFigures, ProcessTotal_IsTheSumOfAllOthers) {
  for (std::size_t i = 0; i < 11; ++i) {
    std::uint64_t sum = 0;
    for (const auto& [path, raw] : health().samples[i]) {
      if (!path.starts_with("Process(") || !path.ends_with("\\% Processor Time")) continue;
      if (!path.starts_with("Process(_Total)")) sum += raw.first;
    }
    EXPECT_EQ(health().raw(i, "Process(_Total)\\% Processor Time").first, sum);
  }
  EXPECT_EQ(health().raw(0, "Process(_Total)\\% Processor Time").first, 17'204'375'000U);
}

TEST(SampleLogFigures, Memory_IsThatOfTheDocument) {
  EXPECT_EQ(health().raw(0, "Memory\\Page Faults/sec").first, 1'613'340U);
  EXPECT_EQ(health().raw(0, "Memory\\Available Bytes").first, 83'587'072U);
  EXPECT_EQ(health().raw(0, "Memory\\Commit Limit").first, 1'512'824'832U);
}

struct Vector {
  const char* path;
  double value;
};

// docs/counter_types.md, 2.1: raw numbers and digits of this very log.
TEST(SampleLogFigures, GoldenVectors_AreEqualToTheLastDigit) {
  constexpr Vector kVectors[] = {
      {"Processor(_Total)\\% Processor Time", 82.1481131553226},
      {"Processor(_Total)\\% User Time", 37.73654328626698},
      {"Processor(_Total)\\Interrupts/sec", 1228.3777780908947},
      {"PhysicalDisk(_Total)\\% Disk Time", 31.14145328722378},
      {"PhysicalDisk(_Total)\\Avg. Disk Queue Length", 0.3114094608090945},
      {"PhysicalDisk(_Total)\\Avg. Disk sec/Transfer", 0.008170940934075234},
      {"PhysicalDisk(_Total)\\Avg. Disk Bytes/Transfer", 38505.76105032823},
      {"PhysicalDisk(_Total)\\Disk Bytes/sec", 1467496.292524977},
      {"System\\System Up Time", 2062.1157831},
      {"System\\% Registry Quota In Use", 2.0754879477791532}};
  for (const Vector& vector : kVectors) {
    EXPECT_EQ(health().value(1, vector.path).number, vector.value) << vector.path;
  }
}

// A process that ends and another of its name that begins are two series.
TEST(SampleLogFigures, IdentityOfAProcess_IsItsIdAndStart) {
  auto reader =
      BlgReader::open(file_of(blg_example::real_log("SampleLog.blg")), "a", fixed_titles()).value();
  std::map<std::uint64_t, std::set<std::uint64_t>> ids;  // of each identity
  LogRecord record;
  while (reader->read(record).value() == ReadResult::reading) {
    const auto series = reader->catalog().series();
    for (std::size_t i = 0; i < series.size(); ++i) {
      if (series[i].counter == "ID Process") {
        ids[series[i].identity].insert(record.sample.counters[i].first);
      }
    }
  }
  for (const auto& [identity, seen] : ids) EXPECT_EQ(seen.size(), 1U);
  EXPECT_EQ(ids.size(), 58U);
}

// Blocks identify their counters only by title index; none is shown as a number.
TEST(SampleLogFigures, Series_AreCalledByTheTableOfTheLog) {
  for (const std::string& path : health().order) {
    const std::string counter = path.substr(path.rfind('\\') + 1);
    EXPECT_NE(counter.find_first_not_of("0123456789"), std::string::npos) << path;
  }
  EXPECT_TRUE(health().types.contains("TCPv4\\Segments/sec"));
}

}  // namespace
}  // namespace openperflib
