// LanguageColumns: the languages of a file that has each name in all of them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

#include "openperflib/titles/language/language_forms_internal.h"

namespace openperflib {

// The most languages that a file may have.
inline constexpr std::size_t kMostLanguages = 256;

// The languages by the names of the columns or attributes, in the order of the first of each.
class LanguageColumns {
 public:
  // Null: there are too many.
  LanguageNames* of(std::string_view name) {
    if (++names_ > kMostLanguageNames) return nullptr;
    const auto found = std::ranges::find(all_, name, &LanguageNames::language);
    if (found != all_.end()) return &*found;
    return all_.size() == kMostLanguages ? nullptr : &all_.emplace_back(std::string(name));
  }
  // Errors: there are more names than a file may have.
  ReadLanguages take() {
    if (names_ > kMostLanguageNames) return too_many_language_names();
    return std::exchange(all_, {});
  }

 private:
  Languages all_;
  std::size_t names_ = 0;
};

}  // namespace openperflib
