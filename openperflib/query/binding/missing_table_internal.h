// MissingTable: which values of a snapshot are missing and why; it outlives the snapshot.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "openperflib/snapshot/snapshot.h"

namespace openperflib {

// Resource: copies that are reused.
class MissingTable {
 public:
  void assign(const Snapshot& snapshot);
  void clear() noexcept { runs_.clear(); }
  [[nodiscard]] bool empty() const noexcept { return runs_.empty(); }
  [[nodiscard]] const std::vector<MissingRun>& runs() const noexcept { return runs_; }
  // As UTF-8.
  [[nodiscard]] std::string reason(const MissingRun& run) const;

 private:
  std::vector<MissingRun> runs_;  // their reasons are in reasons_
  std::vector<std::byte> reasons_;
  ByteOrder text_order_ = ByteOrder::little;
};

}  // namespace openperflib
