// CounterSet: the counters of a program, declared in the program itself.
//
//   const auto publisher = start_publisher();
//   auto set = CounterSet::publish(**publisher, {.guid = "8f1c1b0e-5d7a-4c52-9d0e-0b6a5f1f7c11",
//                                                .name = "Coffee Machine",
//                                                .counters = {{"Cups/sec", CounterKind::rate}}});
//   CounterSetInstance hall = *set->add("Hall");
//   hall[0].increment();
#pragma once

#include <atomic>
#include <cstdint>
#include <expected>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "openperflib/provider/v2/counter_set_fault.h"
#include "openperflib/provider/v2/publish/cell_number.h"

namespace openperflib {

class PublishedSet;        // provider/v2/publish/published_set.h
class Publisher;           // provider/v2/publish/publisher.h
class SegmentLayout;       // provider/v2/segment_layout.h
struct PublishedInstance;  // as PublishedSet

// Offers the counter sets of this process to readers (machine/start_publisher.h starts it). It
// outlives its sets.
struct PublisherEnd {
  void operator()(Publisher* publisher) const noexcept;
};
// Resource: publishing ends with it. Null: moved from.
using PublisherHandle = std::unique_ptr<Publisher, PublisherEnd>;

// What is shown of the values.
enum class CounterKind : std::uint8_t {
  number,   // as it is: PERF_COUNTER_LARGE_RAWCOUNT
  rate,     // its growth per second: PERF_COUNTER_BULK_COUNT
  average,  // the sum of the samples by their number: PERF_AVERAGE_BULK and its base
};

// Value: one counter of a set. Texts are UTF-8.
struct CounterDeclaration {
  std::string name;
  CounterKind kind = CounterKind::number;
  std::string help = {};
};

// Value: what CounterSet::publish() takes. Texts are UTF-8.
struct CounterSetDeclaration {
  std::string guid;  // "8f1c1b0e-5d7a-4c52-9d0e-0b6a5f1f7c11", with or without braces
  std::string name;
  std::vector<CounterDeclaration> counters;
  std::string help = {};
  bool has_instances = true;  // false: one instance, without a name
  // Each thread adds to cells of its own, and readers add them up: for counters to which several
  // threads add all the time. An instance of such a set takes at least 1 KiB more.
  bool sharded = false;
};

// One counter of one instance. Value; valid as long as the instance. Any thread may call all
// functions, which take neither a lock nor a system call. In a sharded set, an addition in a signal
// handler that interrupts another one of its thread may be lost.
class Counter {
 public:
  Counter() = default;
  // Adds to the value, which wraps at 2^64.
  void increment(std::uint64_t by = 1) const noexcept {
    add<std::memory_order_relaxed>(value_, by);
  }
  // Subtracts from the value, which wraps below 0.
  void decrement(std::uint64_t by = 1) const noexcept { increment(0 - by); }
  // Sets the value. In a sharded set, what threads add at the same time may be kept.
  void set(std::uint64_t value) const noexcept {
    if (cell_row_words_ != 0) value -= sum_of_cells();
    std::atomic_ref(*value_).store(value, std::memory_order_relaxed);
  }
  // Adds a sample to a counter of CounterKind::average. A reader may see the sample before it is
  // counted: at most one sample of each thread.
  void add_sample(std::uint64_t sample) const noexcept { add_samples(sample, 1); }
  // Adds several samples at once, whose sum is known.
  void add_samples(std::uint64_t sum, std::uint64_t count) const noexcept {
    add<std::memory_order_release>(value_, sum);
    add<std::memory_order_release>(samples_, count);
  }

 private:
  friend class CounterSetInstance;
  // Adds to the cell of this thread, which only this thread writes; others read it, so that no word
  // is torn.
  template <std::memory_order Order>
  void add(std::uint64_t* word, std::uint64_t by) const noexcept {
    if (cell_row_words_ != 0) {
      const std::uint32_t number = cell_number();
      if (number < kCellRows) [[likely]] {
        const std::atomic_ref cell(word[cells_ + number * cell_row_words_]);
        cell.store(cell.load(std::memory_order_relaxed) + by, Order);
        return;
      }
    }
    std::atomic_ref(*word).fetch_add(by, Order);
  }
  // Directs additions to cells, if the segment has rows of them.
  void use_cells(const SegmentLayout& layout) noexcept;
  // Returns the sum of what all threads have added to cells; may miss additions at the same time.
  [[nodiscard]] std::uint64_t sum_of_cells() const noexcept;

  std::uint64_t* value_ = nullptr;
  std::uint64_t* samples_ = nullptr;  // null, but for an average
  std::uint32_t cells_ = 0;           // words from a value to its cell in the first row
  std::uint32_t cell_row_words_ = 0;  // 0: it is not sharded
};

// Resource: an instance, until it is destroyed; movable. Outlived by its set.
class CounterSetInstance {
 public:
  // Leaves `other` without an instance: it may only be destroyed.
  CounterSetInstance(CounterSetInstance&& other) noexcept;
  CounterSetInstance& operator=(CounterSetInstance&&) = delete;
  ~CounterSetInstance();
  // Returns the counters in the order of their declaration.
  [[nodiscard]] const Counter& operator[](std::size_t counter) const { return counters_[counter]; }

 private:
  friend class CounterSet;
  // `counters`: empty, with room for all of the set.
  CounterSetInstance(Publisher& publisher, PublishedSet& set,
                     std::unique_ptr<PublishedInstance> instance,
                     std::vector<Counter> counters) noexcept;
  Publisher* publisher_;  // null: moved from
  PublishedSet* set_;
  std::unique_ptr<PublishedInstance> instance_;
  std::vector<Counter> counters_;
};

// Resource: a set, until it is destroyed; movable. Outlived by the publisher.
class CounterSet {
 public:
  // Errors: not_found: `guid` is not one; else those of Publisher::add().
  [[nodiscard]] static std::expected<CounterSet, CounterSetFault> publish(
      Publisher& publisher, const CounterSetDeclaration& declaration);
  CounterSet(CounterSet&& other) noexcept;
  CounterSet& operator=(CounterSet&&) = delete;
  ~CounterSet();
  // An instance, whose counters are 0. `name`: UTF-8; ignored in a set of one instance. Errors:
  // those of Publisher::add_instance().
  [[nodiscard]] std::expected<CounterSetInstance, CounterSetFault> add(std::string_view name = {});

 private:
  CounterSet(Publisher& publisher, PublishedSet& set) noexcept
      : publisher_(&publisher), set_(&set) {}
  Publisher* publisher_;
  PublishedSet* set_;  // null: moved from
};

}  // namespace openperflib
