#include "openperflib/view/services/module_report.h"

#include <gtest/gtest.h>

#include <set>

namespace openperflib {
namespace {

ModuleReport report_of_disque() {
  ModuleReport report;
  report.module = "/opt/disque.so";
  report.service = "Disque";
  report.first_index = 200000;
  report.last_index = 200004;
  report.confinement = "privileges, limits";
  report.objects = {"Disque Queues"};
  report.collections = 1122;
  report.open_ms = 1;
  report.median_us = 3;
  report.largest_us = 45'000;
  report.growth = {.calls = 1000,
                   .heap_bytes = 112'000,
                   .descriptors = 0,
                   .threads = std::nullopt,
                   .mapped_pages = -1};
  return report;
}

TEST(ModuleReport, RuleThatIsBrokenAgain_IsCounted) {
  ModuleReport report;
  report.add(ModuleRule::heap, "first");
  report.add(ModuleRule::crash, "Open");
  report.add(ModuleRule::heap, "second");
  EXPECT_EQ(report.findings, (std::vector<ModuleFinding>{{ModuleRule::crash, "Open", 1},
                                                         {ModuleRule::heap, "first", 2}}));
}

TEST(ModuleReport, NothingFound_HasTimesAndGrowth) {
  EXPECT_EQ(
      module_report_text(report_of_disque()),
      "Disque: no rule is broken\n"
      "  objects      Disque Queues\n"
      "  confined     privileges, limits\n"
      "  Open         1 ms\n"
      "  Collect      1122 calls: median 3 us, longest 45 ms\n"
      "  growth       in 1000 calls: heap +112000 bytes, descriptors +0, threads -, pages -1\n");
}

TEST(ModuleReport, TestThatEndedEarly_ShowsNoNumbers) {
  ModuleReport report;
  report.service = "Mail\x1B";
  report.add(ModuleRule::open_error, "Open returned 5");
  const std::string text = module_report_text(report);
  EXPECT_TRUE(
      text.starts_with("open-error: Open returns success.\n"
                       "  found:  Open returned 5\n"
                       "  remedy: "))
      << text;
  EXPECT_TRUE(
      text.ends_with("  objects      -\n"
                     "  confined     -\n"
                     "  Open         -\n"
                     "  Collect      0 calls: median -, longest -\n"))
      << text;
  EXPECT_FALSE(text.contains('\x1B'));
}

TEST(ModuleReport, Json_HasNullForWhatIsNotKnown) {
  ModuleReport report = report_of_disque();
  report.open_ms.reset();
  report.add(ModuleRule::threads, "9 more threads after 1000 collections");
  JsonWriter out(JsonLayout::line);
  write_module_report(out, report);
  const ModuleRuleRow& row = row_of(ModuleRule::threads);
  EXPECT_EQ(out.take(),
            R"({"module":"/opt/disque.so","service":"Disque","first_index":200000,)"
            R"("last_index":200004,"confinement":"privileges, limits",)"
            R"("objects":["Disque Queues"],"collections":1122,"open_ms":null,"median_us":3,)"
            R"("longest_us":45000,"growth":{"calls":1000,"heap_bytes":112000,"descriptors":0,)"
            R"("threads":null,"mapped_pages":-1},"findings":[{"rule":"thread-leak","clause":)" +
                json_string(row.clause) +
                R"(,"detail":"9 more threads after 1000 collections","times":1,"remedy":)" +
                json_string(row.remedy) + "}]}");
}

TEST(ModuleRules, EachRule_HasItsOwnIdAndSentences) {
  std::set<std::string_view> ids;
  for (const ModuleRuleRow& row : module_rules()) {
    EXPECT_EQ(&row_of(row.rule), &row);
    EXPECT_TRUE(ids.insert(row.id).second) << row.id;
    EXPECT_TRUE(row.clause.ends_with('.')) << row.id;
    EXPECT_TRUE(row.remedy.ends_with('.')) << row.id;
  }
}

}  // namespace
}  // namespace openperflib
