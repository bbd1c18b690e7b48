#include "openperflib/machine_jobs/path_reading.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace openperflib {
namespace {

using testing::ElementsAre;

TEST(PathReading, WordsThatAreNotPaths_AreLeftOut) {
  const std::vector<std::string> words = {"\\Memory\\Available Bytes", "\\", "\\Memory\\Nothing"};
  const auto reading =
      read_paths({.roots = {OPENPERFLIB_BINARY_DIR "/machines/vm-6.18"}}, words, fixed_titles());
  ASSERT_TRUE(reading.has_value()) << describe(reading.error());
  EXPECT_THAT(reading->paths, ElementsAre(words[0], words[2]));
  EXPECT_EQ(reading->query.match(0), Query::Match::matched);
  EXPECT_EQ(reading->query.match(1), Query::Match::no_counter);
  EXPECT_FALSE(reading->snapshot.empty());
}

TEST(PathReading, AbsentFolder_IsNamed) {
  const auto reading = read_paths({.roots = {"/nonexistent"}}, {}, fixed_titles());
  ASSERT_FALSE(reading.has_value());
  EXPECT_EQ(reading.error().kind, JobFault::Kind::unreadable);
}

}  // namespace
}  // namespace openperflib
