#include "openperflib/view/paths/process_counters.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace openperflib {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(ProcessCounters, NameOfAProcess_MeansItsTimeItsMemoryAndItsIo) {
  EXPECT_THAT(main_paths_of_process("mmc", R"(\Process(mmc)\*)"),
              ElementsAre(R"(\Process(mmc)\% Processor Time)", R"(\Process(mmc)\Private Bytes)",
                          R"(\Process(mmc)\Working Set)", R"(\Process(mmc)\IO Data Bytes/sec)"));
  EXPECT_THAT(
      main_paths_of_process("mmc:42", R"(\Process V2(mmc:42)\*)"),
      ElementsAre(R"(\Process V2(mmc:42)\% Processor Time)", R"(\Process V2(mmc:42)\Private Bytes)",
                  R"(\Process V2(mmc:42)\Working Set)",
                  R"(\Process V2(mmc:42)\IO Data Bytes/sec)"));
}

TEST(ProcessCounters, NameOfSeveralProcesses_MeansThoseOfEach) {
  EXPECT_THAT(
      main_paths_of_process("svchost", R"(\Process(svchost#*)\*)"),
      ElementsAre(R"(\Process(svchost#*)\% Processor Time)", R"(\Process(svchost#*)\Private Bytes)",
                  R"(\Process(svchost#*)\Working Set)",
                  R"(\Process(svchost#*)\IO Data Bytes/sec)"));
}

TEST(ProcessCounters, OtherMeanings_HaveNone) {
  EXPECT_THAT(main_paths_of_process("Process", R"(\Process(*)\*)"), IsEmpty());
  EXPECT_THAT(main_paths_of_process("Process(m*)", R"(\Process(m*)\*)"), IsEmpty());
  EXPECT_THAT(main_paths_of_process("0", R"(\Processor(0)\*)"), IsEmpty());
  EXPECT_THAT(main_paths_of_process("mmc", R"(\Linux Process(mmc)\*)"), IsEmpty());
  EXPECT_THAT(main_paths_of_process("State", R"(\Process(*)\State)"), IsEmpty());
  EXPECT_THAT(main_paths_of_process("Memory", R"(\Memory\*)"), IsEmpty());
  EXPECT_THAT(main_paths_of_process("", ""), IsEmpty());
}

}  // namespace
}  // namespace openperflib
