// What a finding says of its culprits and of the rest.
#include "openperflib/view/report/report_sentence.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>

namespace openperflib {
namespace {

constexpr std::string_view kAccount =
    "processes in the log account for 35.0 of 95.0 %; the rest: interrupts";

// Two processors are busy at 95 %, and the processes use 70 % of one.
Finding busy_finding(std::optional<CpuRemainder> remainder) {
  Finding finding;
  finding.culprits =
      Culprits{.counter = R"(\Process(*)\% Processor Time)",
               .quantity = Quantity::percent,
               .largest = {{.instance = "a", .average = 50}, {.instance = "b", .average = 20}},
               .instances = 2,
               .account = Culprits::Account{.part = 35, .whole = 95, .rest = "interrupts"},
               .remainder = remainder};
  return finding;
}

std::string account_in_log(const Finding& finding) {
  return account_text({.files = {},
                       .zone_name = {},
                       .bias_minutes = {},
                       .offset_name = {},
                       .rules = {},
                       .titles = fixed_titles(),
                       .objects = {},
                       .notes = {},
                       .result = {}},
                      finding);
}

TEST(SentenceOfCulprits, KnownRest_IsToldOnceWithTheForks) {
  const Finding finding =
      busy_finding(CpuRemainder{.used = 190, .by_processes = 70, .forks_per_second = 154});
  EXPECT_EQ(culprits_text(finding), R"(a 50.0 %, b 20.0 % (\Process(*)\% Processor Time); )"
                                    "not attributed: 120 % (ended processes), 154 forks/s");
  EXPECT_EQ(account_in_log(finding), "");
}

TEST(SentenceOfCulprits, UnknownRest_LeavesTheAccount) {
  const Finding finding = busy_finding(std::nullopt);
  EXPECT_EQ(culprits_text(finding), R"(a 50.0 %, b 20.0 % (\Process(*)\% Processor Time))");
  EXPECT_EQ(account_in_log(finding), kAccount);
}

// The rest is that of the samples in which everything has a value; the account is of the whole run.
TEST(SentenceOfCulprits, RestThatIsNotTold_LeavesTheAccount) {
  const Finding finding = busy_finding(CpuRemainder{.used = 190, .by_processes = 186});
  EXPECT_EQ(culprits_text(finding), R"(a 50.0 %, b 20.0 % (\Process(*)\% Processor Time))");
  EXPECT_EQ(account_in_log(finding), kAccount);
}

TEST(SentenceOfCulprits, RestWithoutACulprit_LeavesTheAccount) {
  Finding finding = busy_finding(CpuRemainder{.used = 190, .by_processes = 0});
  finding.culprits->largest.clear();
  EXPECT_EQ(culprits_text(finding), "");
  EXPECT_EQ(account_in_log(finding), kAccount);
}

TEST(SentenceOfCulprits, CulpritsThatExplainNearlyAll_HaveNoAccount) {
  Finding finding = busy_finding(std::nullopt);
  finding.culprits->account.reset();
  EXPECT_EQ(account_in_log(finding), "");
  finding.culprits.reset();
  EXPECT_EQ(account_in_log(finding), "");
}

}  // namespace
}  // namespace openperflib
