#include "openperflib/snapshot/collection_status.h"

#include <array>
#include <cstddef>
#include <cstdint>

#include "openperflib/abi/winperf_constants.h"
#include "openperflib/snapshot/number_counters_internal.h"
#include "openperflib/titles/title_indices.h"

namespace openperflib {
namespace {

// The counters, which objects.csv lists too, for its readers (linux tests that both agree).
constexpr std::array kStatusCounters = {
    number_counter(title::kObjectTitleIndex, 0),
    number_counter(title::kCounterOrdinal, 1),
    number_counter(title::kFirstInstance, 2),
    number_counter(title::kInstanceCount, 3),
    number_counter(title::kCStatus, 4, PERF_COUNTER_RAWCOUNT_HEX),
    number_counter(title::kReasonCode, 5),
};

// The numbers of a row in the order of the counters.
std::array<std::uint32_t, kStatusCounters.size()> numbers_of(const MissingValues& row) noexcept {
  return {row.object_title_index, row.counter_ordinal,  row.first_instance,
          row.instance_count,     pdh_code(row.status), static_cast<std::uint32_t>(row.code)};
}

}  // namespace

void write_collection_status(const ProviderReport& report, DataBlockBuilder& builder) {
  builder.begin_object({.name_title_index = title::kCollectionStatus,
                        .help_title_index = title::kCollectionStatus + 1,
                        .detail_level = PERF_DETAIL_NOVICE,
                        .default_counter = 0,
                        .instances = Instances::multiple,
                        .counter_block_length = number_block_length(kStatusCounters.size())},
                       kStatusCounters);
  for (const MissingValues& row : report.missing()) {
    builder.begin_instance(report.reason(row));
    const auto numbers = numbers_of(row);
    for (std::size_t i = 0; i < kStatusCounters.size(); ++i) {
      builder.set(kStatusCounters[i].offset, kStatusCounters[i].size, numbers[i]);
    }
  }
  builder.end_object();
}

}  // namespace openperflib
