// What tests of queries share: their options, their paths, their times and a catalog.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "openperflib/abi/winperf_constants.h"
#include "openperflib/query/catalog/catalog.h"
#include "openperflib/query/query.h"
#include "openperflib/testing/test_block.h"
#include "openperflib/titles/title_indices.h"
#include "openperflib/titles/title_table.h"

namespace openperflib {

inline constexpr std::int64_t kSecond = kTicksPerSecond;
// When the machine of TestBlock was started, as FILETIME.
inline constexpr auto kBoot = static_cast<std::uint64_t>(TestBlock::kEpoch);

// The options of a query of this machine.
inline QueryOptions live_options() {
  QueryOptions options;
  options.policy.wrap = Wrap::modulo_2_32;
  options.policy.clock_check = ClockCheck::clock_was_set;
  return options;
}

// A query of one path, which may have wildcards; it is bound to no catalog yet.
inline Query query_of(std::string_view path, QueryOptions options = live_options()) {
  Query query(fixed_titles(), std::move(options));
  EXPECT_TRUE(query.add(path).has_value()) << path;
  return query;
}

// The paths of all series, in their order.
inline std::vector<std::string> paths_of(const Query& query) {
  std::vector<std::string> paths;
  for (std::size_t i = 0; i < query.binding().series().size(); ++i) {
    paths.push_back(query.binding().path_of(i));
  }
  return paths;
}

// Memory, which has no instances, and PhysicalDisk with two disks of one name and _Total.
inline Catalog catalog_of_disks() {
  return catalog_of(
      TestBlock()
          .object(title::kMemory, {{title::kAvailableBytes}}, Instances::none)
          .single({1})
          .object(title::kPhysicalDisk, {{title::kDiskBytesPerSec, PERF_COUNTER_BULK_COUNT},
                                         {title::kAvgDiskSecPerTransfer, PERF_AVERAGE_TIMER},
                                         {title::kAvgDiskSecPerTransfer, PERF_AVERAGE_BASE, 4}})
          .instance("0 sda", {})
          .instance("0 SDA", {})
          .instance("_Total", {})
          .snapshot(),
      fixed_titles());
}

}  // namespace openperflib
