#include <gtest/gtest.h>

#include <string>

#include "openperflib/linux/cpu/cpu_speed_internal.h"

namespace openperflib::linux_objects {
namespace {

// "0=799 1=..." of the CPUs that have a line.
std::string mhz_of(std::string_view text) {
  std::vector<CpuMhz> cpus;
  parse_cpuinfo_mhz(text, cpus);
  std::string told;
  for (const CpuMhz& cpu : cpus) {
    if (!told.empty()) told += ' ';
    told += std::to_string(cpu.cpu) + "=";
    told += cpu.mhz.has_value() ? std::to_string(*cpu.mhz) : describe(cpu.mhz.error());
  }
  return told;
}

// From the recorded machines procfs-8cpu and goprocinfo-8cpu-12disk.
TEST(CpuinfoMhz, IsCutToAnInteger) {
  EXPECT_EQ(mhz_of("processor\t: 0\nmodel\t\t: 142\ncpu MHz\t\t: 799.998\n\n"
                   "processor   : 1\ncpu MHz     : 2659.704\n\nprocessor\t: 7\ncpu MHz\t\t: 800\n"),
            "0=799 1=2659 7=800");
}

// power9-176cpu-gpunodes-4.14 and s390-20cpu: no such line, and "cpu MHz static" is another one.
TEST(CpuinfoMhz, OtherKeys_AreNotTaken) {
  EXPECT_EQ(mhz_of("processor\t: 0\ncpu\t\t: POWER9\nclock\t\t: 3450.000000MHz\n"), "");
  EXPECT_EQ(mhz_of("processor 0: version = 00\ncpu number : 0\ncpu MHz static : 5504\n"), "");
}

TEST(CpuinfoMhz, WordIsNotANumber_NamesItsByte) {
  EXPECT_EQ(mhz_of("processor : 0\ncpu MHz : 12x.5\nprocessor : 1\ncpu MHz : 12.5\n"),
            "0=processor.cpu MHz at byte 24: is not a number 1=12");
  EXPECT_EQ(mhz_of("processor : 0\ncpu MHz : 12.x\n"),
            "0=processor.cpu MHz at byte 24: is not a number");
  EXPECT_EQ(mhz_of("processor : 0\ncpu MHz :\n"), "0=processor.cpu MHz at byte 23: is missing");
}

TEST(CpuinfoMhz, LineWithoutItsProcessor_IsSkipped) {
  EXPECT_EQ(mhz_of("cpu MHz : 5\nprocessor : x\ncpu MHz : 6\nprocessor : 3\ncpu MHz : 7\n"
                   "processor : 2\ncpu MHz : 8\n"),
            "3=7");
  EXPECT_EQ(mhz_of(""), "");
}

}  // namespace
}  // namespace openperflib::linux_objects
