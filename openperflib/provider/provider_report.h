// ProviderReport: what a provider tells beside the objects it wrote.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "openperflib/counter/cstatus.h"
#include "openperflib/query/snapshot.h"

namespace openperflib {

// Values of one counter that are missing in instances that follow each other, or a counter that has
// no definition: a row of Collection Status (docs/perflib.md, section 5).
struct MissingValues {
  std::uint32_t object_title_index;
  std::uint32_t counter_ordinal;  // MissingRun::kLeftOut: it has no definition
  std::uint32_t first_instance;   // position; the counter's title index where it is left out
  std::uint32_t instance_count;
  CStatus status;
  std::uint32_t reason_begin;  // in the report's texts
  std::uint32_t reason_length;
};

// Resource, reused: a report of a size seen before allocates nothing. What is told lives until
// clear().
class ProviderReport {
 public:
  // Forgets what was told; keeps the memory.
  void clear() noexcept;
  // Values of instances [first, first + count) are stored as 0 and mean nothing.
  void add_missing(std::uint32_t object, std::uint32_t ordinal, std::uint32_t first,
                   std::uint32_t count, std::string_view reason);
  // The object has no definition of the counter.
  void add_left_out(std::uint32_t object, std::uint32_t counter, std::string_view reason);
  // What makes an instance the same one as in an earlier block, where its name does not say.
  void add_key(const InstanceKey& key) { keys_.push_back(key); }

  // Rows in the order in which they were told.
  [[nodiscard]] const std::vector<MissingValues>& missing() const noexcept { return missing_; }
  // The reason of one of missing()'s rows, UTF-8; valid until more is told.
  [[nodiscard]] std::string_view reason(const MissingValues& row) const noexcept {
    return std::string_view(texts_).substr(row.reason_begin, row.reason_length);
  }
  // In the order of the objects; the caller may sort or swap them away.
  [[nodiscard]] std::vector<InstanceKey>& keys() noexcept { return keys_; }

 private:
  // Keeps the row, and its reason unless the row before has the same.
  void add(MissingValues row, std::string_view reason);
  std::vector<MissingValues> missing_;
  std::vector<InstanceKey> keys_;
  std::string texts_;
};

}  // namespace openperflib
