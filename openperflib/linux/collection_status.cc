#include "openperflib/linux/collection_status.h"

#include <algorithm>
#include <array>

#include "openperflib/linux/object_catalogue.h"
#include "openperflib/query/title_indices.h"

namespace openperflib {
namespace {

constexpr std::size_t kNumbers = 5;

// The numbers of a row in the order of the counters.
std::array<std::uint32_t, kNumbers> numbers_of(const MissingValues& row) noexcept {
  return {row.object_title_index, row.counter_ordinal, row.first_instance, row.instance_count,
          pdh_code(row.status)};
}

CounterDefinition definition_of(const CatalogueCounter& counter) noexcept {
  return {.name_title_index = counter.name_index,
          .help_title_index = counter.help_index,
          .default_scale = counter.default_scale,
          .detail_level = counter.detail_level,
          .type = counter.type,
          .size = counter.size,
          .offset = counter.offset};
}

}  // namespace

void write_collection_status(const ProviderReport& report, DataBlockBuilder& builder) {
  const CatalogueObject& object = *find_catalogue_object(title::kCollectionStatus);
  std::array<CounterDefinition, kNumbers> definitions;
  std::ranges::transform(object.counters, definitions.begin(), definition_of);
  builder.begin_object({.name_title_index = object.name_index,
                        .help_title_index = object.help_index,
                        .detail_level = object.detail_level,
                        .default_counter = 0,
                        .instances = Instances::multiple,
                        .counter_block_length = object.counter_block_length},
                       definitions);
  for (const MissingValues& row : report.missing()) {
    builder.begin_instance(report.reason(row));
    const auto numbers = numbers_of(row);
    for (std::size_t i = 0; i < kNumbers; ++i) {
      builder.set(definitions[i].offset, definitions[i].size, numbers[i]);
    }
  }
  builder.end_object();
}

}  // namespace openperflib
