// ObjectWriter: the one way from a table of values to an object of a block.
#pragma once

#include <cstdint>
#include <vector>

#include "openperflib/linux/object_table_internal.h"
#include "openperflib/os/clocks.h"
#include "openperflib/provider/provider_report.h"
#include "openperflib/wire/data_block_builder.h"

namespace openperflib::linux_objects {

// Resource, reused: keeps its buffers.
//
// Which counters have a definition (docs/objects.md, section 1): those of which an instance has a
// value, was not asked for its value, or waits for a second collection; in an object without any
// instance all that Linux can feed. Definitions keep their offsets; where no counter is left, there
// is no object.
class ObjectWriter {
 public:
  // Writes the object and reports what it lacks. The reasons are those the table's ids mean.
  void write(const ObjectTable& table, const Reasons& reasons, const Instant& instant,
             DataBlockBuilder& builder, ProviderReport& report);
  // Writes its definitions alone, those that write() would, and reports what has none.
  void write_definitions(const ObjectTable& table, const Reasons& reasons, const Instant& instant,
                         DataBlockBuilder& builder, ProviderReport& report);
  // Reports every counter of an object of which nothing is collected.
  static void report_unfed(const CatalogueObject& object, ProviderReport& report);

 private:
  // Chooses the definitions and starts the object with them; false: there is none.
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
    std::uint16_t order;    // the row
    std::uint32_t ordinal;  // position of its definition
  };
  std::vector<Chosen> chosen_;
  std::vector<CounterDefinition> definitions_;
};

}  // namespace openperflib::linux_objects
