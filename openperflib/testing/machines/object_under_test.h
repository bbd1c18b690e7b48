// For tests: one object, collected from a made folder, its values as people read them.
#pragma once

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "openperflib/linux/table/objects_internal.h"
#include "openperflib/testing/machines/collection_stage.h"
#include "openperflib/testing/made_folder.h"

namespace openperflib::linux_objects {

// Resource: what a provider gives a collector, for one object.
template <std::unique_ptr<Collector> (*kMake)()>
class ObjectUnderTest {
 public:
  // `title`: of an object of the catalogue.
  explicit ObjectUnderTest(TitleIndex title) : table_(*find_catalogue_object(title)) {}

  // The machine: files to write before collect(), and what the next collections are given.
  [[nodiscard]] const MadeFolder& folder() const { return folder_; }

 private:
  MadeFolder folder_;
  CollectionStage stage_{folder_.path(), 64};

 public:
  Instant& instant = stage_.instant;
  ObjectRequest& request = stage_.request;
  std::uint32_t& page_size = stage_.page_size;
  KernelThreads& kernel_threads = stage_.kernel_threads;
  NameFormat& process_names = stage_.process_names;
  NameFormat& thread_names = stage_.thread_names;

  // One collection.
  void collect() {
    table_.set_now(instant.realtime);
    table_.clear();
    CollectContext context = stage_.next();
    collector_->collect(context, table_);
  }

  // A value by its counter's name: its number, "N of M" with a base, or why there is none.
  [[nodiscard]] std::string value(std::string_view counter, std::size_t instance = 0) const {
    const std::optional<std::size_t> order = order_of(counter);
    if (!order.has_value()) return "no such counter";
    const std::string number = stage_.cell(table_, instance, *order);
    const bool has_base = table_.object().counters[*order].base_type != 0;
    if (!has_base || table_.reason(instance, *order) != Reasons::kPresent) return number;
    return number + " of " + std::to_string(table_.value(instance, *order, Part::base));
  }
  // The instances, a bar between them.
  [[nodiscard]] std::string instances() const { return instance_names(table_); }
  [[nodiscard]] ObjectTable& table() { return table_; }

 private:
  // The position of a counter by its name; nullopt if the object has none of that name.
  [[nodiscard]] std::optional<std::size_t> order_of(std::string_view counter) const {
    for (const CatalogueCounter& one : table_.object().counters) {
      if (one.name == counter) return one.order;
    }
    return std::nullopt;
  }
  ObjectTable table_;
  std::unique_ptr<Collector> collector_ = kMake();
};

using MemoryUnderTest = ObjectUnderTest<make_memory_collector>;      // Memory
using SystemUnderTest = ObjectUnderTest<make_system_collector>;      // System
using PressureUnderTest = ObjectUnderTest<make_pressure_collector>;  // pressure stall information

}  // namespace openperflib::linux_objects
