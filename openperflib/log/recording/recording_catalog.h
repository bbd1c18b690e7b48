// RecordingCatalog: the catalog of a recording, or of a ring of them, that is read by block.
#pragma once

#include "openperflib/log/reader/log_reader.h"
#include "openperflib/os/portable/code_page.h"
#include "openperflib/query/catalog/block_catalog.h"
#include "openperflib/snapshot/snapshot.h"
#include "openperflib/titles/title_table.h"

namespace openperflib {

// Value. The texts of the titles must outlive it.
class RecordingCatalog {
 public:
  RecordingCatalog(const TitleTable& titles, LogReadings readings)
      : titles_(titles), keeps_first_(readings == LogReadings::times) {}

  // Takes the block of a record. For a caller that needs only the times, the first one stays.
  void take(const Snapshot& block) {
    if (keeps_first_ && catalog().generation() != 0) return;
    blocks_.take(block, titles_);
  }
  // Returns the catalog of the block that was taken last; it lives until another one is.
  [[nodiscard]] const Catalog& catalog() const noexcept { return blocks_.catalog(); }

 private:
  TitleTable titles_;  // a view
  bool keeps_first_;
  BlockCatalog blocks_{&decode_code_page};
};

}  // namespace openperflib
