#include "apps/perflib/provider/set_feed.h"

#include <gtest/gtest.h>

#include "apps/perflib/provider/set_declarations.h"
#include "openperflib/provider/v2/publish/publisher.h"
#include "openperflib/provider/v2/read/offer_watch.h"
#include "openperflib/testing/made_folder.h"
#include "openperflib/text/utf16.h"

namespace openperflib::apps {
namespace {

constexpr std::string_view kSets = R"({"sets": [
  {"guid": "8f1c1b0e-5d7a-4c52-9d0e-0b6a5f1f7c11", "name": "Coffee", "help": "Machines",
   "counters": [
     {"name": "Cups", "help": "since morning"},
     {"name": "Cups/sec", "kind": "rate"},
     {"name": "Seconds/Cup", "kind": "average"}]},
  {"guid": "{8f1c1b0e-5d7a-4c52-9d0e-0b6a5f1f7c12}", "name": "Water", "instances": false,
   "counters": [{"name": "Litres", "kind": "number"}]}
]})";

std::string declaration_fault(std::string_view json) {
  const auto read = read_set_declarations(json);
  return read.has_value() ? "" : describe(read.error());
}

TEST(SetDeclarations, AllMembers_AreRead) {
  const auto sets = read_set_declarations(kSets).value();
  ASSERT_EQ(sets.size(), 2U);
  EXPECT_EQ(sets[0].guid, "8f1c1b0e-5d7a-4c52-9d0e-0b6a5f1f7c11");
  EXPECT_EQ(sets[0].name, "Coffee");
  EXPECT_EQ(sets[0].help, "Machines");
  EXPECT_TRUE(sets[0].has_instances);
  ASSERT_EQ(sets[0].counters.size(), 3U);
  EXPECT_EQ(sets[0].counters[0].help, "since morning");
  EXPECT_EQ(sets[0].counters[0].kind, CounterKind::number);
  EXPECT_EQ(sets[0].counters[1].kind, CounterKind::rate);
  EXPECT_EQ(sets[0].counters[2].kind, CounterKind::average);
  EXPECT_FALSE(sets[1].has_instances);
}

TEST(SetDeclarations, Mistakes_NameTheirLine) {
  EXPECT_EQ(declaration_fault("{}"), "line 1: it needs \"sets\"");
  EXPECT_EQ(declaration_fault("{\"sets\": []}"), "line 1: there is no set in it");
  EXPECT_EQ(declaration_fault("{\"sets\": [\n{\"name\": \"A\"}]}"), "line 2: it needs \"guid\"");
  EXPECT_EQ(declaration_fault("{\"sets\": [{\"guid\": \"x\", \"name\": \"\"}]}"),
            "line 1: \"name\" is empty");
  EXPECT_EQ(declaration_fault("{\"sets\": [{\"guid\": \"x\", \"name\": \"A\"}]}"),
            "line 1: it needs \"counters\"");
  EXPECT_EQ(declaration_fault("{\"sets\": [{\"guid\": \"x\", \"name\": \"A\", \"counters\": [\n"
                              "{\"name\": \"B\", \"kind\": \"gauge\"}]}]}"),
            "line 2: kind: number, rate or average");
  EXPECT_EQ(declaration_fault("{\"sets\": [{\"guid\": \"x\", \"name\": \"A\", \"counters\": [\n"
                              "{\"name\": \"B\"},\n{\"name\": \"b\"}]}]}"),
            "line 3: the name \"b\" is used twice");
}

class SetFeedTest : public ::testing::Test {
 protected:
  // Empty: applied.
  std::string apply(std::string_view line) {
    const auto applied = feed_.apply(read_published_line(line).value());
    return applied.has_value() ? "" : applied.error();
  }
  // "Hall 1 2 3 4", of each instance of a set.
  std::vector<std::string> instances(std::size_t set) {
    (void)watch_.look();
    OfferedSegment& segment = watch_.processes()[0].segments[set];
    ReadBudget budget;
    segment.view.read(segment.reading, budget);
    std::vector<std::string> all;
    for (std::size_t i = 0; i < segment.reading.size(); ++i) {
      const InstanceReading one = segment.reading[i];
      all.push_back(utf8_from_utf16(std::as_bytes(std::span(one.name))).text);
      for (const std::uint64_t value : one.values) all.back() += " " + std::to_string(value);
    }
    return all;
  }
  using Texts = std::vector<std::string>;

  MadeFolder folder_;
  std::unique_ptr<Publisher> publisher_ = Publisher::start({folder_.path()}).value();
  SetFeed feed_ = SetFeed::publish(*publisher_, read_set_declarations(kSets).value()).value();
  OfferWatch watch_{{.system = folder_.path(), .own = {}}};
};

TEST_F(SetFeedTest, FirstLine_MakesTheInstance) {
  EXPECT_EQ(instances(0), Texts{});
  EXPECT_EQ(apply("\\Coffee(Hall)\\Cups = 5"), "");
  EXPECT_EQ(instances(0), Texts{"Hall 5 0 0 0"});
}

TEST_F(SetFeedTest, Changes_AreThoseOfTheirKind) {
  EXPECT_EQ(apply("\\coffee(HALL)\\cups + 5"), "");
  EXPECT_EQ(apply("\\Coffee(Hall)\\Cups - 2"), "");
  EXPECT_EQ(apply("\\Coffee(Hall)\\Cups/sec = 40"), "");
  EXPECT_EQ(apply("\\Coffee(Hall)\\Cups/sec + 2"), "");
  EXPECT_EQ(apply("\\Coffee(Hall)\\Seconds/Cup + 30"), "");
  EXPECT_EQ(apply("\\Coffee(Hall)\\Seconds/Cup + 12"), "");
  EXPECT_EQ(apply("\\Water\\Litres = 9"), "");
  EXPECT_EQ(instances(0), Texts{"HALL 3 42 42 2"});
  EXPECT_EQ(instances(1), Texts{" 9"});
}

TEST_F(SetFeedTest, Refused_MakesNoInstance) {
  EXPECT_EQ(apply("\\Tea(Hall)\\Cups = 5"), "no set is called \"Tea\"");
  EXPECT_EQ(apply("\\Coffee(Hall)\\Mugs = 5"), "\"Coffee\" has no counter \"Mugs\"");
  EXPECT_EQ(apply("\\Coffee\\Cups = 5"), "\"Coffee\" needs (NAME)");
  EXPECT_EQ(apply("\\Water(Hall)\\Litres = 5"), "\"Water\" has no instances");
  EXPECT_EQ(apply("\\Coffee(Hall)\\Seconds/Cup = 5"), "an average gets samples: + N");
  EXPECT_EQ(apply("\\Coffee(Hall)\\Cups/sec - 5"), "a rate does not go down: use = N or + N");
  EXPECT_EQ(apply("delete \\Coffee(Hall)"), "there is no such instance");
  EXPECT_EQ(instances(0), Texts{});
}

TEST_F(SetFeedTest, Deleted_StartsAtZeroWhenItIsMadeAgain) {
  EXPECT_EQ(apply("\\Coffee(Hall)\\Cups = 5"), "");
  EXPECT_EQ(apply("delete \\Coffee(hall)"), "");
  EXPECT_EQ(instances(0), Texts{});
  EXPECT_EQ(apply("\\Coffee(Hall)\\Cups + 1"), "");
  EXPECT_EQ(instances(0), Texts{"Hall 1 0 0 0"});
}

TEST_F(SetFeedTest, SetThatCannotBe_IsNamed) {
  auto sets = read_set_declarations(kSets).value();
  sets[1].guid = "x";
  EXPECT_EQ(SetFeed::publish(*publisher_, {sets[1]}).error(), "Water: \"x\" is not a GUID");
  sets[0].counters.clear();
  EXPECT_EQ(SetFeed::publish(*publisher_, {sets[0]}).error(),
            "Coffee: a counter set needs at least one counter");
}

}  // namespace
}  // namespace openperflib::apps
