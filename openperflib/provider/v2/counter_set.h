// CounterSet: the counters of a program, declared in the program itself.
//
//   auto set = CounterSet::publish(*publisher, {.guid = "8f1c1b0e-5d7a-4c52-9d0e-0b6a5f1f7c11",
//                                               .name = "Coffee Machine",
//                                               .counters = {{"Cups/sec", CounterKind::rate}}});
//   CounterSetInstance hall = *set->add("Hall");
//   hall[0].increment();
#pragma once

#include <atomic>
#include <cstdint>
#include <expected>
#include <string>
#include <string_view>
#include <vector>

#include "openperflib/provider/v2/publisher.h"

namespace openperflib {

// What is shown of the values.
enum class CounterKind : std::uint8_t {
  number,   // as it is: PERF_COUNTER_LARGE_RAWCOUNT
  rate,     // its growth per second: PERF_COUNTER_BULK_COUNT
  average,  // the sum of the samples by their number: PERF_AVERAGE_BULK and its base
};

struct CounterDeclaration {
  std::string name;
  CounterKind kind = CounterKind::number;
  std::string help = {};
};

struct CounterSetDeclaration {
  std::string guid;  // "8f1c1b0e-5d7a-4c52-9d0e-0b6a5f1f7c11", with or without braces
  std::string name;
  std::vector<CounterDeclaration> counters;
  std::string help = {};
  bool has_instances = true;  // false: one instance, without a name
};

// One counter of one instance. Value; valid as long as the instance. Any thread may call all
// functions, which take neither a lock nor a system call.
class Counter {
 public:
  Counter() = default;
  void increment(std::uint64_t by = 1) const noexcept {
    std::atomic_ref(*value_).fetch_add(by, std::memory_order_relaxed);
  }
  void decrement(std::uint64_t by = 1) const noexcept {
    std::atomic_ref(*value_).fetch_sub(by, std::memory_order_relaxed);
  }
  void set(std::uint64_t value) const noexcept {
    std::atomic_ref(*value_).store(value, std::memory_order_relaxed);
  }
  // Of CounterKind::average. A reader may see the sample before it is counted.
  void add_sample(std::uint64_t sample) const noexcept {
    increment(sample);
    std::atomic_ref(*samples_).fetch_add(1, std::memory_order_relaxed);
  }

 private:
  friend class CounterSetInstance;
  Counter(std::uint64_t* value, std::uint64_t* samples) noexcept
      : value_(value), samples_(samples) {}
  std::uint64_t* value_ = nullptr;
  std::uint64_t* samples_ = nullptr;  // null, but for an average
};

// Resource: an instance, until it is destroyed; movable. Outlived by its set.
class CounterSetInstance {
 public:
  CounterSetInstance(CounterSetInstance&& other) noexcept;
  CounterSetInstance& operator=(CounterSetInstance&&) = delete;
  ~CounterSetInstance();
  // In the order of the declaration.
  [[nodiscard]] const Counter& operator[](std::size_t counter) const { return counters_[counter]; }

 private:
  friend class CounterSet;
  CounterSetInstance(Publisher& publisher, PublishedSet& set, PublishedInstance instance);
  Publisher* publisher_;  // null: moved from
  PublishedSet* set_;
  PublishedInstance instance_;
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
