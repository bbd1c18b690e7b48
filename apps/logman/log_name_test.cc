#include "apps/logman/log_name.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "apps/windows_tool/given_time.h"

namespace openperflib::logman {
namespace {

CollectionSet named(NameVersion version, LogFormat format = LogFormat::blg) {
  CollectionSet set;
  set.folder = "/var/log";
  set.file_name = "cpu";
  set.version = version;
  set.format = format;
  return set;
}

const FileTime kTime = windows_tool::read_given_time("1/2/2026 3:04:05").value();

TEST(LogName, Versions_AreThoseOfWindows) {
  EXPECT_EQ(log_path(named(NameVersion::none), 0, kTime), "/var/log/cpu.blg");
  EXPECT_EQ(log_path(named(NameVersion::number), 7, kTime), "/var/log/cpu_000007.blg");
  EXPECT_EQ(log_path(named(NameVersion::date, LogFormat::csv), 0, kTime),
            "/var/log/cpu_01020304.csv");
}

TEST(LogName, NameThatIsTaken_GetsANumberBehindIt) {
  EXPECT_EQ(numbered_log_path(named(NameVersion::none), 1, kTime), "/var/log/cpu_000001.blg");
  EXPECT_EQ(numbered_log_path(named(NameVersion::date), 2, kTime),
            "/var/log/cpu_01020304_000002.blg");
}

TEST(LogName, NewestNumber_IsOfLogsOfThisNameAndFormat) {
  std::string folder = (std::filesystem::temp_directory_path() / "log-name-XXXXXX").string();
  ASSERT_NE(::mkdtemp(folder.data()), nullptr);
  CollectionSet set = named(NameVersion::number);
  set.folder = folder;
  EXPECT_EQ(newest_log_number(set), 0U);
  for (const char* name : {"cpu_000002.blg", "cpu_000010.blg", "cpu_000099.csv", "cpus_000050.blg",
                           "cpu_00007x.blg", "cpu_0000077.blg", "cpu_.blg"}) {
    std::ofstream(folder + "/" + name).flush();
  }
  EXPECT_EQ(newest_log_number(set), 10U);
  std::filesystem::remove_all(folder);
}

TEST(LogName, FolderThatIsNotThere_HasNone) {
  EXPECT_EQ(newest_log_number(named(NameVersion::number)), 0U);
}

}  // namespace
}  // namespace openperflib::logman
