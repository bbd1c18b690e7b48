#include "openperflib/snapshot/collection_status.h"

#include <array>
#include <cstddef>
#include <cstdint>

#include "openperflib/abi/winperf_constants.h"
#include "openperflib/titles/title_indices.h"

namespace openperflib {
namespace {

constexpr std::uint32_t kSize = 4;         // bytes of each number
constexpr std::uint32_t kFirstOffset = 8;  // after ByteLength, aligned

constexpr CounterDefinition number(std::uint32_t title, std::uint32_t order,
                                   std::uint32_t type = PERF_COUNTER_RAWCOUNT) noexcept {
  return {.name_title_index = title,
          .help_title_index = title + 1,
          .type = type,
          .size = kSize,
          .offset = kFirstOffset + order * kSize};
}

// The counters, which objects.csv lists too, for its readers (linux tests that both agree).
constexpr std::array kDefinitions = {
    number(title::kObjectTitleIndex, 0),
    number(title::kCounterOrdinal, 1),
    number(title::kFirstInstance, 2),
    number(title::kInstanceCount, 3),
    number(title::kCStatus, 4, PERF_COUNTER_RAWCOUNT_HEX),
    number(title::kReasonCode, 5),
};
constexpr std::uint32_t kCounterBlockLength =  // a multiple of 8
    (kFirstOffset + kSize * static_cast<std::uint32_t>(kDefinitions.size()) + 7) & ~7U;

// The numbers of a row in the order of the counters.
std::array<std::uint32_t, kDefinitions.size()> numbers_of(const MissingValues& row) noexcept {
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
                        .counter_block_length = kCounterBlockLength},
                       kDefinitions);
  for (const MissingValues& row : report.missing()) {
    builder.begin_instance(report.reason(row));
    const auto numbers = numbers_of(row);
    for (std::size_t i = 0; i < kDefinitions.size(); ++i) {
      builder.set(kDefinitions[i].offset, kDefinitions[i].size, numbers[i]);
    }
  }
  builder.end_object();
}

}  // namespace openperflib
