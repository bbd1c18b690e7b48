// For tests: a machine of files, and what one object says of it.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>

#include "openperflib/linux/table/objects_internal.h"
#include "openperflib/testing/machines/collection_stage.h"
#include "openperflib/testing/made_folder.h"

namespace openperflib::linux_objects {

// 2025-08-19, where the clock of a made machine stands at first.
inline constexpr FileTime kNow = 134'000'000'000'000'000;

// A recorded machine of tests/fixtures/machines, as the build unpacks it.
inline std::string recorded_machine(const std::string& name) {
  return std::string(OPENPERFLIB_BINARY_DIR) + "/machines/" + name;
}

// What a provider does in a collection, for one object. The clocks stand where they are set.
class DeviceMachine {
 public:
  // `directory` has proc/ and sys/; `object` is one of the catalogue.
  DeviceMachine(std::string directory, TitleIndex object, std::unique_ptr<Collector> collector,
                unsigned kept_descriptors = 256, SpaceQuestions questions = {})
      : table(*find_catalogue_object(object)),
        stage_(std::move(directory), kept_descriptors, std::move(questions)),
        collector_(std::move(collector)) {}

  // PerfTime100nSec and the monotonic clock, of the next collections.
  void at(FileTime realtime, std::int64_t monotonic_100ns) {
    stage_.instant = {realtime, monotonic_100ns, monotonic_100ns};
  }
  // Sets the request of the next collections.
  void ask(ObjectRequest request) { stage_.request = std::move(request); }
  // One collection of the object; `table` then has its values.
  void collect() {
    table.clear();
    CollectContext context = stage_.next();
    collector_->collect(context, table);
  }

  // The value of an instance as people read it: its number, or why there is none.
  [[nodiscard]] std::string cell(std::string_view instance, std::size_t order,
                                 Part part = Part::value) const {
    return stage_.cell(table, instance, order, part);
  }
  // The same for the instance at a position.
  [[nodiscard]] std::string cell(std::size_t row, std::size_t order, Part part) const {
    return stage_.cell(table, row, order, part);
  }
  // The second number of a fraction or an average.
  [[nodiscard]] std::string base(std::string_view instance, std::size_t order) const {
    return cell(instance, order, Part::base);
  }
  // The instances, with a bar between them.
  [[nodiscard]] std::string instances() const { return instance_names(table); }
  [[nodiscard]] std::uint64_t key(std::string_view instance) const {
    for (std::size_t row = 0; row < table.instance_count(); ++row) {
      if (table.instance_name(row) == instance) return table.instance_key(row);
    }
    return 0;
  }
  // How many more files the root may keep open.
  [[nodiscard]] unsigned descriptors_left() const { return stage_.root.descriptors_left(); }
  // Whether it is this machine, not a folder.
  [[nodiscard]] bool is_live() const { return stage_.root.is_live(); }

  ObjectTable table;

 private:
  CollectionStage stage_;
  std::unique_ptr<Collector> collector_;
};

}  // namespace openperflib::linux_objects
