#include "openperflib/log/reader/log_anomalies.h"

#include <gtest/gtest.h>

#include "openperflib/log/blg/blg_layout.h"

namespace openperflib {
namespace {

Error error_at(std::uint64_t offset) {
  return {Errc::missing, 0, &blg::event::kPart.field, offset};
}

TEST(LogAnomalies, Note_CostsNothing) {
  LogAnomalies list("a.blg");
  list.note(error_at(7));
  ASSERT_EQ(list.items().size(), 1U);
  EXPECT_EQ(list.items()[0].what, (SourceFault{0, "a.blg", error_at(7)}));
  EXPECT_FALSE(list.items()[0].is_loss);
}

TEST(LogAnomalies, Loss_SaysWhatItCost) {
  LogAnomalies list("a.blg");
  list.lose(error_at(7), {.bytes = 12, .records = 1});
  EXPECT_TRUE(list.items()[0].is_loss);
  EXPECT_EQ(list.items()[0].skipped_bytes, 12U);
  EXPECT_EQ(list.items()[0].skipped_records, 1U);
}

TEST(LogAnomalies, MoreThanAreKept_AreCounted) {
  LogAnomalies list("a.blg");
  for (std::uint64_t i = 0; i < 1000; ++i) list.note(error_at(i));
  EXPECT_EQ(list.count(), 1000U);
  ASSERT_EQ(list.items().size(), LogReader::kMostAnomalies);
  EXPECT_EQ(list.items().back().what.error->offset, LogReader::kMostAnomalies - 1);
  list.clear();
  EXPECT_EQ(list.count(), 0U);
  EXPECT_TRUE(list.items().empty());
}

}  // namespace
}  // namespace openperflib
