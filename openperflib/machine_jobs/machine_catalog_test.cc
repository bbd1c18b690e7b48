#include "openperflib/machine_jobs/machine_catalog.h"

#include <gtest/gtest.h>

#include "openperflib/titles/title_indices.h"

namespace openperflib {
namespace {

constexpr auto kRecorded = OPENPERFLIB_BINARY_DIR "/machines/vm-6.18";

MachineCatalog catalog_of_machine(MachineCatalogOptions options) {
  auto read = read_machine_catalog(std::move(options), fixed_titles());
  EXPECT_TRUE(read.has_value()) << describe(read.error());
  return *std::move(read);
}

TEST(MachineCatalog, Objects_AreThoseThatAreNotCostly) {
  using enum MachineCatalogOptions::Costly;
  const MachineCatalog usual = catalog_of_machine({.machine = {.roots = {kRecorded}}});
  const MachineCatalog all =
      catalog_of_machine({.machine = {.roots = {kRecorded}}, .costly = collected});
  EXPECT_NE(usual.catalog.find(title::kMemory), nullptr);
  EXPECT_GT(all.catalog.objects().size(), usual.catalog.objects().size());
  EXPECT_EQ(usual.titles->table().name(title::kMemory), "Memory");
}

TEST(MachineCatalog, KnownObjects_AreAlsoThoseThatItLacksNow) {
  const MachineCatalog machine = catalog_of_machine({.machine = {.roots = {kRecorded}}});
  EXPECT_TRUE(machine.knows("mEMORY"));
  EXPECT_GT(machine.objects.size(), machine.catalog.objects().size());
  EXPECT_FALSE(machine.knows("Web Shop"));
  EXPECT_FALSE(machine.knows(""));
}

TEST(MachineCatalog, LaterFolder_IsReadOnlyIfItIsShown) {
  using enum MachineCatalogOptions::Folder;
  const LocalSourceOptions two{.roots = {kRecorded, "/nonexistent"}};
  EXPECT_TRUE(read_machine_catalog({.machine = two, .folder = first}, fixed_titles()).has_value());
  const auto read = read_machine_catalog({.machine = two, .folder = last}, fixed_titles());
  ASSERT_FALSE(read.has_value());
  EXPECT_EQ(read.error().kind, JobFault::Kind::unreadable);
  EXPECT_TRUE(read.error().source.file.starts_with("/nonexistent"));
}

}  // namespace
}  // namespace openperflib
