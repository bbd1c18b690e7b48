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
  for (const Title& title : added_) (is_help(title.index) ? helps : names).push_back(title);
  names_ = merged(base.names(), names);
  helps_ = merged(base.helps(), helps);
  sort_by_name(base);
  hash_names();
  table_ = TitleTable(names_, helps_, by_name_, {hashes_, slots_});
}

void TitleSet::add(std::span<const Title> more, const TitleTable& base) {
  for (const Title& title : more) {
    const bool is_fixed = base.name(title.index).has_value() || base.help(title.index).has_value();
    if (!is_fixed) added_.push_back({title.index, texts_.add(title.text)});
  }
  std::ranges::stable_sort(added_, {}, &Title::index);
  const auto repeated = std::ranges::unique(added_, {}, &Title::index);
  added_.erase(repeated.begin(), repeated.end());
}

// The order of `base` is kept, so that only the added names are folded and sorted.
void TitleSet::sort_by_name(const TitleTable& base) {
  using Named = std::pair<std::string, std::uint32_t>;
  std::vector<Named> added;
  std::vector<Named> fixed;
  std::size_t next = 0;  // of the base
  std::vector<std::uint32_t> places(base.names().size());
  for (std::uint32_t i = 0; i < names_.size(); ++i) {
    const bool is_fixed = next < places.size() && base.names()[next].index == names_[i].index;
    if (is_fixed) {
      places[next++] = i;
    } else {
      added.emplace_back(folded(names_[i].text), i);
    }
  }
  std::ranges::sort(added);
  for (const std::uint32_t position : base.by_name()) {
    const std::uint32_t place = places[position];
    fixed.emplace_back(folded(names_[place].text), place);
  }
  std::vector<Named> all;
  std::ranges::merge(fixed, added, std::back_inserter(all));
  by_name_.reserve(all.size());
  for (const Named& one : all) by_name_.push_back(one.second);
}

// At most half of the slots are used, so that a search ends soon.
void TitleSet::hash_names() {
  hashes_.reserve(by_name_.size());
  for (const std::uint32_t position : by_name_)
    hashes_.push_back(title_hash(names_[position].text));
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
