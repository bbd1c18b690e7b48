// What DRM drivers write about a descriptor, after Documentation/gpu/drm-usage-stats.rst.
#include <gtest/gtest.h>

#include <string>

#include "openperflib/linux/gpu/drm_text_internal.h"

namespace openperflib::linux_objects {
namespace {

constexpr std::string_view kI915 =
    "pos:\t0\nflags:\t0100002\ndrm-driver: i915\ndrm-pdev:\t0000:00:02.0\ndrm-client-id:\t7\n"
    "drm-total-system0:\t6044 KiB\ndrm-resident-system0:\t5 MiB\ndrm-shared-system0:\t0\n"
    "drm-engine-render:\t9288864723 ns\ndrm-engine-video:\t0 ns\ndrm-engine-capacity-video:\t2\n";

TEST(DrmText, I915_IsItsClientEnginesAndRegions) {
  DrmClientText client;
  ASSERT_TRUE(parse_drm_client(kI915, client).has_value());
  EXPECT_EQ(client.driver, "i915");
  EXPECT_EQ(client.client_id, DrmNumber(7));
  ASSERT_EQ(client.engines.size(), 2U);
  EXPECT_EQ(client.engines[0].name, "render");
  EXPECT_EQ(client.engines[0].nanoseconds, DrmNumber(9288864723));
  EXPECT_FALSE(client.engines[0].capacity.has_value());
  EXPECT_EQ(client.engines[1].name, "video");
  EXPECT_EQ(client.engines[1].capacity, DrmNumber(2));
  ASSERT_EQ(client.regions.size(), 1U);
  EXPECT_EQ(client.regions[0].name, "system0");
  EXPECT_EQ(client.regions[0].total, DrmNumber(6044 * 1024));
  EXPECT_EQ(client.regions[0].resident, DrmNumber(5 * 1024 * 1024));
  EXPECT_FALSE(client.regions[0].older_resident.has_value());
}

// drm-total-cycles begins like drm-total does, but is not a region.
TEST(DrmText, Xe_HasCyclesAndNoTime) {
  DrmClientText client;
  ASSERT_TRUE(parse_drm_client("drm-cycles-rcs: 28257900\ndrm-total-cycles-rcs: 7655183225\n"
                               "drm-engine-capacity-rcs: 4\n",
                               client)
                  .has_value());
  ASSERT_EQ(client.engines.size(), 1U);
  EXPECT_TRUE(client.engines[0].has_cycles);
  EXPECT_FALSE(client.engines[0].nanoseconds.has_value());
  EXPECT_EQ(client.engines[0].capacity, DrmNumber(4));
  EXPECT_TRUE(client.regions.empty());
}

TEST(DrmText, OlderAmdgpu_HasDrmMemory) {
  DrmClientText client;
  ASSERT_TRUE(parse_drm_client("drm-memory-vram:\t12 KiB\n", client).has_value());
  ASSERT_EQ(client.regions.size(), 1U);
  EXPECT_EQ(client.regions[0].older_resident, DrmNumber(12 * 1024));
  EXPECT_FALSE(client.regions[0].resident.has_value());
}

struct BadTime {
  const char* line;
  BadWord error;
};
class BadTimes : public testing::TestWithParam<BadTime> {};

TEST_P(BadTimes, NamesTheByte) {
  DrmClientText client;
  ASSERT_TRUE(parse_drm_client(GetParam().line, client).has_value());
  ASSERT_EQ(client.engines.size(), 1U);
  EXPECT_EQ(client.engines[0].nanoseconds, DrmNumber(std::unexpected(GetParam().error)));
}

INSTANTIATE_TEST_SUITE_P(Hostile, BadTimes,
                         testing::Values(BadTime{"drm-engine-a: 5", {Errc::not_a_number, 14}},
                                         BadTime{"drm-engine-a: 5 us", {Errc::not_a_number, 14}},
                                         BadTime{"drm-engine-a: -5 ns", {Errc::not_a_number, 14}},
                                         BadTime{"drm-engine-a: 5 ns 6", {Errc::not_a_number, 14}},
                                         BadTime{"drm-engine-a:", {Errc::not_a_number, 13}},
                                         BadTime{"drm-engine-a: 18446744073709551616 ns",
                                                 {Errc::out_of_range, 14}}));

TEST(DrmText, SizeThatIsTooLargeInBytes_IsOutOfRange) {
  DrmClientText client;
  ASSERT_TRUE(parse_drm_client("drm-total-gtt: 18014398509481984 KiB", client).has_value());
  EXPECT_EQ(client.regions[0].total, DrmNumber(std::unexpected(BadWord{Errc::out_of_range, 15})));
}

TEST(DrmText, CapacityOfZero_IsNotAllowed) {
  DrmClientText client;
  ASSERT_TRUE(parse_drm_client("drm-engine-capacity-a:0\n", client).has_value());
  EXPECT_EQ(client.engines[0].capacity,
            DrmNumber(std::unexpected(BadWord{Errc::out_of_range, 22})));
}

TEST(DrmText, SecondLineOfAKey_DoesNotCount) {
  DrmClientText client;
  ASSERT_TRUE(parse_drm_client("drm-client-id: 1\ndrm-client-id: 2\ndrm-driver: a\ndrm-driver: b\n"
                               "drm-engine-a: 3 ns\ndrm-engine-a: 4 ns\n",
                               client)
                  .has_value());
  EXPECT_EQ(client.client_id, DrmNumber(1));
  EXPECT_EQ(client.driver, "a");
  ASSERT_EQ(client.engines.size(), 1U);
  EXPECT_EQ(client.engines[0].nanoseconds, DrmNumber(3));
}

TEST(DrmText, KeyWithoutAName_IsLeftOut) {
  DrmClientText client;
  ASSERT_TRUE(parse_drm_client("drm-engine-: 3 ns\ndrm-engine-capacity-: 3\ndrm-total-: 4\n: 5\n"
                               "drm-engine-a 6 ns\n",
                               client)
                  .has_value());
  EXPECT_TRUE(client.engines.empty());
  EXPECT_TRUE(client.regions.empty());
}

TEST(DrmText, TruncatedText_HasNothingMoreThanTheWhole) {
  DrmClientText whole, cut;
  ASSERT_TRUE(parse_drm_client(kI915, whole).has_value());
  for (std::size_t size = 0; size <= kI915.size(); ++size) {
    ASSERT_TRUE(parse_drm_client(kI915.substr(0, size), cut).has_value());
    ASSERT_LE(cut.engines.size(), whole.engines.size());
    ASSERT_LE(cut.regions.size(), whole.regions.size());
    for (std::size_t i = 0; i < cut.engines.size(); ++i) {
      ASSERT_TRUE(whole.engines[i].name.starts_with(cut.engines[i].name));
    }
  }
}

TEST(DrmText, OneNameMoreThanAnyDriverHas_IsOverTheLimit) {
  std::string text;
  for (std::size_t i = 0; i < kMostDrmNames; ++i) text += "drm-engine-" + std::to_string(i) + ":\n";
  DrmClientText client;
  EXPECT_TRUE(parse_drm_client(text, client).has_value());
  const std::size_t end = text.size();
  EXPECT_EQ(parse_drm_client(text + "drm-engine-x: 1 ns\n", client).error(),
            (BadWord{Errc::over_limit, end}));
}

TEST(DrmText, Regions_AreTheDevicesOrTheMachines) {
  for (const char* name : {"vram", "vram0", "local0", "stolen", "stolen-system0"}) {
    EXPECT_EQ(kind_of_region(name), DrmRegionKind::dedicated) << name;
  }
  for (const char* name : {"gtt", "memory", "cpu", "system", "system0"}) {
    EXPECT_EQ(kind_of_region(name), DrmRegionKind::shared) << name;
  }
  for (const char* name : {"gds", "doorbell", "gtt2", ""}) {
    EXPECT_EQ(kind_of_region(name), DrmRegionKind::other) << name;
  }
}

TEST(DrmNodes, Links_AreCardsAndRenderNodesAlone) {
  using enum DrmNode::Kind;
  EXPECT_EQ(drm_node_of_link("/dev/dri/card1"), (DrmNode{card, 1}));
  EXPECT_EQ(drm_node_of_link("/dev/dri/renderD128"), (DrmNode{render, 128}));
  EXPECT_EQ(drm_node_of_link("/dev/dri/card0 (deleted)"), (DrmNode{card, 0}));
  for (const char* link : {"/dev/dri/card", "/dev/dri/card1x", "/dev/dri/card1-DP-1", "/dev/null",
                           "/dev/dri/card9999999999", "/dev/dri/controlD64", "card1",
                           "/dev/dri/by-path/card1", "/dev/dri/", ""}) {
    EXPECT_EQ(drm_node_of_link(link), std::nullopt) << link;
  }
}

}  // namespace
}  // namespace openperflib::linux_objects
