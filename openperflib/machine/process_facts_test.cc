#include "openperflib/machine/process_facts.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <string>
#include <string_view>

#include "openperflib/testing/made_folder.h"

namespace openperflib {
namespace {

using std::string_view_literals::operator""sv;

class ProcessFactsTest : public testing::Test {
 protected:
  ProcessFacts of(std::string_view status, std::string_view command) {
    folder_.write("proc/7/status", status).write("proc/7/cmdline", command);
    return process_facts(folder_.path(), 7);
  }
  MadeFolder folder_;
};

TEST_F(ProcessFactsTest, User_IsTheEffectiveOne_AndWordsHaveBlanksBetween) {
  const ProcessFacts facts = of("Name:\tsh\nUid:\t1000\t114\t0\t0\nGid:\t0\n", "sh\0-c\0x y\0"sv);
  EXPECT_EQ(facts.user, "uid 114");
  EXPECT_EQ(facts.command, "sh -c x y");
}

TEST_F(ProcessFactsTest, KernelThread_HasNoCommandLine) {
  EXPECT_EQ(of("Name:\tkworker\nUid:\t0\t0\t0\t0\n", "").command,
            "none: a kernel thread, or a process that has ended");
}

TEST_F(ProcessFactsTest, LongCommandLine_IsCut) {
  const ProcessFacts facts = of("Uid:\n", std::string(5000, 'a'));
  EXPECT_EQ(facts.command, std::string(2000, 'a') + " ...");
}

TEST_F(ProcessFactsTest, HostileTexts_GiveReasonsOrValidText) {
  EXPECT_EQ(of("", "\xFF").user, "/proc/7/status has no Uid");
  EXPECT_EQ(of("Name:\tx\nUid:\t99999999999\t1\n", "").user, "/proc/7/status has no Uid");
  EXPECT_EQ(of("Name:\tx\nUid:\t1", "").user, "/proc/7/status has no Uid");
  EXPECT_EQ(of("", "\xFF").command, "\xEF\xBF\xBD");
}

TEST_F(ProcessFactsTest, ProcessThatHasEnded_IsSaid) {
  const ProcessFacts facts = process_facts(folder_.path(), 8);
  EXPECT_EQ(facts.user, "no such file: /proc/8/status");
  EXPECT_EQ(facts.command, "no such file: /proc/8/cmdline");
}

TEST(ProcessFacts, OfThisProcess_AreFound) {
  const ProcessFacts facts = process_facts("", static_cast<std::uint32_t>(::getpid()));
  EXPECT_TRUE(facts.user.ends_with("uid " + std::to_string(::geteuid())) ||
              facts.user.ends_with("(uid " + std::to_string(::geteuid()) + ")"))
      << facts.user;
  EXPECT_NE(facts.command.find("machine_tests"), std::string::npos) << facts.command;
}

}  // namespace
}  // namespace openperflib
