// LocalSource on recorded machines and on this one. Facts: docs/perflib.md, sections 4 and 5.
#include "openperflib/machine/local_source.h"

#include <gtest/gtest.h>
#include <sys/utsname.h>

#include <algorithm>
#include <filesystem>
#include <vector>

#include "openperflib/linux/linux_provider.h"
#include "openperflib/snapshot/collection_status.h"
#include "openperflib/testing/counted_allocations.h"
#include "openperflib/testing/made_folder.h"
#include "openperflib/text/utf16.h"
#include "openperflib/titles/title_indices.h"

namespace openperflib {
namespace {

using Block = std::vector<std::byte>;

std::string machine(const std::string& name) { return OPENPERFLIB_BINARY_DIR "/machines/" + name; }

std::unique_ptr<LocalSource> open(LocalSourceOptions options) {
  return std::move(LocalSource::open(fixed_titles(), std::move(options))).value();
}

Block block_of(LocalSource& source, const ObjectRequest& request = {}) {
  Snapshot snapshot;
  EXPECT_EQ(source.read(request, snapshot), ReadResult::reading);
  return {source.block().begin(), source.block().end()};
}

ObjectRequest request_of(std::string_view value_name) {
  return ObjectRequest::parse(value_name).value();
}

std::string machine_name(const DataBlockView& view) {
  return utf8_from_utf16(view.machine_name(), view.byte_order()).text;
}

std::vector<std::uint32_t> objects_of(const Snapshot& snapshot) {
  std::vector<std::uint32_t> titles;
  for (const ObjectTypeView object : snapshot.view().objects()) {
    titles.push_back(object.name_title_index());
  }
  return titles;
}

TEST(LocalSource, Global_HasItsObjectsInTheirOrder) {
  Snapshot snapshot;
  const auto source = open({.roots = {machine("vm-6.18")}});
  ASSERT_EQ(source->read({}, snapshot), ReadResult::reading);
  EXPECT_EQ(objects_of(snapshot),
            (std::vector<std::uint32_t>{
                2,      238,    100000, 234,    236,    4,      510,    1820,   100080,
                700,    86,     260,    100094, 100104, 100118, 100154, 638,    1530,
                658,    1532,   546,    548,    582,    1534,   100160, 1814,   100032,
                100042, 100050, 1500,   100074, 230,    232,    100028, 100220, 100174}));
}

TEST(LocalSource, IdList_HasItsObjectsAndTheStatus) {
  Snapshot snapshot;
  const auto source = open({.roots = {machine("vm-6.18")}});
  ASSERT_EQ(source->read(request_of("4 2"), snapshot), ReadResult::reading);
  EXPECT_EQ(objects_of(snapshot), (std::vector<std::uint32_t>{2, 4, 100174}));
}

TEST(LocalSource, Costly_HasPressureWithItsCgroups) {
  Snapshot snapshot;
  const auto source = open({.roots = {machine("vm-6.18")}});
  ASSERT_EQ(source->read(request_of("Costly"), snapshot), ReadResult::reading);
  EXPECT_EQ(objects_of(snapshot),
            (std::vector<std::uint32_t>{100080, 260, 100054, 100060, 100068, 100174}));
  EXPECT_EQ(snapshot.view().find(100080)->instance_count(), 3U);
}

TEST(LocalSource, Metadata_HasOnlyDefinitions) {
  Snapshot values;
  Snapshot metadata;
  const LocalSourceOptions options{.roots = {machine("vm-6.18")}, .collection_status = false};
  ASSERT_EQ(open(options)->read({}, values), ReadResult::reading);
  ASSERT_EQ(open(options)->read(request_of("MetadataGlobal"), metadata), ReadResult::reading);
  EXPECT_EQ(objects_of(metadata), objects_of(values));
  for (const ObjectTypeView object : metadata.view().objects()) {
    const auto full = values.view().find(object.name_title_index());
    EXPECT_EQ(object.stored_instance_count(), full->stored_instance_count() == -1 ? -3 : -2);
    EXPECT_EQ(object.total_byte_length(), object.definition_length());
    EXPECT_EQ(object.definition_length(), full->definition_length());
    EXPECT_EQ(object.default_counter(), full->default_counter());
  }
}

TEST(LocalSource, RegistryQuery_HasTheStatusOnlyIfNamed) {
  Snapshot snapshot;
  const auto source =
      open({.roots = {machine("vm-6.18"), machine("vm-6.18")}, .collection_status = false});
  ASSERT_EQ(source->read({}, snapshot), ReadResult::reading);
  EXPECT_FALSE(snapshot.view().find(title::kCollectionStatus).has_value());
  ASSERT_EQ(source->read(request_of("4 100174"), snapshot), ReadResult::reading);
  EXPECT_EQ(objects_of(snapshot), (std::vector<std::uint32_t>{4, 100174}));
}

TEST(LocalSource, RequestThatWantsADescription_HasTheStatusInThatBlock) {
  Snapshot snapshot;
  const auto source =
      open({.roots = {machine("vm-6.18"), machine("vm-6.18")}, .collection_status = false});
  ObjectRequest request = request_of("4");
  request.add_description();
  ASSERT_EQ(source->read(request, snapshot), ReadResult::reading);
  EXPECT_EQ(objects_of(snapshot), (std::vector<std::uint32_t>{4, 100174}));
  ASSERT_EQ(source->read(request_of("4"), snapshot), ReadResult::reading);
  EXPECT_EQ(objects_of(snapshot), (std::vector<std::uint32_t>{4}));
}

TEST(LocalSource, Header_HasNameAndClockOfTheRoot) {
  const MadeFolder folder;
  folder.write("proc/stat", "btime 1700000000\n").write("proc/uptime", "100.25 1.00\n");
  folder.write("proc/sys/kernel/hostname", "recorded\n");
  Snapshot snapshot;
  ASSERT_EQ(open({.roots = {folder.path()}})->read({}, snapshot), ReadResult::reading);
  const DataBlockView& view = snapshot.view();
  EXPECT_EQ(machine_name(view), "recorded");
  EXPECT_EQ(view.default_object(), 238);
  EXPECT_EQ(view.perf_time(), 1'002'500'000);
  EXPECT_EQ(view.perf_freq(), 10'000'000);
  EXPECT_EQ(view.perf_time_100ns(), file_time_from_unix(1'700'000'100, 250'000'000));
  EXPECT_EQ(view.system_time(), (SystemTime{2023, 11, 2, 14, 22, 15, 0, 250}));
}

TEST(LocalSource, RootWithoutClockOrHostname_UsesZeroTimesAndNameROOT) {
  const MadeFolder folder;
  folder.write("proc/stat", "btime 1700000000\n");
  Snapshot snapshot;
  ASSERT_EQ(open({.roots = {folder.path()}})->read({}, snapshot), ReadResult::reading);
  EXPECT_EQ(machine_name(snapshot.view()), "ROOT");
  EXPECT_EQ(snapshot.view().perf_time(), 0);
  EXPECT_EQ(snapshot.view().perf_time_100ns(), 0);
  EXPECT_EQ(snapshot.view().system_time(), SystemTime{});
}

TEST(LocalSource, EmptyFolder_GivesOnlyReasons) {
  const MadeFolder folder;
  Snapshot snapshot;
  ASSERT_EQ(open({.roots = {folder.path()}})->read({}, snapshot), ReadResult::reading);
  EXPECT_FALSE(snapshot.view().find(4).has_value());
  const MissingRun* run = snapshot.left_out(4, 24);
  ASSERT_NE(run, nullptr);
  EXPECT_EQ(snapshot.reason(*run), "no such file: /proc/meminfo");
}

TEST(LocalSource, SameTreeElsewhere_GivesTheSameBytes) {
  const MadeFolder elsewhere;
  std::filesystem::copy(
      machine("made-hidepid"), elsewhere.path() + "/tree",
      std::filesystem::copy_options::recursive | std::filesystem::copy_options::copy_symlinks);
  const auto here = open({.roots = {machine("made-hidepid")}});
  const auto there = open({.roots = {elsewhere.path() + "/tree"}});
  EXPECT_EQ(block_of(*here), block_of(*there));
}

TEST(LocalSource, RootFolders_AreReadOnceEach) {
  Snapshot snapshot;
  const auto source = open({.roots = {machine("vm-6.18"), machine("vm-6.18-later")}});
  ASSERT_EQ(source->read({}, snapshot), ReadResult::reading);
  const auto first = snapshot.view().perf_time();
  ASSERT_EQ(source->read({}, snapshot), ReadResult::reading);
  EXPECT_EQ(snapshot.view().perf_time() - first, 103'000'000);  // 10.3 s
  EXPECT_EQ(source->read({}, snapshot), ReadResult::end);
  EXPECT_FALSE(source->is_live());
}

TEST(LocalSource, MissingRoot_IsNamed) {
  const auto source = LocalSource::open(fixed_titles(), {.roots = {"/no/such/folder"}});
  ASSERT_FALSE(source.has_value());
  EXPECT_EQ(describe(source.error()), "no such file: /no/such/folder");
  Snapshot snapshot;
  const auto second = open({.roots = {machine("vm-6.18"), "/no/such/folder"}});
  EXPECT_EQ(second->read({}, snapshot), ReadResult::reading);
  EXPECT_EQ(describe(second->read({}, snapshot).error()), "no such file: /no/such/folder");
}

TEST(LocalSource, DescriptorBudget_ChangesNoByte) {
  const Block all = block_of(*open({.roots = {machine("made-pair-a")}, .kept_descriptors = 1000}));
  EXPECT_EQ(block_of(*open({.roots = {machine("made-pair-a")}, .kept_descriptors = 0})), all);
  EXPECT_EQ(block_of(*open({.roots = {machine("made-pair-a")}, .kept_descriptors = 3})), all);
}

std::size_t open_descriptors() {
  std::size_t count = 0;
  for ([[maybe_unused]] const auto& one : std::filesystem::directory_iterator("/proc/self/fd"))
    ++count;
  return count;
}

TEST(LocalSource, OpenDescriptors_StayWithinTheBudget) {
  constexpr std::size_t kOwn = 8;  // the root, the listing of /proc, sockets: not per file
  for (const unsigned budget : {0U, 3U, 20U}) {
    const std::size_t before = open_descriptors();
    const auto source = open({.kept_descriptors = budget});
    block_of(*source);
    block_of(*source);
    EXPECT_LE(open_descriptors(), before + budget + kOwn) << budget;
  }
}

TEST(LocalSource, ThisMachine_IsLiveAndHasAvailableBytes) {
  const auto source = open({});
  EXPECT_TRUE(source->is_live());
  Snapshot snapshot;
  ASSERT_EQ(source->read(request_of("4"), snapshot), ReadResult::reading);
  EXPECT_EQ(snapshot.status(4, 1, 0), CStatus::valid_data);
}

TEST(LocalSource, ThisMachine_IsNamedByUname) {
  utsname name = {};
  ASSERT_EQ(::uname(&name), 0);
  const auto source = open({});
  Snapshot snapshot;
  ASSERT_EQ(source->read(request_of("4"), snapshot), ReadResult::reading);
  EXPECT_EQ(machine_name(snapshot.view()), name.nodename);
}

TEST(LocalSource, RawValuesOfTwoSources_AreAbsolute) {
  const auto one = open({.roots = {machine("vm-6.18"), machine("vm-6.18-later")}});
  const auto other = open({.roots = {machine("vm-6.18-later")}});
  const ObjectRequest processor = request_of("238");
  block_of(*one, processor);
  EXPECT_EQ(block_of(*one, request_of("236")), block_of(*other, request_of("236")));
}

// Allocations of one collection, after some warm-up collections.
std::size_t allocations_of_one(LocalSource& source, const ObjectRequest& request) {
  Snapshot snapshot;
  for (int warm_up = 0; warm_up < 3; ++warm_up) EXPECT_TRUE(source.read(request, snapshot));
  const std::size_t before = bench::allocations;
  EXPECT_TRUE(source.read(request, snapshot));
  return bench::allocations - before;
}

// Objects whose instances do not change during a test; processes come and go.
class SteadyMachine : public testing::TestWithParam<const char*> {};

TEST_P(SteadyMachine, LaterCollections_AllocateNothing) {
  const auto source = open({});
  EXPECT_EQ(allocations_of_one(*source, request_of(GetParam())), 0U);
}

INSTANTIATE_TEST_SUITE_P(Objects, SteadyMachine,
                         testing::Values("4", "234", "236", "238", "510", "100000", "100080"));

class SteadyRecording : public testing::TestWithParam<const char*> {};

TEST_P(SteadyRecording, LaterCollections_AllocateNothing) {
  for (const char* name : {"made-hidepid", "made-hostile", "made-pair-a", "vm-6.18"}) {
    const auto provider = std::move(LinuxProvider::open(machine(name), {})).value();
    const ObjectRequest request = request_of(GetParam());
    DataBlockBuilder builder;
    ProviderReport report;
    Snapshot snapshot;
    std::size_t before = 0;
    for (int tick = 0; tick < 4; ++tick) {
      before = bench::allocations;
      report.clear();
      const Instant& instant = provider->take_instant();
      builder.begin({.machine_name = provider->machine_name()});
      ASSERT_TRUE(provider->collect({request, instant}, builder, report).has_value());
      write_collection_status(report, builder);
      ASSERT_TRUE(snapshot.assign(builder.finish().value()).has_value());
    }
    EXPECT_EQ(bench::allocations - before, 0U) << name;
  }
}

INSTANTIATE_TEST_SUITE_P(Objects, SteadyRecording,
                         testing::Values("2", "230", "232", "100028", "Global", "Costly"));

}  // namespace
}  // namespace openperflib
