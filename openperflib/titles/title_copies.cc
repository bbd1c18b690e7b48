#include "openperflib/titles/title_copies.h"

#include <algorithm>

namespace openperflib {

bool TitleCopies::take(std::span<const Title> titles) {
  const auto is_same = [](const Title& own, const Title& other) {
    return own.index == other.index && own.text == other.text;
  };
  if (std::ranges::equal(titles_, titles, is_same)) return false;
  titles_.clear();
  texts_.clear();
  for (const Title& title : titles) titles_.push_back({title.index, texts_.add(title.text)});
  return true;
}

}  // namespace openperflib
