#include "openperflib/log/blg/writing/blg_writer.h"

#include <gtest/gtest.h>

#include "openperflib/log/blg/blg_catalog_view.h"
#include "openperflib/log/blg/blg_record_view.h"
#include "openperflib/testing/logs/blg_writer_example.h"
#include "openperflib/testing/test_block.h"
#include "openperflib/text/utf16.h"

namespace openperflib {
namespace {

using namespace blg_written;

constexpr std::uint32_t kInterrupts = 148;
constexpr std::uint32_t kAvailable = 24;
constexpr std::uint64_t kNoon = TestBlock::kEpoch;

struct Cpu {
  std::string_view name;
  std::uint64_t user;
};

// Processor, and Memory with one value, `ticks` after the epoch.
Snapshot machine(std::int64_t ticks, std::initializer_list<Cpu> cpus, std::uint64_t available = 7) {
  TestBlock block(ticks);
  block.object(kProcessor,
               {{kUserTime, PERF_100NSEC_TIMER, 8}, {kInterrupts, PERF_COUNTER_COUNTER, 4}});
  for (const Cpu& cpu : cpus) block.instance(cpu.name, {cpu.user, cpu.user / 2});
  block.object(title::kMemory, {{kAvailable, PERF_COUNTER_LARGE_RAWCOUNT, 8}}, Instances::none);
  block.single({available});
  return block.snapshot();
}

std::string utf8(Bytes text) { return utf8_from_utf16(text).text; }

struct ReadEntry {
  std::uint32_t flags;
  std::string machine, object, instance, counter;
  std::uint32_t type;
  std::int64_t time_base;
  bool operator==(const ReadEntry&) const = default;
};

std::vector<ReadEntry> catalog_of(Bytes log) {
  std::vector<ReadEntry> entries;
  const auto events = events_of(log, BlgKind::catalog);
  if (events.size() != 1) return entries;
  Bytes rest = BlgCatalogView::parse(events.front().body()).value().entries();
  while (!rest.empty()) {
    const auto entry = BlgCatalogEntryView::parse(rest).value();
    entries.push_back({entry.flags(), utf8(entry.machine()), utf8(entry.object()),
                       entry.instance().has_value() ? utf8(*entry.instance()) : "-",
                       utf8(entry.counter()), entry.type().bits(), entry.time_base()});
    rest = rest.subspan(entry.size());
  }
  return entries;
}

// The records of the n-th sample.
std::vector<BlgRecordView> records_of_sample(Bytes log, std::size_t sample) {
  std::vector<BlgRecordView> records;
  const auto events = events_of(log, BlgKind::data);
  if (sample >= events.size()) return records;
  Bytes rest = BlgRecordView::parse(events[sample].body()).value().payload();
  while (!rest.empty()) {
    records.push_back(BlgRecordView::parse(rest).value());
    rest = rest.subspan(records.back().size());
  }
  return records;
}

std::vector<std::string> names_in(const BlgRecordView& record) {
  const auto view = BlgInstancesView::parse(record.payload()).value();
  std::vector<std::string> names;
  for (std::uint32_t i = 0; i < view.count(); ++i) names.push_back(utf8(view.name(i)));
  return names;
}

TEST(BlgWriter, Paths_BecomeEntriesInTheirOrder) {
  const std::vector<std::string> paths = {R"(\Processor(*)\% User Time)",
                                          R"(\Memory\Available Bytes)", R"(\Processor(1)\*)"};
  LogFile file;
  BlgWriter writer(file.fd(), "a.blg", options_for(paths));
  Query query = query_of(paths);
  query.take(machine(0, {{"0", 10}, {"1", 20}}));
  ASSERT_TRUE(write_sample(writer, query).has_value());
  ASSERT_TRUE(writer.end().has_value());
  const std::vector<ReadEntry> expected = {
      {1, R"(\\db-17)", "Processor", "*", "% User Time", PERF_100NSEC_TIMER, 10'000'000},
      {0, R"(\\db-17)", "Memory", "-", "Available Bytes", PERF_COUNTER_LARGE_RAWCOUNT, 10'000'000},
      {0, R"(\\db-17)", "Processor", "1", "% User Time", PERF_100NSEC_TIMER, 10'000'000},
      {0, R"(\\db-17)", "Processor", "1", "Interrupts/sec", PERF_COUNTER_COUNTER, 10'000'000}};
  EXPECT_EQ(catalog_of(file.bytes()), expected);
}

TEST(BlgWriter, QuestionMarkInAPathOfPdh_IsPartOfAName) {
  const std::vector<std::string> paths = {R"(\Processor(a?b)\*)"};
  BlgWriterOptions options = options_for(paths);
  options.grammar = PathGrammar::pdh;
  QueryOptions of_pdh;
  of_pdh.grammar = PathGrammar::pdh;
  Query query(fixed_titles(), std::move(of_pdh));
  query.add(paths.front()).value();
  query.take(machine(0, {{"a?b", 10}, {"axb", 20}}));
  LogFile file;
  BlgWriter writer(file.fd(), "a.blg", std::move(options));
  ASSERT_TRUE(write_sample(writer, query).has_value());
  ASSERT_TRUE(writer.end().has_value());
  const std::vector<ReadEntry> expected = {
      {0, R"(\\db-17)", "Processor", "a?b", "% User Time", PERF_100NSEC_TIMER, 10'000'000},
      {0, R"(\\db-17)", "Processor", "a?b", "Interrupts/sec", PERF_COUNTER_COUNTER, 10'000'000}};
  EXPECT_EQ(catalog_of(file.bytes()), expected);
}

TEST(BlgWriter, Prepared_IsALogWithoutRecordsWhateverBecomesOfTheWriter) {
  const std::vector<std::string> paths = {R"(\Processor(*)\% User Time)"};
  LogFile file;
  BlgWriter writer(file.fd(), "a.blg", options_for(paths));
  Query query = query_of(paths);
  query.take(machine(0, {{"0", 10}}));
  ASSERT_TRUE(writer.begin(query.binding(), all_of(query)).has_value());
  ASSERT_TRUE(writer.prepare(query.newer()).has_value());
  EXPECT_EQ(catalog_of(file.bytes()).size(), 1U);
  EXPECT_TRUE(events_of(file.bytes(), BlgKind::data).empty());
  query.take(machine(10'000'000, {{"0", 12}}));
  ASSERT_TRUE(write_sample(writer, query).has_value());
  EXPECT_EQ(catalog_of(file.bytes()).size(), 1U);
  EXPECT_EQ(events_of(file.bytes(), BlgKind::data).size(), 1U);
}

TEST(BlgWriter, NamedInstance_IsARecordOfFormOne) {
  const std::vector<std::string> paths = {R"(\Processor(1)\% User Time)"};
  LogFile file;
  BlgWriter writer(file.fd(), "a.blg", options_for(paths));
  Query query = query_of(paths);
  query.take(machine(12'345'678, {{"0", 10}, {"1", 20}}));
  ASSERT_TRUE(write_sample(writer, query).has_value());
  const auto log = file.bytes();
  const auto records = records_of_sample(log, 0);
  ASSERT_EQ(records.size(), 1U);
  EXPECT_EQ(records[0].form(), BlgForm::counter);
  EXPECT_EQ(records[0].size(), 0x30U);
  const auto counter = BlgCounterView::parse(records[0].payload()).value();
  EXPECT_EQ(counter.status(), 0U);
  EXPECT_EQ(counter.first(), 20U);
  EXPECT_EQ(counter.second(), kNoon + 12'345'678U) << "PerfTime100nSec, in UTC";
  EXPECT_EQ(counter.multi(), 1U);
  constexpr FileTime kHour = 36'000'000'000;
  EXPECT_EQ(counter.time_local(), static_cast<FileTime>(kNoon) + kHour + 12'340'000)
      << "local, cut to milliseconds";
  EXPECT_EQ(events_of(log, BlgKind::data)[0].time_local(), counter.time_local());
}

TEST(BlgWriter, Wildcard_HasTheInstancesOfItsMoment) {
  const std::vector<std::string> paths = {R"(\Processor(*)\Interrupts/sec)"};
  LogFile file;
  BlgWriter writer(file.fd(), "a.blg", options_for(paths));
  Query query = query_of(paths);
  query.take(machine(0, {{"0", 10}, {"1", 20}}));
  ASSERT_TRUE(write_sample(writer, query).has_value());
  query.take(machine(10'000'000, {{"1", 22}, {"2", 30}, {"_Total", 52}}));
  ASSERT_TRUE(write_sample(writer, query).has_value());
  EXPECT_TRUE(writer.newcomers().empty());
  const auto log = file.bytes();
  EXPECT_EQ(names_in(records_of_sample(log, 0).at(0)), (std::vector<std::string>{"0", "1"}));
  EXPECT_EQ(names_in(records_of_sample(log, 1).at(0)),
            (std::vector<std::string>{"1", "2", "_Total"}));
  const auto second = BlgInstancesView::parse(records_of_sample(log, 1).at(0).payload()).value();
  EXPECT_EQ(second.status(), 0U);
  EXPECT_EQ(second.values(1).first, 15U);
  EXPECT_EQ(second.values(1).second, 10'000'000U) << "PerfTime";
}

TEST(BlgWriter, EqualNames_AreWrittenAsTheyAre) {
  const std::vector<std::string> paths = {R"(\Processor(*)\% User Time)"};
  LogFile file;
  BlgWriter writer(file.fd(), "a.blg", options_for(paths));
  Query query = query_of(paths);
  query.take(machine(0, {{"bash", 10}, {"init", 5}, {"bash", 20}}));
  ASSERT_TRUE(write_sample(writer, query).has_value());
  const auto log = file.bytes();
  EXPECT_EQ(names_in(records_of_sample(log, 0).at(0)),
            (std::vector<std::string>{"bash", "init", "bash"}));
}

TEST(BlgWriter, InstanceWithoutAValue_IsLeftOutAndItsTwinKeepsItsNumber) {
  const std::vector<std::string> paths = {R"(\Processor(*)\% User Time)"};
  LogFile file;
  BlgWriter writer(file.fd(), "a.blg", options_for(paths));
  Query query = query_of(paths);
  TestBlock block(0);
  block.object(kProcessor, {{kUserTime, PERF_100NSEC_TIMER, 8}});
  block.instance("bash", {10}).instance("bash", {0}).instance("bash", {30});
  block.status().missing("no permission", kProcessor, 0, 1, 1, CStatus::no_data);
  query.take(block.snapshot());
  ASSERT_TRUE(write_sample(writer, query).has_value());
  const auto log = file.bytes();
  EXPECT_EQ(names_in(records_of_sample(log, 0).at(0)),
            (std::vector<std::string>{"bash", "bash#2"}));
}

TEST(BlgWriter, NoInstanceWithAValue_IsTheirStatus) {
  const std::vector<std::string> paths = {R"(\Processor(*)\% User Time)"};
  LogFile file;
  BlgWriter writer(file.fd(), "a.blg", options_for(paths));
  Query query = query_of(paths);
  TestBlock block(0);
  block.object(kProcessor, {{kUserTime, PERF_100NSEC_TIMER, 8}}).instance("0", {10});
  block.status().missing("no permission", kProcessor, 0, 0, 1, CStatus::no_data);
  query.take(block.snapshot());
  ASSERT_TRUE(write_sample(writer, query).has_value());
  query.take(machine(10, {}));
  ASSERT_TRUE(write_sample(writer, query).has_value());
  const auto log = file.bytes();
  const auto first = BlgInstancesView::parse(records_of_sample(log, 0).at(0).payload()).value();
  EXPECT_EQ(first.count(), 0U);
  EXPECT_EQ(first.status(), pdh_code(CStatus::no_data));
  const auto second = BlgInstancesView::parse(records_of_sample(log, 1).at(0).payload()).value();
  EXPECT_EQ(second.count(), 0U);
  EXPECT_EQ(second.status(), pdh_code(CStatus::no_instance));
}

// A processor whose counters have no value, with the numbers in its block.
Query query_without_values(const std::vector<std::string>& paths) {
  TestBlock block(5);
  block.object(kProcessor, {{kUserTime, PERF_100NSEC_TIMER, 8}}).instance("0", {10});
  block.instance("1", {20});
  block.status().missing("no permission", kProcessor, 0, 0, 2, CStatus::invalid_data);
  Query query = query_of(paths);
  query.take(block.snapshot());
  return query;
}

TEST(BlgWriter, CopiedReadingWithAnErrorStatus_KeepsItsNumbers) {
  const std::vector<std::string> paths = {R"(\Processor(1)\% User Time)",
                                          R"(\Processor(*)\% User Time)"};
  LogFile file;
  BlgWriterOptions options = options_for(paths);
  options.keeps_numbers_of_errors = true;
  BlgWriter writer(file.fd(), "a.blg", options);
  ASSERT_TRUE(write_sample(writer, query_without_values(paths)).has_value());
  const auto log = file.bytes();
  const auto single = BlgCounterView::parse(records_of_sample(log, 0).at(0).payload()).value();
  EXPECT_EQ(single.status(), pdh_code(CStatus::invalid_data));
  EXPECT_EQ(single.first(), 20U);
  EXPECT_EQ(single.second(), kNoon + 5);
  const auto all = BlgInstancesView::parse(records_of_sample(log, 0).at(1).payload()).value();
  EXPECT_EQ(all.status(), pdh_code(CStatus::invalid_data));
  EXPECT_EQ(names_in(records_of_sample(log, 0).at(1)), (std::vector<std::string>{"0", "1"}));
  EXPECT_EQ(all.values(1).first, 20U);
}

TEST(BlgWriter, LiveReadingWithAnErrorStatus_IsZeros) {
  const std::vector<std::string> paths = {R"(\Processor(1)\% User Time)"};
  LogFile file;
  BlgWriter writer(file.fd(), "a.blg", options_for(paths));
  ASSERT_TRUE(write_sample(writer, query_without_values(paths)).has_value());
  const auto log = file.bytes();
  const auto single = BlgCounterView::parse(records_of_sample(log, 0).at(0).payload()).value();
  EXPECT_EQ(single.status(), pdh_code(CStatus::invalid_data));
  EXPECT_EQ(single.first(), 0U);
  EXPECT_EQ(single.second(), 0U);
}

TEST(BlgWriter, NamedInstanceThatIsGone_KeepsItsPlaceWithItsStatus) {
  const std::vector<std::string> paths = {R"(\Processor(1)\% User Time)",
                                          R"(\Memory\Available Bytes)"};
  LogFile file;
  BlgWriter writer(file.fd(), "a.blg", options_for(paths));
  Query query = query_of(paths);
  query.take(machine(0, {{"0", 10}, {"1", 20}}));
  ASSERT_TRUE(write_sample(writer, query).has_value());
  query.take(machine(10'000'000, {{"0", 12}}, 8));
  ASSERT_TRUE(write_sample(writer, query).has_value());
  const auto log = file.bytes();
  const auto records = records_of_sample(log, 1);
  ASSERT_EQ(records.size(), 2U);
  const auto gone = BlgCounterView::parse(records[0].payload()).value();
  EXPECT_EQ(gone.status(), pdh_code(CStatus::no_instance));
  EXPECT_EQ(gone.first(), 0U);
  EXPECT_EQ(gone.second(), 0U);
  const auto memory = BlgCounterView::parse(records[1].payload()).value();
  EXPECT_EQ(memory.first(), 8U);
  EXPECT_TRUE(writer.newcomers().empty());
}

TEST(BlgWriter, NamedInstanceThatComesLater_HasItsEntryFromTheStart) {
  const std::vector<std::string> paths = {R"(\Processor(1)\% User Time)"};
  LogFile file;
  BlgWriter writer(file.fd(), "a.blg", options_for(paths));
  Query query = query_of(paths);
  query.take(machine(0, {{"0", 10}}));
  ASSERT_TRUE(write_sample(writer, query).has_value());
  query.take(machine(10'000'000, {{"0", 12}, {"1", 34}}));
  ASSERT_TRUE(write_sample(writer, query).has_value());
  const auto log = file.bytes();
  const std::vector<ReadEntry> expected = {
      {0, R"(\\db-17)", "Processor", "1", "% User Time", PERF_100NSEC_TIMER, 10'000'000}};
  EXPECT_EQ(catalog_of(log), expected);
  const auto first = BlgCounterView::parse(records_of_sample(log, 0).at(0).payload()).value();
  EXPECT_EQ(first.status(), pdh_code(CStatus::no_instance));
  const auto second = BlgCounterView::parse(records_of_sample(log, 1).at(0).payload()).value();
  EXPECT_EQ(second.status(), 0U);
  EXPECT_EQ(second.first(), 34U);
}

TEST(BlgWriter, SamplesBeforeAnySeries_AreLeftOutAndTheCatalogHasTheFirstOnes) {
  const std::vector<std::string> paths = {R"(\Processor(*)\% User Time)"};
  LogFile file;
  BlgWriter writer(file.fd(), "a.blg", options_for(paths));
  Query query = query_of(paths);
  query.take(machine(0, {}));
  ASSERT_TRUE(query.binding().series().empty());
  ASSERT_TRUE(write_sample(writer, query).has_value());
  query.take(machine(10'000'000, {{"0", 12}}));
  ASSERT_TRUE(write_sample(writer, query).has_value());
  ASSERT_TRUE(writer.end().has_value());
  const auto log = file.bytes();
  const std::vector<ReadEntry> expected = {
      {1, R"(\\db-17)", "Processor", "*", "% User Time", PERF_100NSEC_TIMER, 10'000'000}};
  EXPECT_EQ(catalog_of(log), expected);
  EXPECT_EQ(events_of(log, BlgKind::data).size(), 1U);
  EXPECT_EQ(records_of_sample(log, 0).size(), 1U);
}

TEST(BlgWriter, SeriesThatHasNoEntry_IsNamedOnce) {
  const std::vector<std::string> paths = {R"(\Processor(0)\*)"};
  LogFile file;
  BlgWriter writer(file.fd(), "a.blg", options_for(paths));
  Query query = query_of(paths);
  TestBlock block(0);
  block.object(kProcessor, {{kUserTime, PERF_100NSEC_TIMER, 8}}).instance("0", {10});
  query.take(block.snapshot());
  ASSERT_TRUE(write_sample(writer, query).has_value());
  query.take(machine(10'000'000, {{"0", 12}}));
  ASSERT_TRUE(write_sample(writer, query).has_value());
  EXPECT_EQ(writer.newcomers(), std::vector<std::string>{R"(\\db-17\Processor(0)\Interrupts/sec)"});
  ASSERT_TRUE(write_sample(writer, query).has_value());
  EXPECT_TRUE(writer.newcomers().empty());
  const auto log = file.bytes();
  EXPECT_EQ(records_of_sample(log, 1).size(), 1U) << "a record an entry";
}

TEST(BlgWriter, ClockThatWasSetBack_KeepsMessagesInOrder) {
  const std::vector<std::string> paths = {R"(\Memory\Available Bytes)"};
  LogFile file;
  BlgWriter writer(file.fd(), "a.blg", options_for(paths));
  Query query = query_of(paths);
  query.take(machine(50'000'000, {}));
  ASSERT_TRUE(write_sample(writer, query).has_value());
  query.take(machine(20'000'000, {}));
  ASSERT_TRUE(write_sample(writer, query).has_value());
  const auto log = file.bytes();
  const auto events = events_of(log, BlgKind::data);
  ASSERT_EQ(events.size(), 2U);
  EXPECT_EQ(events[0].time_local(), events[1].time_local());
  const auto second = BlgCounterView::parse(records_of_sample(log, 1).at(0).payload()).value();
  EXPECT_EQ(events[1].time_local() - second.time_local(), 30'000'000);
}

TEST(BlgWriter, NothingButBeginAndEnd_IsALogWithoutSamples) {
  const std::vector<std::string> paths = {R"(\Memory\Available Bytes)"};
  LogFile file;
  BlgWriter writer(file.fd(), "a.blg", options_for(paths));
  Query query = query_of(paths);
  query.take(machine(0, {}));
  ASSERT_TRUE(writer.begin(query.binding(), all_of(query)).has_value());
  ASSERT_TRUE(writer.end().has_value());
  const auto log = file.bytes();
  EXPECT_EQ(log.size(), 2 * kBuffer);
  EXPECT_EQ(catalog_of(log).size(), 1U);
  EXPECT_TRUE(events_of(log, BlgKind::data).empty());
}

}  // namespace
}  // namespace openperflib
