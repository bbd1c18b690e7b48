// For tests: a machine of files, and what Processor and Processor Information say of it.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <utility>

#include "openperflib/linux/objects_internal.h"
#include "openperflib/linux/process_scan_internal.h"
#include "openperflib/linux/processor_counters_internal.h"
#include "openperflib/linux/stat_file_internal.h"

namespace openperflib::linux_objects {

// Resource: a folder with proc/ and sys/ that is gone with it.
class MadeTree {
 public:
  MadeTree() {
    std::string name = testing::TempDir() + "openperflib_cpus_XXXXXX";
    directory_ = ::mkdtemp(name.data());
  }
  MadeTree(const MadeTree&) = delete;
  MadeTree& operator=(const MadeTree&) = delete;
  ~MadeTree() { std::filesystem::remove_all(directory_); }

  [[nodiscard]] const std::string& directory() const { return directory_; }
  void write(const std::string& path, std::string_view text) const {
    const std::filesystem::path file = directory_ + "/" + path;
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file, std::ios::binary) << text;
  }
  void remove(const std::string& path) const {
    std::filesystem::remove_all(directory_ + "/" + path);
  }

 private:
  std::string directory_;
};

// What a provider does in a collection, for two objects. The clock stands where it is set.
class TestMachine {
 public:
  explicit TestMachine(std::string directory, unsigned kept_descriptors = 256)
      : root_(std::move(ProcRoot::open(std::move(directory), kept_descriptors)).value()) {}

  // Seconds since boot, of the next collections.
  void at(double seconds) {
    instant_.boottime_100ns = static_cast<std::int64_t>(seconds * 1e7 + 0.5);
  }
  void without_clock() { instant_.boottime_100ns.reset(); }
  void ask(ObjectRequest request) { request_ = std::move(request); }
  void set_user_hz(std::uint32_t user_hz) { user_hz_ = user_hz; }
  void move_to(const std::string& directory) { ASSERT_TRUE(root_.move_to(directory).has_value()); }

  // One collection of both objects.
  void collect() {
    reasons_.clear();
    processor.clear();
    information.clear();
    Collection collection = next_collection();
    collect_processor(*processor_memory_, collection, processor);
    collect_processor_information(*information_memory_, collection, information);
  }
  // One collection of /proc/stat alone; its numbers are in stat().
  void collect_stat() {
    reasons_.clear();
    Collection collection = next_collection();
    stat_.ensure_read(collection);
  }
  [[nodiscard]] const StatFile& stat() const { return stat_; }
  [[nodiscard]] std::string text(ReasonId reason) const {
    return std::string(reasons_.text(reason));
  }
  [[nodiscard]] unsigned descriptors_left() const { return root_.descriptors_left(); }

  // The value of an instance as people read it: its number, or why there is none.
  [[nodiscard]] std::string cell(const ObjectTable& table, std::string_view instance,
                                 std::size_t order, Part part = Part::value) const {
    for (std::size_t row = 0; row < table.instance_count(); ++row) {
      if (table.instance_name(row) != instance) continue;
      const ReasonId reason = table.reason(row, order);
      return reason == Reasons::kPresent ? std::to_string(table.value(row, order, part))
                                         : text(reason);
    }
    return "no such instance";
  }
  [[nodiscard]] std::string cpu(std::string_view instance, std::size_t order) const {
    return cell(processor, instance, order);
  }
  [[nodiscard]] std::string info(std::string_view instance, std::size_t order,
                                 Part part = Part::value) const {
    return cell(information, instance, order, part);
  }
  // The instances of a table, with a bar between them.
  [[nodiscard]] static std::string instances(const ObjectTable& table) {
    std::string names;
    for (std::size_t row = 0; row < table.instance_count(); ++row) {
      if (row != 0) names += '|';
      names += table.instance_name(row);
    }
    return names;
  }

  ObjectTable processor{*find_catalogue_object(238)};
  ObjectTable information{*find_catalogue_object(100'000)};

 private:
  Collection next_collection() {
    return {.root = root_,
            .instant = instant_,
            .request = request_,
            .reasons = reasons_,
            .stat = stat_,
            .processes = processes_,
            .buffer = buffer_,
            .scratch = scratch_,
            .user_hz = user_hz_,
            .number = collections_++};
  }

  ProcRoot root_;
  Instant instant_;
  ObjectRequest request_;
  Reasons reasons_;
  StatFile stat_;
  ProcessScan processes_;
  TextBuffer buffer_;
  std::string scratch_;
  std::uint32_t user_hz_ = 100;
  std::uint64_t collections_ = 0;
  MemoryOf<ProcessorMemory> processor_memory_ = make_processor_memory();
  MemoryOf<ProcessorInformationMemory> information_memory_ = make_processor_information_memory();
};

}  // namespace openperflib::linux_objects
