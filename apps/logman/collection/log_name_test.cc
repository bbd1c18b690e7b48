#include "apps/logman/collection/log_name.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <string>
#include <string_view>
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

struct PartsCase {
  std::uint64_t parts;
  std::string_view name;
};

// At 3:04:05 on 2 February 2026.
TEST(LogName, EachPart_StandsAtItsPlace) {
  const FileTime february = drop_in::read_given_time("2/2/2026 3:04:05").value();
  for (const PartsCase& one : std::to_array<PartsCase>({
           {name_part::kMonthDayHour, "cpu_020203"},
           {name_part::kYearDayOfYear, "cpu_2026033"},
           {name_part::kYearMonth, "cpu_202602"},
           {name_part::kYearMonthDay, "cpu_20260202"},
           {name_part::kYearMonthDayHour, "cpu_2026020203"},
           {name_part::kMonthDayHourMinute, "cpu_02020304"},
           {name_part::kMonthDayHour | name_part::kYearMonth, "cpu_020203_202602"},
       })) {
    DataCollectorSet set = named(NameVersion::none);
    set.first().name_parts = one.parts;
    EXPECT_EQ(log_path(first_of(set), 7, february), "/var/log/" + std::string(one.name) + ".blg");
  }
  DataCollectorSet all = named(NameVersion::number);
  all.first().name_parts = name_part::kYearMonthDay | name_part::kMonthDayHour;
  EXPECT_EQ(log_path(first_of(all), 7, february), "/var/log/cpu_020203_000007_20260202.blg");
}

TEST(LogName, Pattern_IsExpandedWithItsLiteralText) {
  DataCollectorSet set = named(NameVersion::none);
  set.first().name_parts = name_part::kPattern;
  const auto name_with = [&](std::string_view pattern) {
    set.first().name_pattern = pattern;
    return log_path(first_of(set), 12, kTime);
  };
  EXPECT_EQ(name_with("\\_yyyyMMdd\\_HHmm"), "/var/log/cpu_20260102_0304.blg");
  EXPECT_EQ(name_with("-yy.M.d \\d\\a\\y ss"), "/var/log/cpu-26.1.2 day 05.blg");
  EXPECT_EQ(name_with("NNNN"), "/var/log/cpu0012.blg");
  EXPECT_EQ(name_with("\\/DDD/\\"), "/var/log/cpu_002_\\.blg");
}

TEST(LogName, Computer_StandsInFront) {
  DataCollectorSet set = named(NameVersion::none);
  set.first().name_parts = name_part::kComputer | name_part::kYearMonthDay;
  std::array<char, 256> host{};
  ASSERT_EQ(::gethostname(host.data(), host.size() - 1), 0);
  EXPECT_EQ(log_path(first_of(set), 0, kTime),
            "/var/log/" + std::string(host.data()) + "_cpu_20260102.blg");
}

TEST(LogName, NumbersAreThoseOfNamesWithThePartsOfNow) {
  DataCollectorSet set = named(NameVersion::number);
  EXPECT_TRUE(has_numbered_names(set.first()));
  set.first().name_parts = name_part::kYearMonthDay;
  const std::vector<std::string> logs = {"cpu_000002_20260102.blg", "cpu_000009_20260101.blg",
                                         "cpu_000007.blg"};
  EXPECT_EQ(newest_log_number(first_of(set), logs, kTime), 2U);
  DataCollectorSet pattern = named(NameVersion::none);
  EXPECT_FALSE(has_numbered_names(pattern.first()));
  pattern.first().name_parts = name_part::kPattern;
  pattern.first().name_pattern = "\\N";
  EXPECT_FALSE(has_numbered_names(pattern.first()));
  pattern.first().name_pattern = "\\_NN";
  EXPECT_TRUE(has_numbered_names(pattern.first()));
}

TEST(LogName, NewestNumber_IsOfLogsOfThisNameAndFormat) {
  const std::vector<std::string> logs = {"cpu_000002.blg",  "cpu_000010.blg", "cpu_000099.csv",
                                         "cpus_000050.blg", "cpu_00007x.blg", "cpu_0000077.blg",
                                         "cpu_.blg",        "cpu_000500"};
  const DataCollectorSet files = named(NameVersion::number);
  const DataCollectorSet sets = named(NameVersion::number, LogFormat::sql);
  EXPECT_EQ(newest_log_number(first_of(files), logs, kTime), 10U);
  EXPECT_EQ(newest_log_number(first_of(sets), logs, kTime), 500U);
  EXPECT_EQ(newest_log_number(first_of(files), {}, kTime), 0U);
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
