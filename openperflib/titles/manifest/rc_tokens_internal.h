// RcTokens: walks over the words and strings of a resource script.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "openperflib/titles/remark_list_internal.h"

namespace openperflib {

struct RcToken {
  enum class Kind : std::uint8_t { end, word, string, open, close, comma };
  Kind kind = Kind::end;
  std::size_t line = 1;
  std::string text;  // the word; the string without its quotes, escape sequences replaced
};

// View of the text. Passes over white space, comments and directives; remarks on what it cannot
// read.
class RcTokens {
 public:
  RcTokens(std::string_view text, RemarkList& remarks) : text_(text), remarks_(remarks) {}
  [[nodiscard]] RcToken next();
  // What #pragma code_page names, so far; empty: nothing.
  [[nodiscard]] std::string_view code_page() const noexcept { return code_page_; }
  [[nodiscard]] std::size_t code_page_line() const noexcept { return code_page_line_; }

 private:
  [[nodiscard]] bool is_at(std::string_view start) const noexcept {
    return text_.substr(at_).starts_with(start);
  }
  [[nodiscard]] bool is_at_line_end() const noexcept { return is_at("\n") || is_at("\r"); }
  void step() noexcept;
  void skip_line() noexcept;
  void skip_comment();
  void skip_between();
  void take_directive();
  void take_escape(std::string& out);
  RcToken string();
  RcToken word();

  std::string_view text_;
  RemarkList& remarks_;
  std::size_t at_ = 0;
  std::size_t line_ = 1;
  bool is_line_empty_ = true;  // so far: only then a # begins a directive
  std::string_view code_page_;
  std::size_t code_page_line_ = 1;
};

}  // namespace openperflib
