#include "openperflib/query/row_feed.h"

#include <gtest/gtest.h>

#include <string>

#include "openperflib/testing/test_block.h"

namespace openperflib {
namespace {

constexpr std::uint32_t kThreads = 680;

Snapshot processes_named(const std::vector<std::string>& names) {
  TestBlock block;
  block.object(title::kProcess, {{kThreads}});
  for (const std::string& name : names) block.instance(name, {1});
  return block.snapshot();
}

// "begin N" and "row N" with the number of series; begin() fails where it is told to.
class NotingSink final : public RowSink {
 public:
  std::string noted;
  bool is_broken = false;

  [[nodiscard]] std::expected<void, SourceFault> begin(
      const Binding& /*binding*/, std::span<const std::size_t> shown) override {
    if (is_broken) return std::unexpected(SourceFault{.errno_value = 5, .file = "x", .error = {}});
    noted += "begin " + std::to_string(shown.size()) + "\n";
    return {};
  }
  [[nodiscard]] std::expected<void, SourceFault> write(const Sample& sample,
                                                       const Row& /*row*/) override {
    noted += "row " + std::to_string(sample.counters.size()) + "\n";
    return {};
  }
  [[nodiscard]] std::expected<void, SourceFault> end() override { return {}; }
};

TEST(RowFeed, EachLayout_IsToldOnceAndBeforeItsRows) {
  NotingSink sink;
  RowFeed feed(sink);
  Query query(fixed_titles());
  ASSERT_TRUE(query.add("\\Process(*)\\Thread Count").has_value());
  query.take(processes_named({"a", "b"}));
  ASSERT_TRUE(feed.follow(query).has_value());
  ASSERT_TRUE(feed.write(query).has_value());
  query.take(processes_named({"a", "b"}));
  ASSERT_TRUE(feed.write(query).has_value());
  query.take(processes_named({"a", "b", "c"}));
  ASSERT_TRUE(feed.write(query).has_value());
  EXPECT_EQ(sink.noted, "begin 2\nrow 2\nrow 2\nbegin 3\nrow 3\n");
}

TEST(RowFeed, LayoutThatTheSinkRefused_IsToldAgain) {
  NotingSink sink;
  RowFeed feed(sink);
  Query query(fixed_titles());
  ASSERT_TRUE(query.add("\\Process(*)\\Thread Count").has_value());
  query.take(processes_named({"a"}));
  sink.is_broken = true;
  EXPECT_FALSE(feed.write(query).has_value());
  sink.is_broken = false;
  EXPECT_TRUE(feed.write(query).has_value());
  EXPECT_EQ(sink.noted, "begin 1\nrow 1\n");
}

}  // namespace
}  // namespace openperflib
