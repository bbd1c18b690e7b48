// BlgClosingIndex: the counters and instances in the samples of a log of whole objects, as its last
// message lists them.
//
// Source: docs/formats/blg.md, "Closing index".
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "openperflib/base/civil_time.h"
#include "openperflib/log/blg/writing/blg_writer_bytes_internal.h"
#include "openperflib/wire/data_block_view.h"

namespace openperflib {

// Resource. Memory: the names of all instances that ever existed.
class BlgClosingIndex {
 public:
  // For a catalog with this many entries.
  explicit BlgClosingIndex(std::size_t entries) : entries_(entries) {}
  // The blocks of a sample, one per entry of the catalog, in its order; an empty one adds nothing.
  void add(FileTime time_local, std::span<const Bytes> blocks);
  // The body of the message.
  void put(BlgBytes& out) const;
  [[nodiscard]] FileTime last_time_local() const noexcept { return last_time_; }
  [[nodiscard]] std::uint32_t samples() const noexcept { return samples_; }

 private:
  struct Counter {
    std::uint32_t title_index;
    std::uint32_t type;
    std::int64_t time_base;
    std::int32_t default_scale;
  };
  // One per entry. Equal names are counted: the most in any sample.
  struct Entry {
    bool is_known = false;
    bool has_instances = false;
    std::vector<Counter> counters;
    std::vector<std::u16string> names;  // in the order of their first sample
    std::map<std::u16string, std::uint32_t> most;
  };

  static void describe(Entry& entry, const DataBlockView& block, const ObjectTypeView& object);
  static void add_instances(Entry& entry, const ObjectTypeView& object);
  static void put_entry(BlgBytes& out, const Entry& entry);
  static void put_counters(BlgBytes& out, const Entry& entry);
  static void put_instances(BlgBytes& out, const Entry& entry);

  std::vector<Entry> entries_;
  FileTime first_time_ = 0;
  FileTime last_time_ = 0;
  std::uint32_t samples_ = 0;
};

}  // namespace openperflib
