// Names of instances in a code page, as in blocks from files. Query gets its decoder as a function.
#include <gtest/gtest.h>

#include "openperflib/query/catalog/catalog.h"
#include "openperflib/query/catalog/suggestions.h"
#include "openperflib/query/query.h"
#include "openperflib/testing/code_page_1251.h"
#include "openperflib/titles/title_indices.h"
#include "openperflib/wire/data_block_builder.h"

namespace openperflib {
namespace {

constexpr std::string_view kName1251 = "\xC4\xE8\xF1\xEA C";   // "Диск C"
constexpr std::string_view kLower1251 = "\xE4\xE8\xF1\xEA d";  // "диск d"

Snapshot cyrillic_disks(std::int64_t now, std::uint64_t first, std::uint64_t second) {
  DataBlockBuilder builder;
  builder.begin({.perf_time = now, .perf_freq = kTicksPerSecond, .machine_name = "db-17"});
  const CounterDefinition bytes{.name_title_index = title::kDiskBytesPerSec,
                                .type = PERF_COUNTER_BULK_COUNT,
                                .size = 8,
                                .offset = 8};
  builder.begin_object({.name_title_index = title::kPhysicalDisk,
                        .instances = Instances::multiple,
                        .code_page = kCodePage1251},
                       {&bytes, 1});
  builder.begin_instance_raw(as_bytes(kName1251), {});
  builder.set(8, 8, first);
  builder.begin_instance_raw(as_bytes(kLower1251), {});
  builder.set(8, 8, second);
  builder.end_object();
  Snapshot snapshot;
  snapshot.assign(builder.finish().value()).value();
  return snapshot;
}

TEST(CodePageNames, WithADecoder_AreWhatTheirWriterMeant) {
  const Catalog catalog = catalog_of(cyrillic_disks(1, 0, 0), fixed_titles(), &decode_1251);
  ASSERT_EQ(catalog.objects().size(), 1U);
  EXPECT_EQ(catalog.objects()[0].instances[0].name, "Диск C");
  EXPECT_EQ(catalog.objects()[0].instances[1].name, "диск d");
}

TEST(CodePageNames, WithoutADecoder_KeepTheirAscii) {
  const Catalog catalog = catalog_of(cyrillic_disks(1, 0, 0), fixed_titles());
  EXPECT_EQ(catalog.objects()[0].instances[0].name, "\uFFFD\uFFFD\uFFFD\uFFFD C");
}

TEST(CodePageNames, PathsFindThemAndShowThem) {
  QueryOptions options;
  options.decode = &decode_1251;
  Query query(fixed_titles(), options);
  ASSERT_TRUE(query.add("\\PhysicalDisk(Диск C)\\Disk Bytes/sec").has_value());
  ASSERT_TRUE(query.add("\\PhysicalDisk(ДИСК*)\\Disk Bytes/sec").has_value());
  query.take(cyrillic_disks(kTicksPerSecond, 100, 500));
  query.take(cyrillic_disks(2 * kTicksPerSecond, 110, 700));
  ASSERT_EQ(query.row().values.size(), 3U);
  EXPECT_EQ(query.row().values[0].number, 10);
  EXPECT_EQ(query.row().values[2].number, 200);
  EXPECT_EQ(query.binding().path_of(2), "\\\\db-17\\PhysicalDisk(диск d)\\Disk Bytes/sec");
}

TEST(CodePageNames, SuggestionsNameThem) {
  EXPECT_EQ(suggestion_for("\\PhysicalDisk(x)\\Disk Bytes/sec", cyrillic_disks(1, 0, 0),
                           fixed_titles(), &decode_1251),
            "existing instances: Диск C, диск d");
}

}  // namespace
}  // namespace openperflib
