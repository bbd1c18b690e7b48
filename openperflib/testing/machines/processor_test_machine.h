// For tests: a machine of files, and what Processor and Processor Information say of it.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>

#include "openperflib/linux/cpu/processor_counters_internal.h"
#include "openperflib/linux/table/objects_internal.h"
#include "openperflib/testing/machines/collection_stage.h"
#include "openperflib/testing/made_folder.h"

namespace openperflib::linux_objects {

// The orders that Processor Information has in objects.csv, but not Processor.
enum InformationOrder : std::size_t {
  kParkingStatus = 16,
  kFrequency,
  kPercentOfMaximum,
  kClockInterrupts = 20,
  kAverageIdleTime,
  kIdleBreakEvents,
  kPerformance,
  kUtility,
  kPrivilegedUtility,
  kPerformanceLimit,
  kLimitFlags,
};

// The folder with a folder per CPU.
inline constexpr const char* kCpuFolder = "sys/devices/system/cpu/";

// What a provider does in a collection, for two objects. The clock stands where it is set.
class TestMachine {
 public:
  // `directory` has proc/ and sys/; both objects are collected.
  explicit TestMachine(std::string directory, unsigned kept_descriptors = 256)
      : stage_(std::move(directory), kept_descriptors) {}

  // Seconds since boot, of the next collections.
  void at(double seconds) {
    stage_.instant.boottime_100ns = static_cast<std::int64_t>(seconds * 1e7 + 0.5);
  }
  // As if the system had no clock of the time since boot.
  void without_clock() { stage_.instant.boottime_100ns.reset(); }
  // Sets the request of the next collections.
  void ask(ObjectRequest request) { stage_.request = std::move(request); }
  // Ticks per second of the times in /proc/stat.
  void set_user_hz(std::uint32_t user_hz) { stage_.user_hz = user_hz; }
  // Continues with another recorded folder; fails the test if it cannot be opened.
  void move_to(const std::string& directory) {
    ASSERT_TRUE(stage_.root.move_to(directory).has_value());
  }

  // One collection of both objects.
  void collect() {
    processor.clear();
    information.clear();
    CollectContext context = stage_.next();
    processor_collector_->collect(context, processor);
    information_collector_->collect(context, information);
  }
  // One collection of /proc/stat alone; its numbers are in stat().
  void collect_stat() {
    CollectContext context = stage_.next();
    stage_.sources.stat.ensure_read(context);
  }
  // As of the last collection.
  [[nodiscard]] const StatFile& stat() const { return stage_.sources.stat; }
  // The words of a reason that a table gave for a missing value.
  [[nodiscard]] std::string text(ReasonId reason) const {
    return std::string(stage_.reasons.text(reason));
  }
  // How many more files the root may keep open.
  [[nodiscard]] unsigned descriptors_left() const { return stage_.root.descriptors_left(); }

  // The value of an instance as people read it: its number, or why there is none.
  [[nodiscard]] std::string cell(const ObjectTable& table, std::string_view instance,
                                 std::size_t order, Part part = Part::value) const {
    return stage_.cell(table, instance, order, part);
  }
  // A value of Processor.
  [[nodiscard]] std::string cpu(std::string_view instance, std::size_t order) const {
    return cell(processor, instance, order);
  }
  // A value of Processor Information.
  [[nodiscard]] std::string info(std::string_view instance, std::size_t order,
                                 Part part = Part::value) const {
    return cell(information, instance, order, part);
  }
  // The instances of a table, with a bar between them.
  [[nodiscard]] static std::string instances(const ObjectTable& table) {
    return instance_names(table);
  }

  ObjectTable processor{*find_catalogue_object(238)};
  ObjectTable information{*find_catalogue_object(100'000)};

 private:
  CollectionStage stage_;
  std::unique_ptr<Collector> processor_collector_ = make_processor_collector();
  std::unique_ptr<Collector> information_collector_ = make_processor_information_collector();
};

}  // namespace openperflib::linux_objects
