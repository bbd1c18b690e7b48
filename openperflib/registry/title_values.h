// TitleValues: the tables of titles of this machine, in each of its languages, as values.
#pragma once

#include <memory>
#include <string>

#include "openperflib/registry/registry_value.h"
#include "openperflib/registry/title_texts.h"
#include "openperflib/state/store/registration.h"
#include "openperflib/titles/title_set.h"

namespace openperflib {

// Resource. Values are valid until the next call.
class TitleValues {
 public:
  // `fixed`: the titles that are the same on every machine, whose texts must live as long as this.
  explicit TitleValues(const TitleTable& fixed) : fixed_(fixed), texts_(fixed) {}

  // From now on the titles of this machine are those of the set.
  void follow(std::shared_ptr<const TitleSet> set);
  // The titles of this machine, in English.
  [[nodiscard]] const TitleTable& table() const noexcept {
    return set_ == nullptr ? fixed_ : set_->table();
  }
  // `kind` is not ValueKind::objects. Without a language, in English; otherwise every index, in
  // English where it has no translation.
  [[nodiscard]] StoredValue value(ValueKind kind, Encoding encoding,
                                  const RegisteredLanguage* language = nullptr);
  // Frees the memory, and forgets the titles of the machine.
  void release() noexcept;

 private:
  TitleTable fixed_;
  std::shared_ptr<const TitleSet> set_;  // null: the fixed titles
  TitleTexts texts_;                     // in English
  std::string bytes_;                    // a table in another language
};

}  // namespace openperflib
