// Rows for rules: each taker takes all of them in their order, while others are added.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "openperflib/analysis/rule_rows_internal.h"
#include "openperflib/testing/late_workers.h"

namespace openperflib {
namespace {

// Notes "taker: the record of each row".
class NotingTakers final : public RuleRows::Takers {
 public:
  std::vector<std::string> noted;

  [[nodiscard]] std::size_t count() const noexcept override { return 2; }
  void take_rows(std::size_t taker, std::span<const RuleRow> rows) override {
    std::string records = std::to_string(taker) + ":";
    for (const RuleRow& row : rows) records += " " + std::to_string(row.record);
    noted.push_back(records);
  }
};

void add_row(RuleRows& rows, std::uint64_t record, std::size_t width = 1) {
  RuleRow& row = rows.next();
  row.record = record;
  row.numbers.assign(width, 0);
  rows.add();
}

TEST(RuleRows, WithoutWorkers_AreTakenAtOnce) {
  NotingTakers takers;
  RuleRows rows(nullptr, takers);
  add_row(rows, 7);
  add_row(rows, 8);
  EXPECT_EQ(takers.noted, (std::vector<std::string>{"0: 7", "1: 7", "0: 8", "1: 8"}));
  rows.flush();  // nothing more
  EXPECT_EQ(takers.noted.size(), 4U);
}

TEST(RuleRows, FullBatch_IsHandedOverAndStaysWhileTheNextIsFilled) {
  LateWorkers workers;
  NotingTakers takers;
  RuleRows rows(&workers, takers);
  constexpr std::size_t kWide = RuleRows::kMostBytes / (2 * sizeof(double));
  for (std::uint64_t record = 1; record <= 3; ++record) {
    EXPECT_EQ(workers.starts, record - 1);
    add_row(rows, record, kWide);  // a second one does not fit
  }
  EXPECT_EQ(takers.noted, (std::vector<std::string>{"0: 1", "1: 1", "0: 2", "1: 2"}));
  rows.flush();
  EXPECT_EQ(takers.noted.back(), "1: 3");
}

TEST(RuleRows, Flush_HandsOverWhatIsLeft) {
  LateWorkers workers;
  NotingTakers takers;
  RuleRows rows(&workers, takers);
  for (std::uint64_t record = 1; record <= RuleRows::kMostRows + 2; ++record) {
    add_row(rows, record);
  }
  EXPECT_EQ(workers.starts, 1U);
  EXPECT_TRUE(takers.noted.empty());
  rows.flush();
  EXPECT_EQ(takers.noted.size(), 4U);
  EXPECT_EQ(takers.noted.back(), "1: 1025 1026");
}

// Another thread would take longer to wake up.
TEST(RuleRows, FewRowsAtAFlush_AreTakenByTheCaller) {
  LateWorkers workers;
  NotingTakers takers;
  RuleRows rows(&workers, takers);
  add_row(rows, 1);
  add_row(rows, 2);
  rows.flush();
  EXPECT_EQ(workers.starts, 0U);
  EXPECT_EQ(takers.noted, (std::vector<std::string>{"0: 1 2", "1: 1 2"}));
}

TEST(RuleRows, EndWithoutFlush_WaitsForThoseThatRun) {
  LateWorkers workers;
  NotingTakers takers;
  {
    RuleRows rows(&workers, takers);
    for (std::uint64_t record = 0; record < RuleRows::kMostRows + 1; ++record) {
      add_row(rows, record);
    }
  }
  EXPECT_EQ(takers.noted.size(), 2U);
}

}  // namespace
}  // namespace openperflib
