// What is requested from a source: enough to answer the paths, and not more.
#include <gtest/gtest.h>

#include "openperflib/query/query.h"
#include "openperflib/titles/title_indices.h"

namespace openperflib {
namespace {

ObjectRequest request_of(std::initializer_list<std::string_view> paths) {
  Query query(fixed_titles());
  for (const std::string_view path : paths) EXPECT_TRUE(query.add(path).has_value()) << path;
  return query.request();
}

TEST(QueryRequest, NoPath_AsksForNothingButWhatDescribesABlock) {
  ObjectRequest request = ObjectRequest::nothing();
  request.add_description();
  EXPECT_EQ(request_of({}), request);
}

TEST(QueryRequest, AnyPath_AsksForWhatDescribesTheBlock) {
  for (const std::string_view path : {"\\Memory\\Available Bytes", "\\*(*)\\*", "\\Nonsense\\1"}) {
    EXPECT_TRUE(request_of({path}).wants_description()) << path;
  }
}

TEST(QueryRequest, Counter_IsAskedForByItsIndices) {
  const ObjectRequest request = request_of({"\\Memory\\Available MBytes"});
  EXPECT_TRUE(request.wants_counter(title::kMemory, 1382));
  EXPECT_TRUE(
      request.wants_counter(title::kMemory, 1824));  // the object decides which of them it is
  EXPECT_FALSE(request.wants_counter(title::kMemory, 24));
  EXPECT_FALSE(request.wants_object(title::kProcess));
}

TEST(QueryRequest, AllCounters_AreTheObject) {
  EXPECT_TRUE(request_of({"\\Memory\\*"}).wants_counter(title::kMemory, 24));
  EXPECT_TRUE(request_of({"Memory/*"}).wants_counter(title::kMemory, 24));
}

TEST(QueryRequest, SomeCounters_AreThoseThatMatch) {
  const ObjectRequest request = request_of({"\\Process(*)\\% *"});
  EXPECT_TRUE(request.wants_counter(title::kProcess, 142));
  EXPECT_FALSE(
      request.wants_counter(title::kProcess, 1412));  // IO Read Operations/sec is costly to read
}

TEST(QueryRequest, Process_IsAskedForWhatTellsProcessesApart) {
  const ObjectRequest request =
      request_of({"\\Process(*)\\Working Set", "\\Process V2(*)\\Working Set"});
  EXPECT_TRUE(request.wants_counter(title::kProcess, title::kIdProcess));
  EXPECT_TRUE(request.wants_counter(title::kProcess, title::kElapsedTime));
  EXPECT_TRUE(request.wants_counter(title::kProcessV2, title::kProcessId));
}

TEST(QueryRequest, Thread_NeedsItsProcesses) {
  EXPECT_TRUE(request_of({"\\Thread(*)\\% Processor Time"}).wants_object(title::kProcess));
}

TEST(QueryRequest, ShellSpelling_AsksForTheSame) {
  const ObjectRequest request = request_of({"PhysicalDisk/*/Avg. Disk sec/Read"});
  EXPECT_TRUE(request.wants_counter(234, 208));
  EXPECT_FALSE(request.wants_counter(234, 218));
}

TEST(QueryRequest, Numbers_NeedNoName) {
  EXPECT_TRUE(request_of({"\\77777(*)\\88888"}).wants_counter(77777, 88888));
}

TEST(QueryRequest, AnyObject_IsGlobal) {
  const ObjectRequest request = request_of({"\\Memory\\Available Bytes", "\\*(*)\\*", "\\2\\250"});
  EXPECT_EQ(request.kind(), ObjectRequest::Kind::global);
}

TEST(QueryRequest, ObjectsThatMatch_AreAskedForByName) {
  const ObjectRequest request = request_of({"\\*Disk(*)\\Disk Bytes/sec"});
  EXPECT_TRUE(request.wants_counter(234, 218));
  EXPECT_TRUE(request.wants_counter(236, 218));
  EXPECT_FALSE(request.wants_object(title::kMemory));
}

TEST(QueryRequest, PathOfWildcardsAlone_IsAddedAtOnce) {
  std::string path = "?*";
  for (int i = 0; i < 600; ++i) path += "/?*";
  EXPECT_EQ(request_of({path}).kind(),
            ObjectRequest::Kind::ids);  // if this took long, the test would never end
}

// A counter set of that name may run at the next collection.
TEST(QueryRequest, UnknownObject_AsksForAllCounterSets) {
  for (const std::string_view path : {"\\Nonsense\\Nonsense", "\\Nonsense*(*)\\*"}) {
    const ObjectRequest request = request_of({path, "\\Memory\\Available Bytes"});
    EXPECT_TRUE(request.wants_counter_set(1'000'000));
    EXPECT_TRUE(request.wants_counter(1'000'000, 1'000'002));
    EXPECT_FALSE(request.wants_object(title::kProcess));
    EXPECT_EQ(request.objects(), (std::vector<std::uint32_t>{title::kMemory}));
  }
  EXPECT_FALSE(request_of({"\\Memory\\Available Bytes"}).wants_counter_set(1'000'000));
}

TEST(QueryRequest, UnknownCounter_StillAsksForItsObject) {
  const ObjectRequest request = request_of({"\\Process(*)\\Nonsense"});
  EXPECT_TRUE(request.wants_object(title::kProcess));
  EXPECT_FALSE(request.wants_counter(title::kProcess, 1412));
  EXPECT_FALSE(request_of({"\\Nonsense\\Nonsense"}).wants_object(title::kProcess));
}

TEST(QueryRequest, StateOfProcesses_IsAskedForWithWhatTellsThemApart) {
  const ObjectRequest request = request_of({"\\Linux Process(*)\\State"});
  EXPECT_TRUE(request.wants_counter(title::kLinuxProcess, title::kIdProcess));
  EXPECT_TRUE(request.wants_counter(title::kLinuxProcess, title::kElapsedTime));
  EXPECT_FALSE(request.wants_object(title::kProcess));
}

}  // namespace
}  // namespace openperflib
