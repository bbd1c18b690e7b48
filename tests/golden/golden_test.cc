// Blocks as annotated hex, and what the library makes of them: x.hex -> x.txt.
// `golden_tests --update` writes the texts anew; look at the difference before you commit it.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "openperflib/wire/data_block_builder.h"
#include "openperflib/wire/data_block_view.h"
#include "openperflib/wire/dump.h"
#include "openperflib/wire/rebuild.h"
#include "tests/golden/annotated_hex.h"

namespace openperflib::golden {
namespace {

bool update_wanted = false;

std::filesystem::path file_of(const std::string& name, const char* extension) {
  return std::filesystem::path(OPENPERFLIB_SOURCE_DIR) / "tests/golden" / (name + extension);
}

std::string text_of(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

std::vector<std::byte> block_of(const std::string& name) {
  auto bytes = read_annotated_hex(text_of(file_of(name, ".hex")));
  EXPECT_TRUE(bytes.has_value()) << name << ": " << bytes.error();
  return bytes.value_or(std::vector<std::byte>{});
}

struct Case {
  const char* name;
  const char* strict_fault;  // "" where strict rules let it pass
  bool is_as_built;          // rebuilding it gives the same bytes
};

void PrintTo(const Case& one, std::ostream* out) { *out << one.name; }

constexpr Case kCases[] = {
    {"minimal", "", true},
    {"no_instances", "", true},
    {"empty_object", "", true},
    {"instances", "", true},
    {"metadata", "", true},
    {"parents", "PERF_INSTANCE_DEFINITION.ParentObjectInstance at byte 296: is out of range (2)",
     true},
    {"code_page", "", true},
    {"shared_offsets", "", true},
    {"texts", "", true},
    {"big_endian", "", false},
    {"nt_era",
     "PERF_COUNTER_DEFINITION.CounterNameTitleIndex at byte 212: has an invalid value "
     "(0)",
     false},
    {"longer_structures", "", false},
};

class Golden : public testing::TestWithParam<Case> {};

TEST_P(Golden, Dump_IsTheTextBesideTheBlock) {
  const auto bytes = block_of(GetParam().name);
  const auto view = DataBlockView::parse(bytes);
  ASSERT_TRUE(view.has_value()) << describe(view.error());
  const auto path = file_of(GetParam().name, ".txt");
  if (update_wanted) std::ofstream(path, std::ios::binary) << dump(*view);
  EXPECT_EQ(dump(*view), text_of(path));
}

TEST_P(Golden, StrictRules_PassItOrNameTheAnomaly) {
  const auto bytes = block_of(GetParam().name);
  const auto view = DataBlockView::parse(bytes, {}, Conformance::strict);
  EXPECT_EQ(view.has_value() ? "" : describe(view.error()), GetParam().strict_fault);
}

TEST_P(Golden, Rebuilt_IsTheSameBlockOrOneThatIsRebuiltToItself) {
  const auto bytes = block_of(GetParam().name);
  DataBlockBuilder builder;
  const auto view = DataBlockView::parse(bytes);
  ASSERT_TRUE(view.has_value());
  const Bytes first = rebuild(*view, builder).value();
  const std::vector<std::byte> rebuilt(first.begin(), first.end());
  EXPECT_EQ(rebuilt == bytes, GetParam().is_as_built);
  const auto again = DataBlockView::parse(rebuilt);
  ASSERT_TRUE(again.has_value()) << describe(again.error());
  const Bytes second = rebuild(*again, builder).value();
  EXPECT_TRUE(std::ranges::equal(second, rebuilt));
}

INSTANTIATE_TEST_SUITE_P(Blocks, Golden, testing::ValuesIn(kCases),
                         [](const auto& one) { return std::string(one.param.name); });

TEST(AnnotatedHex, RowThatDoesNotGoOnWhereTheLastOneEnded_IsNamed) {
  EXPECT_EQ(read_annotated_hex("# made up\n000000  01 02  ..\n000003  03\n").error(),
            "line 3: 000003  03");
}

TEST(AnnotatedHex, WithoutProvenance_IsRefused) {
  EXPECT_FALSE(read_annotated_hex("000000  01 02\n").has_value());
}

}  // namespace
}  // namespace openperflib::golden

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  openperflib::golden::update_wanted = argc > 1 && std::string_view(argv[1]) == "--update";
  return RUN_ALL_TESTS();
}
