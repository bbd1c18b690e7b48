#include "openperflib/registry/title_values.h"

#include "openperflib/abi/winreg_constants.h"
#include "openperflib/text/utf16.h"
#include "openperflib/titles/multi_string.h"
#include "openperflib/titles/title_indices.h"
#include "openperflib/titles/translated_titles.h"

namespace openperflib {
namespace {

std::string translated(const TitleTable& english, const RegisteredLanguage& language,
                       ValueKind kind) {
  const bool is_of_names = kind == ValueKind::names || kind == ValueKind::added_names;
  const bool is_added = kind == ValueKind::added_names || kind == ValueKind::added_helps;
  const auto merged =
      translated_titles(is_of_names ? english.names() : english.helps(), language.titles);
  return multi_string_of(merged, is_added ? title::kLastBaseIndex : 0);
}

}  // namespace

void TitleValues::follow(std::shared_ptr<const TitleSet> set) {
  if (set_ != nullptr && set_->generation() == set->generation()) return;
  set_ = std::move(set);
  texts_ = TitleTexts(set_->table());
}

StoredValue TitleValues::value(ValueKind kind, Encoding encoding,
                               const RegisteredLanguage* language) {
  if (language == nullptr) return {REG_MULTI_SZ, texts_.text(kind, encoding)};
  bytes_ = translated(table(), *language, kind);
  if (encoding == Encoding::utf16) {
    const std::u16string utf16 = utf16_from_utf8(bytes_);
    bytes_.assign(as_text(std::as_bytes(std::span(utf16))));
  }
  return {REG_MULTI_SZ, as_bytes(bytes_)};
}

void TitleValues::release() noexcept {
  set_.reset();
  texts_ = TitleTexts(fixed_);
  bytes_ = {};
}

}  // namespace openperflib
