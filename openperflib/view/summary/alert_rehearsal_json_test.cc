#include "openperflib/view/summary/alert_rehearsal_json.h"

#include <gtest/gtest.h>

#include <string>

#include "openperflib/testing/test_block.h"
#include "openperflib/titles/title_indices.h"
#include "openperflib/titles/title_table.h"

namespace openperflib {
namespace {

AlertRule below_500() {
  AlertRule rule;
  rule.name = "short";
  rule.counter = "\\Memory\\Available Bytes";
  rule.condition.when = AlertWhen::below;
  rule.condition.threshold = 500;
  return rule;
}

TEST(AlertRehearsalJson, RuleThatFired_HasItsTallyAndItsEvent) {
  AlertRehearsal rehearsal({below_500()}, 10);
  Query query(fixed_titles());
  ASSERT_TRUE(rehearsal.watch().add_paths(query).has_value());
  const FileTime ten = *file_time_from({.year = 2026, .month = 11, .day = 22, .hour = 10});
  SummaryExtent extent;
  for (const std::int64_t second : {0, 1, 2}) {
    TestBlock block((second + 1) * kTicksPerSecond);
    block.object(title::kMemory, {{title::kAvailableBytes}}, Instances::none)
        .single({second == 0 ? 900U : 400U});
    query.take(block.snapshot());
    const FileTime now = ten + second * kTicksPerSecond;
    extent.note(now);
    rehearsal.take(query, now);
  }
  rehearsal.end();
  std::string text;
  write_rehearsal_json(rehearsal, extent, [&](std::string_view piece) { text += piece; });
  EXPECT_EQ(text,
            "{\n"
            "  \"records\": 3,\n"
            "  \"rules\": [\n"
            "    {\n"
            "      \"name\": \"short\",\n"
            "      \"counter\": \"\\\\Memory\\\\Available Bytes\",\n"
            "      \"in_log\": true,\n"
            "      \"fired\": 1,\n"
            "      \"held_back\": 0,\n"
            "      \"over\": 0,\n"
            "      \"still_on\": 1,\n"
            "      \"longest_seconds\": 1.0\n"
            "    }\n"
            "  ],\n"
            "  \"events\": [\n"
            "    {\n"
            "      \"time\": \"2026-11-22T10:00:01.000\",\n"
            "      \"rule\": \"short\",\n"
            "      \"state\": \"fired\",\n"
            "      \"counter\": \"\\\\\\\\db-17\\\\Memory\\\\Available Bytes\",\n"
            "      \"value\": 400.0\n"
            "    }\n"
            "  ]\n"
            "}\n");
}

}  // namespace
}  // namespace openperflib
