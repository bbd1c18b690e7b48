#include "openperflib/titles/title_set.h"

#include <algorithm>
#include <bit>
#include <iterator>
#include <string>
#include <utility>

#include "openperflib/text/utf16.h"

namespace openperflib {
namespace {

constexpr bool is_help(TitleIndex index) noexcept { return index % 2 != 0; }

// `fixed` and `more`, both ascending by index, as one.
std::vector<Title> merged(std::span<const Title> fixed, std::span<const Title> more) {
  std::vector<Title> all;
  all.reserve(fixed.size() + more.size());
  std::ranges::merge(fixed, more, std::back_inserter(all), {}, &Title::index, &Title::index);
  return all;
}

// Finds ascending indices in titles that are sorted by index.
class IndexWalk {
 public:
  explicit IndexWalk(std::span<const Title> titles) : rest_(titles) {}
  bool has(TitleIndex index) {
    while (!rest_.empty() && rest_.front().index < index) rest_ = rest_.subspan(1);
    return !rest_.empty() && rest_.front().index == index;
  }

 private:
  std::span<const Title> rest_;
};

}  // namespace

TitleSet::TitleSet(const TitleTable& base, std::span<const Title> more, std::uint64_t generation)
    : table_({}, {}, {}), generation_(generation) {
  add(more, base);
  if (added_.empty()) {  // as on most machines: nothing to merge and sort at each start
    table_ = base;
    return;
  }
  std::vector<Title> names;
  std::vector<Title> helps;
  names.reserve(added_.size());
  helps.reserve(added_.size());
  for (const Title& title : added_) (is_help(title.index) ? helps : names).push_back(title);
  names_ = merged(base.names(), names);
  helps_ = merged(base.helps(), helps);
  group_by_name();
  fill_slots();
  table_ = TitleTable(names_, helps_, by_name_, {hashes_, slots_});
}

void TitleSet::add(std::span<const Title> more, const TitleTable& base) {
  std::vector<Title> sorted;
  if (!std::ranges::is_sorted(more, {}, &Title::index)) {
    sorted.assign(more.begin(), more.end());
    std::ranges::stable_sort(sorted, {}, &Title::index);
    more = sorted;
  }
  IndexWalk names(base.names());
  IndexWalk helps(base.helps());
  added_.reserve(more.size());
  for (const Title& title : more) {
    const bool is_repeated = !added_.empty() && added_.back().index == title.index;
    if (is_repeated || names.has(title.index) || helps.has(title.index)) continue;
    added_.push_back({title.index, texts_.add(title.text)});
  }
}

// By hash, which is much cheaper to sort by than the texts. Names that share a hash are few, so
// that only they are compared.
void TitleSet::group_by_name() {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> hashed;  // hash, position
  hashed.reserve(names_.size());
  for (std::uint32_t i = 0; i < names_.size(); ++i) {
    hashed.emplace_back(title_hash(names_[i].text), i);
  }
  std::ranges::sort(hashed);
  const auto text_of = [&](const auto& one) { return folded(names_[one.second].text); };
  for (auto first = hashed.begin(); first != hashed.end();) {
    const auto end = std::find_if(first, hashed.end(),
                                  [&](const auto& one) { return one.first != first->first; });
    if (end - first > 1)
      std::stable_sort(first, end,
                       [&](const auto& a, const auto& b) { return text_of(a) < text_of(b); });
    first = end;
  }
  hashes_.reserve(hashed.size());
  by_name_.reserve(hashed.size());
  for (const auto& [hash, position] : hashed) {
    hashes_.push_back(hash);
    by_name_.push_back(position);
  }
}

// At most half of the slots are used, so that a search ends soon.
void TitleSet::fill_slots() {
  slots_.assign(std::bit_ceil(by_name_.size() * 2 + 1), TitleHashes::kEmpty);
  const std::size_t mask = slots_.size() - 1;
  for (std::uint32_t at = 0; at < by_name_.size(); ++at) {
    const bool is_repeated =
        at > 0 && hashes_[at] == hashes_[at - 1] &&
        equal_ignoring_case(names_[by_name_[at]].text, names_[by_name_[at - 1]].text);
    if (is_repeated) continue;
    std::size_t slot = hashes_[at] & mask;
    while (slots_[slot] != TitleHashes::kEmpty) slot = (slot + 1) & mask;
    slots_[slot] = at;
  }
}

std::shared_ptr<const TitleSet> title_set_of(const TitleTable& base) {
  return std::make_shared<const TitleSet>(base, std::span<const Title>(), 0);
}

}  // namespace openperflib
