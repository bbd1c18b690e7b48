#include "openperflib/base/error.h"

#include <gtest/gtest.h>

#include <cerrno>
#include <set>
#include <string>

#include "openperflib/base/source_fault.h"
#include "openperflib/base/try_internal.h"

namespace openperflib {
namespace {

constexpr Field kDefinitionLength = {"PERF_OBJECT_TYPE", "DefinitionLength"};
constexpr Field kUser = {"cpu", "user"};

TEST(Describe, StoredLength_IsShownWithItsByteAndValue) {
  EXPECT_EQ(describe({Errc::outside, 0xFFFF'FFFF, &kDefinitionLength, 108}),
            "PERF_OBJECT_TYPE.DefinitionLength at byte 108: extends past its parent (4294967295)");
}

TEST(Describe, ReasonWithoutStoredValue_ShowsNone) {
  EXPECT_EQ(describe({Errc::truncated, 3, &kDefinitionLength, 4}),
            "PERF_OBJECT_TYPE.DefinitionLength at byte 4: is cut off by the end of the data");
  EXPECT_EQ(describe({Errc::not_a_number, 0, &kUser, 5}), "cpu.user at byte 5: is not a number");
}

TEST(Describe, MalformedText_IsAnsweredWithItsGrammar) {
  constexpr Field kPath = {"counter path", "text", "write \\Object\\Counter"};
  EXPECT_EQ(describe({Errc::syntax, 0, &kPath, 0}),
            "counter path at byte 0 is malformed; write \\Object\\Counter");
  EXPECT_EQ(describe({Errc::over_limit, 9, &kPath, 0}),
            "counter path at byte 0 exceeds the limit (9)");
}

TEST(Describe, EveryReason_HasItsOwnText) {
  std::set<std::string> texts;
  for (int code = 0; code <= static_cast<int>(Errc::syntax); ++code) {
    texts.insert(describe({static_cast<Errc>(code), 0, &kUser, 0}));
  }
  EXPECT_EQ(texts.size(), static_cast<std::size_t>(Errc::syntax) + 1);
}

TEST(DescribeSourceFault, SystemError_IsInPlainWords) {
  EXPECT_EQ(describe(SourceFault{EACCES, "/proc/4711/io", {}}), "no permission: /proc/4711/io");
  EXPECT_EQ(describe(SourceFault{ENOENT, "/proc/pressure/cpu", {}}),
            "no such file: /proc/pressure/cpu");
  EXPECT_EQ(describe(SourceFault{ESRCH, "/proc/7/stat", {}}),
            "the process has ended: /proc/7/stat");
  EXPECT_EQ(describe(SourceFault{EIO, "/proc/stat", {}}), "Input/output error: /proc/stat");
}

TEST(DescribeSourceFault, WrongBytes_FollowTheFileName) {
  EXPECT_EQ(describe(SourceFault{0, "/proc/stat", Error{Errc::not_a_number, 0, &kUser, 5}}),
            "/proc/stat: cpu.user at byte 5: is not a number");
  EXPECT_EQ(describe(SourceFault{0, "/proc/stat", {}}), "/proc/stat");
}

std::expected<int, Error> twice(std::expected<int, Error> number) {
  const int value = OPENPERFLIB_TRY(number);
  return 2 * value;
}

TEST(Try, Error_ReturnsFromTheFunction) {
  const Error error{Errc::missing, 0, &kUser, 0};
  EXPECT_EQ(twice(21), 42);
  EXPECT_EQ(twice(std::unexpected(error)).error(), error);
}

}  // namespace
}  // namespace openperflib
