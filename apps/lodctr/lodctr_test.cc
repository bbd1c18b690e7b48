// Each rule of manifests, as lodctr reports it.
#include "apps/lodctr/lodctr.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "openperflib/testing/made_folder.h"
#include "openperflib/titles/manifest/manifest_mistakes_example.h"
#include "openperflib/titles/title_remark.h"
#include "openperflib/titles/title_table.h"

namespace openperflib::lodctr {
namespace {

// Runs the tool; returns its exit code and what it prints.
std::pair<int, std::string> run(std::vector<std::string> words) {
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  testing::internal::CaptureStdout();
  const int code = run_lodctr({.titles = fixed_titles()}, pointers);
  return {code, testing::internal::GetCapturedStdout()};
}

TEST(Lodctr, OneInvalidLine_IsNamedAndNothingIsRegistered) {
  const MadeFolder folder;
  ASSERT_EQ(::setenv("XDG_STATE_HOME", (folder.path() + "/state").c_str(), 1), 0);
  const std::string manifest = folder.path() + "/a.man";
  for (const ManifestMistake& one : manifest_mistakes::kAll) {
    if (is_note(one.rule)) continue;
    const auto mistaken = manifest_mistakes::example_with(one);
    std::ofstream(manifest, std::ios::binary) << mistaken.text;
    const auto [code, text] = run({"/m:" + manifest});
    EXPECT_EQ(code, 1) << one.text;
    EXPECT_EQ(text, "\r\n" + manifest + ":" + std::to_string(mistaken.line) +
                        ": error: " + std::string(one.text) +
                        "\r\n\r\nError: Unable to install performance counters in " + manifest +
                        ", error code is 13\r\n");
  }
  EXPECT_FALSE(std::filesystem::exists(folder.path() + "/state"));
}

}  // namespace
}  // namespace openperflib::lodctr
