#include <gtest/gtest.h>

#include "openperflib/abi/winperf_constants.h"
#include "openperflib/counter/type_table.h"
#include "openperflib/titles/manifest/manifest_types_internal.h"

namespace openperflib {
namespace {

// The layers do not depend on each other, but must agree.
TEST(ManifestTypes, EachType_IsThatOfTheTypeTable) {
  std::size_t named = 0;
  for (const TypeRow& row : type_table()) {
    if (row.manifest.empty()) continue;
    ++named;
    const ManifestType* const type = find_manifest_type(row.manifest);
    ASSERT_NE(type, nullptr) << row.manifest;
    EXPECT_EQ(type->type, row.type.bits()) << row.manifest;
    EXPECT_EQ(find_manifest_type(row.type.bits()), type) << row.manifest;
    EXPECT_EQ(type->base, row.base.has_value() ? row.base->bits() : 0) << row.manifest;
    const bool uses_clock = type->needs == ManifestType::Needs::clock ||
                            type->needs == ManifestType::Needs::base_or_clock;
    const bool needs_clock = row.companion == Companion::object_time ||
                             row.type == CounterType(PERF_PRECISION_OBJECT_TIMER);
    EXPECT_EQ(uses_clock, needs_clock) << row.manifest;
  }
  EXPECT_EQ(named + 1, manifest_types().size());  // and perf_counter_composite
}

TEST(ManifestTypes, CompositeType_HasNoValue) {
  ASSERT_NE(find_manifest_type("perf_counter_composite"), nullptr);
  EXPECT_EQ(find_manifest_type("perf_counter_composite")->type, std::uint32_t{PERF_COUNTER_NODATA});
}

TEST(ManifestTypes, OtherNames_AreNone) {
  for (const char* name : {"", "PERF_COUNTER_COUNTER", "perf_counter_nodata",
                           "perf_precision_timestamp", "perf_counter_rawcount "}) {
    EXPECT_EQ(find_manifest_type(name), nullptr) << name;
  }
}

}  // namespace
}  // namespace openperflib
