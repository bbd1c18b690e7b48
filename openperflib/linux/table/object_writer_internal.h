// ObjectWriter: writes a table of values as an object of a block.
#pragma once

#include <cstdint>
#include <vector>

#include "openperflib/linux/table/object_table_internal.h"
#include "openperflib/os/time/clocks.h"
#include "openperflib/snapshot/provider_report.h"
#include "openperflib/wire/data_block_builder.h"

namespace openperflib::linux_objects {

// Resource, reused: keeps its buffers.
//
// A counter has a definition (docs/objects.md, section 1) if at least one instance has a value, was
// not requested, or waits for a second collection; in an object without instances, if Linux can
// provide it. Definitions keep their offsets; if no counter is left, the object is omitted.
class ObjectWriter {
 public:
  // Writes the object and reports what is missing. The ids in the table refer to `reasons`.
  void write(const ObjectTable& table, const Reasons& reasons, const Instant& instant,
             DataBlockBuilder& builder, ProviderReport& report);
  // Writes only the definitions that write() would write, and reports counters without one.
  void write_definitions(const ObjectTable& table, const Reasons& reasons, const Instant& instant,
                         DataBlockBuilder& builder, ProviderReport& report);
  // Reports all counters of an object that is not collected.
  static void report_unfed(const CatalogueObject& object, ProviderReport& report);

 private:
  // Chooses the definitions and starts the object with them; false if there are none.
  [[nodiscard]] bool begin(const ObjectTable& table, const Reasons& reasons, ObjectHeader header,
                           DataBlockBuilder& builder, ProviderReport& report);
  void choose(const ObjectTable& table, const Reasons& reasons, ProviderReport& report);
  void define(const CatalogueCounter& counter);
  void write_instances(const ObjectTable& table, DataBlockBuilder& builder,
                       ProviderReport& report) const;
  void write_values(const ObjectTable& table, std::size_t instance,
                    DataBlockBuilder& builder) const;
  void report_missing(const ObjectTable& table, const Reasons& reasons,
                      ProviderReport& report) const;
  void report_empty(const ObjectTable& table, const Reasons& reasons, ProviderReport& report) const;

  struct Chosen {
    std::uint16_t order;    // the counter's row
    std::uint32_t ordinal;  // position of its definition
  };
  std::vector<Chosen> chosen_;
  std::vector<CounterDefinition> definitions_;
};

}  // namespace openperflib::linux_objects
