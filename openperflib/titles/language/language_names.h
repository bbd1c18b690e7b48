// LanguageNames: what Windows in one language calls its objects and counters, with the English
// names of these.
//
// Value: movable; owns its texts (UTF-8).
// Source: docs/formats/language_names.md.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace openperflib {

// Value, movable: the names of one language, which are looked up by local name.
class LanguageNames {
 public:
  // `language`: for messages, such as "007", "deDE" or the name of a column.
  explicit LanguageNames(std::string language) : language_(std::move(language)) {}

  // Adds a name of an object or a counter, as title tables have them. Names are compared ignoring
  // case; empty ones are ignored.
  void add_name(std::string_view english, std::string_view local);
  // Adds a name of an object.
  void add_object(std::string_view english, std::string_view local);
  // Adds a name of a counter of the object that has this English name.
  void add_counter(std::string_view object, std::string_view english, std::string_view local);

  [[nodiscard]] const std::string& language() const noexcept { return language_; }
  // How many names it has, equal ones of different objects counted.
  [[nodiscard]] std::size_t size() const noexcept { return size_; }

  // The English names that an object called `local` may have. Of several, one that is not a fixed
  // object is left out if another is. None: the name is unknown.
  [[nodiscard]] std::vector<std::string_view> objects(std::string_view local) const;
  // The same for a counter of an object with this English name: one that is not a known counter of
  // the object is left out if another is.
  [[nodiscard]] std::vector<std::string_view> counters(std::string_view object,
                                                       std::string_view local) const;

 private:
  // All English names that belong to a key.
  using Names = std::map<std::string, std::vector<std::string>, std::less<>>;
  // Adds a name to those of the key and counts it, unless it is one of them, ignoring case.
  void add_to(Names& names, std::string key, std::string_view english);

  std::string language_;
  Names names_;     // by folded local name
  Names objects_;   // the same
  Names counters_;  // by counter_key()
  std::size_t size_ = 0;
};

}  // namespace openperflib
