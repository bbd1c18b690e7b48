// Paging File from a made /proc/swaps. Facts: docs/objects/paging_file.md.
#include <gtest/gtest.h>

#include "openperflib/testing/machines/object_under_test.h"

namespace openperflib::linux_objects {
namespace {

using PagingFileUnderTest = ObjectUnderTest<make_paging_file_collector>;
constexpr const char* kSwaps = "proc/swaps";
const std::string kSwapHeadings = "Filename\t\t\t\tType\t\tSize\t\tUsed\t\tPriority\n";

TEST(PagingFile, TwoAreas_AreInstancesAndTheirSum) {
  PagingFileUnderTest paging(700);
  paging.folder().write(kSwaps, kSwapHeadings +
                                    "/swap\\040file file\t\t1048572\t\t0\t\t-2\n"
                                    "/dev/sda2 partition\t1048572\t4096\t-1\n");
  paging.collect();
  EXPECT_EQ(paging.instances(), "\\swap file|\\dev\\sda2|_Total");
  EXPECT_EQ(paging.value("% Usage", 0), "0 of 262143");
  EXPECT_EQ(paging.value("% Usage", 1), "1024 of 262143");
  EXPECT_EQ(paging.value("% Usage", 2), "1024 of 524286");
}

TEST(PagingFile, NoSwap_IsOnlyTotalWithZeroOfOne) {
  PagingFileUnderTest paging(700);
  paging.folder().write(kSwaps, kSwapHeadings);
  paging.collect();
  EXPECT_EQ(paging.instances(), "_Total");
  EXPECT_EQ(paging.value("% Usage"), "0 of 1");
  EXPECT_EQ(paging.value("% Usage Peak"), "0 of 1");
}

TEST(PagingFile, NoSuchFile_HasNoInstances) {
  PagingFileUnderTest paging(700);
  paging.collect();
  EXPECT_EQ(paging.instances(), "");
}

TEST(PagingFile, UsedShrinks_PeakStays) {
  PagingFileUnderTest paging(700);
  paging.folder().write(kSwaps, kSwapHeadings + "/s file 8000 800 -2\n");
  paging.collect();
  paging.folder().write(kSwaps, kSwapHeadings + "/s file 8000 400 -2\n");
  paging.collect();
  EXPECT_EQ(paging.value("% Usage"), "100 of 2000");
  EXPECT_EQ(paging.value("% Usage Peak"), "200 of 2000");
}

TEST(PagingFile, AreaSwitchedOff_TakesItsPeakAlong) {
  PagingFileUnderTest paging(700);
  for (const char* line : {"/s file 8000 800 -2\n", "", "/s file 8000 400 -2\n"}) {
    paging.folder().write(kSwaps, kSwapHeadings + line);
    paging.collect();
  }
  EXPECT_EQ(paging.value("% Usage Peak"), "100 of 2000");
}

TEST(PagingFile, BadWord_NamesTheByteAndLosesTheTotal) {
  PagingFileUnderTest paging(700);
  paging.folder().write(kSwaps, "Filename\n/s file 8000 x -2\n/t file 8000 4 -2\n");
  paging.collect();
  EXPECT_EQ(paging.value("% Usage", 0), "/proc/swaps: Used at byte 22: is not a number");
  EXPECT_EQ(paging.value("% Usage", 1), "1 of 2000");
  EXPECT_EQ(paging.value("% Usage", 2), "/proc/swaps: Used at byte 22: is not a number");
}

}  // namespace
}  // namespace openperflib::linux_objects
