// SectionReader: walks over a file of sections with lines KEY=VALUE, as .ini files and backups are.
//
// View of the text. Blank lines and comments (; and //, at the start of a line) are passed over.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "openperflib/titles/file_text_internal.h"

namespace openperflib {

struct SectionLine {
  enum class Kind {
    section,       // key: what is between [ and ]
    open_section,  // key: the line, which has no ] at its end
    entry,         // key without blanks at its ends, value with them
    bare,          // key: the line, which has no =
  };
  Kind kind = Kind::bare;
  std::size_t number = 1;  // of the line, from 1
  std::string_view key;
  std::string_view value;
};

class SectionReader {
 public:
  explicit SectionReader(std::string_view text) noexcept : lines_(text) {}
  [[nodiscard]] std::optional<SectionLine> next() noexcept;

 private:
  LineReader lines_;
};

}  // namespace openperflib
