#include "openperflib/query/catalog/block_catalog.h"

#include <algorithm>
#include <vector>

#include "openperflib/query/catalog/block_map_internal.h"
#include "openperflib/titles/title_copies.h"

namespace openperflib {

struct BlockCatalog::State {
  [[nodiscard]] bool has_layout_of(const Snapshot& snapshot) const {
    return map.is_layout_of(snapshot.view()) && std::ranges::equal(links, snapshot.counter_links());
  }

  CodePageDecoder decode;
  Catalog catalog = {};
  BlockMap map = {};
  TitleCopies names = {};  // that the block brings along
  std::vector<CounterLink> links = {};
};

BlockCatalog::BlockCatalog(CodePageDecoder decode)
    : state_(std::make_unique<State>(State{.decode = decode})) {}
BlockCatalog::~BlockCatalog() = default;
BlockCatalog::BlockCatalog(BlockCatalog&&) noexcept = default;
BlockCatalog& BlockCatalog::operator=(BlockCatalog&&) noexcept = default;

const Catalog& BlockCatalog::catalog() const noexcept { return state_->catalog; }

const BlockMap& BlockCatalog::map() const noexcept { return state_->map; }

// The rows of Collection Status are instances here: they are listed as those of any object.
void BlockCatalog::take(const Snapshot& snapshot, const TitleTable& titles) {
  if (snapshot.empty()) return;
  const bool has_other_names = state_->names.take(snapshot.titles());
  if (!has_other_names && state_->has_layout_of(snapshot)) return;
  state_->catalog.assign(snapshot, titles, state_->decode);
  state_->map.assign(snapshot.view(), BlockMap::StatusObject::included);
  state_->links.assign(snapshot.counter_links().begin(), snapshot.counter_links().end());
}

}  // namespace openperflib
