#include "openperflib/pdh/data_source.h"

#include <gtest/gtest.h>

namespace openperflib {
namespace {

TEST(DataSource, WithoutLogs_IsThisMachine) {
  EXPECT_TRUE(DataSource().is_real_time());
  EXPECT_EQ(DataSource::of_logs({}), DataSource());
}

TEST(DataSource, AnyName_IsALog) {
  for (const char* name : {"", "a.blg", "SQL:perf!Monday"}) {
    const DataSource source = DataSource::of_log(name);
    EXPECT_FALSE(source.is_real_time());
    ASSERT_EQ(source.logs().size(), 1U);
    EXPECT_EQ(source.logs()[0], name);
  }
}

TEST(DataSource, SeveralLogs_KeepTheirOrder) {
  const DataSource source = DataSource::of_logs({"b.blg", "a.blg"});
  ASSERT_EQ(source.logs().size(), 2U);
  EXPECT_EQ(source.logs()[0], "b.blg");
  EXPECT_NE(source, DataSource::of_logs({"a.blg", "b.blg"}));
}

}  // namespace
}  // namespace openperflib
