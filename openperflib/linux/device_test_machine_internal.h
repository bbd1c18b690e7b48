// For tests: a machine of files, and what one object says of it.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "openperflib/linux/objects_internal.h"
#include "openperflib/linux/process_scan_internal.h"
#include "openperflib/linux/stat_file_internal.h"

namespace openperflib::linux_objects {

// Resource: a folder with proc/ and sys/ that is gone with it.
class DeviceTree {
 public:
  DeviceTree() {
    std::string name = testing::TempDir() + "openperflib_devices_XXXXXX";
    directory_ = ::mkdtemp(name.data());
  }
  DeviceTree(const DeviceTree&) = delete;
  DeviceTree& operator=(const DeviceTree&) = delete;
  ~DeviceTree() { std::filesystem::remove_all(directory_); }

  [[nodiscard]] const std::string& directory() const { return directory_; }
  void write(const std::string& path, std::string_view text) const {
    const std::filesystem::path file = directory_ + "/" + path;
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file, std::ios::binary) << text;
  }
  void make_folder(const std::string& path) const {
    std::filesystem::create_directories(directory_ + "/" + path);
  }
  void remove(const std::string& path) const {
    std::filesystem::remove_all(directory_ + "/" + path);
  }

 private:
  std::string directory_;
};

// A recorded machine of tests/fixtures/machines, as the build unpacks it.
inline std::string recorded_machine(const std::string& name) {
  return std::string(OPENPERFLIB_BINARY_DIR) + "/machines/" + name;
}

// What a provider does in a collection, for one object. The clocks stand where they are set.
template <typename T>
class DeviceMachine {
 public:
  using Collect = void (*)(T& memory, Collection& collection, ObjectTable& table);

  DeviceMachine(std::string directory, TitleIndex object, MemoryOf<T> memory, Collect how,
                unsigned kept_descriptors = 256)
      : table(*find_catalogue_object(object)),
        root_(std::move(ProcRoot::open(std::move(directory), kept_descriptors)).value()),
        memory_(std::move(memory)),
        collect_(how) {}

  // PerfTime100nSec and the monotonic clock, of the next collections.
  void at(FileTime realtime, std::int64_t monotonic_100ns) {
    instant_ = {realtime, monotonic_100ns, monotonic_100ns};
  }
  void ask(ObjectRequest request) { request_ = std::move(request); }
  void collect() {
    reasons_.clear();
    table.clear();
    Collection collection{.root = root_,
                          .instant = instant_,
                          .request = request_,
                          .reasons = reasons_,
                          .stat = stat_,
                          .processes = processes_,
                          .buffer = buffer_,
                          .scratch = scratch_,
                          .number = collections_++};
    collect_(*memory_, collection, table);
  }

  // The value of an instance as people read it: its number, or why there is none.
  [[nodiscard]] std::string cell(std::string_view instance, std::size_t order,
                                 Part part = Part::value) const {
    for (std::size_t row = 0; row < table.instance_count(); ++row) {
      if (table.instance_name(row) == instance) return cell(row, order, part);
    }
    return "no such instance";
  }
  [[nodiscard]] std::string cell(std::size_t row, std::size_t order, Part part) const {
    const ReasonId reason = table.reason(row, order);
    return reason == Reasons::kPresent ? std::to_string(table.value(row, order, part))
                                       : std::string(reasons_.text(reason));
  }
  [[nodiscard]] std::string base(std::string_view instance, std::size_t order) const {
    return cell(instance, order, Part::base);
  }
  // The instances, with a bar between them.
  [[nodiscard]] std::string instances() const {
    std::string names;
    for (std::size_t row = 0; row < table.instance_count(); ++row) {
      if (row != 0) names += '|';
      names += table.instance_name(row);
    }
    return names;
  }
  [[nodiscard]] std::uint64_t key(std::string_view instance) const {
    for (std::size_t row = 0; row < table.instance_count(); ++row) {
      if (table.instance_name(row) == instance) return table.instance_key(row);
    }
    return 0;
  }
  [[nodiscard]] unsigned descriptors_left() const { return root_.descriptors_left(); }
  [[nodiscard]] bool is_live() const { return root_.is_live(); }

  ObjectTable table;

 private:
  ProcRoot root_;
  Instant instant_;
  ObjectRequest request_;
  Reasons reasons_;
  StatFile stat_;
  ProcessScan processes_;
  TextBuffer buffer_;
  std::string scratch_;
  std::uint64_t collections_ = 0;
  MemoryOf<T> memory_;
  Collect collect_;
};

}  // namespace openperflib::linux_objects
