// KeptLines: reads the texts that are kept beside a store, line by line and word by word.
//
// Source: docs/formats/title_store.md, "Texts beside the store".
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>

#include "openperflib/base/error.h"

namespace openperflib {

// The value of two digits, 0 to 9 and a to f.
[[nodiscard]] std::optional<std::uint8_t> kept_hex_byte(std::string_view digits) noexcept;
void append_kept_hex(std::string& to, unsigned char byte);
// Between quotes; a backslash, a quote and control characters are written as \xXX.
void append_kept_text(std::string& to, std::string_view text);

// View of the text. Errors have the field that was named last, and its byte.
class KeptLines {
 public:
  explicit KeptLines(std::string_view text) : text_(text) {}

  // Goes to the next line, which must be complete.
  [[nodiscard]] std::expected<void, Error> next(const Field& field);
  [[nodiscard]] bool is_at_end() const noexcept { return line_end_ == text_.size(); }
  void set_field(const Field& field) noexcept { field_ = &field; }
  // What is left of the line.
  [[nodiscard]] std::string_view rest() const { return text_.substr(at_, line_end_ - 1 - at_); }
  [[nodiscard]] std::unexpected<Error> fault(Errc code = Errc::syntax) const {
    return std::unexpected(Error{code, 0, field_, at_});
  }
  // Up to the next blank, which is passed too, or the end of the line.
  std::string_view word();
  [[nodiscard]] std::expected<void, Error> expect(std::string_view text);
  [[nodiscard]] std::expected<void, Error> expect_end() const;
  // What append_kept_text() wrote.
  [[nodiscard]] std::expected<std::string, Error> quoted();
  // A word as a decimal number.
  [[nodiscard]] std::expected<std::uint32_t, Error> number_in(std::string_view word) const;

 private:
  [[nodiscard]] std::expected<char, Error> escaped();
  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t line_end_ = 0;  // after the line break
  const Field* field_ = nullptr;
};

}  // namespace openperflib
