// For tests: one object, collected from a made folder, its values as people read them.
#pragma once

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "openperflib/linux/objects_internal.h"
#include "openperflib/linux/process_scan_internal.h"
#include "openperflib/linux/stat_file_internal.h"
#include "tests/fixtures/made_folder.h"

namespace openperflib::linux_objects {

// Resource: what a provider gives a collector, for one object.
template <typename T, MemoryOf<T> (*kMake)(), void (*kCollect)(T&, Collection&, ObjectTable&)>
class ObjectUnderTest {
 public:
  explicit ObjectUnderTest(TitleIndex title)
      : table_(*find_catalogue_object(title)), memory_(kMake()),
        root_(std::move(ProcRoot::open(folder_.path(), 64)).value()) {}

  // The machine: files to write before collect(), and what the next collections are given.
  [[nodiscard]] const MadeFolder& folder() const { return folder_; }
  Instant instant;
  ObjectRequest request;
  std::uint32_t page_size = 4096;
  KernelThreads kernel_threads = KernelThreads::folded_into_system;

  // One collection.
  void collect() {
    reasons_.clear();
    table_.set_now(instant.realtime);
    table_.clear();
    Collection collection = {.root = root_, .instant = instant, .request = request,
                             .reasons = reasons_, .stat = stat_, .processes = processes_,
                             .buffer = buffer_, .scratch = scratch_, .page_size = page_size,
                             .kernel_threads = kernel_threads, .number = collections_++};
    kCollect(*memory_, collection, table_);
  }

  // A value by its counter's name: its number, "N of M" with a base, or why there is none.
  [[nodiscard]] std::string value(std::string_view counter, std::size_t instance = 0) const {
    const std::optional<std::size_t> order = order_of(counter);
    if (!order.has_value()) return "no such counter";
    const ReasonId reason = table_.reason(instance, *order);
    if (reason != Reasons::kPresent) return std::string(reasons_.text(reason));
    const std::string number = std::to_string(table_.value(instance, *order));
    if (table_.object().counters[*order].base_type == 0) return number;
    return number + " of " + std::to_string(table_.value(instance, *order, Part::base));
  }
  // The instances, a bar between them.
  [[nodiscard]] std::string instances() const {
    std::string names;
    for (std::size_t row = 0; row < table_.instance_count(); ++row) {
      names += row == 0 ? "" : "|";
      names += table_.instance_name(row);
    }
    return names;
  }
  [[nodiscard]] ObjectTable& table() { return table_; }

 private:
  [[nodiscard]] std::optional<std::size_t> order_of(std::string_view counter) const {
    for (const CatalogueCounter& one : table_.object().counters) {
      if (one.name == counter) return one.order;
    }
    return std::nullopt;
  }
  MadeFolder folder_;
  ObjectTable table_;
  MemoryOf<T> memory_;
  ProcRoot root_;
  Reasons reasons_;
  StatFile stat_;
  ProcessScan processes_;
  TextBuffer buffer_;
  std::string scratch_;
  std::uint64_t collections_ = 0;
};

using MemoryUnderTest = ObjectUnderTest<MemoryMemory, make_memory_memory, collect_memory>;
using SystemUnderTest = ObjectUnderTest<SystemMemory, make_system_memory, collect_system>;
using PressureUnderTest = ObjectUnderTest<PressureMemory, make_pressure_memory, collect_pressure>;

}  // namespace openperflib::linux_objects
