#include "openperflib/registry/title_texts.h"

#include "openperflib/text/utf16.h"
#include "openperflib/titles/multi_string.h"
#include "openperflib/titles/title_indices.h"

namespace openperflib {
namespace {

std::string make_text(ValueKind kind, const TitleTable& titles) {
  switch (kind) {
    case ValueKind::helps:
      return multi_string_of(titles.helps());
    case ValueKind::added_names:
      return multi_string_of(titles.names(), title::kLastBaseIndex);
    case ValueKind::added_helps:
      return multi_string_of(titles.helps(), title::kLastBaseIndex);
    default:
      return multi_string_of(titles.names());
  }
}

}  // namespace

Bytes TitleTexts::text(ValueKind kind, Encoding encoding) {
  Kept& kept = kept_.at(static_cast<std::size_t>(kind) - 1);
  if (kept.utf8.empty()) kept.utf8 = make_text(kind, titles_);
  if (encoding == Encoding::utf8) return as_bytes(kept.utf8);
  if (kept.utf16.empty()) kept.utf16 = utf16_from_utf8(kept.utf8);
  return std::as_bytes(std::span(kept.utf16));
}

void TitleTexts::release() noexcept { kept_ = {}; }

}  // namespace openperflib
