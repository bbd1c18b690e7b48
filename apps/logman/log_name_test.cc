#include "apps/logman/log_name.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "apps/drop_in/given_time.h"

namespace openperflib::logman {
namespace {

DataCollectorSet named(NameVersion version, LogFormat format = LogFormat::blg) {
  DataCollectorSet set;
  set.folder = "/var/log";
  set.first().file_name = "cpu";
  set.first().version = version;
  set.first().what = CounterCollector{.counters = {}, .format = format, .database = {}};
  return set;
}

SetCollector first_of(const DataCollectorSet& set) { return collectors_of(set).front(); }

const FileTime kTime = drop_in::read_given_time("1/2/2026 3:04:05").value();

TEST(LogName, Versions_AreThoseOfWindows) {
  const DataCollectorSet plain = named(NameVersion::none);
  EXPECT_EQ(log_path(first_of(plain), 0, kTime), "/var/log/cpu.blg");
  const DataCollectorSet numbered = named(NameVersion::number);
  EXPECT_EQ(log_path(first_of(numbered), 7, kTime), "/var/log/cpu_000007.blg");
  const DataCollectorSet dated = named(NameVersion::date, LogFormat::csv);
  EXPECT_EQ(log_path(first_of(dated), 0, kTime), "/var/log/cpu_01020304.csv");
}

TEST(LogName, NameThatIsTaken_GetsANumberAppended) {
  const DataCollectorSet plain = named(NameVersion::none);
  EXPECT_EQ(numbered_log_path(first_of(plain), 1, kTime), "/var/log/cpu_000001.blg");
  const DataCollectorSet dated = named(NameVersion::date);
  EXPECT_EQ(numbered_log_path(first_of(dated), 2, kTime), "/var/log/cpu_01020304_000002.blg");
}

TEST(LogName, NewestNumber_IsOfLogsOfThisNameAndFormat) {
  const std::vector<std::string> logs = {"cpu_000002.blg",  "cpu_000010.blg", "cpu_000099.csv",
                                         "cpus_000050.blg", "cpu_00007x.blg", "cpu_0000077.blg",
                                         "cpu_.blg",        "cpu_000500"};
  const DataCollectorSet files = named(NameVersion::number);
  const DataCollectorSet sets = named(NameVersion::number, LogFormat::sql);
  EXPECT_EQ(newest_log_number(first_of(files), logs), 10U);
  EXPECT_EQ(newest_log_number(first_of(sets), logs), 500U);
  EXPECT_EQ(newest_log_number(first_of(files), {}), 0U);
}

TEST(LogName, OfADatabase_IsThatOfASet) {
  DataCollectorSet set = named(NameVersion::number, LogFormat::sql);
  std::get<CounterCollector>(set.first().what).database = "/var/perf.db";
  EXPECT_EQ(log_path(first_of(set), 3, kTime), "SQL:/var/perf.db!cpu_000003");
  EXPECT_EQ(shown_log_root(set), "SQL:/var/perf.db");
  EXPECT_EQ(unit_of_size(set.first()), "record(s)");
  set.first().version = NameVersion::none;
  EXPECT_EQ(numbered_log_path(first_of(set), 1, kTime), "SQL:/var/perf.db!cpu_000001");
}

}  // namespace
}  // namespace openperflib::logman
