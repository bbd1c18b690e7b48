#include "openperflib/query/catalog/block_catalog.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "openperflib/query/catalog/block_map_internal.h"

namespace openperflib {
namespace {

using NamedIndex = std::pair<TitleIndex, std::string>;

bool has_name(const NamedIndex& known, const Title& title) {
  return known.first == title.index && known.second == title.text;
}

}  // namespace

struct BlockCatalog::State {
  [[nodiscard]] bool is_same(const Snapshot& snapshot) const {
    return map.is_layout_of(snapshot.view()) &&
           std::ranges::equal(names, snapshot.titles(), has_name) &&
           std::ranges::equal(links, snapshot.counter_links());
  }

  CodePageDecoder decode;
  Catalog catalog = {};
  BlockMap map = {};
  std::vector<NamedIndex> names = {};  // that the block brings along
  std::vector<CounterLink> links = {};
};

BlockCatalog::BlockCatalog(CodePageDecoder decode)
    : state_(std::make_unique<State>(State{.decode = decode})) {}
BlockCatalog::~BlockCatalog() = default;
BlockCatalog::BlockCatalog(BlockCatalog&&) noexcept = default;
BlockCatalog& BlockCatalog::operator=(BlockCatalog&&) noexcept = default;

const Catalog& BlockCatalog::catalog() const noexcept { return state_->catalog; }

// The rows of Collection Status are instances here: they are listed as those of any object.
void BlockCatalog::take(const Snapshot& snapshot, const TitleTable& titles) {
  if (snapshot.empty() || state_->is_same(snapshot)) return;
  state_->catalog.assign(snapshot, titles, state_->decode);
  state_->map.assign(snapshot.view(), BlockMap::StatusObject::included);
  state_->names.clear();
  for (const Title& title : snapshot.titles()) state_->names.emplace_back(title.index, title.text);
  state_->links.assign(snapshot.counter_links().begin(), snapshot.counter_links().end());
}

}  // namespace openperflib
