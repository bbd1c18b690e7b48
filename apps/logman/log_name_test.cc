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
  set.file_name = "cpu";
  set.version = version;
  set.format = format;
  return set;
}

const FileTime kTime = drop_in::read_given_time("1/2/2026 3:04:05").value();

TEST(LogName, Versions_AreThoseOfWindows) {
  EXPECT_EQ(log_path(named(NameVersion::none), 0, kTime), "/var/log/cpu.blg");
  EXPECT_EQ(log_path(named(NameVersion::number), 7, kTime), "/var/log/cpu_000007.blg");
  EXPECT_EQ(log_path(named(NameVersion::date, LogFormat::csv), 0, kTime),
            "/var/log/cpu_01020304.csv");
}

TEST(LogName, NameThatIsTaken_GetsANumberAppended) {
  EXPECT_EQ(numbered_log_path(named(NameVersion::none), 1, kTime), "/var/log/cpu_000001.blg");
  EXPECT_EQ(numbered_log_path(named(NameVersion::date), 2, kTime),
            "/var/log/cpu_01020304_000002.blg");
}

TEST(LogName, NewestNumber_IsOfLogsOfThisNameAndFormat) {
  const std::vector<std::string> logs = {"cpu_000002.blg",  "cpu_000010.blg", "cpu_000099.csv",
                                         "cpus_000050.blg", "cpu_00007x.blg", "cpu_0000077.blg",
                                         "cpu_.blg",        "cpu_000500"};
  EXPECT_EQ(newest_log_number(named(NameVersion::number), logs), 10U);
  EXPECT_EQ(newest_log_number(named(NameVersion::number, LogFormat::sql), logs), 500U);
  EXPECT_EQ(newest_log_number(named(NameVersion::number), {}), 0U);
}

TEST(LogName, OfADatabase_IsThatOfASet) {
  DataCollectorSet set = named(NameVersion::number, LogFormat::sql);
  set.database = "/var/perf.db";
  EXPECT_EQ(log_path(set, 3, kTime), "SQL:/var/perf.db!cpu_000003");
  set.version = NameVersion::none;
  EXPECT_EQ(numbered_log_path(set, 1, kTime), "SQL:/var/perf.db!cpu_000001");
}

}  // namespace
}  // namespace openperflib::logman
