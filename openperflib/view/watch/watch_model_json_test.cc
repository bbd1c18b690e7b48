#include "openperflib/view/watch/watch_model_json.h"

#include <gtest/gtest.h>

#include <initializer_list>
#include <optional>
#include <string>

#include "openperflib/testing/test_block.h"
#include "openperflib/titles/title_indices.h"
#include "openperflib/titles/title_table.h"

namespace openperflib {
namespace {

// What watch shows of a rate after these readings, a second apart.
std::string watched_rate(std::initializer_list<std::uint64_t> readings,
                         const std::optional<std::string>& time) {
  Query query(fixed_titles());
  EXPECT_TRUE(query.add("\\System\\Context Switches/sec").has_value());
  WatchModel model(Policy{});
  std::int64_t seconds = 1;
  for (const std::uint64_t reading : readings) {
    TestBlock block(seconds++ * kTicksPerSecond);
    block.object(title::kSystem, {{title::kContextSwitchesPerSec, PERF_COUNTER_BULK_COUNT, 8}},
                 Instances::none);
    query.take(block.single({reading}).snapshot());
    model.take(query);
  }
  JsonWriter out(JsonLayout::line);
  write_watch(out, query, time, model.groups(query, WatchOrder::as_collected, {}));
  return out.take();
}

TEST(WatchModelJson, Line_HasItsLastValueAndItsStatistics) {
  EXPECT_EQ(watched_rate({0, 10, 40}, "2026-11-21T10:15:30.000+00:00"),
            R"({"time":"2026-11-21T10:15:30.000+00:00","groups":[{"title":"\\System",)"
            R"("is_list":false,"lines":[{"path":"\\\\db-17\\System\\Context Switches/sec",)"
            R"("label":"Context Switches/sec","value":30.0,"status":"CSTATUS_VALID_DATA",)"
            R"("reason":null,"count":2,"min":10.0,"average":20.0,"max":30.0,)"
            R"("competes":true,"is_virtual":false,"is_repeat":false}]}]})");
}

TEST(WatchModelJson, LineWithoutAValue_HasNullAndTheReason) {
  EXPECT_EQ(watched_rate({0}, std::nullopt),
            R"({"time":null,"groups":[{"title":"\\System",)"
            R"("is_list":false,"lines":[{"path":"\\\\db-17\\System\\Context Switches/sec",)"
            R"("label":"Context Switches/sec","value":null,"status":"CSTATUS_INVALID_DATA",)"
            R"("reason":"first sample: a rate needs two","count":0,"min":null,"average":null,)"
            R"("max":null,"competes":true,"is_virtual":false,"is_repeat":false}]}]})");
}

TEST(WatchModelJson, Remainder_IsAMemberOfItsOwn) {
  Query query(fixed_titles());
  JsonWriter out(JsonLayout::line);
  write_watch(out, query, std::nullopt, {}, CpuRemainder{.used = 54, .by_processes = 23});
  EXPECT_EQ(out.take(), R"({"time":null,"groups":[],"not_attributed":{"percent":31.0,"used":54.0,)"
                        R"("by_processes":23.0,"forks_per_second":null,"is_notable":true}})");
}

}  // namespace
}  // namespace openperflib
