// Registry on recorded machines. What the C functions answer: tests/compat.
#include <gtest/gtest.h>

#include <vector>

#include "openperflib/compat/registry_internal.h"

namespace openperflib::compat {
namespace {

LocalSourceOptions recorded(const char* machine) {
  return {.roots = {std::string(OPENPERFLIB_BINARY_DIR "/machines/") + machine},
          .collection_status = false};
}

std::vector<std::byte> copy_of(Bytes bytes) { return {bytes.begin(), bytes.end()}; }

TEST(Registry, Block_IsThatOfTheSession) {
  const auto source = LocalSource::open(recorded("vm-6.18")).value();
  Snapshot snapshot;
  ASSERT_TRUE(source->read(ObjectRequest::parse("238 2").value(), snapshot).has_value());
  Registry registry(recorded("vm-6.18"));
  EXPECT_EQ(copy_of(registry.block("2 238").value()), copy_of(source->block()));
}

TEST(Registry, ClosingTheData_BeginsAnew) {
  Registry registry(recorded("vm-6.18"));
  const auto first = copy_of(registry.block("4").value());
  EXPECT_EQ(registry.block("4").error(), ERROR_NO_MORE_ITEMS);  // the recording is one reading
  EXPECT_EQ(registry.close(HKEY_PERFORMANCE_DATA), ERROR_SUCCESS);
  EXPECT_EQ(copy_of(registry.block("4").value()), first);
}

TEST(Registry, MachineThatCannotBeOpened_IsNotFound) {
  Registry registry({.roots = {"/no/such/folder"}});
  EXPECT_EQ(registry.block("Global").error(), ERROR_FILE_NOT_FOUND);
}

TEST(Registry, Handles_AreToldByTheirLowHalf) {
  Registry registry({});
  EXPECT_EQ(registry.find(HKEY_PERFORMANCE_TEXT), &kPerformanceText);
  EXPECT_EQ(registry.find(reinterpret_cast<HKEY>(std::uintptr_t{0x8000'0050})), &kPerformanceText);
  EXPECT_EQ(registry.find(reinterpret_cast<HKEY>(std::uintptr_t{0x1234'8000'0060})),
            &kPerformanceNlsText);
  EXPECT_EQ(registry.find(nullptr), nullptr);
}

TEST(Registry, OpenedKey_IsOpenUntilItIsClosed) {
  Registry registry({});
  const HKEY one = registry.open(kLocalMachine, "software").value();
  const HKEY other = registry.open(kLocalMachine, "SOFTWARE").value();
  EXPECT_NE(one, other);
  EXPECT_EQ(registry.find(one), registry.find(other));
  EXPECT_EQ(registry.close(one), ERROR_SUCCESS);
  EXPECT_EQ(registry.close(one), ERROR_INVALID_HANDLE);
  EXPECT_EQ(registry.find(one), nullptr);
  EXPECT_NE(registry.find(other), nullptr);
}

TEST(TitleTexts, Table_IsMadeOnce) {
  TitleTexts texts;
  const Bytes utf16 = texts.text(ValueKind::names, Encoding::utf16);
  EXPECT_EQ(texts.text(ValueKind::names, Encoding::utf16).data(), utf16.data());
  EXPECT_EQ(texts.text(ValueKind::names, Encoding::utf8).size() * 2, utf16.size());
  texts.release();
  EXPECT_FALSE(texts.text(ValueKind::added_helps, Encoding::utf8).empty());
}

}  // namespace
}  // namespace openperflib::compat
