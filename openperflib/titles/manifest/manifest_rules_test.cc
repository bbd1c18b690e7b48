// Each rule, broken by exactly one line of a manifest that is otherwise without mistakes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <set>

#include "openperflib/titles/manifest/manifest.h"
#include "openperflib/titles/manifest/manifest_mistakes_example.h"

namespace openperflib {
namespace {

using enum TitleRule;

// The tests of manifest_test.cc that have the other rules.
constexpr auto kElsewhere =
    std::to_array({root_unknown, too_many_elements, too_many_counters, set_name_too_long});

TEST(ManifestRules, Example_HasNoMistakes) {
  EXPECT_THAT(read_manifest(as_bytes(kManifestExample)).remarks, testing::IsEmpty());
}

TEST(ManifestRules, OneInvalidLine_IsTheOneRemark) {
  for (const ManifestMistake& one : manifest_mistakes::kAll) {
    const auto mistaken = manifest_mistakes::example_with(one);
    ASSERT_NE(mistaken.line, 0U) << one.line << ", " << one.at;
    const TitleRemarks remarks = read_manifest(as_bytes(mistaken.text)).remarks;
    ASSERT_EQ(remarks.size(), 1U) << one.text << ": "
                                  << (remarks.empty() ? "" : describe(remarks.back()));
    EXPECT_EQ(describe(remarks.front()), one.text);
    EXPECT_EQ(remarks.front().rule, one.rule) << one.text;
    EXPECT_EQ(remarks.front().line, mistaken.line) << one.text;
    EXPECT_EQ(remarks.front().file, TitleFile::manifest);
  }
}

TEST(ManifestRules, EachRule_HasACase) {
  std::set<TitleRule> rules(kElsewhere.begin(), kElsewhere.end());
  for (const ManifestMistake& one : manifest_mistakes::kAll) rules.insert(one.rule);
  for (auto i = static_cast<int>(xml_not_well_formed); i < static_cast<int>(statement_unknown);
       ++i) {
    const auto rule = static_cast<TitleRule>(i);
    EXPECT_TRUE(rules.contains(rule)) << describe({TitleFile::manifest, 1, rule, "X"});
  }
}

}  // namespace
}  // namespace openperflib
