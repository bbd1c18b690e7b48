// ProviderReport: what a provider reports in addition to the objects it wrote.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "openperflib/counter/cstatus.h"
#include "openperflib/snapshot/counter_links.h"
#include "openperflib/snapshot/missing_reason.h"
#include "openperflib/snapshot/provider_event.h"
#include "openperflib/snapshot/snapshot.h"

namespace openperflib {

// Missing values of one counter in consecutive instances, or a counter without a definition: a row
// of Collection Status (docs/perflib.md, section 5).
struct MissingValues {
  std::uint32_t object_title_index;
  std::uint32_t counter_ordinal;  // MissingRun::kLeftOut if it has no definition
  std::uint32_t first_instance;   // position; for kLeftOut, the counter's title index
  std::uint32_t instance_count;
  CStatus status;
  MissingReason code;
  std::uint32_t reason_begin;  // in the report's texts
  std::uint32_t reason_length;
};

// Resource, reused: a report of a size seen before allocates nothing. Its contents live until
// clear().
class ProviderReport {
 public:
  // Removes the contents; keeps the memory.
  void clear() noexcept;
  // Reports that the values of instances [first, first + count) are missing: the block has
  // meaningless zeros.
  void add_missing(std::uint32_t object, std::uint32_t ordinal, std::uint32_t first,
                   std::uint32_t count, MissingReason code, std::string_view reason);
  // Reports that the object has no definition for the counter.
  void add_left_out(std::uint32_t object, std::uint32_t counter, MissingReason code,
                    std::string_view reason);
  // Reports that the block lacks the object, although it was requested and its provider has it.
  void add_absent(std::uint32_t object, MissingReason code, std::string_view reason);
  // Identifies an instance across blocks, if its name does not.
  void add_key(const InstanceKey& key) { keys_.push_back(key); }

  // Adds what the definitions of a counter set have no room for. The links live until the block is
  // written.
  void add_links(const SetLinks& links) { links_.push_back(links); }
  [[nodiscard]] std::span<const SetLinks> links() const noexcept { return links_; }

  // Adds an event for the log of the system.
  void add_event(ProviderEvent event) { events_.push_back(std::move(event)); }
  [[nodiscard]] const std::vector<ProviderEvent>& events() const noexcept { return events_; }

  // Returns the rows in the order in which they were added.
  [[nodiscard]] const std::vector<MissingValues>& missing() const noexcept { return missing_; }
  // Returns the reason of a row of missing(), UTF-8; valid until the next change.
  [[nodiscard]] std::string_view reason(const MissingValues& row) const noexcept {
    return std::string_view(texts_).substr(row.reason_begin, row.reason_length);
  }
  // Returns the keys in the order of the objects; the caller may sort them or swap them out.
  [[nodiscard]] std::vector<InstanceKey>& keys() noexcept { return keys_; }

 private:
  // Adds the row, and its reason unless the previous row has the same.
  void add(MissingValues row, std::string_view reason);
  std::vector<MissingValues> missing_;
  std::vector<InstanceKey> keys_;
  std::vector<SetLinks> links_;
  std::vector<ProviderEvent> events_;
  std::string texts_;
};

}  // namespace openperflib
