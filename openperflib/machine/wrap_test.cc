// How a live query treats 4-byte totals that decreased, from the files to the row. Facts:
// docs/objects.md, section 4; docs/counter_types.md, section 6.
#include <gtest/gtest.h>

#include <string>

#include "openperflib/machine/local_source.h"
#include "openperflib/query/query.h"
#include "openperflib/testing/made_folder.h"
#include "openperflib/titles/title_table.h"

namespace openperflib {
namespace {

// Two recordings of a machine, ten seconds apart, with the policy of live queries.
class Wrap32 : public testing::Test {
 protected:
  static void write(const MadeFolder& folder, std::uint64_t btime, std::string_view uptime,
                    std::uint64_t switches) {
    folder.write("proc/stat", "cpu0 1 0 0 1 0 0 0 0\nctxt " + std::to_string(switches) +
                                  "\nbtime " + std::to_string(btime) + "\n");
    folder.write("proc/uptime", std::string(uptime) + " 1.00\n");
  }
  static void write_disk(const MadeFolder& folder, std::uint64_t reads, std::string_view diskseq) {
    folder.write("proc/diskstats",
                 "   8       0 sda " + std::to_string(reads) + " 0 0 0 0 0 0 0 0 0 0\n");
    folder.write("sys/block/sda/diskseq", diskseq);
  }
  Value rate_of(std::string_view path) {
    QueryOptions options;
    options.policy.wrap = Wrap::modulo_2_32;
    Query query(fixed_titles(), options);
    EXPECT_TRUE(query.add(path).has_value());
    auto source =
        std::move(LocalSource::open(fixed_titles(), {.roots = {first.path(), second.path()}}))
            .value();
    Snapshot snapshot;
    for (int i = 0; i < 2; ++i) {
      EXPECT_TRUE(source->read(query.request(), snapshot).has_value());
      query.take(snapshot);
    }
    EXPECT_EQ(query.row().values.size(), 1U);
    return query.row().values.at(0);
  }
  MadeFolder first, second;
};

constexpr std::string_view kSwitches = "\\System\\Context Switches/sec";
constexpr std::string_view kReads = "\\PhysicalDisk(0 sda)\\Disk Reads/sec";
constexpr std::uint64_t kBoot = 1'700'000'000;
constexpr std::uint64_t kBelow = 4'294'967'290, kAbove = 4'294'967'310;  // 2^32 - 6, 2^32 + 14

TEST_F(Wrap32, CountThatPasses32Bits_HasItsRate) {
  write(first, kBoot, "100.00", kBelow);
  write(second, kBoot, "110.00", kAbove);
  const Value rate = rate_of(kSwitches);
  EXPECT_EQ(rate.status, CStatus::valid_data);
  EXPECT_EQ(rate.number, 2);
}

TEST_F(Wrap32, CountThatFell_HasNoRate) {
  write(first, kBoot, "100.00", 5'000);
  write(second, kBoot, "110.00", 4'000);
  EXPECT_EQ(rate_of(kSwitches).status, CStatus::negative_value);
}

TEST_F(Wrap32, AnotherBoot_IsNotAWrap) {
  write(first, kBoot, "100.00", kBelow);
  write(second, kBoot + 3600, "110.00", kAbove);
  EXPECT_EQ(rate_of(kSwitches).status, CStatus::negative_value);
}

TEST_F(Wrap32, SameDisk_HasItsRate) {
  write(first, kBoot, "100.00", 1);
  write(second, kBoot, "110.00", 1);
  write_disk(first, kBelow, "7");
  write_disk(second, kAbove, "7");
  EXPECT_EQ(rate_of(kReads).number, 2);
}

TEST_F(Wrap32, DiskInThePlaceOfAnother_IsNew) {
  write(first, kBoot, "100.00", 1);
  write(second, kBoot, "110.00", 1);
  write_disk(first, kBelow, "7");
  write_disk(second, kAbove, "8");
  EXPECT_FALSE(rate_of(kReads).usable());
}

}  // namespace
}  // namespace openperflib
