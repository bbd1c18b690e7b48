// Blocks for the tests of query: objects whose counters follow one another.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string_view>
#include <vector>

#include "openperflib/abi/winperf_constants.h"
#include "openperflib/counter/cstatus.h"
#include "openperflib/snapshot/snapshot.h"
#include "openperflib/titles/title_indices.h"
#include "openperflib/wire/data_block_builder.h"

namespace openperflib {

// One definition; its offset is calculated.
struct TestCounter {
  std::uint32_t title = 0;
  std::uint32_t type = PERF_COUNTER_LARGE_RAWCOUNT;
  std::uint32_t size = 8;
};

// Writes one block. Ticks of PerfTime are 100 ns, as on Linux.
class TestBlock {
 public:
  // `now`: PerfTime; PerfTime100nSec runs with it, `wall_offset` ahead.
  explicit TestBlock(std::int64_t now = 50'000'000, std::int64_t wall_offset = 0,
                     std::string_view machine = "db-17") {
    BlockHeader header;
    header.perf_time = now;
    header.perf_freq = kTicksPerSecond;
    header.perf_time_100ns = kEpoch + now + wall_offset;
    header.machine_name = machine;
    wall_ = header.perf_time_100ns;
    builder_.begin(header);
  }

  // Begins an object and ends the one before it. The first value is at offset 8, and each at a
  // multiple of 8.
  TestBlock& object(std::uint32_t title, std::initializer_list<TestCounter> counters,
                    Instances instances = Instances::multiple) {
    end_object();
    std::vector<CounterDefinition> definitions;
    counters_ = counters;
    offsets_.clear();
    std::uint32_t offset = 8;
    for (const TestCounter& counter : counters) {
      CounterDefinition definition;
      definition.name_title_index = counter.title;
      definition.help_title_index = counter.title + 1;
      definition.type = counter.type;
      definition.size = counter.size;
      definition.offset = offset;
      definitions.push_back(definition);
      offsets_.push_back(offset);
      offset += (counter.size + 7) / 8 * 8;
    }
    ObjectHeader header;
    header.name_title_index = title;
    header.help_title_index = title + 1;
    header.default_counter = 0;
    header.instances = instances;
    header.perf_time = wall_;
    header.perf_freq = kTicksPerSecond;
    builder_.begin_object(header, definitions);
    is_open_ = true;
    return *this;
  }

  // Begins an instance; `values` are in the order of the counters, none of them left out.
  TestBlock& instance(std::string_view name, std::initializer_list<std::uint64_t> values,
                      const InstanceIdentity& identity = {}) {
    builder_.begin_instance(name, identity);
    return put(values);
  }

  // The values of an object without instances.
  TestBlock& single(std::initializer_list<std::uint64_t> values) {
    builder_.begin_single();
    return put(values);
  }

  // Begins Collection Status; missing() adds its rows.
  TestBlock& status() {
    constexpr std::uint32_t kType = PERF_COUNTER_RAWCOUNT;
    return object(title::kCollectionStatus, {{title::kObjectTitleIndex, kType, 4},
                                             {title::kCounterOrdinal, kType, 4},
                                             {title::kFirstInstance, kType, 4},
                                             {title::kInstanceCount, kType, 4},
                                             {title::kCStatus, kType, 4}});
  }
  // The same with Reason Code, which blocks lacked at first.
  TestBlock& status_with_codes() {
    constexpr std::uint32_t kType = PERF_COUNTER_RAWCOUNT;
    return object(title::kCollectionStatus, {{title::kObjectTitleIndex, kType, 4},
                                             {title::kCounterOrdinal, kType, 4},
                                             {title::kFirstInstance, kType, 4},
                                             {title::kInstanceCount, kType, 4},
                                             {title::kCStatus, kType, 4},
                                             {title::kReasonCode, kType, 4}});
  }
  // A row of Collection Status with no_data and a reason code, after status_with_codes().
  TestBlock& missing_with_code(std::string_view reason, std::uint32_t object_title,
                               std::uint32_t ordinal, std::uint32_t first, std::uint32_t count,
                               std::uint32_t code) {
    return instance(reason,
                    {object_title, ordinal, first, count, pdh_code(CStatus::no_data), code});
  }
  // A row of Collection Status: `count` instances from `first` on lack the counter at `ordinal`.
  TestBlock& missing(std::string_view reason, std::uint32_t object_title, std::uint32_t ordinal,
                     std::uint32_t first, std::uint32_t count, CStatus status = CStatus::no_data) {
    return instance(reason, {object_title, ordinal, first, count, pdh_code(status)});
  }
  // A row for a counter that has no definition; 0 as its title: the whole object is absent.
  TestBlock& left_out(std::string_view reason, std::uint32_t object_title,
                      std::uint32_t counter_title) {
    return missing(reason, object_title, MissingRun::kLeftOut, counter_title, 0,
                   CStatus::no_counter);
  }

  // Ends the block and returns its bytes, which live as long as this.
  [[nodiscard]] Bytes bytes() {
    end_object();
    return builder_.finish().value();
  }
  // Returns a snapshot of bytes(), which end the block.
  [[nodiscard]] Snapshot snapshot() {
    Snapshot snapshot;
    into(snapshot);
    return snapshot;
  }
  // The same into an existing snapshot.
  void into(Snapshot& snapshot) { snapshot.assign(bytes()).value(); }

  // PerfTime100nSec of the block, and PerfTime of its objects.
  [[nodiscard]] std::int64_t wall() const { return wall_; }
  static constexpr std::int64_t kEpoch = 133'700'000'000'000'000;

 private:
  // Sets the values of the instance that was begun last.
  TestBlock& put(std::initializer_list<std::uint64_t> values) {
    std::size_t i = 0;
    for (const std::uint64_t value : values) {
      builder_.set(offsets_[i], counters_[i].size, value);
      ++i;
    }
    return *this;
  }
  // Does nothing if none is open.
  void end_object() {
    if (is_open_) builder_.end_object();
    is_open_ = false;
  }

  DataBlockBuilder builder_;
  std::vector<TestCounter> counters_;
  std::vector<std::uint32_t> offsets_;
  std::int64_t wall_ = 0;
  bool is_open_ = false;
};

}  // namespace openperflib
