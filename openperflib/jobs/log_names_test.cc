#include "openperflib/jobs/log_names.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>

#include "openperflib/testing/made_folder.h"
#include "openperflib/view/paths/path_completion.h"

namespace openperflib {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::string log_with(const std::string& columns) {
  std::string log = "\"(PDH-CSV 4.0) (UTC)(0)\"," + columns + "\r\n\"11/14/2023 23:36:40.750\"";
  for (auto left = std::count(columns.begin(), columns.end(), ',') + 1; left > 0; --left)
    log += ",\"1\"";
  return log + "\r\n";
}

TEST(LogNames, ObjectsOfSeveralLogs_AreThoseOfTheirSeries) {
  const MadeFolder folder;
  folder.write(
      "a.csv",
      log_with("\"\\\\A\\Web(a)\\Hits\",\"\\\\A\\Web(b/c#1)\\Hits\",\"\\\\A\\Web(a)\\Errors\""));
  folder.write("b.csv", log_with("\"\\\\B\\Mail\\Queue\",\"\\\\B\\Web(a)\\Hits\""));
  const std::vector<std::string> logs = {folder.path() + "/a.csv", folder.path() + "/b.csv",
                                         "/no/such/log.blg"};
  const KnownNames names = names_of_logs(logs, fixed_titles());
  EXPECT_THAT(object_completions("", names), ElementsAre("Web", "Mail"));
  EXPECT_THAT(path_completions("\\web(", names),
              ElementsAre("\\web(a)\\", "\\web(b/c#1)\\", "\\web(*)\\"));
  EXPECT_THAT(path_completions("\\Web(a)\\", names),
              ElementsAre("\\Web(a)\\Hits", "\\Web(a)\\Errors"));
  EXPECT_THAT(path_completions("\\M", names), ElementsAre("\\Mail\\Queue"));
}

TEST(LogNames, WhatIsNotAFile_IsNotWaitedFor) {
  const MadeFolder folder;
  const std::string pipe = folder.path() + "/pipe";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  const std::vector<std::string> logs = {pipe, "SQL:DRIVER=none;Servername=nowhere!set",
                                         "/no/such/log.blg"};
  EXPECT_THAT(path_completions("\\", names_of_logs(logs, fixed_titles())), IsEmpty());
}

}  // namespace
}  // namespace openperflib
