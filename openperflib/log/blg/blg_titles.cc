#include <algorithm>
#include <numeric>
#include <utility>

#include "openperflib/log/blg/blg_fault_internal.h"
#include "openperflib/log/blg/blg_name_table_view.h"
#include "openperflib/log/blg/blg_titles_internal.h"
#include "openperflib/text/utf16.h"
#include "openperflib/titles/title_indices.h"

namespace openperflib {
namespace {

using Names = std::map<TitleIndex, std::string_view>;

// The English name of a base title, which has this index on every Windows, whatever its language.
std::optional<std::string_view> english_name(TitleIndex index, const TitleTable& titles) {
  return index <= title::kLastBaseIndex ? titles.name(index) : std::nullopt;
}

// Some words are the same in two languages, and a damaged table has wrong ones: the majority of the
// base titles decides.
bool is_english(const Names& names, const TitleTable& titles) {
  std::size_t known = 0;
  std::size_t equal = 0;
  for (const auto& [index, text] : names) {
    const auto english = english_name(index, titles);
    if (!english.has_value()) continue;
    ++known;
    if (folded(*english) == folded(text)) ++equal;
  }
  return 2 * equal >= known;
}

// Replaces names in another language by the English ones, and returns the former.
std::vector<Title> make_english(Names& names, const TitleTable& titles) {
  std::vector<Title> originals;
  for (auto& [index, text] : names) {
    const auto english = english_name(index, titles);
    if (!english.has_value() || folded(*english) == folded(text)) continue;
    originals.push_back({index, text});
    text = *english;
  }
  return originals;
}

}  // namespace

std::string blg_machine_name(Bytes utf16) {
  const std::string name = utf8_from_utf16(utf16).text;
  return name.substr(std::min(name.find_first_not_of('\\'), name.size()));
}

void BlgTitles::add(const BlgMessage& message, LogAnomalies& anomalies) {
  auto view = BlgNameTableView::parse(message.body);
  if (!view.has_value()) {
    anomalies.lose(message.in_file(view.error(), message.body),
                   {.bytes = message.body.size(), .records = 0});
    return;
  }
  Machine& machine = machines_[folded(blg_machine_name(view->machine()))];
  machine.is_stale = true;
  for (;;) {
    const auto name = view->next();
    if (!name.has_value()) {
      anomalies.lose(message.in_file(name.error(), message.body), {});
      continue;
    }
    if (!name->has_value()) return;
    const std::string text = utf8_from_utf16((*name)->text).text;
    if (names_ == kMostNames || !contains(kMostBytes, bytes_, text.size())) {
      anomalies.lose(blg_error(Errc::over_limit, blg::name_table::kName, message.offset, names_),
                     {});
      return;
    }
    ++names_;
    bytes_ += text.size();
    machine.names[(*name)->title_index] = texts_.add(text);
  }
}

void BlgTitles::build(Machine& machine) const {
  const TitleTable& usual = fixed_.table;
  auto names = machine.names;
  machine.shown.originals.clear();
  if (!is_english(names, usual)) machine.shown.originals = make_english(names, usual);
  for (const Title& title : usual.names()) names.try_emplace(title.index, title.text);
  machine.titles.clear();
  std::vector<std::string> keys;
  for (const auto& [index, text] : names) {
    machine.titles.push_back({index, text});
    keys.push_back(folded(text));
  }
  machine.by_name.resize(machine.titles.size());
  std::iota(machine.by_name.begin(), machine.by_name.end(), 0U);
  std::ranges::sort(machine.by_name, {}, [&](std::uint32_t i) {
    return std::pair<std::string_view, std::uint32_t>(keys[i], i);
  });
  machine.shown.table = TitleTable(machine.titles, usual.helps(), machine.by_name);
  machine.is_stale = false;
}

const BlgMachineTitles& BlgTitles::of(std::string_view machine) {
  const auto found = machines_.find(folded(machine));
  if (found == machines_.end()) return fixed_;
  if (found->second.is_stale) build(found->second);
  return found->second.shown;
}

std::vector<Title> BlgTitles::stored(std::string_view machine) const {
  std::vector<Title> names;
  const auto found = machines_.find(folded(machine));
  if (found == machines_.end()) return names;
  for (const auto& [index, text] : found->second.names) names.push_back({index, text});
  return names;
}

}  // namespace openperflib
