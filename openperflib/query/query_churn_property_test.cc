// A query whose instances come and go, against one that never saw what was before the last two
// blocks.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "openperflib/query/query.h"
#include "openperflib/testing/query_example.h"
#include "openperflib/testing/test_block.h"

namespace openperflib {
namespace {

constexpr std::int64_t kFirstBlock = 10;  // seconds

// A process that may be in a block. Some have one name, some one pid with starts that no slip of
// the clock explains, some began while blocks were read.
struct ComingProcess {
  const char* name;
  std::uint64_t pid;
  std::uint64_t start;
};
const std::vector<ComingProcess> kComing = {
    {"init", 1, kBoot + 1},
    {"sh", 10, kBoot + kSecond},
    {"sh", 11, kBoot + 2 * kSecond},
    {"sh", 10, kBoot + 11 * kSecond + 1},
    {"Cc", 12, kBoot + 12 * kSecond + 1},
    {"cc", 13, kBoot + 11 * kSecond},
    {"ld", 12, kBoot + 16 * kSecond + 1},
    {"\xC3\x84rger", 14, kBoot},
    {"_Total", 0, 0},
};

using Numbers = std::vector<std::size_t>;

// Numbers of processes or disks, in any order, each once.
Numbers any_numbers(std::size_t most) {
  Numbers numbers;
  for (const std::size_t one :
       *rc::gen::container<Numbers>(rc::gen::inRange<std::size_t>(0, most))) {
    if (std::ranges::find(numbers, one) == numbers.end()) numbers.push_back(one);
  }
  return numbers;
}

struct ComingBlock {
  Numbers processes;
  Numbers disks;
};

Snapshot coming_block_of(const ComingBlock& of, std::int64_t number) {
  const auto grown = static_cast<std::uint64_t>(number) * 1'000'000;
  TestBlock block((kFirstBlock + number) * kSecond);
  block.object(title::kPhysicalDisk, {{title::kDiskBytesPerSec, PERF_COUNTER_BULK_COUNT}});
  for (const std::size_t disk : of.disks) {
    block.instance("disk" + std::to_string(disk), {grown * (disk + 1)});
  }
  block.object(title::kProcess, {{title::kPercentUserTime, PERF_100NSEC_TIMER},
                                 {title::kElapsedTime, PERF_ELAPSED_TIME},
                                 {title::kIdProcess, PERF_COUNTER_RAWCOUNT, 4}});
  for (const std::size_t process : of.processes) {
    const ComingProcess& one = kComing[process];
    block.instance(one.name, {grown + process, one.start, one.pid});
  }
  block.object(title::kMemory, {{title::kAvailableBytes}}, Instances::none).single({grown});
  return block.snapshot();
}

Query query_of_paths(const std::vector<std::string>& paths) {
  QueryOptions options;
  options.first_rates = QueryOptions::FirstRates::start;
  Query query(fixed_titles(), std::move(options));
  for (const std::string& path : paths) (void)query.add(path);
  return query;
}

bool is_same_series(const Series& a, const Series& b) {
  return a.path == b.path && a.machine == b.machine && a.object == b.object &&
         a.parent == b.parent && a.instance == b.instance &&
         a.instance_number == b.instance_number && a.counter == b.counter &&
         a.object_title_index == b.object_title_index &&
         a.counter_title_index == b.counter_title_index && a.counter_ordinal == b.counter_ordinal &&
         a.instance_position == b.instance_position && a.type == b.type &&
         a.default_scale == b.default_scale && a.size == b.size && a.identity == b.identity &&
         a.process_id == b.process_id && a.shown_scale == b.shown_scale && a.is_named == b.is_named;
}

bool is_same_value(const Value& a, const Value& b) {
  return a.status == b.status && (!a.usable() || a.number == b.number);
}

// Checks that a query has what another one has that took nothing but the last two blocks.
void check_against_fresh(const Query& kept, const std::vector<std::string>& paths,
                         const Snapshot& before, const Snapshot& block) {
  Query fresh = query_of_paths(paths);
  fresh.take(before);
  fresh.take(block);
  RC_ASSERT(std::ranges::equal(kept.binding().series(), fresh.binding().series(), is_same_series));
  RC_ASSERT(kept.newer().counters == fresh.newer().counters);
  RC_ASSERT(kept.older().counters == fresh.older().counters);
  RC_ASSERT(std::ranges::equal(kept.row().values, fresh.row().values, is_same_value));
  RC_ASSERT(std::ranges::equal(kept.first_rates(), fresh.first_rates()));
}

std::vector<std::string> any_paths() {
  return *rc::gen::nonEmpty(
      rc::gen::container<std::vector<std::string>>(rc::gen::elementOf(std::vector<std::string>{
          "\\*(*)\\*", "\\*\\*", "\\Process(*)\\% User Time", "\\Process(s*)\\*",
          "\\Process(sh#1)\\ID Process", "\\PhysicalDisk(disk1)\\*", "\\Memory\\*"})));
}

RC_GTEST_PROP(QueryChurnLaw, EarlierBlocks_ChangeNothing, ()) {
  const auto paths = any_paths();
  Query kept = query_of_paths(paths);
  const auto count = *rc::gen::inRange<std::int64_t>(2, 8);
  Snapshot before;
  for (std::int64_t number = 0; number < count; ++number) {
    Snapshot block = coming_block_of({any_numbers(kComing.size()), any_numbers(4)}, number);
    kept.take(block);
    check_against_fresh(kept, paths, before, block);
    before = std::move(block);
  }
}

// Processes with few names and few pids, one of which may take the place of another. No slip of the
// clock explains that a pid has the other start.
Snapshot block_of_places(std::int64_t number) {
  const auto grown = static_cast<std::uint64_t>(number) * 1'000'000;
  TestBlock block((kFirstBlock + number) * kSecond);
  block.object(title::kProcess, {{title::kPercentUserTime, PERF_100NSEC_TIMER},
                                 {title::kElapsedTime, PERF_ELAPSED_TIME},
                                 {title::kIdProcess, PERF_COUNTER_RAWCOUNT, 4}});
  for (const char* const name : {"sh", "sh", "Cc", "_Total"}) {
    const auto pid = *rc::gen::inRange<std::uint64_t>(10, 14);
    const auto start = *rc::gen::element<std::uint64_t>(2 * kSecond, 11 * kSecond + 1);
    block.instance(name, {grown + pid, kBoot + start, pid});
  }
  return block.snapshot();
}

RC_GTEST_PROP(QueryChurnLaw, EarlierProcessesInThePlaces_ChangeNothing, ()) {
  const auto paths = any_paths();
  Query kept = query_of_paths(paths);
  const auto count = *rc::gen::inRange<std::int64_t>(2, 8);
  Snapshot before;
  for (std::int64_t number = 0; number < count; ++number) {
    Snapshot block = block_of_places(number);
    kept.take(block);
    check_against_fresh(kept, paths, before, block);
    before = std::move(block);
  }
}

// What Binding::before() tells of each series is what its identity tells.
template <class Block>
void check_positions_before(Block block) {
  Query query = query_of_paths({"\\*(*)\\*", "\\Process(sh)\\*", "\\*\\*"});
  const auto count = *rc::gen::inRange<std::int64_t>(1, 8);
  std::vector<std::pair<std::uint32_t, std::uint64_t>> before;  // paths and identities
  std::uint64_t generation = 0;
  for (std::int64_t number = 0; number < count; ++number) {
    query.take(block(number));
    if (query.binding().generation() == generation) continue;
    RC_ASSERT(query.binding().generation() == generation + 1);
    generation = query.binding().generation();
    const auto series = query.binding().series();
    const auto positions = query.binding().before();
    RC_ASSERT(positions.size() == series.size());
    for (std::size_t i = 0; i < series.size(); ++i) {
      const auto known = std::ranges::find(before, std::pair(series[i].path, series[i].identity));
      const auto expected = known == before.end()
                                ? Binding::kNew
                                : static_cast<std::uint32_t>(known - before.begin());
      RC_ASSERT(positions[i] == expected);
    }
    before.clear();
    for (const Series& one : series) before.emplace_back(one.path, one.identity);
  }
}

RC_GTEST_PROP(QueryChurnLaw, PositionsBefore_AreThoseOfTheSameSeries, ()) {
  check_positions_before([](std::int64_t number) {
    return coming_block_of({any_numbers(kComing.size()), any_numbers(4)}, number);
  });
}

RC_GTEST_PROP(QueryChurnLaw, PositionsBeforeInThePlaces_AreThoseOfTheSameSeries, ()) {
  check_positions_before(block_of_places);
}

}  // namespace
}  // namespace openperflib
