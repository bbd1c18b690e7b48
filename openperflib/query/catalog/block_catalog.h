// BlockCatalog: the catalog of the blocks of a log, which is made again only when their layout
// changes.
#pragma once

#include <memory>

#include "openperflib/query/catalog/catalog.h"
#include "openperflib/snapshot/snapshot.h"
#include "openperflib/titles/title_table.h"
#include "openperflib/wire/instance_name.h"

namespace openperflib {

class BlockMap;

// Resource, movable.
class BlockCatalog {
 public:
  // `decode`: as for Catalog::assign().
  explicit BlockCatalog(CodePageDecoder decode = nullptr);
  ~BlockCatalog();
  BlockCatalog(BlockCatalog&&) noexcept;
  BlockCatalog& operator=(BlockCatalog&&) noexcept;

  // Takes the next block. The catalog has another generation if its objects, counters, instances or
  // names are not those of the block before.
  void take(const Snapshot& snapshot, const TitleTable& titles);
  // Returns the catalog of the last block; it lives until the next take() that changes it.
  [[nodiscard]] const Catalog& catalog() const noexcept;
  // Returns where the values of the last block are, for readers in this layer.
  [[nodiscard]] const BlockMap& map() const noexcept;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace openperflib
