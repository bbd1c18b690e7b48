#include "openperflib/snapshot/provider_report.h"

#include <gtest/gtest.h>

namespace openperflib {
namespace {

TEST(ProviderReport, MissingValues_HaveStatusNoData) {
  ProviderReport report;
  report.add_missing(230, 19, 3, 2, MissingReason::no_permission, "no permission: /proc/1/io");
  ASSERT_EQ(report.missing().size(), 1U);
  const MissingValues& row = report.missing().front();
  EXPECT_EQ(row.object_title_index, 230U);
  EXPECT_EQ(row.counter_ordinal, 19U);
  EXPECT_EQ(row.first_instance, 3U);
  EXPECT_EQ(row.instance_count, 2U);
  EXPECT_EQ(row.status, CStatus::no_data);
  EXPECT_EQ(row.code, MissingReason::no_permission);
  EXPECT_EQ(report.reason(row), "no permission: /proc/1/io");
}

TEST(ProviderReport, CounterLeftOut_HasStatusNoCounter) {
  ProviderReport report;
  report.add_left_out(2, 1350, MissingReason::not_on_this_machine, "no registry on Linux");
  const MissingValues& row = report.missing().front();
  EXPECT_EQ(row.counter_ordinal, MissingRun::kLeftOut);
  EXPECT_EQ(row.first_instance, 1350U);
  EXPECT_EQ(row.instance_count, 0U);
  EXPECT_EQ(row.status, CStatus::no_counter);
}

TEST(ProviderReport, ReasonsOfConsecutiveRows_AreKept) {
  ProviderReport report;
  for (const char* reason : {"gone", "gone", "hidden", "gone"})
    report.add_missing(4, 0, 0, 1, MissingReason::other, reason);
  std::string reasons;
  for (const MissingValues& row : report.missing())
    reasons += std::string(report.reason(row)) + " ";
  EXPECT_EQ(reasons, "gone gone hidden gone ");
}

TEST(ProviderReport, Cleared_HoldsNothing) {
  ProviderReport report;
  report.add_missing(4, 0, 0, 1, MissingReason::other, "gone");
  report.add_key({4, 0, 9});
  report.clear();
  EXPECT_TRUE(report.missing().empty());
  EXPECT_TRUE(report.keys().empty());
}

}  // namespace
}  // namespace openperflib
