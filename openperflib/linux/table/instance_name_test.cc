#include <gtest/gtest.h>

#include "openperflib/linux/table/instance_name_internal.h"

namespace openperflib::linux_objects {
namespace {

std::string device(std::string_view name) {
  std::string out;
  append_instance_name(out, name);
  return out;
}

std::string path(std::string_view name) {
  std::string out;
  append_path_instance_name(out, name);
  return out;
}

TEST(InstanceName, BracketsAndSeparators_AreReplacedAsWindowsDoes) {
  EXPECT_EQ(device("eth0"), "eth0");
  EXPECT_EQ(device("br-1(a)#2/3\\4"), "br-1[a]_2_3_4");
}

TEST(InstanceName, NameOfTheTotal_IsNotTaken) {
  EXPECT_EQ(device("_Total"), "_Total_");
  EXPECT_EQ(device("_tOTAL"), "_tOTAL_");
  EXPECT_EQ(device("/Total"), "_Total_");
  EXPECT_EQ(device("_Totals"), "_Totals");
  EXPECT_EQ(device("a_Total"), "a_Total");
}

TEST(InstanceName, Nul_IsReplacedOtherControlCharactersStay) {
  EXPECT_EQ(device(std::string_view("a\0b\nc", 5)), "a_b\nc");
  EXPECT_EQ(path(std::string_view("/a\0b\t", 5)), "\\a_b\t");
}

TEST(InstanceName, InvalidUtf8_BecomesReplacementCharacters) {
  EXPECT_EQ(device("a\xFFz"), "a\xEF\xBF\xBDz");
}

TEST(InstanceName, Paths_AreWrittenAsFolderMounts) {
  EXPECT_EQ(path("/"), "\\");
  EXPECT_EQ(path("/home"), "\\home");
  EXPECT_EQ(path("/mnt/My Disk (1)#2"), "\\mnt\\My Disk (1)#2");
}

}  // namespace
}  // namespace openperflib::linux_objects
