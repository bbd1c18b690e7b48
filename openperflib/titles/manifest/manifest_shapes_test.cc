// Manifests in the shapes of nine real ones: how programs and drivers in the field write them.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "openperflib/abi/perflib_constants.h"
#include "openperflib/titles/manifest/manifest.h"

namespace openperflib {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

Manifest manifest_in_corpus(const std::string& name) {
  std::ifstream file(OPENPERFLIB_SOURCE_DIR "/openperflib/titles/manifest/manifest_corpus/" + name);
  const std::string bytes(std::istreambuf_iterator<char>(file), {});
  return read_manifest(as_bytes(bytes));
}

std::vector<std::string> remark_lines_of(const TitleRemarks& remarks) {
  std::vector<std::string> lines;
  for (const TitleRemark& remark : remarks) {
    lines.push_back(fmt::format("{}: {}", remark.line, describe(remark)));
  }
  return lines;
}

std::size_t counters_of(const Manifest& manifest) {
  std::size_t count = 0;
  for (const ManifestProvider& provider : manifest.providers) {
    for (const ManifestCounterSet& set : provider.sets) count += set.counters.size();
  }
  return count;
}

struct Shape {
  const char* file;
  std::uint32_t type;
  std::size_t sets;
  std::size_t counters;
};

class ManifestShapes : public testing::TestWithParam<Shape> {};

TEST_P(ManifestShapes, Shape_HasNoMistakes) {
  const Shape& shape = GetParam();
  const Manifest manifest = manifest_in_corpus(shape.file);
  EXPECT_FALSE(has_mistakes(manifest.remarks)) << remark_lines_of(manifest.remarks).front();
  ASSERT_EQ(manifest.providers.size(), 1U);
  EXPECT_EQ(manifest.providers.front().type, shape.type);
  EXPECT_EQ(manifest.providers.front().sets.size(), shape.sets);
  EXPECT_EQ(counters_of(manifest), shape.counters);
}

INSTANTIATE_TEST_SUITE_P(
    Nine, ManifestShapes,
    testing::Values(Shape{"shape_user_1_1.man", PERF_PROVIDER_USER_MODE, 2, 5},
                    Shape{"shape_global_aggregate.man", PERF_PROVIDER_USER_MODE, 1, 3},
                    Shape{"shape_kernel_1_1.man", PERF_PROVIDER_KERNEL_MODE, 1, 2},
                    Shape{"shape_kernel_2_0.man", PERF_PROVIDER_KERNEL_MODE, 1, 2},
                    Shape{"shape_odd_structs.man", PERF_PROVIDER_KERNEL_MODE, 2, 2},
                    Shape{"shape_server.man", PERF_PROVIDER_USER_MODE, 1, 3},
                    Shape{"shape_structs_user.man", PERF_PROVIDER_USER_MODE, 2, 4},
                    Shape{"shape_structs_kernel.man", PERF_PROVIDER_KERNEL_MODE, 2, 4},
                    Shape{"shape_driver.man", PERF_PROVIDER_KERNEL_MODE, 1, 2}),
    [](const testing::TestParamInfo<Shape>& shape) {
      std::string name = shape.param.file;
      name.resize(name.find('.'));
      return name;
    });

TEST(ManifestShape, OddStructs_AreNotes) {
  EXPECT_THAT(remark_lines_of(manifest_in_corpus("shape_odd_structs.man").remarks),
              ElementsAre("29: the struct swimmers is not one of those of the set",
                          "36: another counter has the URI Pool.swimmers"));
}

TEST(ManifestShape, FolderOfTheBinary_IsANote) {
  EXPECT_THAT(remark_lines_of(manifest_in_corpus("shape_driver.man").remarks),
              ElementsAre(R"(16: applicationIdentity %SystemRoot%\system32\drivers\pump.sys )"
                          "has a folder, not only the name of a file"));
}

TEST(ManifestShape, TextOfUtf8AndUtf16_IsTheSame) {
  const Manifest driver = manifest_in_corpus("shape_driver.man");
  EXPECT_EQ(driver.providers.at(0).sets.at(0).description, "Pumps & valves: \u00B0C, \u00B5s");
  EXPECT_THAT(manifest_in_corpus("shape_global_aggregate.man").remarks, IsEmpty());
}

}  // namespace
}  // namespace openperflib
